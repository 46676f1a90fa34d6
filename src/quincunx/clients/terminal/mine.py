"""`quincunx stats`, `history` and `export`: what the one who plays in this terminal has played, here or at a server."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quincunx.clients.terminal import columns
from quincunx.clients.terminal.arguments import add_command, named_spec, some
from quincunx.clients.terminal.books import Books, opened
from quincunx.clients.terminal.house import add_database
from quincunx.clients.terminal.resuming import of_game
from quincunx.clients.terminal.seating import how_to_resume

if TYPE_CHECKING:
    from quincunx.clients.terminal.arguments import Commands

PAGE = 20
NOTHING = "You have not finished a match yet."


def add_mine(commands: Commands) -> None:
    """The commands' arguments."""
    stats = add_command(commands, "stats", _stats, "show your results and ratings")
    history = add_command(commands, "history", _history, "list your matches, the latest first, with their ids")
    history.add_argument("--limit", type=some, default=PAGE, metavar="N", help=f"how many (default: {PAGE})")
    export = add_command(commands, "export", _export, "export everything that is stored about you, as JSON")
    export.add_argument("file", metavar="FILE", help="output file; must not exist; - for standard output")
    for parser in (stats, history):
        parser.add_argument("--game", metavar="GAME", help="of this game only; see quincunx games")
    for parser in (stats, history, export):
        parser.add_argument("--online", metavar="URL", help="at this server instead of this machine's database")
        add_database(parser)


def _stats(arguments: argparse.Namespace) -> None:
    game = _game(arguments)
    with opened(arguments) as books:
        profile = books.profile()
    print(f"{profile.name}, {'there' if arguments.online else 'here'} since {columns.day(profile.since)}")
    counted = [line for line in profile.stats if game in (None, line.game)]
    if counted:
        columns.print_table(columns.STATS, columns.stats_rows(counted, profile.streaks))
    else:
        print(NOTHING)
    rated = [line for line in profile.ratings if game in (None, line.game)]
    if rated:
        print()
        columns.print_table(columns.RATINGS, columns.rating_rows(rated))


def _history(arguments: argparse.Namespace) -> None:
    game = _game(arguments)
    with opened(arguments) as books:
        rows = [columns.history_row(match) for match in books.history(game, arguments.limit)]
        name = books.profile().name
    if rows:
        columns.print_table(columns.HISTORY, rows)
        print(f"\n{how_to_resume(arguments)}=ID resumes a match; --resume alone the latest.")
    else:
        print(f"{name} has no match {of_game(game)}yet.")


def _export(arguments: argparse.Namespace) -> None:
    with opened(arguments) as books:
        _write(arguments.file, books)


def _write(file: str, books: Books) -> None:
    """To a new file, or to standard output."""
    import msgspec

    kept = books.export()
    text = msgspec.json.format(msgspec.json.encode(kept)).decode() + "\n"
    if file == "-":
        sys.stdout.write(text)
        return
    with Path(file).open("x", encoding="utf-8") as stream:
        stream.write(text)
    print(f"{len(kept['matches'])} matches of {_name(kept)} written to {file}")


def _name(kept: dict[str, Any]) -> str:
    import msgspec

    return str(msgspec.to_builtins(kept["account"])["name"])


def _game(arguments: argparse.Namespace) -> str | None:
    """The game that is asked for, refused where there is none of that key."""
    return None if arguments.game is None else named_spec(arguments.game).key
