"""`quincunx …` as separate processes that do not have to load the program first.

One process has loaded it, and forks for every command: importing the server takes a second of processor time, and the
tests start hundreds of commands. Four more things are cheaper there. Hashing a password takes a fifth of a second, on
purpose, and the tests check thousands: here it costs next to nothing (web/test_passwords.py tests the usual cost). The
lobby's list is never cached for a second (live/test_lobby_directory.py tests that it may be). Reviews and analyses get
a share of a busy machine, not only what it leaves idle (search/test_worker_process.py tests that they step back). And a
new SQLite database is a copy of an empty one (backends/test_schema.py tests how one is made).

A test that would otherwise have to wait too long changes constants through the environment variable TEST_CONSTANTS.

Tests that depend on how Python itself starts (its encoding, a terminal to write to), or on the usual cost of passwords,
need a fresh process: `python -m quincunx …`, or for a server `servers.Installed`.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

LOADED = (
    "quincunx.cli",
    "quincunx.clients.lesson_progress",
    "quincunx.clients.local.account",
    "quincunx.clients.local.new_match",
    "quincunx.clients.local.seat",
    "quincunx.clients.remote",
    "quincunx.clients.terminal.seats.player_data",
    "quincunx.clients.terminal.text.moderation",
    "quincunx.clients.terminal.lines.lesson",
    "quincunx.clients.terminal.seats.server_session",
    "quincunx.host.redis_bus",
    "quincunx.search.review",
    "quincunx.server.serve",
    "quincunx.store.export",
    "quincunx.store.upgrade",
    "sqlite3",
)
CHEAP = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1),))
LONGEST = 1 << 20  # bytes of a request or an answer


class Command:
    """A running command, with the part of a process's interface that the tests need."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._watched = os.pidfd_open(pid)
        self._code: int | None = None

    def poll(self) -> int | None:
        """The exit code if it has ended, else None; negative if a signal has ended it."""
        if self._code is None and select.select([self._watched], [], [], 0)[0]:
            self._code = _nursery().ask({"ended": self.pid})
            os.close(self._watched)
        return self._code

    def wait(self, timeout: float) -> int:
        """Wait for it to end; returns the exit code."""
        if self._code is None:
            select.select([self._watched], [], [], timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
        return code

    def kill(self) -> None:
        """Kill it, like a power cut."""
        self.send_signal(signal.SIGKILL)

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, unless it has ended already."""
        if self.poll() is None:
            os.kill(self.pid, number)


def start(
    *arguments: str, stdin: int, stdout: int, stderr: int, environment: Mapping[str, str] = os.environ
) -> Command:
    """Start the command with these three descriptors, which stay open here."""
    request = {"arguments": arguments, "environment": dict(environment), "folder": os.getcwd()}
    return Command(_nursery().ask(request, [stdin, stdout, stderr]))


def run(
    *arguments: str, typed: str = "", timeout: float = 120, environment: Mapping[str, str] = os.environ
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end, with the given text piped to it."""
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        outputs = {"stdout": out.fileno(), "stderr": err.fileno()}
        command = start(*arguments, stdin=reading, environment=environment, **outputs)
        os.close(reading)
        with contextlib.suppress(BrokenPipeError), os.fdopen(writing, "w", encoding="utf-8") as pipe:
            pipe.write(typed)
        try:
            code = command.wait(timeout)
        finally:
            command.kill()
        return subprocess.CompletedProcess(arguments, code, _text(out), _text(err))


def _text(file: Any) -> str:
    file.seek(0)
    return str(file.read().decode())


class _Nursery:
    """The process that has loaded the program, as used by the tests."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            number = theirs.fileno()
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(number)],
                pass_fds=[number],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        self._speaking = threading.Lock()
        atexit.register(self._end)

    def ask(self, request: dict[str, Any], descriptors: list[int] | None = None) -> int:
        """Send a request; returns the number it answers with."""
        with self._speaking:
            socket.send_fds(self._line, [json.dumps(request).encode()], descriptors or [])
            return int(self._line.recv(LONGEST))

    def _end(self) -> None:
        self._line.close()
        self._process.wait()


@cache
def _nursery() -> _Nursery:
    return _Nursery()


def _serve(line: socket.socket) -> list[str]:
    """Fork for every command. Returns in the child process, with its arguments; exits when the socket is closed."""
    while True:
        text, descriptors, _, _ = socket.recv_fds(line, LONGEST, 3)
        if not text:
            os._exit(0)
        request = json.loads(text)
        if "ended" in request:
            answer = os.waitstatus_to_exitcode(os.waitpid(request["ended"], 0)[1])
        else:
            answer = os.fork()
            if answer == 0:
                line.close()
                return _become(request, descriptors)
            for descriptor in descriptors:
                os.close(descriptor)
        line.send(str(answer).encode())


def _become(request: dict[str, Any], descriptors: list[int]) -> list[str]:
    for standard, descriptor in enumerate(descriptors):
        os.dup2(descriptor, standard)
        os.close(descriptor)
    sys.stdin = sys.__stdin__ = os.fdopen(0, closefd=False)
    sys.stdout = sys.__stdout__ = os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.__stderr__ = os.fdopen(2, "w", 1, errors="backslashreplace", closefd=False)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    for constant, value in json.loads(os.environ.get("TEST_CONSTANTS", "{}")).items():
        module, _, name = constant.rpartition(".")
        setattr(importlib.import_module(module), name, value)
    return list(request["arguments"])


class _EmptyDatabase:
    """A SQLite file with all tables, to be copied: creating them takes longer than most commands."""

    def __init__(self) -> None:
        from quincunx.store import upgrade

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "empty.db"
            upgrade.upgrade(f"sqlite:///{file}")
            self._content = file.read_bytes()
        self._missing = upgrade._missing
        upgrade._make_file = self.copy_to

    def copy_to(self, url: str) -> None:
        """Create a missing file, whole at once: another process may be about to open it."""
        file = self._missing(url)
        if file is not None:
            with contextlib.suppress(OSError), tempfile.TemporaryDirectory(dir=file.parent) as folder:
                copy = Path(folder) / "copy.db"
                copy.touch(0o600)
                copy.write_bytes(self._content)
                os.link(copy, file)


def _run_worker(line: Connection) -> None:
    """The main function of a worker's process, without the steps by which it leaves a busy machine to others."""
    from quincunx.search import worker_process

    worker_process._step_back = lambda: None
    worker_process.run_worker(line)


class _Leaving:
    """Python's exit, without the time it takes to tear down all loaded modules."""

    def __init__(self) -> None:
        self._code = 1
        atexit.register(self._leave)  # registered first, so called last

    def after(self, arguments: list[str]) -> NoReturn:
        """Run the command, and exit with its code."""
        try:
            main(arguments)
        except SystemExit as leaving:
            self._code = int(leaving.code or 0)
            raise

    def _leave(self) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(self._code)


if __name__ == "__main__":
    sys.path[0] = ""  # as with python -m: not the tests' folder
    _leaving = _Leaving()
    for _name in LOADED:
        importlib.import_module(_name)
    from quincunx.cli import main

    importlib.import_module("quincunx.server.live.lobby_directory").FRESH = 0  # type: ignore[attr-defined]
    importlib.import_module("quincunx.search.worker_process").run_worker = _run_worker  # type: ignore[attr-defined]
    _EmptyDatabase()
    PasswordHash.recommended = classmethod(lambda cls: CHEAP)  # type: ignore[method-assign, assignment]
    gc.freeze()  # loaded objects stay unchanged, and shared
    _leaving.after(_serve(socket.socket(fileno=int(sys.argv[1]))))
