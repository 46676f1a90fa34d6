"""Passwords by argon2id, in threads, never more at once than memory allows, and in turn for every address."""

from __future__ import annotations

import secrets

from pwdlib import PasswordHash

from quincunx.host.credentials import require_strong
from quincunx.server.fair_queue import FairQueue

MOST_WAITING = 50
NOBODY = ""  # for whom a hash is made before anybody asks


class Passwords:
    """Makes and checks hashes."""

    def __init__(self, at_once: int) -> None:
        self._hasher = PasswordHash.recommended()
        self.queue = FairQueue("passwords", at_once, MOST_WAITING)
        self._nobodys: str | None = None

    async def hash(self, password: str, whence: str, *, known: bool = False) -> str:
        """What to keep of a password that comes from there; a known device is not kept waiting."""
        return await self.queue.run(whence, lambda: self._hasher.hash(password), ahead=known)

    async def require_strong(self, password: str, name: str, whence: str) -> None:
        """Refused, with the reason, where a password for that name is easy to guess."""
        await self.queue.run(whence, lambda: require_strong(password, name))

    async def check(
        self, password: str, kept: str | None, whence: str, *, known: bool = False
    ) -> tuple[bool, str | None]:
        """Whether it is the password, and a hash to replace the old one where its cost is out of date.

        Where there is nobody of that name (None) it takes as long to say no: the time does not tell who is here.
        """
        if kept is None:
            nobodys = self._nobodys = self._nobodys or await self.hash(secrets.token_urlsafe(), whence)
            await self.queue.run(whence, lambda: self._hasher.verify(password, nobodys), ahead=known)
            return False, None
        return await self.queue.run(whence, lambda: self._hasher.verify_and_update(password, kept), ahead=known)

    async def warm_up(self) -> None:
        """Make the hash that nobody's password is compared with before the first one asks."""
        self._nobodys = await self.hash(secrets.token_urlsafe(), NOBODY)
