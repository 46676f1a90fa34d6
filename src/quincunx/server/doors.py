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
LOOKS_AN_HOUR = 7200  # at positions that are worked out for one account or address


class Doors:
    """What slows down those who knock too often."""

    def __init__(self, config: Config) -> None:
        self._by_name = Slowdown(FREE_TRIES)
        self._by_address = Slowdown(FREE_TRIES_OF_ALL)
        self._new = Allowance(config.accounts_per_hour)
        self._looks = Allowance(LOOKS_AN_HOUR)

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
