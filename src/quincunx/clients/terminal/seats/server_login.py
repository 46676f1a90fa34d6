"""Connects a command to a server: by token, by name, as the last time, or as a guest."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from quincunx.clients import keyring
from quincunx.clients.terminal.input.password import log_in_there
from quincunx.clients.terminal.language import t

if TYPE_CHECKING:
    from quincunx.clients.remote import Client

# The WebSocket's parts are imported where they are used: a game at this keyboard starts without them.

TOKEN = "QUINCUNX_TOKEN"


@contextmanager
def entered(url: str, name: str | None) -> Iterator[Client]:
    """A line to the server, as somebody: by name, or as whoever was there last, or as a new guest."""
    with known(url) if name is None else _stranger(url) as client:
        if name is not None:
            log_in_there(client, name)
        elif not client.name:  # nobody yet, or a session that is over
            client.guest()
        if client.session:
            keyring.remember(client.address.server, client.session)
        print(t("terminal.online.you_are", name=client.name, server=client.address.server), file=sys.stderr)
        yield client


def known(url: str) -> Client:
    """A line to the server as whoever is known there: by the token of the environment, or as the last time."""
    from quincunx.clients.remote import Client, read_address

    return Client(url, token=os.environ.get(TOKEN, ""), session=keyring.recall(read_address(url).server) or "")


def _stranger(url: str) -> Client:
    from quincunx.clients.remote import Client

    return Client(url)
