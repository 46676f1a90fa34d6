"""Draws, takebacks and rematches: when they can be offered, and when there is an offer to accept."""

from __future__ import annotations

from quincunx.play.errors import Refused
from quincunx.play.events import Offer, Offered
from quincunx.play.match import Match
from quincunx.play.turns import PASS
from quincunx.words import phrase


def offer(match: Match, side: int, what: Offer, now: int) -> Offered:
    """The offer as an event; raises Refused if it cannot be made now."""
    _require_stage(match, what)
    standing = match.offers.get(what)
    if standing is not None and standing.side == side:
        raise Refused("already_offered", phrase("play.offer.made_already", offer=what))
    if what != "rematch" and standing is None and match.offered.get((side, what)) == match.position:
        raise Refused("too_soon", phrase("play.offer.made_here", offer=what))
    ply = takeback_ply(match, side) if what == "takeback" else 0
    return Offered(at=now, side=side, offer=what, ply=ply)


def takeback_ply(match: Match, side: int) -> int:
    """The ply that a takeback returns to: the start of the side's last turn, or of either side's at one screen.

    Forced passes do not count. Raises Refused if there is nothing to take back.
    """
    plies = [last_turn(match, mine) for mine in ((0, 1) if match.at_one_screen() else (side,))]
    found = [ply for ply in plies if ply is not None]
    if not found:
        raise Refused("nothing_to_take_back", phrase("play.offer.not_moved"))
    return max(found)


def last_turn(match: Match, side: int) -> int | None:
    """The ply at which the side's last turn began, not counting passes; None if the side has not moved."""
    state = match.state.copy()
    while state.ply:
        action = state.undo()
        if state.to_move == side and state.acted == 0 and action != PASS:
            return state.ply
    return None


def require_from_other(match: Match, side: int, what: Offer) -> None:
    """Raise Refused unless the opponent has made such an offer."""
    _require_stage(match, what)
    standing = match.offers.get(what)
    if standing is None or standing.side == side:
        raise no_offer(what)


def no_offer(what: Offer) -> Refused:
    """The error for answering an offer that does not exist."""
    return Refused("no_offer", phrase("play.offer.none", offer=what))


def _require_stage(match: Match, what: Offer) -> None:
    """Raise Refused at the wrong time: a rematch is for after the end, all other offers for during the match."""
    if what == "rematch":
        if match.status != "finished":
            raise Refused("too_early", phrase("play.offer.rematch_too_early"))
        if match.goes_on():
            raise Refused("too_late", phrase("play.offer.second_game_on"))
        if match.rematch:
            raise Refused("too_late", phrase("play.offer.rematch_on"))
    elif match.status != "running":
        raise Refused("not_running", phrase("play.refused.not_running"))
    elif what == "draw" and match.state.turn < 2:
        raise Refused("too_early", phrase("play.offer.draw_too_early"))
