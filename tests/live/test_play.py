"""Two people play every game to its end over the WebSocket, and spectators see the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import quincunx
from live.players import UNTIMED, Player, begun, guest, play_through, stranger
from servers import Server, running

MOST_ACTIONS = 1500  # more than the longest of these games has


async def play_out(id: str, sides: list[Player], random: Random) -> None:
    """Play random actions for whichever side is to move, until the rules end the game."""
    for _ in range(MOST_ACTIONS):
        state = sides[0].match(id).state
        mover = sides[state.to_move]
        answer = await mover.plays(id, state.text(random.choice(state.legal_actions())))
        assert answer["type"] == "ack", answer
        for player in sides:
            await player.sees(id, answer["last"])
        if sides[0].match(id).status == "finished":
            return
    raise AssertionError("the game has no end")


async def to_the_end(server: Server, key: str) -> None:
    """Two people play, a spectator watches, and all of them see the same."""
    ann, bob, eve = guest(server), guest(server), stranger(server)
    for player in (ann, bob, eve):
        await player.come()
    id, sides = await begun(ann, bob, key)
    await eve.does("watch", match=id)
    await play_out(id, sides, Random(5))
    for player in (ann, bob, eve):
        await player.sees_status(id, "finished")
    assert ann.logs[id] == bob.logs[id] == eve.logs[id]
    match = eve.match(id)
    assert match.record().replay() == match.state
    assert quincunx.read_record(match.record().text()).replay() == match.state
    for player in (ann, bob, eve):
        await player.go()


@pytest.mark.parametrize("key", quincunx.games())
def test_two_people_play_to_the_end_and_a_watcher_sees_the_same(server: Server, key: str) -> None:
    play_through(lambda: to_the_end(server, key))


def test_so_they_do_on_the_other_database(on_postgresql: Server) -> None:
    """Games do not differ in how they are stored: one is enough."""
    play_through(lambda: to_the_end(on_postgresql, "flipflop"))


def test_against_a_bot(on_either: Server) -> None:
    async def story() -> None:
        ann = await guest(on_either).come()
        made = await ann.does(
            "create", game="checkers", clock=UNTIMED, colour="first", opponent={"kind": "bot", "level": 2}
        )
        id = made["match"]
        await ann.does("watch", match=id)
        random = Random(3)
        for _ in range(6):
            await ann.until(lambda: ann.match(id).state.to_move == 0)
            state = ann.match(id).state
            assert (await ann.plays(id, state.text(random.choice(state.legal_actions()))))["type"] == "ack"
        await ann.until(lambda: ann.match(id).state.to_move == 0)
        await ann.go()

    play_through(story)


def test_a_bots_thinking_delays_nobody_else_and_ends_when_nobody_wants_it(tmp_path: Path) -> None:
    """The only thinker is busy for half a minute, unless it is told that its match is over."""

    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        opponent = {"kind": "bot", "level": 8}
        made = await ann.does("create", game="battlefield", clock=UNTIMED, colour="second", opponent=opponent)
        await ann.does("watch", match=made["match"])
        id, sides = await begun(ann, bob)
        random = Random(1)
        for _ in range(20):
            state = sides[0].match(id).state
            answer = await sides[state.to_move].plays(id, state.text(random.choice(state.legal_actions())))
            for player in sides:
                await player.sees(id, answer["last"])
        assert ann.match(made["match"]).state.ply == 0  # it is still thinking
        assert (await ann.asks_of(made["match"], "resign"))["type"] == "ack"
        weak = {"kind": "bot", "level": 1}
        after = await ann.does("create", game="cengers", clock=UNTIMED, colour="second", opponent=weak)
        await ann.does("watch", match=after["match"])
        await ann.until(lambda: ann.match(after["match"]).state.to_move == 1)  # the thinker is available again

    with running(f"sqlite:///{tmp_path / 'bots.db'}", bots=1, bot_seconds=30) as server:
        play_through(story)
