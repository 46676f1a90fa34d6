"""Handmade histories for the tests of the checker: correct matches, which the tests then break."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from chaos.history import Answer, History, Operation, Seek
from chaos.stored import Due, Kept, Row, Stored
from quincunx.core.random import Random
from quincunx.host.jobs.outbox import wanted
from quincunx.play.clocks import Clock, Fischer
from quincunx.play.commands import PlayerCommand
from quincunx.play.decisions import decide, settle
from quincunx.play.errors import Refused
from quincunx.play.events import AnyEvent, Created, Joined, Kind, write_event
from quincunx.play.match import Match
from quincunx.play.match_setup import drawn_game
from quincunx.play.seats import Person, Seat

GAME = "cengers"
TOOK = 0.1  # seconds from a request to its answer
CLOCK = Fischer(60, 1)


class Story:
    """A history and a database that agree."""

    def __init__(self) -> None:
        self.history = History()
        self.stored = Stored()
        self.matches: dict[str, Match] = {}
        self.history.names = {"ann": "Ann", "bob": "Bob"}
        self._random = random.Random(1)
        self._count = 0

    def begins(self, match: str, at: float, *, kind: Kind = "invite", clock: Clock = CLOCK) -> str:
        """Start a match of Ann, who created it, and Bob; for that kind, through the pool."""
        game = drawn_game(GAME, {}, Random(1))
        ann, bob = Person("ann", "Ann"), Person("bob", "Bob")
        seats: tuple[Seat | None, Seat | None] = (ann, None if kind == "invite" else bob)
        options = dict(game.options)
        made = Created(at=self._wall(at + TOOK / 2), game=GAME, options=options, seats=seats, clock=clock, kind=kind)
        self._log(match, [made], at + TOOK)
        if kind == "invite":
            self._answered("ann", "create", match, at, {"game": GAME}, Answer(at + TOOK, "ack", "", match, 1, 1))
            joined = Joined(at=self._wall(at + TOOK * 2), side=1, seat=bob)
            self._log(match, [joined], at + TOOK * 3)
            ack = Answer(at + TOOK * 3, "ack", "", match, 2, 2)
            self._answered("bob", "join", match, at + TOOK, {"match": match}, ack)
        for account in ("ann", "bob"):
            self.history.told[account].add(match)
            self.history.watches(account, match).since = at + TOOK
        return match

    def asks(self, account: str, match: str, at: float, do: str, **fields: Any) -> Operation:
        """Send a command, which is carried out or refused correctly."""
        command = {"do": do, **fields}
        before = self.matches[match]
        try:
            events = decide(before, account, msgspec.convert(command, PlayerCommand), self._wall(at + TOOK / 2))
        except Refused as refused:
            return self._commanded(account, match, at, command, Answer(at + TOOK, "refused", refused.code))
        first, last = before.version + 1, before.version + len(events)
        self._log(match, events, at + TOOK)
        operation = self._commanded(account, match, at, command, Answer(at + TOOK, "ack", "", match, first, last))
        if events:
            self.stored.commands.append(Kept(match, account, operation.id, first, last))
        return operation

    def moves(self, match: str, at: float) -> Operation:
        """Play any action of the player to move."""
        state = self.matches[match].state
        account = self.matches[match].account_at(state.to_move)
        assert account is not None
        action = state.text(self._random.choice(state.legal_actions()))
        return self.asks(account, match, at, "act", action=action, position=self.matches[match].position)

    def happens(self, match: str, at: float, command: Any) -> None:
        """Do something that the server does by itself."""
        self._log(match, settle(self.matches[match], command, self._wall(at)), at + TOOK / 2)

    def seeks(self, account: str, at: float) -> Seek:
        """Stay in the pool without end."""
        clock = msgspec.to_builtins(CLOCK)
        ack = Answer(at + TOOK, "ack")
        seek = Seek(account, self._answered(account, "seek", "", at, {"game": GAME, "clock": clock}, ack))
        self.history.seeks.append(seek)
        return seek

    def _commanded(self, account: str, match: str, at: float, command: dict[str, Any], answer: Answer) -> Operation:
        return self._answered(account, "command", match, at, {"match": match, "command": command}, answer)

    def _answered(
        self, account: str, kind: str, match: str, at: float, request: dict[str, Any], answer: Answer
    ) -> Operation:
        self._count += 1
        operation = self.history.begin(account, f"id{self._count}", kind, match, request)
        operation.sent.append(at)
        operation.answers.append(answer)
        return operation

    def _log(self, match: str, events: list[AnyEvent] | Any, seen: float) -> None:
        """Add events to the log, which everyone sees a moment later. A running match has its jobs."""
        for event in events:
            log = self.stored.logs.setdefault(match, [])
            log.append(Row(len(log) + 1, event.at, write_event(event)))
            self.history.seen[match].append((seen, log[-1].payload))
            if match in self.matches:
                self.matches[match].apply(event)
            else:
                self.matches[match] = Match.from_events([event])
            self.stored.versions[match] = len(log)
        dues = wanted(self.matches[match], self._wall(seen))
        others = [job for job in self.stored.jobs if job.subject != match]
        self.stored.jobs = [*others, *(Due(kind, match, due, None, None) for kind, due in dues.items())]

    def _wall(self, at: float) -> int:
        return int(self.history.wall_time(at))
