"""Clients that send too many frames or bytes, or never finish a message, are cut off; others notice nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from live.players import begun, guest, play_through
from live.wires import CLOSE, CONTINUATION, PING, PONG, TEXT, Wire, cuts, frame, metric
from servers import Server, running

POLICY = 1008
MANY = 20_000


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its usual message limits and little patience; a local proxy reports the clients' addresses."""
    database = f"sqlite:///{tmp_path_factory.mktemp('floods') / 'test.db'}"
    with running(database, body_seconds=1, ping_seconds=60, trusted_proxies="127.0.0.1") as server:
        yield server


def flooded(server: Server, whence: str, *flood: bytes) -> int:
    """The close code after a flood."""
    wire = Wire(server, **{"X-Forwarded-For": whence})
    wire.send(*flood)
    end = [one for one in wire.frames() if one.kind == CLOSE]
    wire.close()
    return end[0].code if end else 0


@pytest.mark.parametrize(
    ("whence", "flood"),
    [
        ("192.0.2.1", (frame(TEXT, b"x", ends=False), frame(CONTINUATION, ends=False) * MANY)),
        ("192.0.2.2", (frame(PING) * MANY,)),
        ("192.0.2.3", (frame(PONG, b"unasked") * MANY,)),
        ("192.0.2.4", (frame(TEXT, b"x", ends=False), (frame(CONTINUATION, ends=False) + frame(PING)) * MANY)),
    ],
    ids=["continuations", "pings", "pongs", "mixed"],
)
def test_frames_of_every_kind_count(strict: Server, whence: str, flood: tuple[bytes, ...]) -> None:
    before = metric(strict, 'quincunx_connections_cut_total{reason="frames"}')
    assert flooded(strict, whence, *flood) == POLICY
    assert flooded(strict, whence, *flood) == POLICY
    assert metric(strict, 'quincunx_connections_cut_total{reason="frames"}') == before + 2
    assert len(cuts(strict, "frames", whence)) == 1  # no second line within the minute


def test_bytes_count_too(strict: Server) -> None:
    """Few messages, but large ones."""
    flood = frame(TEXT, b"x" * 60_000) * 40
    assert flooded(strict, "192.0.2.5", flood) == POLICY
    assert cuts(strict, "bytes", "192.0.2.5")


def test_a_message_that_is_never_finished_is_not_waited_for(strict: Server) -> None:
    for part in (frame(TEXT, b"{", ends=False), frame(TEXT, b"x" * 1000)[:500]):
        assert flooded(strict, "192.0.2.6", part) == POLICY
    assert len(cuts(strict, "unfinished", "192.0.2.6")) == 1


def test_a_message_in_many_parts_is_answered(strict: Server) -> None:
    wire = Wire(strict)
    parts = [b'{"type":', b'"ping",', b'"id":', b'"parts"}']
    wire.send(frame(TEXT, parts[0], ends=False), frame(PING, b"between"))
    wire.send(*(frame(CONTINUATION, part, ends=part is parts[-1]) for part in parts[1:]))
    assert wire.hears(id="parts")["type"] == "pong"
    wire.close()


def test_play_goes_on_while_lines_flood(strict: Server) -> None:
    """Every move is answered between two floods; a server that parses all of it at once answers none for seconds."""

    async def story() -> None:
        ann, bob = await guest(strict).come(), await guest(strict).come()
        id, (x, o) = await begun(ann, bob)
        for mover, action in ((x, "f3-e3"), (o, "c6-d6")):
            wires = [Wire(strict) for _ in range(4)]
            for wire in wires:
                wire.send(frame(TEXT, b"x", ends=False), frame(CONTINUATION, ends=False) * MANY)
            answer = await mover.plays(id, action)
            assert answer["type"] == "ack", answer
            for wire in wires:
                assert wire.frames()[-1].code == POLICY
                wire.close()
            for player in (x, o):
                await player.sees(id, answer["last"])
        await ann.go()
        await bob.go()

    play_through(story)
