"""How often an address, a name, a device or an account may ask for something before it must wait."""

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

FREE_TRIES = 5  # of one name from one address
FREE_TRIES_OF_ALL = 30  # names from one address
FREE_TRIES_OF_A_NAME = 10  # from all addresses
FREE_TRIES_OF_A_DEVICE = 10  # that has logged into the account before
LONGEST_OF_ALL = 60 * SECOND  # that neighbours at a busy address wait
LONGEST_OF_A_NAME = 5 * 60 * SECOND  # that an owner waits on a new device while others guess
FREE_CODES = 5  # of a second factor, for one account from wherever
STARTS_AN_HOUR = 300  # of logging in with a passkey or recovering a password, from one address
MAILS_AN_HOUR = 5  # to one account, or to one e-mail address
LOOKS_AN_HOUR = 7200  # at positions that are worked out for one account or address
LOOKS_AT_ONCE = 600
EXPORTS_AN_HOUR = 20  # of one account


class RequestLimits:
    """The limits of one server. A name that no account has is limited like any other."""

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
        """Count a try as failed before it is known, so that many at once are no way around; refuse it if too soon.

        A device (or session) that is known to the account has tries of its own: what strangers do never counts there.
        """
        at, counts = now(), self._counts(address, name, device)
        wait = max(slowdown.wait(key, at) for slowdown, key in counts)
        if wait:
            raise too_fast(wait)
        for slowdown, key in counts:
            slowdown.failed(key, at)

    def forgive_attempts(self, address: str, name: str, device: str = "") -> None:
        """It was the right password: what was tried in the same place before is forgotten.

        Of guesses at other names from there, and at this name from elsewhere, only this try was none.
        """
        (place, key), *others = self._counts(address, name, device)
        place.forgive(key)
        for slowdown, key in others:
            slowdown.relent(key)

    def _counts(self, address: str, name: str, device: str) -> list[tuple[Backoff, Hashable]]:
        """Where a try counts, first the narrowest."""
        place, name = network(address), fold(name)
        if device:
            return [(self._by_device, (device, name))]
        return [(self._by_both, (place, name)), (self._by_address, place), (self._by_name, name)]

    def count_code(self, account: str) -> None:
        """Count a second factor's code as wrong before it is known; refuse it if too soon.

        From wherever it comes: whoever gets here has the password, and a code has but six digits.
        """
        at = now()
        wait = self._codes.wait(account, at)
        if wait:
            raise too_fast(wait)
        self._codes.failed(account, at)

    def forgive_codes(self, account: str) -> None:
        """It was the right code."""
        self._codes.forgive(account)

    def count_start(self, address: str) -> None:
        """Let an address begin to log in with a passkey, or to recover a password."""
        if not self._starts.take(network(address), now()):
            raise _used_up(phrase("server.limit.starts"), self._starts)

    def allows_mail(self, who: str) -> bool:
        """Whether one more mail may go to an account or to an e-mail address."""
        return self._mails.take(who, now())

    def count_account(self, address: str) -> None:
        """Let an address make one more account, within its allowance."""
        if not self._new.take(network(address), now()):
            raise _used_up(phrase("server.limit.accounts"), self._new)

    def count_position(self, who: str) -> None:
        """Let an account, or an address, look at one more position, within its allowance."""
        if not self._looks.take(who, now()):
            raise _used_up(phrase("server.limit.positions"), self._looks)

    def count_export(self, account: str) -> None:
        """Let an account read everything about it once more, within its allowance."""
        if not self._exports.take(account, now()):
            raise _used_up(phrase("server.limit.exports"), self._exports)


def _used_up(sentence: Text, allowance: Allowance) -> TooManyRequestsException:
    return TooManyRequestsException(detail=sentence, headers={"Retry-After": str(allowance.seconds)})


def address_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def whence(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The network that a request comes from: whose waiting is counted together."""
    return network(address_of(request))
