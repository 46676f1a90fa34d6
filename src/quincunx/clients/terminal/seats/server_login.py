"""Connects a command to a server: by token, by name, with the last session, or as a guest."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from quincunx.clients import keyring
from quincunx.clients.language import t
from quincunx.clients.terminal.input.password import log_in_there

if TYPE_CHECKING:
    from quincunx.clients.remote import Client

# The WebSocket client is imported in functions, so that local games start without it.

TOKEN = "QUINCUNX_TOKEN"


@contextmanager
def entered(url: str, name: str | None) -> Iterator[Client]:
    """Connect to the server with an account: by name, with the last session, or as a new guest."""
    with known(url) if name is None else _stranger(url) as client:
        if name is not None:
            log_in_there(client, name)
        elif not client.name:  # no session yet, or an expired one
            client.guest()
        if client.session:
            keyring.remember(client.address.server, client.session)
        print(t("terminal.online.you_are", name=client.name, server=client.address.server), file=sys.stderr)
        yield client


def known(url: str) -> Client:
    """Connect to the server with the token from the environment or with the last session."""
    from quincunx.clients.remote import Client, read_address

    return Client(url, token=os.environ.get(TOKEN, ""), session=keyring.recall(read_address(url).server) or "")


def _stranger(url: str) -> Client:
    from quincunx.clients.remote import Client

    return Client(url)
