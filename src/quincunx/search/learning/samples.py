"""Files with positions from self-play: a header, then a block for each game, which is only ever appended.

A block has the game's number, its length and a checksum, so that a file whose last block was cut off can be read and
continued. Numbers have the low byte first.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from quincunx.core.errors import OptionError

MAGIC = b"QPOS"
VERSION = 1
HEAD = struct.Struct("<4sHI")  # magic, version, length of the header
BLOCK = struct.Struct("<III")  # the game's number, length, checksum
FORMATS = "BhBHi"  # of movers, scores, counts, inputs and features
COUNTS = struct.Struct("<BIIB")  # result for player 0 in halves, positions, active inputs, features


@dataclass(frozen=True)
class Terms:
    """How the games of a file were played. A file can only be continued on the same terms."""

    game: str
    options: Mapping[str, object]
    inputs: int
    names: tuple[str, ...]  # of the features
    evaluation: str
    nodes: int
    handicap: str  # the letter of the side that got more nodes in half of the games, or nothing
    seed: int


@dataclass
class Samples:
    """Positions of one game: movers, scores for the mover, numbers of active inputs, the inputs, the features."""

    result: float = 0.5  # for player 0
    movers: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    inputs: list[int] = field(default_factory=list)
    features: list[int] = field(default_factory=list)

    def columns(self) -> tuple[list[int], ...]:
        """The columns in the order of a file."""
        return self.movers, self.scores, self.counts, self.inputs, self.features

    def add(self, mover: int, score: int, inputs: Sequence[int], features: Sequence[int]) -> None:
        """Add a position."""
        self.movers.append(mover)
        self.scores.append(score)
        self.counts.append(len(inputs))
        self.inputs += inputs
        self.features += features


def packed(samples: Samples) -> bytes:
    """Return a game's positions as the contents of a block."""
    size = len(samples.movers)
    features = len(samples.features) // size if size else 0
    return zlib.compress(
        COUNTS.pack(round(2 * samples.result), size, len(samples.inputs), features)
        + b"".join(
            struct.pack(f"<{len(column)}{form}", *column)
            for form, column in zip(FORMATS, samples.columns(), strict=True)
        )
    )


def columns(block: bytes) -> tuple[float, list[bytes]]:
    """Return the result in the contents of a block, and the bytes of each column in the order of `FORMATS`."""
    data = zlib.decompress(block)
    result, size, inputs, features = COUNTS.unpack_from(data)
    parts, at = [], COUNTS.size
    for form, length in zip(FORMATS, (size, size, size, inputs, size * features), strict=True):
        end = at + length * struct.calcsize(f"<{form}")
        parts.append(data[at:end])
        at = end
    return result / 2, parts


def unpacked(block: bytes) -> Samples:
    """Return the positions in the contents of a block."""
    result, parts = columns(block)
    lists = [
        [number for (number,) in struct.iter_unpack(f"<{form}", part)]
        for form, part in zip(FORMATS, parts, strict=True)
    ]
    return Samples(result, *lists)


def read_terms(path: Path) -> Terms:
    """Return the terms in a file's header; raise an error if it is no file of positions."""
    with path.open("rb") as file:
        head = file.read(HEAD.size)
        if len(head) < HEAD.size or head[:4] != MAGIC:
            raise OptionError(f"{path} is not a file of positions")
        _, version, length = HEAD.unpack(head)
        if version != VERSION:
            raise OptionError(f"{path} has version {version}; this program reads version {VERSION}")
        told = json.loads(file.read(length))
    return Terms(**told | {"names": tuple(told["names"])})


def blocks(path: Path) -> Iterator[tuple[int, int, bytes]]:
    """Yield each whole block of a file: the game's number, the place where the block ends, and its contents."""
    with path.open("rb") as file:
        _, _, length = HEAD.unpack(file.read(HEAD.size))
        file.seek(HEAD.size + length)
        while len(head := file.read(BLOCK.size)) == BLOCK.size:
            number, size, checksum = BLOCK.unpack(head)
            block = file.read(size)
            if len(block) < size or zlib.crc32(block) != checksum:
                return
            yield number, file.tell(), block


def games_in(path: Path) -> set[int]:
    """Return the numbers of the games in a file."""
    return {number for number, _, _ in blocks(path)}


def start(path: Path, terms: Terms) -> None:
    """Create a file, or prepare one for more blocks: remove a block that was cut off. The terms must be the same."""
    if not path.exists():
        header = json.dumps(asdict(terms)).encode()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(HEAD.pack(MAGIC, VERSION, len(header)) + header)
        return
    if read_terms(path) != terms:
        raise OptionError(f"{path} has games that were played on other terms: choose another folder")
    with path.open("r+b") as file:
        first = HEAD.size + HEAD.unpack(file.read(HEAD.size))[2]
        file.truncate(max((end for _, end, _ in blocks(path)), default=first))


def append(path: Path, number: int, block: bytes) -> None:
    """Append a game."""
    with path.open("ab") as file:
        file.write(BLOCK.pack(number, len(block), zlib.crc32(block)) + block)
