"""People with the Python client, for tests."""

from __future__ import annotations

import random
from collections.abc import Callable

from quincunx.clients.remote import ByInvite, Client, OnlineTable, read_address
from quincunx.clients.table import Table
from quincunx.play.match import Match
from servers import DEADLINE, Server


def guest(server: Server) -> Client:
    """Somebody without a name."""
    client = Client(server.url)
    client.guest()
    return client


def begun(ann: Client, bob: Client, game: str = "cengers") -> tuple[OnlineTable, OnlineTable]:
    """A match by link; the tables by side."""
    hers = ann.create(game, ByInvite(), colour="first")
    link = read_address(hers.link)
    his = bob.join(link.match, link.secret)
    until(hers, lambda match: match.status == "running")
    return hers, his


def until(table: Table, holds: Callable[[Match], object]) -> None:
    """Wait until something is so, by what is told."""
    while not holds(table.match):
        assert table.wait(DEADLINE), "nothing happens any more"


def play_on(tables: tuple[Table, Table], luck: random.Random, most: int) -> None:
    """So many random actions by both in turn, or to the end."""
    for _ in range(most):
        match = max((table.match for table in tables), key=lambda match: match.version)
        if match.status != "running":
            break
        mover = tables[match.state.to_move]
        until(mover, lambda seen, version=match.version: seen.version >= version)
        mover.act(match.state.text(luck.choice(match.state.legal_actions())))
    last = max(table.match.version for table in tables)
    for table in tables:
        until(table, lambda seen: seen.version >= last)
