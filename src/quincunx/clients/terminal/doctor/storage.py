"""Checks of where matches are stored, and of what servers share."""

from __future__ import annotations

import os

from quincunx.clients.language import say, t
from quincunx.clients.terminal.doctor.finding import Finding
from quincunx.clients.terminal.extras import how_to_install, missing
from quincunx.core.folders import data_home

PATIENCE = 3.0  # seconds, for Redis


def data_folder() -> Finding:
    """Whether the user's data can be written."""
    folder = data_home()
    nearest = next(path for path in (folder, *folder.parents) if path.exists())
    if nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK):
        return Finding("works", str(folder))
    return Finding("fails", t("commands.doctor.not_writable", folder=str(nearest)), t("commands.doctor.data_home"))


def database(url: str) -> Finding:
    """Whether the database answers and has the tables that this program needs."""
    from quincunx.store.engine import read_url
    from quincunx.store.errors import StoreError, WrongSchema
    from quincunx.store.upgrade import check, found

    address = read_url(url)
    shown = address.set(drivername=address.get_backend_name()).render_as_string(hide_password=True)
    try:
        if found(url) is None:
            return Finding("works", t("commands.doctor.empty", database=shown))
        check(url)
    except WrongSchema as error:
        return Finding("missing", f"{shown}: {say(error.text)}")
    except StoreError as error:
        return Finding("fails", f"{shown}: {say(error.text)}")
    except ImportError:  # also if the driver is installed, but lacks its library
        return Finding("fails", t("commands.doctor.no_driver", database=shown), how_to_install("postgres"))
    return Finding("works", shown)


def bus(address: str) -> Finding:
    """Whether the Redis server that several servers share answers, if one is set."""
    from quincunx.host.bus_address import read_bus_address

    if not address:
        return Finding("works", t("commands.doctor.no_bus"))
    shown = read_bus_address(address)
    try:
        from redis import Redis, RedisError
    except ModuleNotFoundError as error:
        return Finding("fails", f"{shown}: {missing(error, None)}")
    try:
        with Redis.from_url(address, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE) as redis:
            redis.ping()
    except RedisError as error:
        return Finding("fails", f"{shown}: {error}")
    return Finding("works", shown)
