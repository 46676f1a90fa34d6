"""The presence of players at matches, exchanged with the other processes through Redis.

A process that writes to a match's hash also reads it, and sends a hint to the other processes that have a field in it.
So if two processes write at the same time, the second one sees the first one's field.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import msgspec

from quincunx.host.live_match import LiveMatch
from quincunx.host.live_processes import CHECK_INS, LiveProcesses
from quincunx.host.presence_records import (
    Fields,
    can_be_claimed,
    hash_of,
    kept_for,
    left_field,
    read_fields,
    record_of,
)
from quincunx.host.redis_bus import AT_ONCE, RedisBus


class PresenceExchange:
    """What this process knows of each match, and what the others have written about those matches."""

    def __init__(self, bus: RedisBus, process: str, processes: LiveProcesses, now: Callable[[], int]) -> None:
        self._bus = bus
        self._redis: Any = bus.client  # redis-py's types do not say that responses are bytes
        self._process = process
        self._processes = processes
        self._now = now
        self._own: dict[str, LiveMatch] = {}  # matches with subscribers in this process
        self._dirty: dict[str, LiveMatch] = {}  # to be written
        self._stale: dict[str, None] = {}  # to be read
        self.seen: dict[str, Fields] = {}  # what the others have written, as last read
        self.left: dict[str, dict[str, int]] = {}  # who has left, and when, as far as it has not been written
        self.on_change: Callable[[str], None] = lambda id: None

    def note(self, live: LiveMatch) -> None:
        """Note that something about a match has changed in this process."""
        if live.subscribers:
            self._own[live.id] = live
        else:
            self._own.pop(live.id, None)
        self._dirty[live.id] = live

    def note_player(self, live: LiveMatch, account: str, now: int) -> None:
        """Note that an account has arrived or left. Departures that can cost nobody the match are ignored."""
        if live.is_present(account):
            self.left.get(live.id, {}).pop(account, None)
        elif can_be_claimed(live) and (live.cached is None or live.match.sides_of(account)):
            self.left.setdefault(live.id, {})[account] = now

    def write_all(self) -> None:
        """Write everything again in the next exchange."""
        self._dirty |= self._own

    def read_again(self, ids: Iterable[str] | None = None) -> None:
        """Read some matches again in the next exchange, or all of them."""
        self._stale |= dict.fromkeys(self._own if ids is None else ids)

    async def learn(self, id: str) -> None:
        """Read a match for the first time."""
        self.seen[id] = self.of_others(await self._redis.hgetall(hash_of(id)))

    def of_others(self, raw: Mapping[bytes, bytes]) -> Fields:
        """The fields of a match's hash, without this process's own."""
        records, left = read_fields(raw)
        return Fields({process: record for process, record in records.items() if process != self._process}, left)

    async def exchange(self) -> None:
        """Write what has changed in this process, and read what has changed in others."""
        while ids := list(dict.fromkeys([*self._dirty, *self._stale]))[:AT_ONCE]:
            writes = {id: self._dirty.pop(id) for id in ids if id in self._dirty}
            for id in ids:
                self._stale.pop(id, None)
            try:
                await self._exchange_some(ids, writes)
            except BaseException:
                self._dirty = writes | self._dirty
                self._stale |= dict.fromkeys(ids)
                raise

    async def _exchange_some(self, ids: Collection[str], writes: Mapping[str, LiveMatch]) -> None:
        left = {id: dict(self.left[id]) for id in writes if id in self.left}
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.hgetall(CHECK_INS)
        for id in ids:
            if id in writes:
                self._write(pipeline, writes[id], left.get(id, {}))
            pipeline.hgetall(hash_of(id))
        check_ins, *hashes = [answer for answer in await pipeline.execute() if isinstance(answer, dict)]
        self.read_check_ins(check_ins)
        self._forget_written(left)
        found = {id: self.of_others(raw) for id, raw in zip(ids, hashes, strict=True)}
        self._notify_others({id: found[id] for id in writes})
        for id, fields in found.items():
            self._update(id, fields)

    def _write(self, pipeline: Any, live: LiveMatch, left: Mapping[str, int]) -> None:
        key, record = hash_of(live.id), record_of(live)
        if record is None:
            pipeline.hdel(key, self._process)
        else:
            pipeline.hset(key, self._process, msgspec.msgpack.encode(record))
        for account, at in left.items():
            pipeline.hset(key, left_field(account), at)
        pipeline.expire(key, kept_for(live))

    def read_check_ins(self, raw: Mapping[bytes, bytes]) -> None:
        """Read the check-ins, and report what has changed because a process has died or come to life."""
        were_spared = self._processes.are_spared
        changed = self._processes.read(raw, self._now())
        if changed:
            for id in [id for id, fields in self.seen.items() if changed & fields.records.keys()]:
                self.on_change(id)
        if were_spared and not self._processes.are_spared:
            self.read_again()

    def _update(self, id: str, fields: Fields) -> None:
        if id not in self._own:
            self.seen.pop(id, None)
            return
        before = self.seen.get(id, Fields())
        if self._processes.are_spared:  # the others may not have rewritten it yet
            fields = Fields({**before.records, **fields.records}, fields.left)
        self.seen[id] = fields
        if fields.records != before.records:
            self.on_change(id)

    def _forget_written(self, left: Mapping[str, Mapping[str, int]]) -> None:
        for id, written in left.items():
            rest = {account: at for account, at in self.left.pop(id, {}).items() if written.get(account) != at}
            if rest:
                self.left[id] = rest

    def _notify_others(self, written: Mapping[str, Fields]) -> None:
        changed: defaultdict[str, list[str]] = defaultdict(list)
        for id, fields in written.items():
            for process in fields.records:
                changed[process].append(id)
        for process in changed.keys() & self._processes.alive:
            self._bus.publish(f"presence:{process}", " ".join(changed[process]).encode())

    async def refresh(self) -> None:
        """Keep the hashes of all matches here from expiring; those that have disappeared are written again."""
        own = list(self._own.values())
        for first in range(0, len(own), AT_ONCE):
            page = own[first : first + AT_ONCE]
            pipeline = self._redis.pipeline(transaction=False)
            for live in page:
                pipeline.expire(hash_of(live.id), kept_for(live))
            kept = zip(page, await pipeline.execute(), strict=True)
            self._dirty |= {live.id: live for live, is_there in kept if not is_there}
        self.seen = {id: fields for id, fields in self.seen.items() if id in self._own}
