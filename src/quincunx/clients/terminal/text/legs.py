"""A match of two games, in words."""

from __future__ import annotations

from quincunx.clients.terminal.text.messages import seat_name
from quincunx.play.legs import Total
from quincunx.play.match import Match


def which(match: Match) -> str:
    """Which of two games it is, for a title; empty where there is but one."""
    leg = match.created.leg
    return "" if leg is None else f"game {leg.number} of 2"


def introduced(match: Match) -> str:
    """The same as a sentence, with how the first one went; empty where there is but one."""
    leg = match.created.leg
    if leg is None:
        return ""
    if leg.first is None:
        return "Game 1 of 2. Then you change sides, and the total decides."
    if leg.first.winner is None:
        return f"Game 2 of 2. The first was drawn after {_turns(leg.first.turns)}."
    return f"Game 2 of 2. {_name(match, 1 - leg.first.winner)} won the first in {_turns(leg.first.turns)}."


def standing(match: Match) -> str:
    """How the two stand, once a game of two is over; empty where there is but one."""
    both = match.total()
    if both is not None:
        return f"{_score(both)}. {_verdict(match, both)}"
    if not match.goes_on() or match.result is None:
        return ""
    winner = match.result.winner
    if winner is None:
        return "After the first game it is 0.5-0.5."
    return f"After the first game it is 1-0 for {_name(match, winner)}."


def _score(both: Total) -> str:
    """The points, the winner's first."""
    first, second = both.points if both.winner != 1 else reversed(both.points)
    return f"Both games: {first:g}-{second:g}"


def _verdict(match: Match, both: Total) -> str:
    """Who wins the two games, and why where the points do not say it."""
    if both.points[0] != both.points[1] and both.winner is not None:
        return f"{_name(match, both.winner)} wins the match."
    first, second = both.turns
    if first is None or second is None:
        return "The match is drawn."
    if both.winner is None:
        return f"Both needed {_turns(first)}: the match is drawn."
    better, worse = _name(match, both.winner), _name(match, 1 - both.winner)
    return f"{better} needed {_turns(min(first, second))}, {worse} {max(first, second)}: {better} wins the match."


def _name(match: Match, side: int) -> str:
    return seat_name(match.seats[side])


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"
