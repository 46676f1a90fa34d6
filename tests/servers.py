"""Real server processes for tests, on loopback ports that the system chooses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx
import msgspec

import commands
from quincunx.words import Text
from quincunx.words.wire import decode_text

Process = commands.Command | subprocess.Popen[bytes]

DEADLINE = 180  # seconds for anything that must happen: only a hang takes this long, even on a slow and busy machine


class Server:
    """A running `quincunx serve`, its address and its log."""

    READY = "listening"  # logged when it has started
    DEFAULTS: Mapping[str, object] = {"accounts_per_hour": 1_000_000, "connections_an_address": 2_000}

    def __init__(self, database: str, **settings: object) -> None:
        self.database = database
        self.settings = {**self.DEFAULTS, **settings}
        self.log: list[dict[str, Any]] = []
        self.output: list[str] = []
        self._heard = threading.Condition()
        self.port = 0
        self.start()

    def words(self) -> list[str]:
        """The command and its arguments."""
        return ["serve", "--port", str(self.port), "--database", self.database]

    def begin(self, words: list[str], environment: dict[str, str], errors: int) -> Process:
        """Start the process."""
        with open(os.devnull, "r+b") as nothing:
            none = nothing.fileno()
            return commands.start(*words, stdin=none, stdout=none, stderr=errors, environment=environment)

    def start(self) -> None:
        """Start the process and wait until it listens; after a restart, on the same port as before."""
        given = {f"QUINCUNX_{name.upper()}": str(value) for name, value in self.settings.items()}
        reading, writing = os.pipe()
        self.process = self.begin(self.words(), os.environ | given, writing)
        os.close(writing)
        ready, before = threading.Event(), len(self.log)
        self._reader = threading.Thread(target=self._read, args=(reading, ready), daemon=True)
        self._reader.start()
        ready.wait(DEADLINE)
        if self.READY not in [line["what"] for line in self.log[before:]]:
            self.kill()
            raise AssertionError("the server did not start:\n" + "".join(self.output))

    def _read(self, log: int, ready: threading.Event) -> None:
        with os.fdopen(log, encoding="utf-8") as stream:
            for text in stream:
                self.output.append(text)
                if text.startswith("{"):
                    self._note_line(json.loads(text), ready)
        ready.set()

    def _note_line(self, line: dict[str, Any], ready: threading.Event) -> None:
        with self._heard:
            self.log.append(line)
            self._heard.notify_all()
        if line["what"] == "listening":
            self.port = line["port"]
        if line["what"] == self.READY:
            ready.set()

    def wait_for_log(self, what: str, **fields: object) -> dict[str, Any]:
        """Wait for a log line with these fields."""

        def found() -> dict[str, Any] | None:
            wanted = {"what": what, **fields}
            return next((line for line in self.log if wanted.items() <= line.items()), None)

        with self._heard:
            line = self._heard.wait_for(found, DEADLINE)
        assert line, f"not logged: {what} {fields}\n" + "".join(self.output)
        return line

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, **options: Any) -> httpx.Client:
        """A client that keeps its cookies, like a browser."""
        return httpx.Client(base_url=self.url, timeout=DEADLINE, **options)

    def guest(self) -> httpx.Client:
        """A client that plays as a guest."""
        client = self.client()
        assert client.post("/api/guest").status_code == 201
        return client

    def member(self, name: str, password: str = "correct horse") -> httpx.Client:
        """A newly registered client."""
        client = self.client()
        done = client.post("/api/register", json={"name": name, "password": password})
        assert done.status_code == 201, done.text
        return client

    def kill(self) -> None:
        """Kill it, like a power cut."""
        self.process.kill()
        self._ended()

    def freeze(self) -> None:
        """Suspend the process."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume the process."""
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> int:
        """Stop the server gracefully; returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def _ended(self) -> int:
        code = self.process.wait(DEADLINE)
        self._reader.join(DEADLINE)
        assert not self._reader.is_alive(), f"something that the server started lives on:\n{_processes()}"
        return code


def _processes() -> str:
    return subprocess.run(["ps", "-eo", "pid,ppid,stat,etime,args"], capture_output=True, text=True).stdout


class Workers(Server):
    """A running `quincunx workers`, which reports its health on a port."""

    READY = "working"

    def words(self) -> list[str]:
        """The command and its arguments."""
        return ["workers", "--port", str(self.port), "--database", self.database]


class Installed(Server):
    """The same, started by the installed command, with the usual cost of passwords."""

    def begin(self, words: list[str], environment: dict[str, str], errors: int) -> Process:
        """Start the process."""
        return subprocess.Popen([sys.executable, "-m", "quincunx", *words], env=environment, stderr=errors)


def english(text: object) -> str:
    """A text in an answer or a message, in English."""
    return str(msgspec.convert(text, Text, dec_hook=decode_text))


def said(answer: httpx.Response) -> str:
    """The message of a refusal, in English."""
    return english(answer.json()["message"])


@contextmanager
def running(database: str, kind: type[Server] = Server, **settings: object) -> Iterator[Server]:
    """A server that runs until the end of the block."""
    server = kind(database, **settings)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
