"""Notices when the servers or the database answer late because this machine is too busy, which no fault explains.

It asks them itself, so what it knows does not depend on what they say about themselves.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple

import psycopg

from chaos.outages import Outages

EVERY = 0.5  # seconds between two requests
LATE = 1.0  # seconds from a request to its answer
PATIENCE = 60.0  # seconds


class Watched(NamedTuple):
    """Something that is asked regularly, and the servers that cannot work while it does not answer."""

    ask: Callable[[], object]
    stalls: Sequence[str]


class Watchdog:
    """Threads that ask, and note as outages how long they waited. What refuses an answer is not late."""

    def __init__(self, watched: Sequence[Watched], outages: Outages, now: Callable[[], float]) -> None:
        self._outages = outages
        self._now = now
        self._ending = threading.Event()
        self._threads = [threading.Thread(target=self._watch, args=(one,), daemon=True) for one in watched]

    def start(self) -> None:
        """Start to ask."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop, once everything has answered."""
        self._ending.set()
        for thread in self._threads:
            thread.join()

    def _watch(self, watched: Watched) -> None:
        while not self._ending.wait(EVERY):
            since = self._now()
            with suppress(OSError, HTTPException, psycopg.Error):
                watched.ask()
            if self._now() - since > LATE:
                self._outages.note_stall(watched.stalls, since, self._now())


def watch_site(servers: Mapping[str, int], database: str, outages: Outages, now: Callable[[], float]) -> Watchdog:
    """A watchdog for servers, by name and port, and their database."""
    watched = [Watched(partial(ask_server, port), [name]) for name, port in servers.items()]
    return Watchdog([*watched, Watched(partial(ask_database, database), list(servers))], outages, now)


def ask_server(port: int) -> None:
    """Ask a server whether it is alive."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/health")
        connection.getresponse().read()
    finally:
        connection.close()


def ask_database(url: str) -> None:
    """Let the database commit a transaction."""
    with psycopg.connect(url, connect_timeout=int(PATIENCE)) as connection:
        connection.execute("SELECT pg_current_xact_id()")
