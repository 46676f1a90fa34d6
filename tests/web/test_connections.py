"""Connections that are held open: half-sent requests, idle ones, unread answers. The server survives them."""

from __future__ import annotations

import contextlib
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from live.wires import Wire, cuts, metric, until
from quincunx.server.wire.stalled_reader import StalledReader
from servers import DEADLINE, Server, running

HALF = b"GET /health HTTP/1.1\r\nHost: HERE\r\nX-Slow: "
WHOLE = b"GET /health HTTP/1.1\r\nHost: HERE\r\n\r\n"
OPEN, AN_ADDRESS = 60, 40
MOST_TAKEN = 20_000_000  # bytes: unread data is in the system's buffers


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little patience."""
    database = f"sqlite:///{tmp_path_factory.mktemp('connections') / 'test.db'}"
    with running(
        database,
        connections=OPEN,
        connections_an_address=AN_ADDRESS,
        head_seconds=1,
        body_seconds=1,
        idle_seconds=1,
        slow_seconds=1,
    ) as server:
        yield server
        assert server.stop() == 0
        assert not [line for line in server.log if line["level"] == "error"]


def connect(server: Server, sent: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=DEADLINE)
    line.sendall(to(server, sent))
    return line


def to(server: Server, sent: bytes) -> bytes:
    """Insert the server's own name into the requests."""
    return sent.replace(b"HERE", f"127.0.0.1:{server.port}".encode())


def answer(line: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    found = b""
    try:
        while data := line.recv(65536):
            found += data
    except ConnectionError:
        pass
    line.close()
    return found


def test_half_sent_requests_do_not_take_the_server_down(tmp_path: Path) -> None:
    """More than there are descriptors: excess ones are refused, the rest time out, and other clients are served."""
    with running(
        f"sqlite:///{tmp_path / 'test.db'}", connections=100, connections_an_address=50, head_seconds=2
    ) as server:
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (220, 220))
        with ExitStack() as held:
            lines = [held.enter_context(connect(server, HALF)) for _ in range(400)]
            answers = [answer(line) for line in lines]
        kinds = [said.split(b"\r\n")[0] for said in answers]
        assert set(kinds) <= {b"HTTP/1.1 503 Service Unavailable", b"HTTP/1.1 408 Request Timeout", b""}
        assert kinds.count(b"HTTP/1.1 408 Request Timeout") >= 50
        with server.client() as client:
            assert client.get("/health").status_code == 200
            assert client.post("/api/guest").status_code == 201  # the database still has enough descriptors
        assert len(cuts(server, "connections_an_address")) == len(cuts(server, "head")) == 1


def test_a_head_that_trickles_is_not_waited_for(strict: Server) -> None:
    line = connect(strict, WHOLE)
    line.recv(100)
    line.sendall(HALF)  # also for the second request on a connection
    assert b"HTTP/1.1 408 Request Timeout" in answer(line)


def test_nor_is_a_body(strict: Server) -> None:
    head = b"POST /api/login HTTP/1.1\r\nHost: HERE\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    assert answer(connect(strict, head)).startswith(b"HTTP/1.1 408 Request Timeout")
    assert len(cuts(strict, "body")) == 1


def test_nor_the_rest_of_a_body_that_is_refused_already(strict: Server) -> None:
    line = connect(strict, b"POST /api/login HTTP/1.1\r\nHost: HERE\r\nContent-Length: 99999999\r\n\r\n")
    said = answer(line)
    assert said.startswith(b"HTTP/1.1 4")
    assert b"408" not in said


def test_a_body_in_crumbs_is_read_bit_by_bit_and_only_so_far(strict: Server) -> None:
    head = b"POST /api/login HTTP/1.1\r\nHost: HERE\r\nTransfer-Encoding: chunked\r\n\r\n"
    line = connect(strict, head)
    taken = 0
    with contextlib.suppress(OSError):
        while line.send(b"1\r\n \r\n" * 1000):
            taken += 6000
    line.close()
    assert taken < MOST_TAKEN


def test_a_connection_that_says_nothing_is_closed_without_a_word(strict: Server) -> None:
    before = len(strict.log)
    assert answer(connect(strict)) == b""
    kept = connect(strict, WHOLE)
    assert answer(kept).count(b"HTTP/1.1 200") == 1
    assert not [line for line in strict.log[before:] if line["what"] == "cut off"]


def test_a_handshake_that_trickles_is_not_waited_for(strict: Server) -> None:
    line = connect(strict, b"GET /live HTTP/1.1\r\nHost: HERE\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-")
    assert answer(line).startswith(b"HTTP/1.1 408")


def test_an_answer_that_nobody_reads_is_dropped(strict: Server) -> None:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", strict.port))
    line.settimeout(DEADLINE)
    line.sendall(to(strict, b"GET /api/games HTTP/1.1\r\nHost: HERE\r\n\r\n" * 50))
    until(lambda: metric(strict, 'quincunx_connections_cut_total{reason="stalled"}'))
    line.close()


def test_whoever_reads_slowly_takes_something() -> None:
    stall = StalledReader(100_000, 10.0)
    assert stall.seconds(98_000, 12.0) == 2.0
    assert stall.seconds(90_000, 13.0) == 0.0
    assert stall.seconds(90_000, 18.0) == 5.0


def test_a_connection_that_is_kept_for_later_makes_room(strict: Server) -> None:
    until(lambda: metric(strict, "quincunx_tcp_connections") == 1)
    wires = [Wire(strict) for _ in range(AN_ADDRESS - 2)]
    kept = connect(strict, WHOLE)
    assert kept.recv(100).startswith(b"HTTP/1.1 200")
    last = Wire(strict)  # the last allowed one; the next exceeds the limit
    assert answer(connect(strict, WHOLE)).startswith(b"HTTP/1.1 200")
    assert answer(kept).count(b"HTTP/1.1") == 0, "it has made room"
    for wire in (*wires, last):
        wire.close()


def test_an_address_has_so_many_connections_and_a_websocket_is_one_of_them(strict: Server) -> None:
    until(lambda: metric(strict, "quincunx_tcp_connections") == 1)  # those of other tests are closed
    wires = [Wire(strict) for _ in range(AN_ADDRESS - 1)]
    assert metric(strict, "quincunx_tcp_connections") == AN_ADDRESS
    last = Wire(strict)
    assert answer(connect(strict, WHOLE)).startswith(b"HTTP/1.1 503 Service Unavailable")
    for wire in (*wires, last):
        wire.close()
    assert len(cuts(strict, "connections_an_address")) == 1


def test_a_trusted_proxy_has_as_many_as_there_are(tmp_path: Path) -> None:
    with (
        running(
            f"sqlite:///{tmp_path / 'test.db'}", connections=OPEN, connections_an_address=5, trusted_proxies="127.0.0.1"
        ) as server,
        ExitStack() as held,
    ):
        wires = [Wire(server, **{"X-Forwarded-For": f"192.0.2.{number}"}) for number in range(OPEN)]
        assert answer(connect(server, WHOLE)).startswith(b"HTTP/1.1 503")
        assert [line["open"] for line in cuts(server, "connections", "")] == [OPEN]
        for wire in wires:
            held.callback(wire.close)


def test_descriptors_are_left_for_the_database() -> None:
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (300, 1000));"
        "from quincunx.server.wire.connection_limits import SPARE, room;"
        "print(room(100), room(10_000) + SPARE, resource.getrlimit(resource.RLIMIT_NOFILE)[0]);"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200)); print(room(10_000))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["100", "1000", "1000", "100"]
