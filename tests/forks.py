"""Commands of the program in processes that are forked from one that has imported the server already.

To import it takes a second of processor time, and the tests start hundreds of servers. A password takes a fifth of a
second, on purpose, and they check thousands: there it costs next to nothing. What it costs elsewhere is tested in
web/test_passwords.py; where a test needs that passwords take their time, it starts the program itself (`Command`).
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

CHEAP = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1),))
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["quincunx.cli", "quincunx.server.serve"])


class Fork:
    """A running command: what tests use of `subprocess.Popen`."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        reader, writer = CONTEXT.Pipe(duplex=False)
        self._process = CONTEXT.Process(target=_run, args=(list(words), dict(environment), writer))
        self._process.start()
        writer.close()
        self.stderr = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")
        reader.close()

    @property
    def pid(self) -> int:
        pid = self._process.pid
        assert pid is not None
        return pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float) -> int:
        self._process.join(timeout)
        code = self._process.exitcode
        assert code is not None, "it does not end"
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def _run(words: list[str], environment: dict[str, str], errors: Connection) -> None:
    """What the new process does."""
    os.dup2(errors.fileno(), sys.stderr.fileno())
    errors.close()
    sys.stderr = os.fdopen(sys.stderr.fileno(), "w", buffering=1, closefd=False)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["quincunx", *words]
    PasswordHash.recommended = classmethod(lambda cls: CHEAP)  # type: ignore[method-assign, assignment]
    from quincunx.cli import main

    main(words)
