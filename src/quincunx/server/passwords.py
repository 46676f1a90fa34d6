"""Password hashing with argon2id, in a limited number of threads (because of memory), with a fair queue by address."""

from __future__ import annotations

import secrets

from pwdlib import PasswordHash

from quincunx.host.credentials import require_strong
from quincunx.server.fair_queue import FairQueue

MOST_WAITING = 50
NOBODY = ""  # the queue's party for the hash that is created at startup


class Passwords:
    """Creates and checks password hashes."""

    def __init__(self, at_once: int) -> None:
        self._hasher = PasswordHash.recommended()
        self.queue = FairQueue("passwords", at_once, MOST_WAITING)
        self._nobodys: str | None = None

    async def hash(self, password: str, whence: str, *, known: bool = False) -> str:
        """Hash a password that comes from the network `whence`; a known device comes first in the queue."""
        return await self.queue.run(whence, lambda: self._hasher.hash(password), ahead=known)

    async def require_strong(self, password: str, name: str, whence: str) -> None:
        """Raise Refused, with the reason, if the password is easy to guess."""
        await self.queue.run(whence, lambda: require_strong(password, name))

    async def check(
        self, password: str, kept: str | None, whence: str, *, known: bool = False
    ) -> tuple[bool, str | None]:
        """Whether the password is right, and a new hash if the cost of the old one is out of date.

        If there is no such member (None), the check takes just as long, so that the time does not reveal who exists.
        """
        if kept is None:
            nobodys = self._nobodys = self._nobodys or await self.hash(secrets.token_urlsafe(), whence)
            await self.queue.run(whence, lambda: self._hasher.verify(password, nobodys), ahead=known)
            return False, None
        return await self.queue.run(whence, lambda: self._hasher.verify_and_update(password, kept), ahead=known)

    async def warm_up(self) -> None:
        """Create the hash that is used for unknown names, before the first request needs it."""
        self._nobodys = await self.hash(secrets.token_urlsafe(), NOBODY)
