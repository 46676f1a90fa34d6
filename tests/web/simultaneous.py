"""Many simultaneous requests: all have arrived when the server starts to read them, however busy the machine is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from servers import DEADLINE, Server


class Posted(NamedTuple):
    """A POST from one of this machine's addresses."""

    address: str
    path: str
    body: Mapping[str, object]
    cookies: Mapping[str, str] = {}


class Answer(NamedTuple):
    """The index of the answered request, and the status."""

    number: int
    status: int


def all_at_once(server: Server, asked: Sequence[Posted]) -> list[Answer]:
    """The answers in the order they arrived; the requests are sent in the given order."""
    return asyncio.run(asyncio.wait_for(_all(server, asked), DEADLINE))


def statuses(server: Server, asked: Sequence[Posted]) -> list[int]:
    """The status of each answer, in the order of the requests."""
    return [answer.status for answer in sorted(all_at_once(server, asked))]


async def _all(server: Server, asked: Sequence[Posted]) -> list[Answer]:
    answers: list[Answer] = []

    async def hear(number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = await reader.readline()
        answers.append(Answer(number, int(line.split()[1])))
        writer.close()

    server.freeze()
    hearing = []
    try:
        for number, one in enumerate(asked):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(one.address, 0))
            writer.write(_text(server, one))
            await writer.drain()
            hearing.append(asyncio.create_task(hear(number, reader, writer)))
    finally:
        server.thaw()
    await asyncio.gather(*hearing)
    return answers


def _text(server: Server, asked: Posted) -> bytes:
    body = json.dumps(asked.body)
    lines = [f"POST {asked.path} HTTP/1.1", f"host: 127.0.0.1:{server.port}", "content-type: application/json"]
    lines += [f"content-length: {len(body)}", "connection: close"]
    if asked.cookies:
        lines.append("cookie: " + "; ".join(f"{name}={value}" for name, value in asked.cookies.items()))
    return "\r\n".join([*lines, "", body]).encode()
