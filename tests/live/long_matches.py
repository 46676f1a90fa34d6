"""Matches with long logs, written to a server's database as if they had been played there."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import quincunx
from backends.games import begin
from quincunx.play.clocks import Untimed
from quincunx.play.events import AnyEvent, Created, Declined, Offered
from quincunx.play.seats import Person
from quincunx.store.store import Store
from servers import Server

LONG = 3001  # events


def long_match(server: Server, ann: str, bob: str) -> str:
    """A running match between two accounts, in which a draw has been offered repeatedly."""
    created = Created(
        at=1,
        game="cengers",
        options=dict(quincunx.game("cengers").start().game.options),
        seats=(Person(ann, "Ann"), Person(bob, "Bob")),
        clock=Untimed(),
        kind="invite",
        rated=False,
    )
    log: list[AnyEvent] = [created]
    while len(log) < LONG:
        log += [Offered(at=1, side=0, offer="draw"), Declined(at=1, side=1, offer="draw")]

    async def write() -> str:
        store = Store(server.database)
        try:
            return await store.write(lambda unit: begin(unit, created, log))
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as thread:  # the caller may already run a loop
        return thread.submit(lambda: asyncio.run(write())).result()
