"""Hints over the line: the best action on demand, on the disk before it is told."""

from __future__ import annotations

from typing import Any

from live.players import UNTIMED, Player, begun, guest, play_through
from servers import Server


async def against_bot(player: Player, **fields: Any) -> str:
    asked = {"game": "cengers", "clock": UNTIMED, "colour": "first", "opponent": {"kind": "bot", "level": 1}}
    made = await player.does("create", **asked | fields)
    await player.does("watch", match=made["match"])
    return str(made["match"])


def test_the_best_action_is_told_and_counted(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        id = await against_bot(ann)
        told = await ann.asks("hint", match=id, position=1)
        assert told["type"] == "told"
        assert ann.match(id).hints == (1, 0)
        again = await ann.asks("hint", match=id, position=1)
        assert again["type"] == "told"
        assert ann.match(id).hints == (1, 0)
        assert (await ann.plays(id, told["action"]))["type"] == "ack"

    play_through(story)


def test_a_hint_that_was_lost_on_the_way_is_asked_for_again(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        id = await against_bot(ann)
        for _ in range(2):
            assert (await ann.asks("hint", id="hint", match=id, position=1))["type"] == "told"
        assert ann.match(id).hints == (1, 0)

    play_through(story)


def test_at_one_screen_too(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        id = await against_bot(ann, opponent={"kind": "hot_seat"})
        assert (await ann.asks("hint", match=id, position=1))["action"]

    play_through(story)


def test_not_between_people(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        id, _ = await begun(ann, bob)
        assert (await ann.asks("hint", match=id, position=1))["code"] == "no_hints"
        assert (await bob.asks("hint", match=id, position=1))["code"] == "no_hints"

    play_through(story)


def test_not_for_those_who_watch_nor_for_another_position(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        id = await against_bot(ann)
        assert (await bob.asks("hint", match=id, position=1))["code"] == "not_yours"
        assert (await ann.asks("hint", match=id, position=7))["code"] == "stale"

    play_through(story)
