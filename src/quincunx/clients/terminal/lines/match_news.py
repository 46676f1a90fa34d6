"""Describes what has happened in a match, in lines that can also be read aloud."""

from __future__ import annotations

from typing import NamedTuple

from quincunx.clients.language import say, t
from quincunx.clients.terminal.text import messages
from quincunx.clients.terminal.text.frame import place_name
from quincunx.clients.terminal.text.turns import turns
from quincunx.play.match import Match
from quincunx.play.view import view
from quincunx.words import Phrase, phrase

LOW = (60, 30, 10)  # seconds left at which the player is warned


def introduced(match: Match) -> str:
    """The game, whether it is rated, and who plays which side."""
    game = match.state.game
    players = [f"{say(side)} {messages.seat_name(seat)}" for side, seat in zip(game.players, match.seats, strict=True)]
    return f"{messages.title(match)}: {', '.join(players)}"


def squares(match: Match) -> str:
    """How to type the squares of a board that is drawn as in the game's document; empty for other boards."""
    frame, game = match.state.game.spec.frame, match.state.game
    if frame is None:
        return ""
    files, ranks = game.board.files, game.board.ranks
    example = min(view(match.state).pieces)
    return t(
        "lines.news.squares",
        columns=_range(frame.files[0], frame.files[-1]),
        files=_range(game.square(0)[0], game.square(files - 1)[0]),
        rows=_range(frame.ranks[0], frame.ranks[-1]),
        ranks=_range(str(ranks), "1"),
        place=place_name(frame, example),
        square=game.square(example),
    )


def _range(first: str, last: str) -> Phrase:
    return phrase("lines.news.range", first=first, last=last)


def news(before: Match, match: Match, mine: tuple[int, ...]) -> list[str]:
    """What has happened between two states of the match, apart from the board and the result."""
    lines = [introduced(match)] if before.status == "open" and match.status == "running" else []
    lines += _played(before, match, mine)
    if match.state.ply < before.state.ply:
        lines.append(t("lines.news.taken_back"))
    elif match.position == before.position and match.status == "running":
        gone = [offer for offer, made in before.offers.items() if offer not in match.offers and made.side in mine]
        lines += [t("lines.offer.declined", offer=offer) for offer in gone]
    return lines + _offered(before, match, mine)


def _played(before: Match, match: Match, mine: tuple[int, ...]) -> list[str]:
    """The other side's turns, a line each, and the turns of either side that passed automatically."""
    known = before.state.actions()
    if match.state.actions()[: len(known)] != known:  # something was taken back
        return []
    players, lines = match.state.game.players, []
    for turn in turns(match.state, len(known)):
        if turn.side not in mine and turn.moves:
            lines.append(f"{say(players[turn.side])}: {turn.moves}")
        lines += filter(None, [messages.passed(turn, players, mine)])
    return lines


def _offered(before: Match, match: Match, mine: tuple[int, ...]) -> list[str]:
    fresh = {offer: made for offer, made in match.offers.items() if offer not in before.offers}
    return [t("lines.offer.received", offer=offer) for offer, made in fresh.items() if mine and made.side not in mine]


def ending(match: Match, mine: tuple[int, ...]) -> str:
    """How the match ended, if the board does not show it; empty while it goes on."""
    said_by_the_board = match.state.outcome() is not None and match.state.game.spec.frame is None
    return "" if match.status in ("open", "running") or said_by_the_board else messages.status(match, mine)


def prompt(match: Match, mine: tuple[int, ...]) -> str:
    """The prompt: the player's side, or who is waited for."""
    if match.status == "open":
        return f"{t('lines.prompt.open')}> "
    if match.status == "finished":
        return f"{t('lines.prompt.over')}> "
    mover = match.state.game.players[match.state.to_move]
    if match.state.to_move in mine:
        return f"{say(mover)}> "
    return f"{t('lines.prompt.waiting', side=mover) if mine else t('lines.prompt.watching')}> "


def clocks(match: Match, now: int) -> str:
    """The time left for each side; empty without a clock."""
    times = messages.clocks(match, now)
    return t("lines.clock.times", times=times) if times else ""


class Low(NamedTuple):
    """The next warning of a running clock, and the seconds until then."""

    side: int
    mark: int
    seconds: float

    def is_over(self, match: Match, now: int) -> bool:
        """Whether the clock has reached the mark."""
        return (match.times.remaining(self.side, now) or 0) <= self.mark * 1000


def running_low(match: Match, mine: tuple[int, ...], now: int) -> Low | None:
    """The next warning for this player's running clock; None if there is none."""
    side = match.times.running
    left = match.times.remaining(side, now) if side is not None and side in mine else None
    if side is None or left is None:
        return None
    marks = (Low(side, mark, left / 1000 - mark) for mark in LOW if left > mark * 1000)
    return next(marks, None)
