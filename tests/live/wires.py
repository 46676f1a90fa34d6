"""Raw sockets, for clients that break the rules: frames as bytes, and answers that are read when the test wants."""

from __future__ import annotations

import base64
import json
import os
import socket
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from servers import DEADLINE, Server

CONTINUATION, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA


class Frame(NamedTuple):
    """A frame sent by the server."""

    kind: int
    data: bytes

    @property
    def code(self) -> int:
        """The close code."""
        assert self.kind == CLOSE
        return int.from_bytes(self.data[:2], "big")


class Wire:
    """An anonymous WebSocket client, byte by byte."""

    def __init__(self, server: Server, **headers: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=DEADLINE)
        more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{more}\r\n".encode()
        )
        self._stream = self.socket.makefile("rb")
        self.answer = b""
        while not self.answer.endswith(b"\r\n\r\n"):
            byte = self._stream.read(1)
            assert byte, f"hung up after {self.answer!r}"
            self.answer += byte
        assert self.answer.startswith(b"HTTP/1.1 101"), self.answer

    def send(self, *frames: bytes) -> bool:
        """Send frames; returns False if the server takes no more."""
        try:
            self.socket.sendall(b"".join(frames))
        except OSError:
            return False
        return True

    def say(self, **message: Any) -> bool:
        """Send a message."""
        return self.send(frame(TEXT, json.dumps(message).encode()))

    def read(self) -> Frame | None:
        """The next frame; None when the server has closed the connection."""
        try:
            head = self._stream.read(2)
            if len(head) < 2:
                return None
            extended = {126: 2, 127: 8}.get(head[1], 0)
            length = int.from_bytes(self._stream.read(extended), "big") if extended else head[1]
            return Frame(head[0] & 0x0F, self._stream.read(length))
        except ConnectionError:
            return None

    def frames(self) -> list[Frame]:
        """All frames until the server closes the connection."""
        found = []
        while (one := self.read()) is not None:
            found.append(one)
            if one.kind == CLOSE:
                break
        return found

    def hears(self, **fields: Any) -> dict[str, Any]:
        """The next message with these fields."""
        while (one := self.read()) is not None:
            message: dict[str, Any] = json.loads(one.data) if one.kind == TEXT else {}
            if message and all(message.get(name) == value for name, value in fields.items()):
                return message
        raise AssertionError(f"hung up before {fields}")

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()
        self.socket.close()


def frame(kind: int, data: bytes = b"", *, ends: bool = True) -> bytes:
    """A client frame; its mask changes nothing."""
    length = len(data)
    size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
    return bytes([(0x80 if ends else 0) | kind]) + size + bytes(4) + data


def metric(server: Server, name: str) -> float:
    """A metric of the server; 0 if it has not been counted yet."""
    with server.client() as client:
        lines = client.get("/metrics").text.splitlines()
    return next((float(line.rsplit(" ", 1)[1]) for line in lines if line.rsplit(" ", 1)[0] == name), 0.0)


def until(holds: Callable[[], object]) -> None:
    """Poll until the condition holds."""
    deadline = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.02)


def cuts(server: Server, reason: str, network: str = "127.0.0.1") -> list[dict[str, Any]]:
    """The log lines about connections cut off for a reason; waits for at least one."""

    def found() -> list[dict[str, Any]]:
        told = [line for line in server.log if line["what"] == "cut off"]
        return [line for line in told if (line["reason"], line["network"]) == (reason, network)]

    until(found)
    return found()
