"""The file with the values of all positions of nine pieces on their side of the board, in the cache folder.

A header with a checksum, then the values. The file is mapped into memory, so that all processes share it. If it cannot
be used, the log says so, and the game does without it.
"""

from __future__ import annotations

import logging
import mmap
import os
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from quincunx.core.errors import TableError
from quincunx.core.folders import cache_home
from quincunx.games.cengers.race import Race, position_count
from quincunx.games.cengers.race_builder import RaceBuilder
from quincunx.words import phrase

PIECES = 9
HOME = 0x0707070000000000  # a6-c8, x's
MAGIC = b"QRACE"
VERSION = 1
HEAD = struct.Struct("<5sBHI")  # magic, pieces, version, checksum of the values
STEP = 250_000  # positions between two signs of life

log = logging.getLogger("quincunx.cengers")


class RaceMaker:
    """Makes the file."""

    positions = position_count(PIECES)

    @property
    def file(self) -> Path:
        return cache_home() / "cengers" / "race.qrace"

    def make(self, file: Path) -> Iterator[tuple[int, int]]:
        """Make the values, and write the file in one step: it is complete, or not there."""
        builder = RaceBuilder(PIECES, HOME)
        while not builder.expand(STEP):
            yield builder.level, builder.found
        write_race(file, PIECES, bytes(builder.values))


def write_race(file: Path, pieces: int, values: bytes) -> None:
    """Write a file with these values."""
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        with partial.open("wb") as opened:
            opened.write(HEAD.pack(MAGIC, pieces, VERSION, zlib.crc32(values)))
            opened.write(values)
            opened.flush()
            os.fsync(opened.fileno())
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)


def read_race(file: Path) -> Race:
    """Return the values in a file, mapped into memory; raise TableError if it is damaged or of another version."""
    with file.open("rb") as opened:
        if os.fstat(opened.fileno()).st_size < HEAD.size:
            raise TableError(phrase("cengers.race.damaged", file=str(file)))
        data = memoryview(mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ))
    magic, pieces, version, checksum = HEAD.unpack_from(data)
    if magic == MAGIC and version != VERSION:
        raise TableError(phrase("cengers.race.version", file=str(file), version=version, known=VERSION))
    values = data[HEAD.size :]
    if magic != MAGIC or len(values) != position_count(min(pieces, PIECES)) or zlib.crc32(values) != checksum:
        raise TableError(phrase("cengers.race.damaged", file=str(file)))
    return Race(pieces, values)


def race_in(file: Path) -> Race | None:
    """Return the values in a file, or None if there is no file or it cannot be used; the log says why."""
    try:
        return read_race(file)
    except FileNotFoundError:
        return None
    except TableError as error:
        log.warning("%s", error)
    except OSError as error:
        log.warning("%s: %s", file, error.strerror)
    return None


@cache
def known_race() -> Race | None:
    """Return the values in the cache folder, if they have been made; the file is opened once."""
    return race_in(RaceMaker().file)
