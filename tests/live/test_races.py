"""Two players act at the same moment: one action counts, and everyone agrees on which."""

from __future__ import annotations

import asyncio

import pytest

from live.players import Player, begun, guest, play_through, stranger
from quincunx.play.events import Acted, Ended, Rematched
from servers import Server


async def settled(server: Server, id: str, *players: Player) -> Player:
    """Check that all players have received the same events, which are those on the server."""
    late = await stranger(server).come()
    await late.does("watch", match=id)
    for player in players:
        await player.sees(id, len(late.logs[id]))
        assert player.logs[id] == late.logs[id]
    return late


@pytest.mark.parametrize("round", range(5))
def test_both_leave_at_once(on_either: Server, round: int) -> None:
    async def story() -> None:
        ann, bob = await guest(on_either).come(), await guest(on_either).come()
        id, _ = await begun(ann, bob)
        answers = await asyncio.gather(ann.asks_of(id, "resign"), bob.asks_of(id, "resign"))
        assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
        late = await settled(on_either, id, ann, bob)
        left = answers[0]["type"] == "ack"
        assert late.match(id).result == (1 if left else 0, "left")

    play_through(story)


@pytest.mark.parametrize("round", range(5))
def test_both_offer_a_draw_while_one_moves_and_one_leaves(on_either: Server, round: int) -> None:
    async def story() -> None:
        ann, bob = await guest(on_either).come(), await guest(on_either).come()
        id, _ = await begun(ann, bob)
        for mover, action in ((ann, "f3-e3"), (bob, "c6-d6")):
            answer = await mover.plays(id, action)
            for player in (ann, bob):
                await player.sees(id, answer["last"])
        asked = [
            ann.asks_of(id, "offer", offer="draw"),
            bob.asks_of(id, "offer", offer="draw"),
            ann.plays(id, "f2-f3"),
            bob.asks_of(id, "resign"),
            ann.asks_of(id, "offer", offer="takeback"),
        ]
        await asyncio.gather(*asked)
        late = await settled(on_either, id, ann, bob)
        ends = [event for event in late.events(id) if isinstance(event, Ended)]
        assert len(ends) == 1
        assert ends[0].reason in ("agreed", "left")

    play_through(story)


@pytest.mark.parametrize("round", range(3))
def test_both_want_a_rematch_at_once_and_ask_twice(on_either: Server, round: int) -> None:
    async def story() -> None:
        ann, bob = await guest(on_either).come(), await guest(on_either).come()
        id, _ = await begun(ann, bob)
        await ann.asks_of(id, "resign")
        await bob.sees_status(id, "finished")
        asked = [player.asks_of(id, "offer", offer="rematch") for player in (ann, bob, ann, bob)]
        await asyncio.gather(*asked)
        late = await settled(on_either, id, ann, bob)
        assert len([event for event in late.events(id) if isinstance(event, Rematched)]) == 1
        again = late.match(id).rematch
        for player in (ann, bob):
            assert (await player.hears("paired"))["match"] == again
            assert not [message for message in player.told if message["type"] == "paired"]
        await ann.does("watch", match=again)
        assert ann.match(again).status == "running"

    play_through(story)


def test_the_same_command_many_times_at_once_on_two_tabs(on_either: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(on_either).come(), await guest(on_either).come()
        id, _ = await begun(ann, bob)
        tab = await ann.another_tab().come()
        await tab.does("watch", match=id)
        asked = {"id": "one", "action": "f3-e3", "position": 1}
        first, second = await asyncio.gather(ann.asks_of(id, "act", **asked), tab.asks_of(id, "act", **asked))
        assert first == second
        assert first["type"] == "ack"
        late = await settled(on_either, id, ann, bob, tab)
        assert len([event for event in late.events(id) if isinstance(event, Acted)]) == 1

    play_through(story)


def test_the_flag_falls_while_a_move_is_in_transit(on_either: Server) -> None:
    """Whichever comes first counts, and the answer agrees with the log; in four matches with different timing."""

    async def race(round: int) -> None:
        ann, bob = await guest(on_either).come(), await guest(on_either).come()
        id, _ = await begun(ann, bob, clock={"kind": "fischer", "seconds": 3, "increment": 0})
        deadline = ann.match(id).deadline()
        assert deadline is not None
        pong = await ann.does("ping")
        await asyncio.sleep((deadline - pong["time"]) / 1000 - 0.004 + 0.002 * round)  # the race itself
        answer = await ann.plays(id, "f3-e3")
        late = await settled(on_either, id)
        acted = [event for event in late.events(id) if isinstance(event, Acted)]
        assert bool(acted) == (answer["type"] == "ack")
        assert all(event.at < deadline for event in acted)
        if not acted:
            await ann.sees_status(id, "finished")
            assert ann.match(id).result == (1, "time")

    async def story() -> None:
        await asyncio.gather(*map(race, range(4)))

    play_through(story)


def test_k8_the_turns_time_passes_the_turn_over_the_wire(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        clock = {"kind": "turn", "seconds": 1}
        id, _ = await begun(ann, bob, "checkers", clock=clock, options={"first": "dark"})
        await bob.until(lambda: bob.match(id).state.to_move == 1)
        assert bob.events(id)[-1] == Acted(at=bob.match(id).at, side=0, action="timeout")

    play_through(story)
