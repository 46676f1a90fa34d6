"""Makes endgame tables: each material after those that its captures and crownings lead to.

Two tables are made together, for the two players to move, and written to one file. So what is in memory is bounded by
the largest pair, and a run that was interrupted continues with the first pair that is missing or damaged.
"""

from __future__ import annotations

import hashlib
import lzma
import zlib
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

from quincunx.core.errors import TableError
from quincunx.core.exact import MadeTable
from quincunx.games.checkers import ending
from quincunx.games.checkers.ending_tables import EndingTables
from quincunx.games.checkers.materials import Material, pairs_of
from quincunx.games.checkers.opened_tables import SUFFIX, hold, mapped_tables, write_file
from quincunx.games.checkers.retrograde import Retrograde
from quincunx.games.checkers.table_file import Rules, Table, header
from quincunx.words import phrase

MOST = 6  # pieces; seven would take 35 GB, and pairs of 3 GB in memory
HIGHEST = 255  # the highest value that fits into a byte
BATCH = 1 << 18  # positions between two reports
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "pb": 0}]  # the values have no alignment


class CheckersTableMaker:
    """Makes the tables of one game."""

    most = MOST

    def __init__(self, game: str, rules: Rules) -> None:
        self._game = game
        self._rules = rules

    def make(self, pieces: int, folder: Path) -> Iterator[MadeTable | float]:
        """Make all tables up to this number of pieces in a folder, except those that are there already."""
        tables, done = EndingTables(), 0
        total = sum(ending.positions(*material) for material in _materials(pieces))
        for pair in pairs_of(pieces):
            if not self._is_made(folder, pair):
                yield from self._make_pair(tables, pair, folder)
            found = mapped_tables(self._game, _file(folder, pair))
            hold(tables, found)
            for table in found:
                made = _counted(table, done, total)
                done = made.done
                yield made

    def checksum(self, pieces: int, folder: Path) -> str:
        """Return the SHA-256 of all values up to this number of pieces, in the order in which they are made."""
        digest = hashlib.sha256()
        for pair in pairs_of(pieces):
            for table in mapped_tables(self._game, _file(folder, pair)):
                digest.update(table.values)
        return digest.hexdigest()

    def pack(self, pieces: int, folder: Path) -> bytes:
        """Return the tables up to this number of pieces as one compressed file, with the smaller one of each pair."""
        pairs = (mapped_tables(self._game, _file(folder, pair)) for pair in pairs_of(pieces))
        tables = [(table.material, table.values) for table in (min(pair, key=_packed_size) for pair in pairs)]
        data = header(self._game, tables) + b"".join(values for _, values in tables)
        return lzma.compress(data, format=lzma.FORMAT_XZ, filters=FILTERS)

    def _is_made(self, folder: Path, pair: list[Material]) -> bool:
        """Whether the pair has an intact file."""
        try:
            found = mapped_tables(self._game, _file(folder, pair))
        except (OSError, TableError):
            return False
        return [table.material for table in found] == pair and all(table.is_intact() for table in found)

    def _make_pair(self, tables: EndingTables, pair: list[Material], folder: Path) -> Iterator[float]:
        """Find the values of a pair, reporting which fraction is done, and write them to their file."""
        values = [bytearray(ending.slot_size(*material)) for material in pair]
        for material, data in zip(pair, values, strict=True):
            tables.hold(ending.slot_of(*material), data, sum(material))
        retrograde = Retrograde(tables, *astuple(self._rules))
        yield from _begun(retrograde, pair, values)
        yield from _spread(retrograde, pair, values)
        if retrograde.highest > HIGHEST:
            raise TableError(phrase("core.table.too_long", name=_name(pair[0])))
        write_file(_file(folder, pair), [header(self._game, list(zip(pair, values, strict=True))), *values])


def _begun(retrograde: Retrograde, pair: list[Material], values: list[bytearray]) -> Iterator[float]:
    """Judge all positions by what leads to other materials: half of the work, roughly."""
    done, total = 0, sum(map(len, values))
    for material, data, others in zip(pair, values, reversed(values), strict=True):
        retrograde.take(material, data, others)
        for begin in range(0, len(data), BATCH):
            end = min(begin + BATCH, len(data))
            retrograde.begin(begin, end)
            done += end - begin
            yield done / total / 2


def _spread(retrograde: Retrograde, pair: list[Material], values: list[bytearray]) -> Iterator[float]:
    """Spread the values backwards, the lowest first."""
    value = 1
    while value <= min(retrograde.highest, HIGHEST):
        for material, data, others in zip(pair, values, reversed(values), strict=True):
            retrograde.take(material, data, others)
            retrograde.spread_from(value, len(data))
        value += 1
        yield 0.5 + value / (retrograde.highest + 1) / 2


def _materials(pieces: int) -> Iterator[Material]:
    for pair in pairs_of(pieces):
        yield from pair


def _file(folder: Path, pair: list[Material]) -> Path:
    return folder / f"{_name(pair[0])}{SUFFIX}"


def _name(material: Material) -> str:
    """The name of a material, such as `KKvKM`: kings and men of the player to move, then those of the opponent."""
    men, kings, other_men, other_kings = material
    return "K" * kings + "M" * men + "v" + "K" * other_kings + "M" * other_men


def _packed_size(table: Table) -> int:
    return len(zlib.compress(table.values, 1))


def _counted(table: Table, done: int, total: int) -> MadeTable:
    """A table with its results."""
    counts = [0] * (HIGHEST + 1)
    values = bytes(table.values)
    for value in range(HIGHEST + 1):
        counts[value] = values.count(value)
    wins, losses = sum(counts[2::2]), sum(counts[1::2])
    longest = max((value - 1 for value in range(1, HIGHEST + 1) if counts[value]), default=0)
    positions = ending.positions(*table.material)
    return MadeTable(_name(table.material), wins, positions - wins - losses, losses, longest, done + positions, total)
