"""Texts about a match of two games."""

from __future__ import annotations

from quincunx.clients.language import t
from quincunx.clients.terminal.text.messages import number, seat_name
from quincunx.play.legs import Total
from quincunx.play.match import Match


def which(match: Match) -> str:
    """Which of two games it is, for a title; empty for a single game."""
    leg = match.created.leg
    return "" if leg is None else t("terminal.legs.which", number=leg.number)


def introduced(match: Match) -> str:
    """The same as a sentence, with the result of the first game; empty for a single game."""
    leg = match.created.leg
    if leg is None:
        return ""
    if leg.first is None:
        return t("terminal.legs.first")
    if leg.first.winner is None:
        return t("terminal.legs.first_drawn", turns=_after(leg.first.turns))
    return t("terminal.legs.first_won", name=_name(match, 1 - leg.first.winner), turns=_after(leg.first.turns))


def standing(match: Match) -> str:
    """The score after a game of two; empty for a single game."""
    both = match.total()
    if both is not None:
        return f"{_score(both)} {_verdict(match, both)}"
    if not match.goes_on() or match.result is None:
        return ""
    winner = match.result.winner
    if winner is None:
        return t("terminal.legs.stands_even", half=number(0.5))
    return t("terminal.legs.stands", name=_name(match, winner))


def _score(both: Total) -> str:
    """The points, with the winner's first."""
    first, second = both.points if both.winner != 1 else reversed(both.points)
    return t("terminal.legs.score", first=number(first), second=number(second))


def _verdict(match: Match, both: Total) -> str:
    """Who wins the match of two games, and why if the points are level."""
    if both.points[0] != both.points[1] and both.winner is not None:
        return t("terminal.legs.won", name=_name(match, both.winner))
    first, second = both.turns
    if first is None or second is None:
        return t("terminal.legs.drawn")
    if both.winner is None:
        return t("terminal.legs.drawn_by_turns", turns=t("terminal.legs.turns", count=first))
    better, worse = _name(match, both.winner), _name(match, 1 - both.winner)
    turns = t("terminal.legs.turns", count=min(first, second))
    return t("terminal.legs.won_by_turns", name=better, turns=turns, other=worse, count=max(first, second))


def _name(match: Match, side: int) -> str:
    return seat_name(match.seats[side])


def _after(count: int) -> str:
    return t("terminal.legs.after", count=count)
