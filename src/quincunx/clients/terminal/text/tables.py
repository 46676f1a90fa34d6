"""Matches, results and ratings as tables."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from quincunx.clients.language import say, t
from quincunx.clients.terminal.text.messages import friend_name, rating
from quincunx.games import games
from quincunx.play.seats import FRIEND
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.protocol.matches import MatchShown, Player
    from quincunx.protocol.ratings import PlayerRating, PlayerStats, PlayerStreak

GAME, AGAINST, AS = phrase("terminal.table.game"), phrase("terminal.table.against"), phrase("terminal.table.as")
STATS = (
    *(GAME, AGAINST, AS),
    *(phrase("terminal.table.won"), phrase("terminal.table.lost"), phrase("terminal.table.drawn")),
    *(phrase("terminal.table.captures"), phrase("terminal.table.longest")),
    *(phrase("terminal.table.streak"), phrase("terminal.table.best_streak")),
)
HISTORY = (
    *(phrase("terminal.table.match"), phrase("terminal.table.when")),
    *(GAME, AS, AGAINST, phrase("terminal.table.result")),
)
RATINGS = (GAME, phrase("terminal.table.rating"))
UNBOUNDED = 1_000_000  # columns: rows are not wrapped for programs that read the table


class Row(NamedTuple):
    """A match in a player's history."""

    id: str
    when: str
    game: str
    side: str
    other: str
    result: str


def print_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print aligned columns, numbers to the right. A terminal's width is respected; elsewhere each row is one line."""
    if not find_spec("rich"):
        _print_columns(head, rows)
        return
    from rich.console import Console  # imported here because most commands print no table
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for place, title in enumerate(head):
        is_number = all(isinstance(row[place], int) for row in rows)
        is_whole = is_number or place == 0  # a truncated number or first column would mislead
        table.add_column(
            Text(say(title)),
            justify="right" if is_number else "left",
            no_wrap=is_whole,
            overflow="ellipsis" if is_whole else "fold",
        )
    for row in rows:
        table.add_row(*(Text(say(cell)) for cell in row))
    is_seen = sys.stdout.isatty()
    console = Console(force_terminal=is_seen, width=None if is_seen else UNBOUNDED)
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        print(line.rstrip())


def _print_columns(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """The same without Rich, with unlimited line length."""
    widths = [max(len(say(row[place])) for row in (head, *rows)) for place in range(len(head))]
    for row in (head, *rows):
        cells = [
            f"{say(cell):>{width}}" if all(isinstance(each[place], int) for each in rows) else f"{say(cell):<{width}}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())


def stats_rows(counted: Sequence[PlayerStats], streaks: Sequence[PlayerStreak]) -> list[Sequence[object]]:
    """A row for each game, kind of opponent and side."""
    best = {(line.game, line.opponent, line.level): line.streak for line in streaks}
    rows: list[Sequence[object]] = []
    for line in counted:
        sums, streak = line.stats, best[line.game, line.opponent, line.level]
        side = games()[line.game].players[line.side]
        numbers = (sums.won, sums.lost, sums.drawn, sums.captures, sums.longest, streak.current, streak.best)
        rows.append((games()[line.game].title, _kind(line), side, *numbers))
    return rows


def rating_rows(rated: Sequence[PlayerRating]) -> list[Sequence[object]]:
    """A row for each game; a question mark marks a provisional rating."""
    return [
        (games()[line.game].title, f"{rating(line.rating.rating, line.provisional)} ± {line.rating.deviation:.0f}")
        for line in rated
    ]


def history_row(match: MatchShown) -> Row:
    """The row of a match, from its player's point of view."""
    side, other = t("terminal.table.both"), friend_name(FRIEND)
    if len(match.mine) == 1:
        side = games()[match.game].players[match.mine[0]]
        other = _name(match.players[1 - match.mine[0]])
    return Row(match.id, moment(match.updated), games()[match.game].title, side, other, _result(match))


def _name(player: Player) -> str:
    """The name of a player."""
    if player.level is not None:
        return t("terminal.opponent.level", number=player.level)
    if player.kind == "open":
        return t("terminal.table.nobody_yet")
    return friend_name(player.name) if player.kind == "friend" else player.name


def _kind(line: PlayerStats) -> str:
    """The kind of opponent, in words."""
    if line.level is not None:
        return t("terminal.opponent.level", number=line.level)
    return t(f"terminal.opponent.{line.opponent}")


def _result(match: MatchShown) -> str:
    """The result, and which of two games it was."""
    if match.leg is None:
        return _outcome(match)
    return f"{_outcome(match)} ({t('terminal.legs.which', number=match.leg)})"


def _outcome(match: MatchShown) -> str:
    if match.reason is None:
        return t(f"terminal.result.{match.status}")
    if match.winner is None:
        return t("terminal.result.drawn", ending=match.ending)
    if len(match.mine) == 2:
        return t("terminal.result.side_won", side=games()[match.game].players[match.winner], ending=match.ending)
    if match.winner in match.mine:
        return t("terminal.result.won", ending=match.ending)
    return t("terminal.result.lost", ending=match.ending)


def day(at: int) -> str:
    """The date of a time in milliseconds."""
    return f"{datetime.fromtimestamp(at / 1000):%Y-%m-%d}"


def moment(at: int) -> str:
    """The date and time of day of a time in milliseconds."""
    return f"{datetime.fromtimestamp(at / 1000):%Y-%m-%d %H:%M}"
