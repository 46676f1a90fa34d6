"""Limits on how often an address, a name, a device or an account may request something."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import TooManyRequestsException

from quincunx.server.config import Config
from quincunx.server.errors import too_fast
from quincunx.server.identity import now
from quincunx.server.rate_limits import SECOND, Allowance, Backoff, network
from quincunx.store.accounts import fold
from quincunx.words import Text, phrase

FREE_TRIES = 5  # per name and address
FREE_TRIES_OF_ALL = 30  # per address, for all names
FREE_TRIES_OF_A_NAME = 10  # per name, from all addresses
FREE_TRIES_OF_A_DEVICE = 10  # per device that has logged into the account before
LONGEST_OF_ALL = 60 * SECOND  # wait of other people at a busy address
LONGEST_OF_A_NAME = 5 * 60 * SECOND  # wait of an owner on a new device while others guess
FREE_CODES = 5  # of a second factor, per account, from all addresses
STARTS_AN_HOUR = 300  # of passkey log-ins and password recoveries, per address
MAILS_AN_HOUR = 5  # per account, and per e-mail address
LOOKS_AN_HOUR = 7200  # positions computed, per account or address
LOOKS_AT_ONCE = 600
EXPORTS_AN_HOUR = 20  # per account


class RequestLimits:
    """The limits of one server. Names without an account are limited like any other."""

    def __init__(self, config: Config) -> None:
        self._by_both = Backoff(FREE_TRIES)
        self._by_address = Backoff(FREE_TRIES_OF_ALL, LONGEST_OF_ALL)
        self._by_name = Backoff(FREE_TRIES_OF_A_NAME, LONGEST_OF_A_NAME)
        self._by_device = Backoff(FREE_TRIES_OF_A_DEVICE)
        self._new = Allowance(config.accounts_per_hour)
        self._exports = Allowance(EXPORTS_AN_HOUR)
        self._looks = Allowance(LOOKS_AN_HOUR, min(LOOKS_AT_ONCE, LOOKS_AN_HOUR))
        self._codes = Backoff(FREE_CODES)
        self._starts = Allowance(STARTS_AN_HOUR)
        self._mails = Allowance(MAILS_AN_HOUR)

    def count_attempt(self, address: str, name: str, device: str = "") -> None:
        """Count an attempt as failed in advance, so that parallel attempts are limited too; refuse it if too soon.

        A device (or session) known to the account has its own attempts, which those of strangers do not affect.
        """
        at, counts = now(), self._counts(address, name, device)
        wait = max(slowdown.wait(key, at) for slowdown, key in counts)
        if wait:
            raise too_fast(wait)
        for slowdown, key in counts:
            slowdown.failed(key, at)

    def forgive_attempts(self, address: str, name: str, device: str = "") -> None:
        """Forget the failed attempts for this name from this address, after the right password.

        Of the failures for all names from this address, and for this name from all addresses, take back only this one.
        """
        (place, key), *others = self._counts(address, name, device)
        place.forgive(key)
        for slowdown, key in others:
            slowdown.relent(key)

    def _counts(self, address: str, name: str, device: str) -> list[tuple[Backoff, Hashable]]:
        """The counters and keys of an attempt, the narrowest first."""
        place, name = network(address), fold(name)
        if device:
            return [(self._by_device, (device, name))]
        return [(self._by_both, (place, name)), (self._by_address, place), (self._by_name, name)]

    def count_code(self, account: str) -> None:
        """Count a second factor's code as wrong in advance; refuse it if too soon.

        It counts for all addresses together: anybody who gets here has the password, and a code has only six digits.
        """
        at = now()
        wait = self._codes.wait(account, at)
        if wait:
            raise too_fast(wait)
        self._codes.failed(account, at)

    def forgive_codes(self, account: str) -> None:
        """Forget the wrong codes, after the right one."""
        self._codes.forgive(account)

    def count_start(self, address: str) -> None:
        """Let an address start to log in with a passkey or to recover a password, within its allowance."""
        if not self._starts.take(network(address), now()):
            raise _used_up(phrase("server.limit.starts"), self._starts)

    def allows_mail(self, who: str) -> bool:
        """Whether one more e-mail may be sent to an account or an address; counts it."""
        return self._mails.take(who, now())

    def count_account(self, address: str) -> None:
        """Let an address create one more account, within its allowance."""
        if not self._new.take(network(address), now()):
            raise _used_up(phrase("server.limit.accounts"), self._new)

    def count_position(self, who: str) -> None:
        """Let an account or an address request one more position, within its allowance."""
        if not self._looks.take(who, now()):
            raise _used_up(phrase("server.limit.positions"), self._looks)

    def count_export(self, account: str) -> None:
        """Let an account export its data once more, within its allowance."""
        if not self._exports.take(account, now()):
            raise _used_up(phrase("server.limit.exports"), self._exports)


def _used_up(sentence: Text, allowance: Allowance) -> TooManyRequestsException:
    return TooManyRequestsException(detail=sentence, headers={"Retry-After": str(allowance.seconds)})


def address_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client else ""


def whence(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The network that a request comes from, as a party in queues."""
    return network(address_of(request))
