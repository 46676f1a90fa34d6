"""Matches, results and ratings as tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from quincunx.clients.terminal.text.messages import rating
from quincunx.games import games, make_game
from quincunx.play.seats import FRIEND

if TYPE_CHECKING:
    from quincunx.store.listing import MatchShown
    from quincunx.store.results import Counted, Rated, Streaking

STATS = ("game", "against", "as", "won", "lost", "drawn", "captures", "longest", "streak", "best streak")
HISTORY = ("match", "when", "game", "as", "against", "result")
RATINGS = ("game", "rating")


class Row(NamedTuple):
    """A match in one's history."""

    id: str
    when: str
    game: str
    side: str
    other: str
    result: str


def print_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Rows in columns; numbers stand to the right."""
    texts = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    numbers = [all(isinstance(row[place], int) for row in rows) for place in range(len(widths))]
    for row in texts:
        cells = zip(row, widths, numbers, strict=True)
        line = "  ".join(text.rjust(width) if number else text.ljust(width) for text, width, number in cells)
        print(line.rstrip())


def stats_rows(counted: Sequence[Counted], streaks: Sequence[Streaking]) -> list[Sequence[object]]:
    """A row for each game, kind of opponent and side."""
    best = {(line.game, line.rules, line.opponent): line.streak for line in streaks}
    rows: list[Sequence[object]] = []
    for line in counted:
        sums, streak = line.stats, best[line.game, line.rules, line.opponent]
        side = games()[line.game].players[line.side]
        numbers = (sums.won, sums.lost, sums.drawn, sums.captures, sums.longest, streak.current, streak.best)
        rows.append((title(line.game, line.rules), line.opponent, side, *numbers))
    return rows


def rating_rows(rated: Sequence[Rated]) -> list[Sequence[object]]:
    """A row for each game; a question mark is for a rating of which little is known yet."""
    return [
        (
            title(line.game, line.rules),
            f"{rating(line.rating.rating, line.provisional)} ± {line.rating.deviation:.0f}",
        )
        for line in rated
    ]


def history_row(match: MatchShown) -> Row:
    """A match as its player sees it."""
    side, other = "both", FRIEND
    if len(match.mine) == 1:
        side = games()[match.game].players[match.mine[0]]
        other = match.players[1 - match.mine[0]].name or "nobody yet"
    return Row(match.id, moment(match.updated), title(match.game, match.rules), side, other, _result(match))


def title(game: str, rules: str) -> str:
    """What people call a game with these rules."""
    return make_game(game, rules, {}).rule_set.title


def _result(match: MatchShown) -> str:
    """How it went, and which of two games it was."""
    return _outcome(match) if match.leg is None else f"{_outcome(match)} (game {match.leg} of 2)"


def _outcome(match: MatchShown) -> str:
    if match.reason is None:
        return match.status
    if match.winner is None:
        return f"drawn: {match.ending}"
    if len(match.mine) == 2:
        return f"{games()[match.game].players[match.winner]} won: {match.ending}"
    return f"{'won' if match.winner in match.mine else 'lost'}: {match.ending}"


def day(at: int) -> str:
    """A date, of milliseconds."""
    return f"{datetime.fromtimestamp(at / 1000):%Y-%m-%d}"


def moment(at: int) -> str:
    """A date and a time of day."""
    return f"{datetime.fromtimestamp(at / 1000):%Y-%m-%d %H:%M}"
