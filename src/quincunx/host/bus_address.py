"""The address of a site's bus."""

from __future__ import annotations

from urllib.parse import urlsplit

from quincunx.host.bus import Bus, MemoryBus

SCHEMES = ("redis", "rediss", "unix")


def read_bus_address(text: str) -> str:
    """Check the address of a bus; returns it without the password, and raises ValueError if it is invalid."""
    parts = urlsplit(text)  # raises ValueError
    if parts.scheme not in SCHEMES or not (parts.path if parts.scheme == "unix" else parts.hostname):
        raise ValueError("expected an address such as redis://host/0")
    if parts.password is None:
        return text
    user, _, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user.partition(':')[0]}:***@{host}").geturl()


def open_bus(address: str) -> Bus:
    """The bus at an address, not yet started; in memory if the address is empty."""
    if not address:
        return MemoryBus()
    from quincunx.host.redis_bus import RedisBus

    return RedisBus(address)
