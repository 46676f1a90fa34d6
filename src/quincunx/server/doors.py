"""The doors of the house: who knocks too often waits, by the address he comes from."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import TooManyRequestsException

from quincunx.server.config import Config
from quincunx.server.errors import too_fast
from quincunx.server.identity import now
from quincunx.server.throttle import Allowance, Slowdown, network
from quincunx.store.accounts import fold

FREE_TRIES = 5  # of one name from one address
FREE_TRIES_OF_ALL = 30  # names from one address
FREE_CODES = 5  # of a second factor, for one account from wherever
STARTS_AN_HOUR = 300  # of logging in with a passkey or recovering a password, from one address
MAILS_AN_HOUR = 5  # to one account, or to one e-mail address
LOOKS_AN_HOUR = 7200  # at positions that are worked out for one account or address


class Doors:
    """What slows down those who knock too often."""

    def __init__(self, config: Config) -> None:
        self._by_name = Slowdown(FREE_TRIES)
        self._by_address = Slowdown(FREE_TRIES_OF_ALL)
        self._new = Allowance(config.accounts_per_hour)
        self._looks = Allowance(LOOKS_AN_HOUR)
        self._codes = Slowdown(FREE_CODES)
        self._starts = Allowance(STARTS_AN_HOUR)
        self._mails = Allowance(MAILS_AN_HOUR)

    def knock(self, address: str, name: str) -> None:
        """Count a try as failed before it is known, so that many at once are no way around; refuse it if too soon."""
        at, keys = now(), (network(address), fold(name))
        wait = max(self._by_name.wait(keys, at), self._by_address.wait(keys[0], at))
        if wait:
            raise too_fast(wait)
        self._by_name.failed(keys, at)
        self._by_address.failed(keys[0], at)

    def open(self, address: str, name: str) -> None:
        """It was the right password."""
        self._by_name.forgive((network(address), fold(name)))
        self._by_address.relent(network(address))  # of this try only: one's own account is no key to others'

    def guess(self, account: str) -> None:
        """Count a second factor's code as wrong before it is known; refuse it if too soon.

        From wherever it comes: whoever gets here has the password, and a code has but six digits.
        """
        at = now()
        wait = self._codes.wait(account, at)
        if wait:
            raise too_fast(wait)
        self._codes.failed(account, at)

    def guessed(self, account: str) -> None:
        """It was the right code."""
        self._codes.forgive(account)

    def start(self, address: str) -> None:
        """Let an address begin to log in with a passkey, or to recover a password."""
        if not self._starts.take(network(address), now()):
            raise TooManyRequestsException("too many attempts from your address: try again later")

    def mail(self, who: str) -> bool:
        """Whether one more mail may go to an account or to an e-mail address."""
        return self._mails.take(who, now())

    def admit(self, address: str) -> None:
        """Let an address make one more account, within its allowance."""
        if not self._new.take(network(address), now()):
            raise TooManyRequestsException("too many new accounts from your address: wait a while")

    def look(self, who: str) -> None:
        """Let an account, or an address, look at one more position, within its allowance."""
        if not self._looks.take(who, now()):
            raise TooManyRequestsException("too many positions in an hour: wait a while")


def address_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""
