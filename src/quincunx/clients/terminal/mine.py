"""`quincunx stats`, `history` and `export`: what the one who plays here has played."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quincunx.clients.terminal.arguments import Parser, add_command, count
from quincunx.games import games, make_game
from quincunx.play.scene import ENDINGS

if TYPE_CHECKING:
    from quincunx.clients.local.house import House
    from quincunx.clients.terminal.arguments import Commands
    from quincunx.play.match import Status
    from quincunx.store.accounts import Account
    from quincunx.store.matches import Header
    from quincunx.store.results import Counted, Rated, Streaking
    from quincunx.store.store import Unit

# The store's parts are imported where they are used: every other command starts without them.

PAGE = 20


def add_mine(commands: Commands) -> None:
    """The commands' arguments."""
    stats = add_command(commands, "stats", _stats, "what your matches add up to")
    history = add_command(commands, "history", _history, "list your matches, the latest first, with their ids")
    history.add_argument("--limit", type=count, default=PAGE, metavar="N", help=f"how many (default: {PAGE})")
    export = add_command(commands, "export", _export, "write down everything that is kept about you, as JSON")
    export.add_argument("file", metavar="FILE", help="where to, and it must not be there yet; - for standard output")
    for parser in (stats, history):
        parser.add_argument("--game", metavar="GAME", help="of this game only; see quincunx games")
    for parser in (stats, history, export):
        add_database(parser)


def add_database(parser: Parser) -> None:
    """Where matches in the terminal are kept."""
    parser.add_argument(
        "--database", metavar="URL", help="sqlite:///file.db or postgresql://host/name (default: the window's too)"
    )


def database_of(arguments: argparse.Namespace) -> str:
    """The database that the arguments name, or the usual one."""
    from quincunx.clients.local.house import default_database

    return str(arguments.database or default_database())


def open_house(arguments: argparse.Namespace) -> House:
    """The same, opened."""
    from quincunx.clients.local.house import House

    return House(database_of(arguments))


def print_table(rows: Sequence[Sequence[object]]) -> None:
    """Rows in columns; numbers stand to the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    numbers = [all(isinstance(row[place], int) for row in rows[1:]) for place in range(len(widths))]
    for row in texts:
        cells = zip(row, widths, numbers, strict=True)
        line = "  ".join(text.rjust(width) if number else text.ljust(width) for text, width, number in cells)
        print(line.rstrip())


def _stats(arguments: argparse.Namespace) -> None:
    from quincunx.clients.local.person import known_here

    game = _game(arguments)
    with open_house(arguments) as house:
        account = known_here(house)
        if account is None:
            print("Nobody has played here yet.")
            return
        id = account.id
        counted, streaks, rated = house.read(
            lambda unit: (unit.results.stats(id), unit.results.streaks(id), unit.results.ratings(id))
        )
    print(f"{account.name}, here since {_day(account.created)}")
    _print_stats([line for line in counted if game in (None, line.game)], streaks)
    _print_ratings([line for line in rated if game in (None, line.game)])


def _print_stats(counted: list[Counted], streaks: list[Streaking]) -> None:
    if not counted:
        print("No match has been played to its end yet; one that is played on both sides counts for nobody.")
        return
    best = {(line.game, line.rules, line.opponent): line.streak for line in streaks}
    head = ("game", "rules", "against", "as", "won", "lost", "drawn", "captures", "longest", "in a row", "most")
    rows: list[Sequence[object]] = [head]
    for line in counted:
        sums, streak = line.stats, best[line.game, line.rules, line.opponent]
        side = games()[line.game].players[line.side]
        numbers = (sums.won, sums.lost, sums.drawn, sums.captures, sums.longest, streak.current, streak.best)
        rows.append((line.game, line.rules, line.opponent, side, *numbers))
    print_table(rows)


def _print_ratings(rated: list[Rated]) -> None:
    if rated:
        rows = [(line.game, line.rules, f"{line.rating.rating:.0f} ± {line.rating.deviation:.0f}") for line in rated]
        print()
        print_table([("game", "rules", "rating"), *rows])


class Row(NamedTuple):
    """A match in one's history."""

    id: str
    when: str
    game: str
    rules: str
    side: str
    other: str
    result: str


def history_of(
    unit: Unit, account: Account, *, game: str | None = None, status: Sequence[Status] = (), most: int = PAGE
) -> list[Row]:
    """The account's matches, the latest first."""
    headers = unit.matches.of_account(account.id, game=game, status=status, most=most)
    names = unit.accounts.names({seat.account for header in headers for seat in header.seats if seat.account})
    return [_row(header, account.id, names) for header in headers]


def _history(arguments: argparse.Namespace) -> None:
    from quincunx.clients.local.person import known_here

    game = _game(arguments)
    with open_house(arguments) as house:
        account, most = known_here(house), arguments.limit
        rows = [] if account is None else house.read(lambda unit: history_of(unit, account, game=game, most=most))
    if rows:
        print_table([("match", "when", "game", "rules", "as", "against", "result"), *rows])
        print("\nquincunx play --resume=ID plays on; --resume alone the latest.")
    else:
        print("No match yet.")


def _row(header: Header, account: str, names: dict[str, str]) -> Row:
    mine = header.sides_of(account)
    if len(mine) == 2:
        side, other = "both", "friend"
    else:
        seat = header.seats[1 - mine[0]]
        side, other = games()[header.game].players[mine[0]], seat.bot or names.get(seat.account or "", "nobody yet")
    return Row(header.id, _moment(header.updated), header.game, header.rules, side, other, _result(header, mine))


def _result(header: Header, mine: tuple[int, ...]) -> str:
    if header.reason is None:
        return {"aborted": "called off"}.get(header.status, header.status)
    ending = ENDINGS.get(header.reason) or games()[header.game].reason_rules[header.reason][1]
    if header.winner is None:
        return f"drawn: {ending}"
    if len(mine) == 2:
        return f"{games()[header.game].players[header.winner]} won: {ending}"
    return f"{'won' if header.winner in mine else 'lost'}: {ending}"


def _export(arguments: argparse.Namespace) -> None:
    import msgspec

    from quincunx.clients.local.house import now
    from quincunx.clients.local.person import here
    from quincunx.store.export import export

    with open_house(arguments) as house:
        account = here(house)
        kept = house.read(lambda unit: export(unit, account, now()))
    text = msgspec.json.format(msgspec.json.encode(kept)).decode()
    if arguments.file == "-":
        sys.stdout.write(text + "\n")
        return
    with Path(arguments.file).open("x", encoding="utf-8") as file:
        file.write(text + "\n")
    print(f"{len(kept['matches'])} matches of {account.name} written to {arguments.file}")


def _game(arguments: argparse.Namespace) -> str | None:
    """The game that is asked for, refused where there is none of that key."""
    return None if arguments.game is None else make_game(arguments.game, None, {}).key


def _day(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000):%Y-%m-%d}"


def _moment(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000):%Y-%m-%d %H:%M}"
