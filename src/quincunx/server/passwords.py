"""Passwords by argon2id, in threads, and never more at once than memory allows."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import TypeVar

from pwdlib import PasswordHash

from quincunx.play.refused import Refused
from quincunx.server.weakness import told, weakness

T = TypeVar("T")

MOST_WAITING = 50


class TooBusy(Exception):
    """More people wait for a hash than could be served soon."""


class Passwords:
    """Makes and checks hashes."""

    def __init__(self, at_once: int) -> None:
        self._hasher = PasswordHash.recommended()
        self._turns = asyncio.Semaphore(at_once)
        self._waiting = 0
        self._nobodys: str | None = None

    async def hash(self, password: str) -> str:
        """What to keep of a password."""
        return await self._run(lambda: self._hasher.hash(password))

    async def require_strong(self, password: str, name: str) -> None:
        """Refused, with the reason, where a password for that name is easy to guess."""
        reason = await self._run(lambda: weakness(password, name))
        if reason:
            raise Refused("weak_password", told(reason))

    async def check(self, password: str, kept: str | None) -> tuple[bool, str | None]:
        """Whether it is the password, and a hash to replace the old one where its cost is out of date.

        Where there is nobody of that name (None) it takes as long to say no: the time does not tell who is here.
        """
        if kept is None:
            self._nobodys = self._nobodys or await self.hash(secrets.token_urlsafe())
            await self._run(lambda: self._hasher.verify(password, self._nobodys or ""))
            return False, None
        return await self._run(lambda: self._hasher.verify_and_update(password, kept))

    async def warm_up(self) -> None:
        """Make the hash that nobody's password is compared with before the first one asks."""
        self._nobodys = await self.hash(secrets.token_urlsafe())

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise TooBusy
        self._waiting += 1
        try:
            async with self._turns:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1
