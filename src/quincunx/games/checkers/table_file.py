"""Files with endgame tables: a header, and then the values of each table, one byte for each position.

The header names the game and lists the tables: the material, the size, and a checksum of the values.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.core.errors import TableError
from quincunx.games.checkers import ending, tiles
from quincunx.games.checkers.materials import Material
from quincunx.words import phrase

MAGIC = b"QTAB"
VERSION = 1
HEAD = struct.Struct("<4sH16sH")  # magic, version, the game's key, number of tables
ENTRY = struct.Struct("<4BQI")  # men and kings of the player to move and of the opponent, size, checksum
SUM = struct.Struct("<I")  # of the header


@dataclass(frozen=True)
class Rules:
    """The facts about a game that its tables depend on."""

    compulsory: bool
    crowning_stops: bool
    jumped_once: bool
    blocked_loses: bool


@dataclass(frozen=True)
class Table:
    """The values of all positions with one material: men and kings of the player to move, and of the opponent."""

    material: Material
    values: tiles.Buffer
    checksum: int

    def is_intact(self) -> bool:
        """Return whether the values have the checksum."""
        return zlib.crc32(self.values) == self.checksum


def header(game: str, tables: Sequence[tuple[Material, tiles.Buffer]]) -> bytes:
    """Return the header of a file with these tables, whose values follow it in this order."""
    head = HEAD.pack(MAGIC, VERSION, game.encode(), len(tables))
    head += b"".join(ENTRY.pack(*material, len(values), zlib.crc32(values)) for material, values in tables)
    return head + SUM.pack(zlib.crc32(head))


def read_tables(data: tiles.Buffer, game: str, name: str) -> list[Table]:
    """Return the tables in a file's contents; raise TableError if it is damaged, or of another game or version."""
    if len(data) < HEAD.size or data[: len(MAGIC)] != MAGIC:
        raise TableError(phrase("core.table.no_table", file=name))
    _, version, key, count = HEAD.unpack_from(data)
    if version != VERSION:
        raise TableError(phrase("core.table.version", file=name, version=version, known=VERSION))
    end = HEAD.size + count * ENTRY.size
    if len(data) < end + SUM.size or SUM.unpack_from(data, end)[0] != zlib.crc32(data[:end]):
        raise TableError(phrase("core.table.damaged", file=name))
    if key.rstrip(b"\0") != game.encode():
        raise TableError(phrase("core.table.other_game", file=name, game=game))
    return _listed(memoryview(data), count, end + SUM.size, name)


def _listed(data: memoryview, count: int, at: int, name: str) -> list[Table]:
    """The tables of a file whose header is intact; their values start here."""
    found = []
    for number in range(count):
        *material, size, checksum = ENTRY.unpack_from(data, HEAD.size + number * ENTRY.size)
        men, kings, other_men, other_kings = material
        if at + size > len(data) or size != ending.slot_size(men, kings, other_men, other_kings):
            raise TableError(phrase("core.table.damaged", file=name))
        found.append(Table((men, kings, other_men, other_kings), data[at : at + size], checksum))
        at += size
    return found
