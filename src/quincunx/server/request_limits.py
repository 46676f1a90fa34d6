"""Limits on how often an address, a name, a device or an account may request something."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import TooManyRequestsException

from quincunx.host.bus import Bus, MemoryBus
from quincunx.server.config import Config
from quincunx.server.errors import too_fast
from quincunx.server.memory_limits import MemoryLimits
from quincunx.server.rate_limits import SECOND, Allowance, Backoff, Count, RateLimits, network
from quincunx.store.accounts import fold
from quincunx.words import Text, phrase

FREE_TRIES = 5  # per name and address
FREE_TRIES_OF_ALL = 30  # per address, for all names
FREE_TRIES_OF_A_NAME = 10  # per name, from all addresses
FREE_TRIES_OF_A_DEVICE = 10  # per device that has logged into the account before
LONGEST_OF_ALL = 60 * SECOND  # wait of other people at a busy address
LONGEST_OF_A_NAME = 5 * 60 * SECOND  # wait of an account's owner on a new device while others guess
FREE_CODES = 5  # of a second factor, per account, from all addresses
STARTS_AN_HOUR = 300  # of passkey log-ins and password recoveries, per address
MAILS_AN_HOUR = 5  # per account, and per e-mail address
EXPORTS_AN_HOUR = 20  # per account


_BY_BOTH = Backoff("name_and_address", FREE_TRIES)
_BY_ADDRESS = Backoff("address", FREE_TRIES_OF_ALL, LONGEST_OF_ALL)
_BY_NAME = Backoff("name", FREE_TRIES_OF_A_NAME, LONGEST_OF_A_NAME)
_BY_DEVICE = Backoff("device", FREE_TRIES_OF_A_DEVICE)
_CODES = Backoff("code", FREE_CODES)
_STARTS = Allowance("starts", STARTS_AN_HOUR, STARTS_AN_HOUR)
_MAILS = Allowance("mails", MAILS_AN_HOUR, MAILS_AN_HOUR)
LOOKS = Allowance("positions", 7200, 600)  # computed, per account or address
_EXPORTS = Allowance("exports", EXPORTS_AN_HOUR, EXPORTS_AN_HOUR)


class RequestLimits:
    """The limits of a site. Names without an account are limited like any other."""

    def __init__(self, config: Config, used: RateLimits) -> None:
        self._used = used
        self._accounts = Allowance("accounts", config.accounts_per_hour, config.accounts_per_hour)

    async def count_attempt(self, address: str, name: str, device: str = "") -> None:
        """Count an attempt as failed in advance, so that parallel attempts are limited too; refuse it if too soon.

        A device (or session) known to the account has its own attempts, which strangers' attempts do not affect.
        """
        await self._attempt(*_counts(address, name, device))

    async def forgive_attempts(self, address: str, name: str, device: str = "") -> None:
        """Forget the failed attempts for this name from this address, after the right password.

        Of the failures for all names from this address, and for this name from anywhere, only this one is taken back.
        """
        await self._used.succeeded(*_counts(address, name, device))

    async def count_code(self, account: str) -> None:
        """Count a second factor's code as wrong in advance; refuse it if too soon.

        It counts for all addresses together: anyone who gets this far has the password, and a code has only six digits.
        """
        await self._attempt((_CODES, account))

    async def forgive_codes(self, account: str) -> None:
        """Forget the wrong codes, after the right one."""
        await self._used.succeeded((_CODES, account))

    async def count_start(self, address: str) -> None:
        """Let an address start to log in with a passkey or to recover a password, within its allowance."""
        await self._take(_STARTS, network(address), phrase("server.limit.starts"))

    async def allows_mail(self, who: str) -> bool:
        """Whether one more e-mail may be sent to an account or an address; counts it."""
        return await self._used.take(_MAILS, who)

    async def count_account(self, address: str) -> None:
        """Let an address create one more account, within its allowance."""
        await self._take(self._accounts, network(address), phrase("server.limit.accounts"))

    async def count_position(self, who: str) -> None:
        """Let an account or an address request one more position, within its allowance."""
        await self._take(LOOKS, who, phrase("server.limit.positions"))

    async def count_export(self, account: str) -> None:
        """Let an account export its data once more, within its allowance."""
        await self._take(_EXPORTS, account, phrase("server.limit.exports"))

    async def _attempt(self, *counts: Count) -> None:
        wait = await self._used.attempt(*counts)
        if wait:
            raise too_fast(wait)

    async def _take(self, allowance: Allowance, who: str, sentence: Text) -> None:
        if not await self._used.take(allowance, who):
            raise _used_up(sentence, allowance)


def limits_of(bus: Bus) -> RateLimits:
    """The usage of the limits, counted together with the other processes on a bus."""
    if isinstance(bus, MemoryBus):
        return MemoryLimits()
    from quincunx.host.redis_bus import RedisBus
    from quincunx.server.redis_limits import RedisLimits

    assert isinstance(bus, RedisBus)
    return RedisLimits(bus)


def _counts(address: str, name: str, device: str) -> list[Count]:
    """The limits and keys of an attempt, the narrowest first."""
    place, name = network(address), fold(name)
    if device:
        return [(_BY_DEVICE, f"{device} {name}")]
    return [(_BY_BOTH, f"{place} {name}"), (_BY_ADDRESS, place), (_BY_NAME, name)]


def _used_up(sentence: Text, allowance: Allowance) -> TooManyRequestsException:
    return TooManyRequestsException(detail=sentence, headers={"Retry-After": str(allowance.seconds)})


def address_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client else ""


def whence(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The network that a request comes from, as a party in queues."""
    return network(address_of(request))
