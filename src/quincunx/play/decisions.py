"""Deciding on commands: the events a command adds to a match's log, or why it is refused. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from quincunx.core.state import TIMEOUT, State
from quincunx.play import commands, events, offers, turns
from quincunx.play.commands import PlayerCommand, ServerCommand
from quincunx.play.errors import Refused, no_match
from quincunx.play.events import AnyEvent, makes_position
from quincunx.play.match import Match
from quincunx.play.seats import Bot
from quincunx.words import phrase

# reasons for a result that do not come from the rules of the game
LEFT = "left"
AGREED = "agreed"
TIME = "time"
ABANDONED = "abandoned"

# A match is always read as a whole, so its log is limited. The longest genuine matches have some 1,000 actions.
MOST_EVENTS = 5_000  # with the game's own limits switched off, a match could go on forever
MOST_ASIDE = 2_000  # events that do not advance the board: offers and answers, actions taken back, hints

Events = Sequence[AnyEvent]


def decide(match: Match, account: str, command: PlayerCommand, now: int) -> Events:
    """The events that a player's command leads to; raises Refused, with the reason, if the command is refused."""
    now = max(now, match.at)  # time in the match never goes back, even if the system clock does
    if not match.sides_of(account):
        return _decline_to_join(match, account, command, now)
    if match.overdue(now):
        raise Refused("out_of_time", phrase("play.refused.out_of_time"))
    if _too_long(match) and isinstance(command, commands.Act | commands.Turn | commands.MakeOffer | commands.Hint):
        raise Refused("too_long", phrase("play.refused.too_long"))
    if _too_much_aside(match) and isinstance(command, commands.MakeOffer | commands.Hint):
        raise Refused("too_many_offers", phrase("play.refused.too_many_offers"))
    side = _side(match, account, command)
    return _with_passes(match, _DECISIONS[type(command)](match, side, command, now), now)


def _side(match: Match, account: str, command: PlayerCommand) -> int:
    """The side that the command is for. At one screen it is the side to move, but nobody can resign for a friend."""
    sides = match.own_sides(account) if isinstance(command, commands.Resign) else match.sides_of(account)
    return match.state.to_move if len(sides) == 2 else sides[0]


def settle(match: Match, command: ServerCommand, now: int) -> Events:
    """The events that a server command leads to; none if it is no longer due."""
    now = max(now, match.at)
    return _with_passes(match, _SETTLEMENTS[type(command)](match, command, now), now)


def _too_long(match: Match) -> bool:
    return match.status == "running" and match.version >= MOST_EVENTS


def _too_much_aside(match: Match) -> bool:
    return match.version - match.state.ply > MOST_ASIDE


def _require_running(match: Match) -> None:
    if match.status == "open":
        raise Refused("not_running", phrase("play.refused.not_begun"))
    if match.status != "running":
        raise Refused("not_running", phrase("play.refused.over"))


# -- actions --


def _act(match: Match, side: int, command: commands.Act, now: int) -> Events:
    return _turn(match, side, commands.Turn([command.action], command.position), now)


def _turn(match: Match, side: int, command: commands.Turn, now: int) -> Events:
    _require_running(match)
    _require_move(match, side, command.position)
    return _played(match.state, turns.played(match.state, command.actions), now)


def _require_move(match: Match, side: int, position: int) -> None:
    if position != match.position:
        raise Refused("stale", phrase("play.refused.stale"))
    if match.state.to_move != side:
        raise Refused("not_your_turn", phrase("play.refused.not_your_turn"))


def _played(before: State, after: State, now: int) -> Events:
    """The mover's actions that lead from one state to the other, and the end of the match if the rules end it.

    This undoes the actions in `after`: listing the actions of a whole game takes longer than undoing the last ones.
    """
    end = _end(after, now)
    actions = [after.undo() for _ in range(after.ply - before.ply)]
    return [*(events.Acted(at=now, side=before.to_move, action=after.text(action)) for action in actions[::-1]), *end]


def _end(state: State, now: int) -> Events:
    outcome = state.outcome()
    return [] if outcome is None else [events.Ended(at=now, winner=outcome.winner, reason=outcome.reason)]


def _with_passes(match: Match, decided: Events, now: int) -> Events:
    """The events, followed at once by the passes of players who have no legal move after them."""
    if not any(makes_position(event) or isinstance(event, events.Joined) for event in decided):
        return decided
    after = match.copy()
    for event in decided:
        after.apply(event)
    return [*decided, *_passes(after, now)]


def _passes(after: Match, now: int) -> Events:
    """The forced passes from here on, one after another, and the end of the match if they lead to it.

    The match is the caller's copy; the passes are applied to it.

    Players need not do anything: as soon as `pass` is the only legal action, the match plays it (F3, K7, C8). If both
    have passed and the options do not let that end the game, it is left to the players.
    """
    passed = list[AnyEvent]()
    while after.awaits_pass() and not _too_long(after):
        state = after.state
        passed.append(events.Acted(at=now, side=state.to_move, action=state.text(turns.PASS), forced=True))
        after.apply(passed[-1])
        if after.state.over:
            return [*passed, *_end(after.state, now)]
    return passed


def _hint(match: Match, side: int, command: commands.Hint, now: int) -> Events:
    """A hint; asking for it again in the same position is not counted again."""
    _require_running(match)
    if not match.allows_hints():
        raise Refused("no_hints", phrase("play.refused.no_hints"))
    _require_move(match, side, command.position)
    return [] if match.hinted == match.position else [events.Hinted(at=now, side=side)]


def _bot_act(match: Match, command: commands.BotAct, now: int) -> Events:
    meant = match.bot_to_move() is not None and match.position == command.position
    if not meant or match.overdue(now):
        return []
    return _played(match.state, turns.played(match.state, command.actions), now)


def _pass(match: Match, command: commands.Pass, now: int) -> Events:
    return [] if match.overdue(now) else _passes(match.copy(), now)


def _flag(match: Match, command: commands.Flag, now: int) -> Events:
    if not match.overdue(now):
        return []
    side = match.state.to_move
    if match.passes_on_time() and not _too_long(match):
        after = match.state.copy()
        after.apply(TIMEOUT)
        return _played(match.state, after, now)
    return [events.Ended(at=now, winner=1 - side, reason=TIME)]


# -- joining, leaving and absence --


def _join(match: Match, command: commands.Join, now: int) -> Events:
    side, created = match.open_side(), match.created
    if match.sides_of(command.seat.account):
        raise Refused("own_match", phrase("play.refused.own_match"))
    invited = bool(created.invited) and created.invited == command.seat.account
    has_link = bool(created.invite) and created.invite == command.invite
    if not invited and not has_link:
        raise _unless_private(match, Refused("not_invited", phrase("play.refused.not_invited")))
    if match.status != "open" or side is None:
        raise Refused("not_open", phrase("play.refused.not_open"))
    if created.rated and command.seat.rating is None:
        raise Refused("members_only", phrase("play.refused.members_only"))
    return [events.Joined(at=now, side=side, seat=command.seat)]


def _decline_to_join(match: Match, account: str, command: PlayerCommand, now: int) -> Events:
    """Only the challenged player may decline a match; anyone else who is not playing is refused."""
    challenged = match.status == "open" and bool(account) and match.created.invited == account
    if challenged and isinstance(command, commands.Abort):
        return [events.Aborted(at=now, reason="declined")]
    raise _unless_private(match, Refused("not_yours", phrase("play.refused.not_yours")))


def _unless_private(match: Match, refused: Refused) -> Refused:
    """The refusal, or "no such match" if the match is private: strangers must not learn that it exists."""
    return no_match() if match.created.visibility == "private" else refused


def _abort(match: Match, side: int, command: commands.Abort, now: int) -> Events:
    if match.status == "open":
        return [events.Aborted(at=now, reason="cancelled")]
    _require_running(match)
    if not match.state.game.spec.abortable:  # K9
        raise Refused("too_late", phrase("play.refused.both_are_here"))
    if match.created.leg is not None and not match.goes_on():
        raise Refused("too_late", phrase("play.refused.first_game_played"))
    if match.state.turn > 1 or offers.last_turn(match, side) is not None:
        raise Refused("too_late", phrase("play.refused.you_have_moved"))
    return [events.Aborted(at=now, reason="aborted")]


def _resign(match: Match, side: int, command: commands.Resign, now: int) -> Events:
    _require_running(match)
    return [events.Ended(at=now, winner=1 - side, reason=LEFT)]


def _claim(match: Match, side: int, command: commands.Claim, now: int) -> Events:
    _require_running(match)
    if 1 - side not in match.abandoned:
        raise Refused("not_absent", phrase("play.refused.not_absent"))
    return [events.Ended(at=now, winner=side if command.result == "win" else None, reason=ABANDONED)]


def _abandon(match: Match, command: commands.Abandon, now: int) -> Events:
    away = match.status == "running" and command.side not in match.abandoned
    if not away or isinstance(match.seats[command.side], Bot):
        return []
    return [events.Abandoned(at=now, side=command.side)]


def _return(match: Match, command: commands.Return, now: int) -> Events:
    if command.side not in match.abandoned:
        return []
    return [events.Returned(at=now, side=command.side)]


def _resume(match: Match, command: commands.Resume, now: int) -> Events:
    """The event for the time that the running clock lost in an outage; none if no clock was running.

    An event later than `since` shows that the server was still up then. The Resumed event itself is later than the
    outage, so repeating the command adds nothing.
    """
    lost = min(now, command.until) - max(command.since, match.at)
    if match.deadline() is None or lost <= 0:
        return []
    return [events.Resumed(at=now, lost=lost)]


# -- offers --


def _offer(match: Match, side: int, command: commands.MakeOffer, now: int) -> Events:
    offered = offers.offer(match, side, command.offer, now)
    standing = match.offers.get(command.offer)
    if standing is not None:  # the two offers crossed
        return _agreed(command.offer, side, now)
    other = match.seats[1 - side]
    if isinstance(other, Bot) and command.offer == "draw":  # a bot plays on
        return [offered, events.Declined(at=now, side=1 - side, offer="draw")]
    if isinstance(other, Bot) or match.at_one_screen():
        return [offered, *_agreed(command.offer, 1 - side, now)]
    return [offered]


def _accept(match: Match, side: int, command: commands.Accept, now: int) -> Events:
    offers.require_from_other(match, side, command.offer)
    return _agreed(command.offer, side, now)


def _agreed(offer: events.Offer, side: int, now: int) -> Events:
    accepted = events.Accepted(at=now, side=side, offer=offer)
    if offer == "draw":
        return [accepted, events.Ended(at=now, winner=None, reason=AGREED)]
    return [accepted]


def _decline(match: Match, side: int, command: commands.Decline, now: int) -> Events:
    if command.offer not in match.offers:
        raise offers.no_offer(command.offer)
    return [events.Declined(at=now, side=side, offer=command.offer)]


_DECISIONS: dict[type[PlayerCommand], Callable[[Match, int, Any, int], Events]] = {
    commands.Act: _act,
    commands.Turn: _turn,
    commands.MakeOffer: _offer,
    commands.Accept: _accept,
    commands.Decline: _decline,
    commands.Resign: _resign,
    commands.Abort: _abort,
    commands.Claim: _claim,
    commands.Hint: _hint,
}

_SETTLEMENTS: dict[type[ServerCommand], Callable[[Match, Any, int], Events]] = {
    commands.Join: _join,
    commands.BotAct: _bot_act,
    commands.Pass: _pass,
    commands.Flag: _flag,
    commands.Abandon: _abandon,
    commands.Return: _return,
    commands.Resume: _resume,
}
