"""Files with the weights of a network: a header in JSON, then the compressed numbers, the low byte first."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path

from quincunx.core.errors import NetworkError
from quincunx.core.network import Network
from quincunx.core.network_shape import BLOCK, MOST_FEATURES, MOST_HIDDEN, ONE, SECOND, Shape, Weights
from quincunx.words import phrase

MAGIC = b"QNET"
VERSION = 1
HEAD = struct.Struct("<4sHI")  # magic, version, length of the header
NARROW = ("rows", "second", "third")  # the parts with 16 bits a number; the others have 32
LARGEST = 1 << 31
LARGEST_SCALE = 1 << 18
LARGEST_LINEAR = 1 << 19
MOST_NUMBERS = 4_000_000


def write_network(shape: Shape, weights: Weights) -> bytes:
    """Return the contents of a file; raise NetworkError if the weights could overflow."""
    _require_bounds(shape, weights)
    header = json.dumps(asdict(shape)).encode()
    packed = b"".join(_packed(name, part) for name, part in weights.parts().items())
    return HEAD.pack(MAGIC, VERSION, len(header)) + header + zlib.compress(packed, 9)


def read_network(data: bytes, name: str) -> Network:
    """Return the network in a file's contents; raise NetworkError, with the file's name, if it is damaged."""
    if data[:4] != MAGIC or len(data) < HEAD.size:
        raise NetworkError(phrase("core.network.no_network", file=name))
    _, version, length = HEAD.unpack_from(data)
    if version != VERSION:
        raise NetworkError(phrase("core.network.version", file=name, version=version, known=VERSION))
    try:
        shape = _read_shape(json.loads(data[HEAD.size : HEAD.size + length]))
        weights = _read_weights(shape, data[HEAD.size + length :])
        _require_bounds(shape, weights)
    except (ValueError, KeyError, TypeError, zlib.error, struct.error, NetworkError) as error:
        raise NetworkError(phrase("core.network.damaged", file=name)) from error
    return Network(shape, weights)


@cache
def loaded_network(path: Path) -> Network:
    """Return the network in a file, read once."""
    return read_network(path.read_bytes(), path.name)


def _read_shape(told: dict[str, object]) -> Shape:
    names = told["names"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError(names)
    inputs, hidden = (int(str(told[key])) for key in ("inputs", "hidden"))
    shape = Shape(str(told["game"]), inputs, hidden, tuple(names), _heads(told))
    if not (shape.inputs > 0 and 0 < shape.hidden <= MOST_HIDDEN and len(names) <= MOST_FEATURES):
        raise ValueError(told)
    if shape.hidden % BLOCK or sum(shape.sizes().values()) > MOST_NUMBERS:
        raise ValueError(told)
    return shape


def _heads(told: dict[str, object]) -> int:
    heads = told["heads"]
    if heads not in (1, 2):
        raise ValueError(heads)
    return int(str(heads))


def _packed(name: str, part: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(part)}{_format(name)}", *part)


def _format(name: str) -> str:
    return "h" if name in NARROW else "i"


def _read_weights(shape: Shape, packed: bytes) -> Weights:
    layout = "<" + "".join(f"{size}{_format(name)}" for name, size in shape.sizes().items())
    inflate = zlib.decompressobj()
    numbers = struct.unpack(layout, inflate.decompress(packed, struct.calcsize(layout) + 1))
    if not inflate.eof or inflate.unused_data:  # eof also means that the checksum is right
        raise ValueError
    parts, at = {}, 0
    for name, size in shape.sizes().items():
        parts[name] = numbers[at : at + size]
        at += size
    return Weights(**parts)


def _require_bounds(shape: Shape, weights: Weights) -> None:
    """Raise an error if a sum of the forward pass could overflow."""
    sizes = {name: len(part) for name, part in weights.parts().items()}
    rows = range(0, len(weights.second), shape.width)
    reach = [ONE * sum(map(abs, weights.second[at : at + shape.width])) for at in rows]
    beyond = (
        sizes != shape.sizes()
        or any(far + abs(bias) >= LARGEST for far, bias in zip(reach, weights.second_biases, strict=True))
        or any(abs(bias) >= LARGEST // 2 for bias in (*weights.biases, *weights.third_biases))
        or not all(0 <= scale <= LARGEST_SCALE for scale in weights.scales)
        or any(abs(weight) > LARGEST_LINEAR for weight in weights.linear)
        or any(abs(weight) >= 1 << 15 for part in NARROW for weight in weights.parts()[part])
        or SECOND * ONE << 15 >= LARGEST
    )
    if beyond:
        raise NetworkError(phrase("core.network.too_large", game=shape.game))
