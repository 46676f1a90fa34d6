"""Seats in memory: people at this keyboard, bots in a thread, and no database."""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Sequence

from quincunx.clients import action_sequence
from quincunx.clients.remote.errors import Unreachable
from quincunx.clients.terminal.seats.match_settings import MatchSettings, UnfinishedMatch
from quincunx.clients.terminal.seats.server_session import ServerSession
from quincunx.play.commands import BotAct, Flag, PlayerCommand
from quincunx.play.decisions import decide, settle
from quincunx.play.events import AnyEvent, Created
from quincunx.play.match import Match
from quincunx.play.seats import FRIEND, Bot, Friend, Person
from quincunx.search.agent import Agent, Budget
from quincunx.search.bots import bot

ACCOUNT = "keyboard"


class MemorySeat:
    """A match that is lost when the program ends. It is replaced, never changed, so that readers need no lock."""

    def __init__(self, created: Created, budget: Budget, seed: int, threads: int = 1) -> None:
        self.match = Match(created)
        self.game = self.match.state.game
        self.sides = self.match.sides_of(ACCOUNT)
        self._budget = budget
        self._agents: dict[int, Agent] = {
            side: bot(seat.name, self.game, seed + side, threads)
            for side, seat in enumerate(created.seats)
            if isinstance(seat, Bot)
        }
        self._changed = threading.Condition()
        self._seen = self.match.version
        self._closed = False
        if self._agents:
            threading.Thread(target=self._think, name="bots", daemon=True).start()

    id = note = link = ""  # it has no id, and nobody else can join
    busy = False

    def now(self) -> int:
        """The time, in milliseconds."""
        return _now()

    def act(self, *actions: str, position: int | None = None) -> None:
        """Play the actions of a turn; raises Refused with the reason."""
        action_sequence.act(self, actions, position)

    def ask(self, command: PlayerCommand) -> None:
        """Send a player's command; raises Refused with the reason."""
        with self._changed:
            self._append(decide(self.match, ACCOUNT, command, _now()))

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until something changes, such as a clock running out; returns whether something has."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._news(), self._patience(seconds))
            self._append(settle(self.match, Flag(), _now()))
            news = self._news()
            self._seen = self.match.version
            return news

    def points(self) -> None:
        """None: the match is not rated."""

    def rematch(self) -> None:
        """None: a new match is started instead."""

    def close(self) -> None:
        """Stop the bots."""
        with self._changed:
            self._closed = True
            self._stop_bots()
            self._changed.notify_all()

    def _news(self) -> bool:
        return self.match.version != self._seen

    def _patience(self, seconds: float | None) -> float | None:
        deadline = self.match.deadline()
        if deadline is None:
            return seconds
        left = max(0.0, (deadline - _now()) / 1000)
        return left if seconds is None else min(seconds, left)

    def _append(self, events: Sequence[AnyEvent]) -> None:
        if not events:
            return
        match = copy.copy(self.match)
        match.state = self.match.state.copy()
        match.seats, match.offers = list(match.seats), dict(match.offers)
        match.offered, match.abandoned = dict(match.offered), set(match.abandoned)
        for event in events:
            match.apply(event)
        self.match = match
        self._stop_bots()  # their position is outdated
        self._changed.notify_all()

    def _stop_bots(self) -> None:
        for agent in self._agents.values():
            agent.stop()

    def _think(self) -> None:
        while (match := self._bots_turn()) is not None:
            state = match.state.copy()
            action = state.text(self._agents[state.to_move].choose(state, self._budget))
            with self._changed:
                self._append(settle(self.match, BotAct((action,), match.position), _now()))

    def _bots_turn(self) -> Match | None:
        """The match, as soon as a bot is to move in it; None when the seat is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self.match.bot_to_move() is not None)
            return None if self._closed else self.match


def _now() -> int:
    return time.time_ns() // 1_000_000


class MemorySeats:
    """Creates the tests' seats; nothing is stored."""

    def __init__(self, *left: MemorySeat) -> None:
        self.left = {f"match {number}": seat for number, seat in enumerate(left)}

    def open(self, settings: MatchSettings) -> MemorySeat:
        """Create a match with these settings."""
        you = Person(ACCOUNT, "You")
        other = you if settings.bots else Friend(settings.friend or FRIEND)
        people = (you, other) if settings.side == 0 else (other, you)
        first, second = (Bot(settings.level) if side in settings.bots else people[side] for side in (0, 1))
        game = settings.game
        created = Created(
            at=_now(),
            game=game.key,
            options=dict(game.options),
            seats=(first, second),
            clock=settings.clock,
            kind="bot" if settings.bots else "hot_seat",
        )
        return MemorySeat(created, Budget(settings.seconds), settings.seed or 0)

    def waiting(self) -> list[UnfinishedMatch]:
        """The matches that the test has provided."""
        return [
            UnfinishedMatch(id, seat.game.spec.title, f"turn {seat.match.state.turn}") for id, seat in self.left.items()
        ]

    def take_up(self, id: str) -> MemorySeat:
        """One of the provided matches."""
        return self.left[id]

    server = ""  # no known server

    def connect(self, url: str) -> ServerSession:
        """Fail: there is no server."""
        raise Unreachable(f"{url} does not answer")
