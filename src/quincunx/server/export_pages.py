"""Exports in pages: each page is read when it is the account's turn, and sent before the next one is read."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec

from quincunx.protocol.accounts import Account
from quincunx.server.fair_queue import FairQueue
from quincunx.store import export
from quincunx.store.matches import Header
from quincunx.store.store import Store, Unit


async def exported(store: Store, queue: FairQueue, account: Account, now: int) -> AsyncIterator[bytes]:
    """Everything that is stored about the account, as JSON in parts. The first part has been read on return."""

    def begin(unit: Unit) -> tuple[bytes, list[Header]]:
        return msgspec.json.encode(export.kept(unit, account, now)), export.headers(unit, account)

    async with queue.turn(account.id):
        first, headers = await store.read(begin)
    return _parts(store, queue, account, first, headers)


async def _parts(
    store: Store, queue: FairQueue, account: Account, first: bytes, headers: list[Header]
) -> AsyncIterator[bytes]:
    yield first.removesuffix(b"}") + b',"matches":['
    comma = b""
    for page in export.pages(headers):

        def read(unit: Unit, page: list[Header] = page) -> bytes:
            return msgspec.json.encode(export.logs(unit, page))[1:-1]  # without the list's brackets

        async with queue.turn(account.id):
            part = await store.read(read)
        yield comma + part
        comma = b","
    yield b"]}"
