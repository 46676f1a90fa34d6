"""Messages that screens and lines share: whose turn it is, results, refusals, clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.clients.seat_notices import AWAY, CLAIM, DOWN
from quincunx.clients.terminal.text.turns import TIMEOUT, Turn
from quincunx.core import action_codes
from quincunx.core.outcome import Refusal
from quincunx.core.state import State
from quincunx.play.clocks import Clock, Days, Fischer, PerTurn
from quincunx.play.errors import Refused
from quincunx.play.match import Match
from quincunx.play.scene import ABORTED, ENDINGS
from quincunx.play.seats import Bot, Person, Seat
from quincunx.play.view import YOU_ARE_STUCK, View, ending, view
from quincunx.search.levels import LEVELS
from quincunx.words import phrase
from quincunx.words.catalogue import capital

if TYPE_CHECKING:
    from quincunx.clients.match_seat import Changes

CONNECTED = "Connected again."
BACK = "Your opponent is back."


def refused(refusal: Refusal | Refused) -> str:
    """Why something cannot be done, with the rule's id where it is a rule's."""
    rule = "" if refusal.rule == "text" else refusal.rule
    return f"{refusal.sentence} ({rule})" if rule else refusal.sentence


def seat_name(seat: Seat | None) -> str:
    """Who sits there."""
    if seat is None:
        return "open"
    if isinstance(seat, Bot):
        return f"{LEVELS[seat.level - 1].name} ({seat.level})"
    if isinstance(seat, Person) and seat.rating is not None:
        return f"{seat.name} ({rating(seat.rating, seat.provisional)})"
    return seat.name


def rating(points: float, provisional: bool) -> str:
    """A rating to the point; a question mark says that little is known of it yet."""
    return f"{points:.0f}{'?' * provisional}"


def title(match: Match) -> str:
    """What is played, and whether it is rated."""
    name = match.state.game.spec.title
    return f"{name}, rated" if match.created.rated else name


def points(match: Match, changes: Changes | None) -> str:
    """What a rated match did to both ratings; empty where it did nothing."""
    sides = zip(match.seats, changes or (), strict=False)
    told = [
        f"{seat.name} {after.after - after.before:+d} ({rating(after.after, after.provisional)})"
        for seat, after in sides
        if isinstance(seat, Person) and after is not None
    ]
    return f"Rated: {', '.join(told)}." if told else ""


def action(text: str) -> str:
    """An action as advice: a word that only ends the turn says little by itself."""
    return "end your turn" if text == "end" else text


def recovered(note: str) -> str:
    """That the trouble which the note told of is over."""
    return CONNECTED if note == DOWN else BACK if note in (AWAY, CLAIM) else ""


def status(match: Match, sides: tuple[int, ...], shown: View | None = None) -> str:
    """How the match stands, in one sentence."""
    shown = shown or view(match.state)
    if match.status == "aborted":
        return ABORTED
    if match.result is not None and shown.outcome is None:
        return ending(match.state, match.result.winner, ENDINGS[match.result.reason])
    if shown.outcome is not None:
        return shown.status
    if match.status == "open":
        return "Waiting for your opponent."
    mover = shown.to_move
    if len(sides) == 1 and mover in sides:
        return f"Your turn: {shown.players[mover]}."
    if match.bot_to_move() is not None:
        return f"{seat_name(match.seats[mover])} is thinking."
    return shown.status


def prompt(state: State, key: str) -> str:
    """What the player must know, and in the middle of a turn by which key or word it is ended."""
    words = view(state).prompt
    ends = state.acted and any(action_codes.kind_of(action) == action_codes.END for action in state.legal_actions())
    return f"{words.removesuffix('.')} ({key})." if words and ends else words


def passed(turn: Turn, players: tuple[str, str], mine: tuple[int, ...]) -> str:
    """That a turn has passed by itself, and why; empty for a turn that was played."""
    if not turn.passes:
        return ""
    you, name = mine == (turn.side,), players[turn.side]
    if turn.actions[-1] == TIMEOUT:
        return f"{'Your' if you else _whose(capital(name))} time ran out: the turn passes."
    return YOU_ARE_STUCK if you else phrase("play.status.stuck", side=name)


def _whose(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def clock(milliseconds: int) -> str:
    """A time as a clock shows it, rounded up so that 0 means that it is over."""
    minutes, seconds = divmod(-(-milliseconds // 1000), 60)
    days, hours = minutes // 1440, minutes // 60 % 24
    if days:
        return f"{days}d {hours}h"
    return f"{hours}:{minutes % 60:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def clocks(match: Match, now: int) -> str:
    """What each side has left, in one line; empty without a clock."""
    times = [match.times.remaining(side, now) for side in (0, 1)]
    sides = zip(match.state.game.players, times, strict=True)
    return "   ".join(f"{name} {clock(left)}" for name, left in sides if left is not None)


def clock_name(clock: Clock) -> str:
    """A clock in a few words, the same as in the window."""
    match clock:
        case Fischer(seconds, increment):
            return f"{seconds / 60:g} min + {increment} s"
        case PerTurn(seconds):
            return _each(seconds // 60, "minute") if seconds % 60 == 0 else _each(seconds, "second")
        case Days(days):
            return _each(days, "day")
    return "no clock"


def sentence(error: Exception) -> str:
    """What went wrong, as a sentence: errors of the command line begin small and have no full stop."""
    words = str(error)
    if "://" not in words.split(" ", 1)[0]:
        words = words[:1].upper() + words[1:]
    return words if words.endswith((".", "!", "?")) else f"{words}."


def _each(count: int, unit: str) -> str:
    return f"{count} {unit if count == 1 else unit + 's'} a turn"
