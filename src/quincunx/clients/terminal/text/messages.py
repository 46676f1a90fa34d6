"""Messages shared by the screens and the line mode: whose turn it is, results, refusals, clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.clients.language import say, t
from quincunx.clients.seat_notices import AWAY, CLAIM, DOWN
from quincunx.clients.terminal.text.turns import TIMEOUT, WrittenTurn
from quincunx.core import action_codes
from quincunx.core.errors import QuincunxError
from quincunx.core.outcome import Refusal
from quincunx.core.state import State
from quincunx.play.clocks import Clock, Days, Fischer, PerTurn
from quincunx.play.errors import Refused
from quincunx.play.match import Match
from quincunx.play.scene import ABORTED, ENDINGS
from quincunx.play.seats import FRIEND, Bot, Friend, Person, Seat
from quincunx.play.view import YOU_ARE_STUCK, View, ending, view
from quincunx.search.levels import LEVELS, Level
from quincunx.words import phrase
from quincunx.words.catalogue import capital

if TYPE_CHECKING:
    from quincunx.clients.match_seat import Changes


def refused(refusal: Refusal | Refused) -> str:
    """Why something cannot be done, with the id of the rule, if any."""
    words = say(refusal.sentence)
    return f"{words} ({refusal.rule})" if refusal.rule else words


def seat_name(seat: Seat | None) -> str:
    """The name of the player in a seat."""
    if seat is None:
        return t("terminal.seat.open")
    if isinstance(seat, Bot):
        return bot_name(LEVELS[seat.level - 1])
    if isinstance(seat, Friend):
        return friend_name(seat.name)
    return seat.name if seat.rating is None else f"{seat.name} ({rating(seat.rating, seat.provisional)})"


def friend_name(name: str) -> str:
    """The name of a friend at the same keyboard; a generic one if none was given."""
    return t("terminal.seat.friend") if name == FRIEND else name


def bot_name(level: Level) -> str:
    """The name of a bot of this level."""
    return f"{say(level.name)} ({level.number})"


def rating(points: float, provisional: bool) -> str:
    """A rating in whole points; a question mark marks a provisional one."""
    return f"{points:.0f}{'?' * provisional}"


def title(match: Match) -> str:
    """The game, and whether the match is rated."""
    name = match.state.game.spec.title
    return t("terminal.match.rated", game=name) if match.created.rated else say(name)


def points(match: Match, changes: Changes | None) -> str:
    """How a rated match changed both ratings; empty if it did not."""
    sides = zip(match.seats, changes or (), strict=False)
    gains = [
        f"{seat.name} {after.after - after.before:+d} ({rating(after.after, after.provisional)})"
        for seat, after in sides
        if isinstance(seat, Person) and after is not None
    ]
    return t("terminal.match.points", changes=gains) if gains else ""


def action(text: str) -> str:
    """An action as a hint; the word that only ends the turn is spelled out."""
    return t("terminal.match.end_turn") if text == "end" else text


def recovered(note: str) -> str:
    """The message that the problem described by the note is over."""
    if note == DOWN:
        return t("terminal.notice.connected")
    return t("terminal.notice.back") if note in (AWAY, CLAIM) else ""


def status(match: Match, sides: tuple[int, ...], shown: View | None = None) -> str:
    """The state of the match in one sentence."""
    shown = shown or view(match.state)
    if match.status == "aborted":
        return say(ABORTED)
    if match.result is not None and shown.outcome is None:
        return say(ending(match.state, match.result.winner, ENDINGS[match.result.reason]))
    if shown.outcome is not None:
        return say(shown.status)
    if match.status == "open":
        return t("terminal.status.waiting")
    mover = shown.to_move
    if len(sides) == 1 and mover in sides:
        return t("terminal.status.your_turn", side=shown.players[mover])
    if match.bot_to_move() is not None:
        return t("terminal.status.thinking", name=seat_name(match.seats[mover]))
    return say(shown.status)


def prompt(state: State, key: str) -> str:
    """What the player must know; in the middle of a turn, also the key or word that ends it."""
    words = say(view(state).prompt)
    ends = state.acted and any(action_codes.kind_of(action) == action_codes.END for action in state.legal_actions())
    return f"{words.removesuffix('.')} ({key})." if words and ends else words


def passed(turn: WrittenTurn, players: tuple[str, str], mine: tuple[int, ...]) -> str:
    """The message that a turn passed automatically, and why; empty for a turn that was played."""
    if not turn.passes:
        return ""
    is_timeout, side = turn.actions[-1] == TIMEOUT, players[turn.side]
    if mine == (turn.side,):
        return t("terminal.timeout.you") if is_timeout else say(YOU_ARE_STUCK)
    return t("terminal.timeout.side", side=side) if is_timeout else say(phrase("play.status.stuck", side=side))


def clock(milliseconds: int) -> str:
    """A time as a clock shows it, rounded up so that 0 means that the time is up."""
    minutes, seconds = divmod(-(-milliseconds // 1000), 60)
    days, hours = minutes // 1440, minutes // 60 % 24
    if days:
        return t("terminal.clock.days_left", days=days, hours=hours)
    return f"{hours}:{minutes % 60:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def clocks(match: Match, now: int) -> str:
    """The time left for each side, in one line; empty without a clock."""
    times = [match.times.remaining(side, now) for side in (0, 1)]
    sides = zip(match.state.game.players, times, strict=True)
    return "   ".join(f"{say(name)} {clock(left)}" for name, left in sides if left is not None)


def clock_name(clock: Clock) -> str:
    """A short description of a clock, the same as in the window."""
    match clock:
        case Fischer(seconds, increment):
            return t("terminal.clock.fischer", minutes=number(seconds / 60), increment=increment)
        case PerTurn(seconds):
            return _each_turn(seconds)
        case Days(days):
            return t("terminal.clock.days", count=days)
    return t("terminal.clock.none")


def sentence(error: Exception) -> str:
    """An error as a sentence; command-line errors begin with a small letter and have no full stop."""
    words = say(error.text) if isinstance(error, QuincunxError) else str(error)
    if "://" not in words.split(" ", 1)[0]:
        words = capital(words)
    return words if words.endswith((".", "!", "?")) else f"{words}."


def number(value: float) -> str:
    """A number in its shortest form, with the decimal sign of the language."""
    return decimals(value, "g")


def decimals(value: float, form: str) -> str:
    """A number in a format such as `.1f`, with the decimal sign of the language."""
    return format(value, form).replace(".", t("terminal.decimal_sign"))


def _each_turn(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    return t("terminal.clock.seconds", count=seconds) if rest else t("terminal.clock.minutes", count=minutes)
