"""Scripted players and watchers: they play every game with everyone, make mistakes, and repeat themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from chaos.history import Answer, Complaint, History, Operation, Seek
from chaos.line import Line, ServerMessage
from quincunx.core.state import TIMEOUT
from quincunx.games import games
from quincunx.play.events import read_event
from quincunx.play.match import Match

CLOCKS: tuple[dict[str, Any], ...] = (
    {"kind": "none"},
    {"kind": "turn", "seconds": 6},
    {"kind": "turn", "seconds": 30},
    {"kind": "fischer", "seconds": 20, "increment": 1},
    {"kind": "fischer", "seconds": 180, "increment": 2},
)
POOL_CLOCK: dict[str, Any] = {"kind": "fischer", "seconds": 60, "increment": 1}
MOST_MATCHES = 2  # per player
PATIENCE = 25.0  # seconds in the pool
OVERTAKEN = frozenset({"stale", "not_your_turn", "not_running", "out_of_time"})  # for a move that came too late
GIVEN_UP = frozenset({"finished", "aborted"})


@dataclass
class Invitation:
    """An open seat in another player's match: the match, and the secret of its link."""

    match: str
    secret: str = ""


@dataclass
class People:
    """All players of a run, who know each other."""

    games: Sequence[str]
    members: list[Player] = field(default_factory=list)
    everybody: list[Player] = field(default_factory=list)
    watchers: list[Watcher] = field(default_factory=list)
    public: list[str] = field(default_factory=list)  # matches that anyone may watch


class Player:
    """An account with one or two connections."""

    def __init__(
        self,
        name: str,
        account: str,
        is_member: bool,
        lines: list[Line],
        history: History,
        people: People,
        think: float,
    ) -> None:
        self.name = name
        self.account = account
        self.is_member = is_member
        self.lines = lines
        self.matches: dict[str, Match] = {}
        self.is_idle = False  # between two steps
        self.calm = False  # starts no new matches, and ends none
        self._history = history
        self._people = people
        self._think = think
        self._random = Random(name)
        self._lengths: dict[str, int] = {}  # after how many turns each match is given up
        self._invitations: list[Invitation] = []
        self._seek: Seek | None = None
        self._done: list[tuple[Line, Operation]] = []  # answered commands, some of which are sent again
        self._changed = asyncio.Event()
        for line in lines:
            line.on_message = self._on_message
        lines[0].on_down = self._lost

    # -- receiving --

    def invite(self, invitation: Invitation) -> None:
        """Offer the player a seat."""
        self._invitations.append(invitation)
        self._changed.set()

    def _on_message(self, line: Line, message: ServerMessage) -> None:
        if message.type == "events":
            self._fold(message)
        elif message.type == "welcome":
            for listed in message.matches:
                self._learn(listed["match"], listed["kind"], listed.get("by", ""))
        elif message.type == "paired":
            self._learn(message.match, "pool", "")
        elif message.type == "challenged":
            self._learn(message.match, "challenge", message.by)
        self._changed.set()

    def _learn(self, match: str, kind: str, by: str) -> None:
        """Note a match of this player's, or a challenge."""
        if by and match not in self.matches and match not in [known.match for known in self._invitations]:
            self._invitations.append(Invitation(match))
        elif not by and match not in self.matches:
            if kind == "pool" and self._seek is not None:
                self._seek = None
            self._sit_down(match)

    def _sit_down(self, match: str) -> None:
        for line in self.lines:
            line.watch(match)

    def _fold(self, message: ServerMessage) -> None:
        match = self.matches.get(message.match)
        for version, raw in enumerate(message.events, message.first):
            event = read_event(bytes(raw))
            if match is None and version == 1:
                match = self.matches[message.match] = Match.from_events([event])
            elif match is not None and version == match.version + 1:
                match.apply(event)

    def _lost(self) -> None:
        """Note that the connection is gone, and with it its seek."""
        if self._seek is not None:
            self._seek.dropped = self._history.now()
            self._seek = None

    # -- playing --

    async def run(self) -> None:
        """Play until cancelled."""
        while True:
            self.is_idle = True
            await self._pause()
            self.is_idle = False
            if self.lines[0].up:
                await self._step()

    async def _pause(self) -> None:
        self._changed.clear()
        await asyncio.sleep(self._random.expovariate(1 / self._think))
        if not self._running() and not self._invitations and self._seek is None:
            return
        if not self._mine() and self._random.random() < 0.7:
            try:
                async with asyncio.timeout(4 * self._think):
                    await self._changed.wait()
            except TimeoutError:
                return

    async def _step(self) -> None:
        self._forget()
        mine = self._mine()
        if self._invitations:
            await self._answer_invitation(self._invitations.pop(0))
        elif mine and self._random.random() < 0.9:
            await self._move(self._random.choice(mine))
        elif len(self._running()) < MOST_MATCHES and not self.calm:
            await self._arrange()
        else:
            await self._aside()

    def _forget(self) -> None:
        """Leave matches that are over, usually at once, sometimes after a rematch."""
        for id, match in list(self.matches.items()):
            over = match.status in GIVEN_UP and (match.rematch or self._random.random() < 0.3)
            if over and all(id not in line.have or line.have[id] >= match.version for line in self.lines):
                del self.matches[id]
                for line in self.lines:
                    line.unwatch(id)

    def _running(self) -> list[str]:
        return [id for id, match in self.matches.items() if match.status not in GIVEN_UP]

    def _mine(self) -> list[str]:
        """The matches in which it is the player's turn."""
        return [
            id
            for id, match in self.matches.items()
            if match.status == "running" and match.state.to_move in match.sides_of(self.account)
        ]

    async def _command(self, match: str, line: Line | None = None, **command: Any) -> Answer:
        through = line or self._random.choice(self.lines)
        operation, answer = await through.ask("command", match=match, command=command)
        self._done.append((through, operation))
        return answer

    async def _move(self, id: str) -> None:
        """Usually make a move; sometimes make an offer, resign, blunder, or move on two connections at once."""
        match = self.matches[id]
        if match.state.turn >= self._lengths.setdefault(id, self._random.randint(6, 40)) and not self.calm:
            await self._command(id, do=self._random.choice(["resign", "resign", "abort"]))
            return
        ways: list[tuple[float, Callable[[str], Awaitable[object]]]] = [
            (0.80, self._play),
            (0.05, self._play_twice),
            (0.05, self._play_two_things),
            (0.05, self._blunder),
            (0.05, self._offer),
        ]
        await self._random.choices([way for _, way in ways], [weight for weight, _ in ways])[0](id)

    def _any_turn(self, match: Match) -> list[str]:
        """The actions of a turn, drawn at random one after another."""
        state, texts = match.state.copy(), list[str]()
        turn = state.turn
        while state.turn == turn and not state.over and len(texts) < 100:
            legal = [action for action in state.legal_actions() if action != TIMEOUT]
            if not legal:
                break
            texts.append(state.text(self._random.choice(legal)))
            state.apply(state.parse(texts[-1]))
        return texts

    def _any_move(self, match: Match) -> dict[str, Any] | None:
        """A command that plays one action or a whole turn."""
        turn = self._any_turn(match)
        if not turn:
            return None
        if len(turn) > 1 and self._random.random() < 0.6:
            return {"do": "turn", "actions": turn, "position": match.position}
        return {"do": "act", "action": turn[0], "position": match.position}

    async def _play(self, id: str) -> Answer | None:
        move = self._any_move(self.matches[id])
        return None if move is None else await self._command(id, **move)

    async def _play_twice(self, id: str) -> None:
        """Send the same command with the same id on all connections at once."""
        move = self._any_move(self.matches[id])
        if move is None:
            return
        first = self.lines[0]
        name = first.new_id()
        operation = self._history.begin(
            self.account, name, "command", id, {"type": "command", "id": name, "match": id, "command": move}
        )
        await asyncio.gather(*(line.ask_again(operation) for line in self.lines))

    async def _play_two_things(self, id: str) -> None:
        """Send two different commands at once; at most one of them can be in time."""
        moves = [self._any_move(self.matches[id]) for _ in range(2)]
        lines = [self.lines[0], self.lines[-1]]
        both = [self._command(id, line, **move) for line, move in zip(lines, moves, strict=True) if move is not None]
        await asyncio.gather(*both)

    async def _blunder(self, id: str) -> None:
        """Send a command that must be refused."""
        match = self.matches[id]
        wrong = self._random.choice(
            [
                {"do": "act", "action": "z9-z9", "position": match.position},
                {"do": "act", "action": "end", "position": max(1, match.position - 1)},
                {"do": "accept", "offer": "draw"},
                {"do": "claim", "result": "win"},
                {"do": "decline", "offer": "takeback"},
            ]
        )
        await self._command(id, **wrong)

    async def _offer(self, id: str) -> None:
        await self._command(id, do="offer", offer=self._random.choice(["draw", "takeback"]))

    async def _aside(self) -> None:
        """Do what players do while they wait: answer offers, claim, repeat an old command, offer a rematch."""
        if self._done and self._random.random() < 0.2:
            _, operation = self._done[-1 - self._random.randrange(min(5, len(self._done)))]
            await self._random.choice(self.lines).ask_again(operation)
            return
        for id, match in list(self.matches.items()):
            sides = match.sides_of(self.account)
            standing = [what for what, offer in match.offers.items() if offer.side not in sides]
            if standing:
                do = self._random.choice(["accept", "decline"])
                await self._command(id, do=do, offer=standing[0])
                return
            if match.status == "running" and match.abandoned - set(sides):
                await self._command(id, do="claim", result=self._random.choice(["win", "draw"]))
                return
            if match.status == "finished" and not match.rematch and not self.calm and self._random.random() < 0.3:
                await self._command(id, do="offer", offer="rematch")
                return

    # -- finding matches --

    async def _arrange(self) -> None:
        ways: list[tuple[float, Callable[[], Awaitable[None]]]] = [
            (0.35, self._meet_bot),
            (0.40, self._seek_opponent),
            (0.10, self._send_link),
            (0.15 if self.is_member else 0.0, self._challenge),
        ]
        await self._random.choices([way for _, way in ways], [weight for weight, _ in ways])[0]()

    async def _create(self, opponent: dict[str, Any], **settings: Any) -> Answer:
        given = {"game": self._random.choice(self._people.games), "clock": self._random.choice(CLOCKS), **settings}
        _, answer = await self.lines[0].ask("create", opponent=opponent, **given)
        if answer.kind == "ack":
            self._sit_down(answer.match)
            self._people.public.append(answer.match)
        return answer

    async def _meet_bot(self) -> None:
        await self._create({"kind": "bot", "level": self._random.choice([1, 1, 1, 2])})

    async def _send_link(self) -> None:
        """Invite another player by link."""
        other = self._random.choice([player for player in self._people.everybody if player is not self])
        answer = await self._create({"kind": "invite"}, legs=self._random.choice([1, 1, 2]))
        if answer.kind == "ack":
            other.invite(Invitation(answer.match, answer.secret))

    async def _challenge(self) -> None:
        other = self._random.choice([player for player in self._people.members if player is not self])
        await self._create({"kind": "challenge", "name": other.name}, rated=self._random.random() < 0.5)

    async def _answer_invitation(self, invitation: Invitation) -> None:
        if not invitation.secret and self._random.random() < 0.2:
            await self._command(invitation.match, do="abort")
            return
        secret = {"secret": invitation.secret} if invitation.secret else {}
        _, answer = await self.lines[0].ask("join", match=invitation.match, **secret)
        if answer.kind == "ack":
            self._sit_down(invitation.match)

    async def _seek_opponent(self) -> None:
        """Enter the pool, and leave it after a while if no opponent is found."""
        line = self.lines[0]
        wish = {"game": self._random.choice(self._people.games[:3]), "clock": POOL_CLOCK}
        wish |= {"rated": True} if self.is_member and self._random.random() < 0.7 else {}
        wish |= {"legs": 2} if self._random.random() < 0.15 else {}
        id = line.new_id()
        operation = self._history.begin(self.account, id, "seek", "", {"type": "seek", "id": id, **wish})
        seek = self._seek = Seek(self.account, operation)
        self._history.seeks.append(seek)
        answer = await line.ask_again(operation)
        if answer.kind != "ack":
            self._seek = None
            return
        try:
            async with asyncio.timeout(PATIENCE):
                while self._seek is seek and not self.calm:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            pass
        if self._seek is seek:
            await line.ask("unseek")
            seek.until = self._history.now()
            self._seek = None

    # -- the end of the run --

    def settle(self) -> None:
        """Start nothing new."""
        self.calm = True
        self._changed.set()

    async def check_moves(self, within: float) -> None:
        """Move wherever it is the player's turn, and note where that fails."""
        for id in self._mine():
            try:
                async with asyncio.timeout(within):
                    answer = await self._play(id)
            except TimeoutError:
                self._stuck(id, f"got no answer to a move within {within:.0f} s")
                continue
            if answer is not None and answer.kind == "refused" and answer.code not in OVERTAKEN:
                self._stuck(id, f"could not move: {answer}")

    def _stuck(self, match: str, text: str) -> None:
        self._history.stuck.append(Complaint(self._history.now(), self.account, match, text))


class Watcher:
    """A connection that watches other players' matches, with or without an account."""

    def __init__(self, line: Line, people: People, most: int = 4) -> None:
        self.line = line
        self._people = people
        self._most = most
        self._random = Random(line.name)

    async def run(self) -> None:
        """Watch some of the newest matches until cancelled."""
        while True:
            await asyncio.sleep(self._random.uniform(1, 5))
            watched = self.line.watched()
            if len(watched) >= self._most and self._random.random() < 0.3:
                self.line.unwatch(self._random.choice(watched))
            elif len(watched) < self._most and self._people.public:
                match = self._random.choice(self._people.public[-60:])
                self.line.watch(match, **({"scene": True} if self._random.random() < 0.3 else {}))


def all_games() -> list[str]:
    """All games, starting with the few that are played in the pool, so that players find each other."""
    return sorted(games(), key=lambda key: (key not in ("othello", "cengers", "checkers"), key))
