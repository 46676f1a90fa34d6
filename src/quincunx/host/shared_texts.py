"""Texts that each process shows to the others: one hash in Redis per kind, with a field for each process."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from quincunx.host.live_processes import KEPT
from quincunx.host.redis_bus import PREFIX, RedisBus


class SharedTexts:
    """The texts of this process, written when they change, and those of the others."""

    def __init__(self, bus: RedisBus, process: str) -> None:
        self._redis: Any = bus.client  # redis-py's types do not say that responses are bytes
        self._process = process
        self._makers: dict[str, Callable[[], bytes]] = {}
        self._written: dict[str, bytes] = {}

    def add(self, name: str, make: Callable[[], bytes]) -> None:
        """Show a text from now on."""
        self._makers[name] = make

    def write_all(self) -> None:
        """Write all texts again next time."""
        self._written = {}

    def write(self, pipeline: Any, dead: Iterable[str]) -> None:
        """Write the texts that have changed, and remove those of dead processes."""
        for name, make in self._makers.items():
            key, text = _key(name), make()
            for process in dead:
                pipeline.hdel(key, process)
            if self._written.get(name) != text:
                self._written[name] = text
                pipeline.hset(key, self._process, text)
            pipeline.expire(key, KEPT // 1000)

    async def others(self, name: str, alive: Iterable[str]) -> list[bytes]:
        """The texts of these processes, except this one's."""
        wanted = [process for process in alive if process != self._process]
        texts: list[bytes | None] = await self._redis.hmget(_key(name), wanted) if wanted else []
        return [text for text in texts if text is not None]


def _key(name: str) -> str:
    return f"{PREFIX}shared:{name}"
