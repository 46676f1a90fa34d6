"""One running program per user: a second start asks the first one to open another window."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import threading
from collections.abc import Callable, Iterator
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path

from quincunx.clients.desktop.window_folder import LOOPBACK

try:
    import fcntl
except ImportError:  # Windows: two programs started at the same instant may both run
    fcntl = None  # type: ignore[assignment]

PATIENCE = 30.0  # seconds, for an instance that is just starting
MOST = 256  # bytes of a message
TROUBLES = (OSError, EOFError, ValueError, KeyError, TypeError, AuthenticationError)


class SingleInstance:
    """The running program's side: answers later starts."""

    def __init__(self, folder: Path) -> None:
        self._note = folder / "running.json"
        self._waiting: list[Connection] = []
        key = secrets.token_bytes(16)
        self._listener = Listener((LOOPBACK, 0), authkey=key)
        note = {"pid": os.getpid(), "port": self._listener.address[1], "key": key.hex()}
        _write(self._note, json.dumps(note))

    def attend(self, answer: Callable[[str], str]) -> None:
        """Start to answer. If the answer is empty, the other program waits for this one to exit and takes over."""
        threading.Thread(target=self._attend, args=(answer,), daemon=True).start()

    def _attend(self, answer: Callable[[str], str]) -> None:
        while True:
            try:
                line = self._listener.accept()
                reply = answer(line.recv_bytes(MOST).decode())
                if reply:
                    line.send_bytes(reply.encode())
                    line.close()
                else:
                    self._waiting.append(line)
            except (AuthenticationError, EOFError, ConnectionError):
                continue  # not one of our programs, or it did not wait
            except OSError:
                return  # closed

    def close(self) -> None:
        """Stop answering, and remove the note."""
        self._listener.close()
        with contextlib.suppress(*TROUBLES):
            if json.loads(self._note.read_text())["pid"] == os.getpid():
                self._note.unlink()


def ask_or_become(folder: Path, wanted: str) -> SingleInstance | str:
    """Send a request to the running program and return its answer; if none runs, become the instance."""
    with _alone(folder):
        return _ask(folder / "running.json", wanted) or SingleInstance(folder)


def _ask(note: Path, wanted: str) -> str:
    try:
        noted = json.loads(note.read_text())
        with Client((LOOPBACK, int(noted["port"])), authkey=bytes.fromhex(noted["key"])) as line:
            line.send_bytes(wanted.encode())
            return line.recv_bytes(MOST).decode() if line.poll(PATIENCE) else ""
    except TROUBLES:
        return ""  # nothing answers: a killed program leaves its note behind


def _write(path: Path, text: str) -> None:
    """Write a file atomically, readable by its owner only."""
    draft = path.with_suffix(".new")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
    draft.replace(path)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold a lock, so that of two programs started at once only one becomes the instance."""
    with (folder / "lock").open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
