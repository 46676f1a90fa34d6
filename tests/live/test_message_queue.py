"""The queue of messages that every connection has two of."""

from __future__ import annotations

import asyncio

import pytest

from quincunx.server.message_queue import MessageQueue


def test_messages_come_out_in_order() -> None:
    async def story() -> None:
        queue: MessageQueue[int] = MessageQueue()
        queue.put_nowait(1)
        queue.put_nowait(2)
        assert (queue.qsize(), await queue.get(), queue.get_nowait(), queue.empty()) == (2, 1, 2, True)

    asyncio.run(story())


def test_a_waiting_reader_gets_the_first_of_several() -> None:
    async def story() -> None:
        queue: MessageQueue[int] = MessageQueue()
        reader = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        queue.put_nowait(1)
        queue.put_nowait(2)
        assert await reader == 1
        assert await queue.get() == 2

    asyncio.run(story())


def test_a_reader_that_gives_up_loses_no_message() -> None:
    async def story() -> None:
        queue: MessageQueue[int] = MessageQueue()
        reader = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        reader.cancel()
        queue.put_nowait(1)
        with pytest.raises(asyncio.CancelledError):
            await reader
        assert await queue.get() == 1

    asyncio.run(story())
