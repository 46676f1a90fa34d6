"""The server is killed at random moments while 200 games run: nothing acknowledged is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from live.conftest import LIVELY
from live.players import LONG_STORY, MINUTE, UNTIMED, Message, Player, begun, guest, member, play_through
from live.stored import Stored, read_stored
from quincunx.play.clocks import SECOND, Fischer
from quincunx.play.events import Acted, AnyEvent, Resumed, read_event
from quincunx.play.match import Match
from servers import Server, running

GAMES = ("hnefatafl", "cengers", "battlefield", "checkers", "flipflop")
CLOCKS = (UNTIMED, MINUTE | {"seconds": 600, "increment": 2}, {"kind": "turn", "seconds": 300})
PEOPLE = 40
MEMBERS = 6  # the first of them, who also play rated matches
AGAIN_AFTER = 0.1  # seconds, for a request that was refused
ACTIONS = (5, 12)  # a game ends after a number of actions in this range, by a player leaving


class PlayerConnection:
    """A player's connection, which is down while the server is, and reconnects by itself."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.up = asyncio.Event()
        self.refused = 0

    async def insists(self, ask: Callable[[], Awaitable[Message]]) -> Message:
        """Repeat a request unchanged until it is answered and not refused because the database is down."""
        while True:
            await self.up.wait()
            try:
                answer = await ask()
            except ConnectionError:
                self.up.clear()
            else:
                if answer.get("code") != "busy":
                    return answer
                self.refused += 1
                await asyncio.sleep(AGAIN_AFTER)


class Tournament:
    """All the games, the acknowledged commands, and the server that is killed."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.random = Random(seed)
        self.acks: dict[tuple[str, str], tuple[str, Message]] = {}  # what was asked, by match and command id
        self.acked = asyncio.Event()
        self.lines: list[PlayerConnection] = []

    async def run(self, matches: int, kills: int) -> None:
        people = [member(self.server, f"Member{number}") for number in range(MEMBERS)]
        people += [guest(self.server) for _ in range(PEOPLE - MEMBERS)]
        self.lines = [PlayerConnection(await person.come()) for person in people]
        for line in self.lines:
            line.up.set()
        games = [asyncio.create_task(self.game(number)) for number in range(matches)]
        killing = asyncio.create_task(self.kill_and_restart(matches, kills))
        await asyncio.gather(*games, killing)

    async def kill_and_restart(self, matches: int, kills: int) -> None:
        """Kill the server each time after a number of further acknowledged commands."""
        expected = matches * sum(ACTIONS) // 2
        for mark in sorted(self.random.randrange(expected * 8 // 10) for _ in range(kills)):
            while len(self.acks) < mark:
                self.acked.clear()
                await self.acked.wait()
            await self.disaster()

    async def disaster(self) -> None:
        """Kill the server and restart it."""
        self.server.kill()
        for line in self.lines:
            line.up.clear()
        await asyncio.to_thread(self.server.start)
        for line in self.lines:
            await line.player.ends()
            await line.player.come()
            line.up.set()

    async def game(self, number: int) -> None:
        """Play one game, by a link or against a bot, until a player leaves or it is over."""
        random = Random(number)
        key, clock = GAMES[number % len(GAMES)], CLOCKS[number % len(CLOCKS)]
        rated, against_bot = number % 7 == 0, number % 10 == 1
        ann, bob = random.sample(self.lines[:MEMBERS] if rated else self.lines, 2)
        opponent: Message = {"kind": "bot", "level": 1} if against_bot else {"kind": "invite"}
        asked = {"game": key, "clock": clock, "opponent": opponent, "rated": rated and not against_bot}
        id = await self.make(ann, bob, asked, f"g{number}")
        for _ in range(random.randint(*ACTIONS)):
            match = ann.player.match(id)
            while match.bot_to_move() is not None:
                await ann.player.until(lambda: ann.player.match(id).bot_to_move() is None)
                match = ann.player.match(id)
            if match.status != "running":
                return
            mover = ann if match.sides_of(ann.player.account)[:1] == (match.state.to_move,) else bob
            action = match.state.text(random.choice(match.state.legal_actions()))
            last = await self.act(mover, id, {"do": "act", "action": action, "position": match.position})
            await ann.player.sees(id, last)
        if ann.player.match(id).status == "running":
            await self.act(random.choice([ann] if against_bot else [ann, bob]), id, {"do": "resign"})
            await ann.player.sees_status(id, "finished")

    async def make(self, ann: PlayerConnection, bob: PlayerConnection, asked: Message, id: str) -> str:
        """Create a running match, with messages that may have to be sent again."""
        made = await ann.insists(lambda: ann.player.asks("create", id, **asked))
        match = str(made["match"])
        if "secret" in made:
            join = {"match": match, "secret": made["secret"]}
            assert (await bob.insists(lambda: bob.player.asks("join", f"{id}-join", **join)))["type"] == "ack"
            await bob.insists(lambda: bob.player.asks("watch", match=match))
        await ann.insists(lambda: ann.player.asks("watch", match=match))
        await ann.player.sees_status(match, "running")
        return match

    async def act(self, line: PlayerConnection, match: str, command: dict[str, Any]) -> int:
        """Send a command until it is acknowledged, always with the same id; returns the version it led to."""
        id = line.player.new_id()
        answer = await line.insists(lambda: line.player.asks("command", id, match=match, command=command))
        assert answer["type"] == "ack", (answer, command)
        self.acks[match, id] = (command.get("action", ""), answer)
        self.acked.set()
        return int(answer["last"])

    def check(self, stored: Stored) -> None:
        """Check that the database contains what was acknowledged, once each, and what all players have received."""
        for (match, _), (action, answer) in self.acks.items():
            event = stored.logs[match][answer["first"] - 1]
            assert not action or (isinstance(event, Acted) and event.action == action)
        for match, log in stored.logs.items():
            folded = Match.from_events(log)
            people = {side for side in (0, 1) if folded.sides_of(getattr(folded.seats[side], "account", ""))}
            done = [e for e in log if isinstance(e, Acted) and e.side in people and not e.forced]  # not passes
            asked = [action for (of, _), (action, _) in self.acks.items() if of == match and action]
            assert len(done) == len(asked)
            assert folded.status == stored.statuses[match] == "finished"
            assert folded.record().replay() == folded.state
            check_clock(log, folded)
            for line in self.lines:
                told = [read_event(text.encode()) for text in line.player.logs.get(match, [])]
                assert told == log[: len(told)]
        assert stored.jobs == []
        assert stored.differences == []


def check_clock(log: list[AnyEvent], match: Match) -> None:
    """No millisecond is lost or counted twice: the players' total time is used, except while the server was down."""
    clock = match.created.clock
    if not isinstance(clock, Fischer):
        return
    began = next(event.at for n, event in enumerate(log) if Match.from_events(log[: n + 1]).times.running is not None)
    away = sum(event.lost for event in log if isinstance(event, Resumed))
    passed = sum(
        isinstance(event, Acted) and event.forced for event in log
    )  # played by the match: they earn no increment
    earned = 2 * clock.seconds + clock.increment * (match.state.turn - passed)
    left = match.times.left
    assert left is not None
    assert min(left) > 0
    assert sum(left) == earned * SECOND - (log[-1].at - began - away)


def test_kills_at_random_moments_neither_lose_nor_duplicate_anything_acknowledged(tmp_path: object) -> None:
    """On SQLite; faults/test_postgresql.py does the same on PostgreSQL, which is killed too."""
    database = f"sqlite:///{tmp_path}/test.db"

    async def story() -> None:
        tournament = Tournament(server, seed=200)
        await tournament.run(matches=200, kills=5)
        server.kill()
        tournament.check(await read_stored(database, {match for match, _ in tournament.acks}))

    with running(database, **LIVELY) as server:
        play_through(story, LONG_STORY)


def test_a_bots_move_and_a_clock_survive_a_restart(tmp_path: object) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        made = await ann.does(
            "create", game="cengers", clock=UNTIMED, colour="second", opponent={"kind": "bot", "level": 8}
        )
        clock = {"kind": "fischer", "seconds": 2, "increment": 0}
        id, _ = await begun(ann, bob, clock=clock)
        server.kill()  # the bot has begun to think, and a clock is running
        server.start()
        await ann.ends()
        await ann.come()
        await ann.does("watch", match=made["match"])
        await ann.until(lambda: ann.match(made["match"]).state.to_move == 1)
        await ann.sees_status(id, "finished")
        assert ann.match(id).result == (1, "time")

    with running(f"sqlite:///{tmp_path}/one.db", bot_seconds=1.0) as server:
        play_through(story)


def test_a_server_that_stops_tells_everybody_to_come_back(tmp_path: object) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        assert await asyncio.to_thread(server.stop) == 0
        assert (await ann.hears("goodbye"))["reason"] == "stopping"
        await ann.ends()
        server.start()
        await ann.come()

    with running(f"sqlite:///{tmp_path}/one.db") as server:
        play_through(story)
