"""The state of a match, folded from its log of events. Pure; `play/decisions.py` decides what is added to the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from quincunx.core.outcome import Outcome
from quincunx.core.state import TIMEOUT, State
from quincunx.games import logged_game
from quincunx.notation.record import Record
from quincunx.play import clocks, events
from quincunx.play.events import AnyEvent, Created, Offer
from quincunx.play.legs import Total, total
from quincunx.play.seats import Bot, Friend, Person, Seat
from quincunx.play.turns import is_dead, must_pass

Status = Literal["open", "running", "finished", "aborted"]


class Match:
    """The state of a match after the events of its log."""

    def __init__(self, created: Created) -> None:
        self.created = created
        self.version = 1
        self.at = created.at  # time of the last event
        self.began = 0  # when both seats were taken
        self.position = 1  # the version of the event that created the current position
        self.status: Status = "open"
        self.seats: list[Seat | None] = list(created.seats)
        self.state: State = logged_game(created.game, created.options).start()
        self.times = clocks.at_the_start(created.clock)
        self.offers: dict[Offer, events.Offered] = {}
        self.offered: dict[tuple[int, Offer], int] = {}  # the position in which each side last made each kind of offer
        self.hints = (0, 0)  # how many each side has had
        self.hinted = 0  # the position of the last hint
        self.abandoned: set[int] = set()
        self.result: Outcome | None = None
        self.ended = 0  # when the match ended with a result
        self.rematch = ""  # the match in which the two players continue: the second game of two, or the rematch
        self._begin_if_complete(created.at)

    @classmethod
    def from_events(cls, log: Iterable[AnyEvent]) -> Match:
        """Create the match from its log."""
        remaining = iter(log)
        created = next(remaining)
        if not isinstance(created, Created):
            raise ValueError(f"a log begins with the match's creation, not with {type(created).__name__}")
        match = cls(created)
        for event in remaining:
            match.apply(event)
        return match

    def apply(self, event: AnyEvent) -> None:
        """Update the match with the next event of its log."""
        self.version += 1
        _FOLDS[type(event)](self, event)
        self.at = event.at

    def copy(self) -> Match:
        """An independent copy of the match."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)  # which takes a third of copy.copy's time
        twin.state = self.state.copy()
        twin.seats, twin.abandoned = list(self.seats), set(self.abandoned)
        twin.offers, twin.offered = dict(self.offers), dict(self.offered)
        return twin

    # -- questions --

    def sides_of(self, account: str) -> tuple[int, ...]:
        """The sides that an account's clients play: none, one, or both at one screen."""
        own = self.own_sides(account)
        return (0, 1) if own and self._beside_a_friend() else own

    def own_sides(self, account: str) -> tuple[int, ...]:
        """The sides where the account itself is seated; both in matches at one screen from before friends had seats."""
        return tuple(
            side for side, seat in enumerate(self.seats) if isinstance(seat, Person) and seat.account == account
        )

    def between_people(self) -> bool:
        """Whether the match is between two different accounts."""
        people = [seat.account for seat in self.seats if isinstance(seat, Person)]
        return len(people) == 2 and people[0] != people[1]

    def at_one_screen(self) -> bool:
        """Whether one account's clients play both sides."""
        first = self.seats[0]
        return self._beside_a_friend() or (isinstance(first, Person) and len(self.own_sides(first.account)) == 2)

    def account_at(self, side: int) -> str | None:
        """The account whose clients play the side, which for a friend is the opponent's account; None for bots."""
        seat = self.seats[1 - side] if isinstance(self.seats[side], Friend) else self.seats[side]
        return seat.account if isinstance(seat, Person) else None

    def _beside_a_friend(self) -> bool:
        return any(isinstance(seat, Friend) for seat in self.seats)

    def allows_hints(self) -> bool:
        """Whether hints are fair: against a bot or at one screen, and never in a rated match."""
        return not self.created.rated and not self.between_people()

    def bot_to_move(self) -> Bot | None:
        """The bot to move, if the match is waiting for one."""
        if self.status != "running":
            return None
        seat = self.seats[self.state.to_move]
        return seat if isinstance(seat, Bot) else None

    def awaits_pass(self) -> bool:
        """Whether the match must pass for the player to move, who can do nothing else, and the game is not dead."""
        return self.status == "running" and must_pass(self.state) and not is_dead(self.state)

    def open_side(self) -> int | None:
        """The side whose seat is open, if there is one."""
        return self.seats.index(None) if None in self.seats else None

    def deadline(self) -> int | None:
        """When the running clock will run out."""
        return self.times.deadline() if self.status == "running" else None

    def overdue(self, now: int) -> bool:
        """Whether the running clock has run out."""
        deadline = self.deadline()
        return deadline is not None and now >= deadline

    def passes_on_time(self) -> bool:
        """Whether running out of time passes the turn: only with a clock per turn, and if the game allows it."""
        return clocks.turn_timed(self.created.clock) and self.state.accepts_timeout()

    def goes_on(self) -> bool:
        """Whether this is the first game of two, so that its result does not decide the match."""
        return self.created.leg is not None and self.created.leg.number == 1

    def total(self) -> Total | None:
        """The total of both games, once the second is over."""
        leg = self.created.leg
        if leg is None or self.result is None:
            return None
        return total(leg, self.result.winner, self.state.turn)

    def notation(self) -> list[str]:
        """All actions so far, in the game's notation."""
        state = self.state.copy()
        while state.ply:
            state.undo()
        return state.game.spec.move_notation(state.game).write_line(state, self.state.actions())

    def record(self) -> Record:
        """The record of the game."""
        seats = zip(self.state.game.players, self.seats, strict=True)
        names = {side: " ".join(seat.name.split()) for side, seat in seats if seat is not None}
        hints = dict(zip(self.state.game.players, self.hints, strict=True))
        return Record.of(self.state, {side: name for side, name in names.items() if name}, self.result, hints)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return vars(self) == vars(other) and self.state.actions() == other.state.actions()

    __hash__ = None  # type: ignore[assignment]  # mutable

    # -- effects of events --

    def _begin_if_complete(self, now: int) -> None:
        if None not in self.seats:
            self.status = "running"
            self.began = now
            self.times = clocks.begin_turn(self.created.clock, self.times, self.state.to_move, now)

    def _joined(self, event: events.Joined) -> None:
        self.seats[event.side] = event.seat
        self._begin_if_complete(event.at)

    def _acted(self, event: events.Acted) -> None:
        turn = self.state.turn
        action = self.state.parse(event.action)
        self.state.apply(action)
        self.position = self.version
        if not event.forced:
            self._lapse(event.side)
        if not event.forced and action != TIMEOUT:
            self.abandoned.discard(event.side)
        if self.state.turn == turn:
            return
        clock = self.created.clock
        if not event.forced:  # a forced pass earns no increment
            self.times = clocks.end_turn(clock, self.times, event.at)
        if not self.state.over:
            self.times = clocks.begin_turn(clock, self.times, self.state.to_move, event.at)

    def _lapse(self, side: int) -> None:
        """Drop the offers that an action answers: a takeback, and a draw offered by the opponent."""
        self.offers.pop("takeback", None)
        if "draw" in self.offers and self.offers["draw"].side != side:
            del self.offers["draw"]

    def _offered(self, event: events.Offered) -> None:
        self.offers[event.offer] = event
        self.offered[event.side, event.offer] = self.position

    def _accepted(self, event: events.Accepted) -> None:
        offer = self.offers.pop(event.offer)
        if event.offer == "takeback":
            while self.state.ply > offer.ply:
                self.state.undo()
            self.position = self.version
            self.offers.clear()
            self.times = clocks.begin_turn(self.created.clock, self.times, self.state.to_move, event.at)

    def _declined(self, event: events.Declined) -> None:
        del self.offers[event.offer]

    def _hinted(self, event: events.Hinted) -> None:
        first, second = self.hints
        self.hints = (first + 1, second) if event.side == 0 else (first, second + 1)
        self.hinted = self.position

    def _abandoned(self, event: events.Abandoned) -> None:
        self.abandoned.add(event.side)

    def _returned(self, event: events.Returned) -> None:
        self.abandoned.discard(event.side)

    def _resumed(self, event: events.Resumed) -> None:
        self.times = self.times.later(event.lost)

    def _ended(self, event: events.Ended) -> None:
        self._close("finished", event.at)
        self.result = Outcome(event.winner, event.reason)
        self.ended = event.at

    def _aborted(self, event: events.Aborted) -> None:
        self._close("aborted", event.at)

    def _close(self, status: Status, now: int) -> None:
        self.status = status
        self.times = self.times.stopped(now)
        self.offers.clear()
        self.abandoned.clear()

    def _rematched(self, event: events.Rematched) -> None:
        self.rematch = event.match


_FOLDS: dict[type[AnyEvent], Callable[[Match, Any], None]] = {
    events.Joined: Match._joined,
    events.Acted: Match._acted,
    events.Offered: Match._offered,
    events.Accepted: Match._accepted,
    events.Declined: Match._declined,
    events.Hinted: Match._hinted,
    events.Abandoned: Match._abandoned,
    events.Returned: Match._returned,
    events.Resumed: Match._resumed,
    events.Ended: Match._ended,
    events.Aborted: Match._aborted,
    events.Rematched: Match._rematched,
}
