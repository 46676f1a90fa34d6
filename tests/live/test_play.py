"""Two people play every game to its end over the wire, and whoever watches sees the same."""

from __future__ import annotations

import random

import pytest

import quincunx
from live.players import UNTIMED, Player, begun, guest, play_through, stranger
from servers import Server

MOST_ACTIONS = 1500  # more than the longest of these games takes


async def play_out(id: str, sides: list[Player], luck: random.Random) -> None:
    """Random actions, by whoever is to move, until the rules end the game."""
    for _ in range(MOST_ACTIONS):
        state = sides[0].match(id).state
        mover = sides[state.to_move]
        answer = await mover.plays(id, state.text(luck.choice(state.legal_actions())))
        assert answer["type"] == "ack", answer
        for player in sides:
            await player.sees(id, answer["last"])
        if sides[0].match(id).status == "finished":
            return
    raise AssertionError("the game has no end")


@pytest.mark.parametrize("key", quincunx.games())
def test_two_people_play_to_the_end_and_a_watcher_sees_the_same(server: Server, key: str) -> None:
    async def story() -> None:
        ann, bob, eve = guest(server), guest(server), stranger(server)
        for player in (ann, bob, eve):
            await player.come()
        id, sides = await begun(ann, bob, key)
        await eve.does("watch", match=id)
        await play_out(id, sides, random.Random(5))
        for player in (ann, bob, eve):
            await player.sees_status(id, "finished")
        assert ann.logs[id] == bob.logs[id] == eve.logs[id]
        match = eve.match(id)
        assert match.record().replay() == match.state
        assert quincunx.read_record(match.record().text()).replay() == match.state
        for player in (ann, bob, eve):
            await player.go()

    play_through(story)


def test_against_a_bot(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        made = await ann.does(
            "create", game="checkers", clock=UNTIMED, colour="first", opponent={"kind": "bot", "level": 2}
        )
        id = made["match"]
        await ann.does("watch", match=id)
        luck = random.Random(3)
        for _ in range(6):
            await ann.until(lambda: ann.match(id).state.to_move == 0)
            state = ann.match(id).state
            assert (await ann.plays(id, state.text(luck.choice(state.legal_actions()))))["type"] == "ack"
        await ann.until(lambda: ann.match(id).state.to_move == 0)
        await ann.go()

    play_through(story)
