"""Clients that read slowly or not at all: a limited number of bytes waits for them, and a long log comes in pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from live.long_matches import LONG, long_match
from live.players import Player, guest, play_through
from live.wires import CLOSE, TEXT, Wire, cuts, metric, until
from quincunx.server.live.log_pages import PAGE_BYTES, PAGE_EVENTS
from quincunx.server.live.send_buffers import MOST_A_LINE, MOST_A_NETWORK
from servers import Server, running

GOING_AWAY = 1001
SLOWLY = 12  # messages


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path_factory.mktemp('slow') / 'test.db'}"
    with running(database, messages_a_second=100_000) as server:
        yield server
        assert server.stop() == 0
        assert not [line for line in server.log if line["level"] == "error"]


def memory(server: Server) -> int:
    """The peak memory of the server's process, in bytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found
    return int(found[1]) * 1024


@pytest.fixture(scope="module")
def match(server: Server) -> str:
    """A long match of two guests."""
    people: list[Player] = []

    async def story() -> None:
        people.extend([await guest(server).come(), await guest(server).come()])
        for player in people:
            await player.go()

    play_through(story)
    return long_match(server, people[0].account, people[1].account)


def test_what_nobody_reads_does_not_pile_up_and_who_comes_back_goes_on(server: Server, match: str) -> None:
    Wire(server).close()
    before = memory(server)
    wires = [Wire(server) for _ in range(SLOWLY)]
    for wire in wires:
        for number in range(500):
            wire.say(type="watch", id=f"{number}", match=match)
    until(lambda: metric(server, 'quincunx_connections_cut_total{reason="too_slow"}') >= SLOWLY)
    assert metric(server, "quincunx_outgoing_bytes") <= MOST_A_NETWORK
    assert memory(server) - before < 10 * MOST_A_NETWORK
    assert cuts(server, "too_slow")
    for wire in wires:
        *told, end = wire.frames()
        texts = [frame.data for frame in told if frame.kind == TEXT]
        assert json.loads(texts[-1]) == {"type": "goodbye", "reason": "too_slow", "after": 1000}
        assert (end.kind, end.code) == (CLOSE, GOING_AWAY)
        assert sum(map(len, texts)) < 20 * MOST_A_LINE
        wire.close()
    again = Wire(server)
    again.say(type="watch", id="again", match=match, since=LONG - 1)
    assert again.hears(type="events")["first"] == LONG
    again.close()
    until(lambda: metric(server, "quincunx_outgoing_bytes") == 0)


def test_a_long_log_comes_in_pages_and_news_after_the_last(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        match = long_match(server, ann.account, bob.account)
        eve = Wire(server)
        versions: list[int] = []

        def page() -> bool:
            eve.say(type="watch", id="page", match=match, since=len(versions))
            while (told := eve.hears())["type"] != "events":
                pass
            assert len(json.dumps(told["events"])) < 2 * PAGE_BYTES
            assert len(told["events"]) <= PAGE_EVENTS
            versions.extend(range(told["first"], told["first"] + len(told["events"])))
            return bool(told.get("more"))

        assert page()
        for player in (ann, bob):
            await player.watches(match)
            assert len(player.logs[match]) == LONG
        played = await ann.plays(match, "f3-e3")  # not sent to eve yet: she is missing events before it
        assert played["type"] == "ack", played
        while page():
            assert len(versions) % PAGE_EVENTS == 0
        assert versions == list(range(1, played["last"] + 1))
        await bob.sees(match, played["last"])
        answer = await bob.plays(match, "c6-d6")
        news = eve.hears(type="events")
        assert (news["first"], "more" in news) == (answer["last"], False)
        eve.close()
        await ann.go()
        await bob.go()

    play_through(story)


def test_who_wants_scenes_gets_the_newest_with_the_last_page(server: Server, match: str) -> None:
    until(lambda: metric(server, "quincunx_matches_in_memory") == 0)
    eve = Wire(server)
    since, scenes = 0, []
    more = True
    while more:
        eve.say(type="watch", id="page", match=match, since=since, scene=True)
        told = eve.hears(type="events")
        since += len(told["events"])
        more = told.get("more", False)
        scenes.append(len(told.get("scenes", [])))
        assert metric(server, "quincunx_matches_in_memory") == 1  # it is not replayed for every page
    assert (since, scenes[-1], sum(scenes)) == (LONG, 1, 1)
    eve.close()
    reader = Wire(server)
    reader.say(type="watch", id="page", match=match)
    assert reader.hears(type="events")["more"]
    reader.close()
    until(lambda: metric(server, "quincunx_matches_in_memory") == 0)  # nor is it kept for a client that has left
