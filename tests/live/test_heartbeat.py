"""A line that has gone dead without a word is found out and let go."""

from __future__ import annotations

import base64
import os
import socket
from pathlib import Path

from servers import DEADLINE, running

PING = 0x89  # how a frame with a ping begins


def frames(line: socket.socket) -> list[int]:
    """The first bytes of all frames until the server hangs up; none of them is answered."""
    found, stream = [], line.makefile("rb")
    while head := stream.read(2):
        length = head[1] if head[1] < 126 else int.from_bytes(stream.read(2), "big")
        stream.read(length)
        found.append(head[0])
    return found


def test_who_does_not_answer_pings_is_let_go(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'test.db'}", heartbeat_seconds=1) as server:
        line = socket.create_connection(("127.0.0.1", server.port), timeout=DEADLINE)
        key = base64.b64encode(os.urandom(16)).decode()
        line.sendall(
            f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += line.recv(1)
        assert answer.startswith(b"HTTP/1.1 101")
        assert PING in frames(line)
        line.close()
