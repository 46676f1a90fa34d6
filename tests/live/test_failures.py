"""What a server answers when it cannot write, and that it recovers by itself when it can."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from live.players import UNTIMED, begun, guest, play_through, stranger
from servers import Server, english, running

NO_LIMIT = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """Prevent the server's files from growing, as on a full disk."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, NO_LIMIT)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that may log errors."""
    with running(f"sqlite:///{tmp_path / 'test.db'}", messages_a_second=100_000) as server:
        yield server


def test_a_move_that_cannot_be_written_is_refused_and_goes_through_when_it_can_be(own_server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(own_server).come(), await guest(own_server).come()
        match, (x, o) = await begun(ann, bob)
        with full_disk(own_server):
            refused = await x.plays(match, "f3-e3", "the move")
            assert (refused["type"], refused["code"]) == ("refused", "busy")
            assert "disk is full" in english(refused["sentence"])
            assert (await o.asks("ping"))["type"] == "pong"  # both connections stay open
            watcher = await stranger(own_server).come()  # the stored matches can still be read
            await watcher.does("watch", match=match)
            assert watcher.logs[match] == x.logs[match]
            assert own_server.client().get("/api/watch").status_code == 200
            await watcher.go()
        assert (await x.plays(match, "f3-e3", "the move"))["type"] == "ack"
        await o.sees(match, len(x.logs[match]))
        assert (await o.plays(match, "c6-d6"))["type"] == "ack"
        lines = [line for line in own_server.log if line["what"] == "busy"]
        assert [(line["level"], line["asked"]) for line in lines] == [("warning", "Command")]
        assert not [line for line in own_server.log if line["level"] == "error"]
        await ann.go()
        await bob.go()

    play_through(story)


def test_a_bot_answers_when_the_disk_has_room_again(own_server: Server) -> None:
    async def story() -> None:
        ann = await guest(own_server).come()
        bot = {"kind": "bot", "level": 1}
        match = (await ann.does("create", game="cengers", clock=UNTIMED, colour="first", opponent=bot))["match"]
        await ann.does("watch", match=match)
        with full_disk(own_server):
            assert (await ann.plays(match, "f3-e3", "again and again"))["code"] == "busy"
        assert (await ann.plays(match, "f3-e3", "again and again"))["type"] == "ack"
        await ann.until(lambda: ann.match(match).state.to_move == 0 and ann.match(match).state.ply >= 2)
        await ann.go()

    play_through(story)
