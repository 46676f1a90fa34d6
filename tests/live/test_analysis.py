"""Analysis over the WebSocket: deeper and deeper, one per account, and stopped when nobody listens."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from live.players import Player, guest, play_through, stranger
from quincunx.protocol import messages
from servers import Server

CHESS = {"game": "chess"}
MATE = CHESS | {"position": "k7/8/2K5/8/8/8/8/1R6 w - - 0 1"}


async def found(player: Player, id: str) -> list[dict[str, Any]]:
    """All messages of an analysis, up to the last."""
    told = []
    while not told or not told[-1]["done"]:
        message = await player.hears("analysis")
        if message["for"] == id:
            told.append(message)
    return told


async def at_rest(server: Server) -> None:
    """Wait until no analysis is running on the server."""
    async with httpx.AsyncClient() as client:
        while "\nquincunx_analyses 0.0\n" not in (await client.get(f"{server.url}/metrics")).text:
            await asyncio.sleep(0.05)  # analyses get the time that other tests leave


def test_it_gets_deeper_until_it_is_done(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        assert (await ann.asks("analyse", id="look", study=CHESS, lines=2, seconds=0.3))["type"] == "ack"
        told = await found(ann, "look")
        assert [message["depth"] for message in told[:-1]] == list(range(1, len(told)))
        last = told[-1]
        assert (last["unit"], len(last["lines"])) == ({"code": "search.unit.pawns"}, 2)
        told_of_line = {"action", "actions", "notation", "cells", "score", "wins_in", "chance", "exact", "table"}
        assert set(last["lines"][0]) == told_of_line
        assert last["lines"][0]["action"] == last["lines"][0]["actions"][0]
        await at_rest(server)

    play_through(story)


def test_a_win_is_told_in_turns(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        await ann.does("analyse", id="mate", study=MATE, lines=1)
        line = (await found(ann, "mate"))[-1]["lines"][0]
        assert (line["action"], line["score"], line["wins_in"], line["chance"]) == ("c6-c7", None, 2, 1.0)
        assert line["cells"] == [[42, 50]]

    play_through(story)


def test_another_takes_its_place_and_stop_ends_it(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        await ann.does("analyse", id="first", study=CHESS)
        await ann.hears("analysis")
        await ann.does("analyse", id="second", study={"game": "cengers"})
        ann.told.clear()
        while (await ann.hears("analysis"))["for"] != "second":
            raise AssertionError("told of what it no longer looks at")
        await ann.does("stop")
        await at_rest(server)
        ann.told.clear()
        await ann.does("ping")
        assert not [message for message in ann.told if message["type"] == "analysis"]

    play_through(story)


def test_the_end_of_the_line_is_the_end_of_the_work(server: Server) -> None:
    async def story() -> None:
        for _ in range(3):
            ann = await guest(server).come()
            await ann.does("analyse", study={"game": "hnefatafl"}, seconds=60)
            await ann.hears("analysis")
            await ann.go()
        await asyncio.wait_for(at_rest(server), 30)  # much less than the minute that was asked for

    play_through(story)


def test_a_second_window_does_not_end_what_the_first_looks_at(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        other = await ann.another_tab().come()
        await ann.does("analyse", id="look", study=CHESS, seconds=0.5)
        await other.go()
        assert (await found(ann, "look"))[-1]["lines"]

    play_through(story)


def test_whoever_waits_gets_a_turn(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        await ann.does("analyse", id="long", study={"game": "hnefatafl"}, seconds=60)
        await ann.hears("analysis")
        await bob.does("analyse", id="short", study=MATE, seconds=60)
        assert (await found(bob, "short"))[-1]["lines"]
        assert (await found(ann, "long"))[-1]["lines"]

    play_through(story)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"study": {"game": "nothing"}}, "invalid"),
        ({"study": CHESS | {"actions": ["e2-e5"]}}, "illegal"),
        ({"study": CHESS | {"position": "x"}}, "invalid"),
        ({"study": CHESS, "lines": 6}, "malformed"),
        ({"study": CHESS, "seconds": 0}, "malformed"),
        ({}, "malformed"),
    ],
)
def test_what_makes_no_sense_is_refused(server: Server, fields: dict[str, Any], code: str) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        assert (await ann.asks("analyse", **fields))["code"] == code

    play_through(story)


def test_it_is_for_those_who_have_an_account(server: Server) -> None:
    async def story() -> None:
        nobody = await stranger(server).come()
        assert (await nobody.asks("analyse", study=CHESS))["code"] == "not_logged_in"
        assert (await nobody.asks("stop"))["code"] == "not_logged_in"

    play_through(story)


def test_a_game_that_is_over_has_no_lines(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        over = CHESS | {"actions": ["f2-f3", "e7-e5", "g2-g4", "d8-h4"]}
        await ann.does("analyse", id="over", study=over)
        assert [message["lines"] for message in await found(ann, "over")] == [[]]

    play_through(story)


def test_what_is_told_has_every_field() -> None:
    told = messages.Analysis(asked="x", depth=0, nodes=0, done=False, unit="men", lines=[])
    assert messages.write(told) == (
        '{"type":"analysis","for":"x","depth":0,"nodes":0,"done":false,"unit":"men","lines":[]}'
    )
