"""Messages for accounts that are connected to other processes of the site, and what to do when some were missed.

A missed message costs a moment: the account's session is checked again, and its clients get the list of its matches.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from itertools import islice

import msgspec

from quincunx.host.bus import Bus
from quincunx.host.live_matches import LiveMatches
from quincunx.protocol import messages
from quincunx.server.live.connection import Connection
from quincunx.server.live.listed_matches import listed_matches
from quincunx.store.store import Store

log = logging.getLogger("quincunx.live")

CHANGED = "accounts"  # the topic of accounts that were renamed, banned or deleted
CHECK_EVERY = 1.0  # seconds between two checks while the bus is not connected
AT_ONCE = 50  # accounts per check

AccountMessage = messages.Paired | messages.Challenged | messages.Reviewed


class Drop(msgspec.Struct, frozen=True, tag_field="type", tag="drop"):
    """The account has been logged out, so all of its connections have to be closed."""


_DROP = msgspec.json.encode(Drop())
_HINTS: msgspec.json.Decoder[AccountMessage | Drop] = msgspec.json.Decoder(AccountMessage | Drop)


def tell_elsewhere(bus: Bus, account: str, message: AccountMessage) -> None:
    """Send a message to all connections of an account in other processes."""
    if bus.is_shared:
        bus.publish(_topic(account), messages.write(message).encode())


class AccountHints:
    """Carries the messages for accounts between the processes."""

    def __init__(
        self,
        bus: Bus,
        store: Store,
        matches: LiveMatches,
        connections: Mapping[str, Collection[Connection]],
        forget: Callable[[str], Awaitable[None]],
    ) -> None:
        self._bus = bus
        self._store = store
        self._matches = matches
        self._connections = connections
        self._forget = forget
        self._followed: dict[str, Callable[[], None]] = {}
        self._uncertain: dict[str, None] = {}  # accounts whose messages may have been missed
        self._changed: dict[str, None] = {}  # accounts to forget
        self._names_uncertain = False
        self._wake = asyncio.Event()
        bus.on_connected.append(lambda connected: self._wake.set())

    def follow(self, account: str) -> None:
        """Receive the messages for an account that has connected here."""
        if account and account not in self._followed and self._bus.is_shared:
            topic = _topic(account)
            self._followed[account] = self._bus.follow(
                topic, lambda hint: self._on_hint(account, hint), lambda: self._on_missed(account)
            )

    def unfollow(self, account: str) -> None:
        """Stop receiving them, because the account has no connection here any more."""
        stop = self._followed.pop(account, None)
        if stop is not None:
            stop()

    def tell(self, account: str, message: AccountMessage) -> None:
        """Send a message to all connections of an account, in all processes."""
        self.tell_here(account, message)
        tell_elsewhere(self._bus, account, message)

    def drop(self, account: str) -> None:
        """Close all connections of an account, in all processes."""
        self._drop_here(account)
        if self._bus.is_shared:
            self._bus.publish(_topic(account), _DROP)

    def change(self, account: str) -> None:
        """Have the other processes forget what they know of an account."""
        if self._bus.is_shared:
            self._bus.publish(CHANGED, account.encode())

    def start(self) -> None:
        """Start to receive hints about changed accounts."""
        self._bus.follow(CHANGED, self._on_change, self._on_names_missed)

    async def run(self) -> None:
        """Handle hints, and check for missed ones, until cancelled."""
        while True:
            await self._wait()
            try:
                await self._check_some()
            except Exception as error:
                log.warning("accounts not checked", extra={"reason": str(error)})

    # -- from other processes --

    def _on_hint(self, account: str, hint: bytes) -> None:
        with suppress(msgspec.MsgspecError):  # from a newer version of the program, whose hints say more
            message = _HINTS.decode(hint)
            if isinstance(message, Drop):
                self._drop_here(account)
            else:
                self.tell_here(account, message)

    def _on_change(self, hint: bytes) -> None:
        self._changed[hint.decode()] = None
        self._wake.set()

    def _on_missed(self, account: str) -> None:
        self._uncertain[account] = None
        self._wake.set()

    def _on_names_missed(self) -> None:
        self._names_uncertain = True
        self._wake.set()

    def tell_here(self, account: str, message: AccountMessage) -> None:
        """Send a message to the connections here; those without the scope `read` get no `reviewed`."""
        for connection in self._connections.get(account, ()):
            if connection.reads or not isinstance(message, messages.Reviewed):
                connection.say(message)

    def _drop_here(self, account: str) -> None:
        for connection in self._connections.get(account, ()):
            connection.close()

    # -- checking for missed messages --

    async def _wait(self) -> None:
        if self._uncertain or self._changed:
            return
        self._wake.clear()
        is_away = self._bus.is_shared and not self._bus.is_connected
        with suppress(TimeoutError):
            async with asyncio.timeout(CHECK_EVERY if is_away else None):
                await self._wake.wait()

    async def _check_some(self) -> None:
        while self._changed:
            await self._forget(self._changed.popitem()[0])
        if self._names_uncertain:
            await self._compare_names()
        if not self._bus.is_connected:
            self._add_some()
        some = list(islice(self._uncertain, AT_ONCE))
        for account in some:
            del self._uncertain[account]
            try:
                await self._check(account)
            except BaseException:
                self._uncertain[account] = None  # the database does not answer
                raise

    def _add_some(self) -> None:
        """While the bus is disconnected, take some accounts at each check, so that all have their turn."""
        for account in list(islice(self._followed, AT_ONCE)):
            self._followed[account] = self._followed.pop(account)  # to the end
            self._uncertain[account] = None

    async def _check(self, account: str) -> None:
        """Close the connections whose sessions have ended, and send the account's matches to the others."""
        for connection in list(self._connections.get(account, ())):
            if not await connection.is_logged_in():
                connection.close()
        if any(connection.reads for connection in self._connections.get(account, ())):
            listed = await self._store.read(lambda unit: listed_matches(unit, account))
            for connection in self._connections.get(account, ()):
                connection.list_matches(listed)

    async def _compare_names(self) -> None:
        """Forget the accounts whose names in the matches in memory are outdated."""
        self._names_uncertain = False
        known = self._matches.names()
        names = await self._store.read(lambda unit: unit.accounts.names(set(known)))
        for account, name in known.items():
            if names.get(account) != name:
                await self._forget(account)


def _topic(account: str) -> str:
    return f"account:{account}"
