"""The endgame tables of a game: those that ship with it, and those that were made on this machine.

The shipped file is compressed, and has one table of each pair. It is expanded and completed once, into the cache
folder, and mapped into memory from there, so that all processes share it; without a cache folder this is done in
memory. A file that cannot be used is reported in the log, and the game does without it.
"""

from __future__ import annotations

import logging
import lzma
import mmap
import os
import zlib
from collections.abc import Iterable
from dataclasses import astuple
from functools import cache
from importlib import resources
from pathlib import Path

from quincunx.core.errors import TableError
from quincunx.core.folders import cache_home, data_home
from quincunx.games.checkers import ending, retrograde, tiles
from quincunx.games.checkers.ending_tables import EndingTables
from quincunx.games.checkers.materials import mirrored
from quincunx.games.checkers.retrograde import Retrograde
from quincunx.games.checkers.table_file import Rules, Table, header, read_tables
from quincunx.words import phrase

FOLDER = "tables"
SUFFIX = ".qtab"
PACKED = ".qtab.xz"
IS_COMPILED = not retrograde.__file__.endswith(".py")  # uncompiled, completing the tables would take minutes
KIND = "" if IS_COMPILED else "-half"

log = logging.getLogger("quincunx.tables")


def made_folder(game: str) -> Path:
    """Return the folder for the tables of a game that are made on this machine."""
    return data_home() / FOLDER / game


@cache
def known_tables(game: str, rules: Rules) -> EndingTables:
    """Return all tables of a game that can be found; they are opened once."""
    return tables_of(game, rules, shipped_file(game), made_folder(game))


def shipped_file(game: str) -> Path:
    """Return the path of the tables that ship with a game."""
    return Path(str(resources.files(__package__).joinpath(FOLDER, game + PACKED)))


def tables_of(game: str, rules: Rules, shipped: Path, folder: Path) -> EndingTables:
    """Return the tables in a compressed file and in a folder."""
    found = EndingTables()
    for file in [shipped, *sorted(folder.glob("*" + SUFFIX))]:
        try:
            hold(found, shipped_tables(game, rules, file) if file == shipped else mapped_tables(game, file))
        except TableError as error:
            log.warning("%s", error)
        except OSError as error:
            log.warning("%s: %s", file, error.strerror)
    return found


def hold(tables: EndingTables, found: Iterable[Table]) -> None:
    """Take the values of these tables from now on."""
    for table in found:
        tables.hold(ending.slot_of(*table.material), table.values, sum(table.material))


def shipped_tables(game: str, rules: Rules, file: Path) -> list[Table]:
    """Return the tables in a compressed file; raise TableError if it is damaged."""
    packed = file.read_bytes()
    expanded = cache_home() / FOLDER / f"{game}-{zlib.crc32(packed):08x}{KIND}{SUFFIX}"
    try:
        return _intact(mapped_tables(game, expanded), expanded.name)
    except (TableError, OSError):
        found = _expanded(game, rules, packed, file.name)
    try:
        listed = [(table.material, table.values) for table in found]
        write_file(expanded, [header(game, listed), *(values for _, values in listed)])
        return mapped_tables(game, expanded)
    except OSError:
        return found


def _expanded(game: str, rules: Rules, packed: bytes, name: str) -> list[Table]:
    """The tables in the contents of a compressed file, completed where that is fast enough."""
    try:
        data = lzma.decompress(packed)
    except (lzma.LZMAError, EOFError) as error:
        raise TableError(phrase("core.table.damaged", file=name)) from error
    found = _intact(read_tables(data, game, name), name)
    return completed(found, rules) if IS_COMPILED else found


def completed(found: list[Table], rules: Rules) -> list[Table]:
    """Return the tables with the missing one of each pair, which follows from the other one and those before."""
    tables = EndingTables()
    judge = Retrograde(tables, *astuple(rules))
    complete = []
    for table in found:
        complete.append(table)
        hold(tables, [table])
        mirror = mirrored(table.material)
        if mirror != table.material:
            values = bytearray(ending.slot_size(*mirror))
            judge.take(mirror, values, values)
            judge.complete(len(values))
            complete.append(Table(mirror, values, zlib.crc32(values)))
            hold(tables, complete[-1:])
    return complete


def mapped_tables(game: str, file: Path) -> list[Table]:
    """Return the tables in a file, mapped into memory; raise TableError if it cannot be one of the game's."""
    with file.open("rb") as opened:
        try:
            data = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError as error:  # it is empty
            raise TableError(phrase("core.table.no_table", file=file.name)) from error
    return read_tables(data, game, file.name)


def write_file(path: Path, parts: Iterable[tiles.Buffer]) -> None:
    """Write a file in one step: it is complete, or not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with partial.open("wb") as opened:
            for part in parts:
                opened.write(part)
            opened.flush()
            os.fsync(opened.fileno())
        partial.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        partial.unlink(missing_ok=True)


def _intact(tables: list[Table], name: str) -> list[Table]:
    if not all(table.is_intact() for table in tables):
        raise TableError(phrase("core.table.damaged", file=name))
    return tables
