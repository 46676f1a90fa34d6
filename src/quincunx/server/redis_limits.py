"""The usage of rate limits, counted in Redis for all processes of a site together.

Each limit keeps all of its keys in one or two sorted sets or hashes, which one script per operation reads and changes.
Redis runs each script atomically and by its own clock. Old entries expire, and there are at most `MOST_KEYS` of them.
Keys are digests, because people type all kinds of things as their name.

While Redis is unreachable, each process counts from zero, in memory.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from quincunx.host.redis_bus import FAULTS, PREFIX, RedisBus
from quincunx.server.memory_limits import OLDEST, MemoryLimits
from quincunx.server.rate_limits import FORGET_AFTER, HOUR, SECOND, Allowance, Count, RateLimits

log = logging.getLogger("quincunx.server")

T = TypeVar("T")

MOST_KEYS = 100_000  # per limit
DIGEST = 16  # bytes
PATIENCE = 1.0  # seconds for Redis to answer before the request is counted in memory

_NOW = """
local now = tonumber(ARGV[1])
if now == 0 then
  local clock = redis.call('TIME')
  now = clock[1] * 1000 + math.floor(clock[2] / 1000)
end
"""

# KEYS: for each limit, a sorted set (the time of a key's last failure) and a hash (its number of failures)
# ARGV: now or 0, and for each limit the key, the free failures and the longest wait
_ATTEMPT = f"""{_NOW}
local limits, wait = {{}}, 0
for i = 1, #KEYS / 2 do
  local last, counts, member = KEYS[2 * i - 1], KEYS[2 * i], ARGV[3 * i - 1]
  local free, longest = tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  local at, count = tonumber(redis.call('ZSCORE', last, member) or 0), 0
  if now - at < {FORGET_AFTER} then
    count = tonumber(redis.call('HGET', counts, member) or 0)
  end
  if count >= free then
    wait = math.max(wait, at + math.min(longest, {SECOND} * 2 ^ math.min(count - free, 20)) - now)
  end
  limits[i] = {{last, counts, member, count}}
end
if wait > 0 then
  return wait
end

local function forget(last, counts, member)
  redis.call('ZREM', last, member)
  redis.call('HDEL', counts, member)
end

local function quietest(last, counts)
  local old, fewest, found = redis.call('ZRANGE', last, 0, {OLDEST - 1}), math.huge, nil
  for _, member in ipairs(old) do
    local count = tonumber(redis.call('HGET', counts, member) or 0)
    if count < fewest then
      fewest, found = count, member
    end
  end
  return found
end

for _, limit in ipairs(limits) do
  local last, counts, member, count = unpack(limit)
  redis.call('ZADD', last, string.format('%d', now), member)
  redis.call('HSET', counts, member, count + 1)
  for _, old in ipairs(redis.call('ZRANGEBYSCORE', last, '-inf', now - {FORGET_AFTER}, 'LIMIT', 0, {OLDEST})) do
    forget(last, counts, old)
  end
  while redis.call('ZCARD', last) > {MOST_KEYS} do
    forget(last, counts, quietest(last, counts))
  end
  redis.call('PEXPIRE', last, {FORGET_AFTER})
  redis.call('PEXPIRE', counts, {FORGET_AFTER})
end
return 0
"""

# KEYS: as above; ARGV: the keys
_SUCCEEDED = """
for i = 1, #KEYS / 2 do
  local last, counts, member = KEYS[2 * i - 1], KEYS[2 * i], ARGV[i]
  if i == 1 then
    redis.call('ZREM', last, member)
    redis.call('HDEL', counts, member)
  elseif redis.call('HEXISTS', counts, member) == 1 then
    redis.call('HINCRBY', counts, member, -1)
  end
end
"""

# KEYS: a sorted set with the time at which each key's allowance will be full again
# ARGV: now or 0, the key, how long it takes to regain one use, and how many uses there may be at once
_TAKE = f"""{_NOW}
local back, burst = tonumber(ARGV[3]), tonumber(ARGV[4])
local whole = math.max(now, tonumber(redis.call('ZSCORE', KEYS[1], ARGV[2]) or 0)) + back
if whole - now > burst * back + 0.5 then
  return 0
end
redis.call('ZADD', KEYS[1], string.format('%.3f', whole), ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
while redis.call('ZCARD', KEYS[1]) > {MOST_KEYS} do
  redis.call('ZPOPMIN', KEYS[1])
end
redis.call('PEXPIRE', KEYS[1], math.ceil(burst * back))
return 1
"""


class RedisLimits(RateLimits):
    """The usage in all processes of the site, or in this process while Redis is unreachable."""

    def __init__(self, bus: RedisBus, now: Callable[[], int] | None = None) -> None:
        self._bus = bus
        self._now = now  # None: Redis's own time
        self._alone = MemoryLimits() if now is None else MemoryLimits(now)
        self.is_alone = False
        self._attempt = bus.client.register_script(_ATTEMPT)
        self._succeeded = bus.client.register_script(_SUCCEEDED)
        self._take = bus.client.register_script(_TAKE)

    async def attempt(self, *counts: Count) -> int:
        terms: list[bytes | int] = [self._time()]
        for backoff, key in counts:
            terms += [_digest(key), backoff.free, backoff.longest]
        return await self._either(lambda: self._attempt(_keys(*counts), terms), lambda: self._alone.attempt(*counts))

    async def succeeded(self, first: Count, *others: Count) -> None:
        counts = first, *others
        terms = [_digest(key) for _, key in counts]
        await self._either(
            lambda: self._succeeded(_keys(*counts), terms), lambda: self._alone.succeeded(first, *others)
        )

    async def take(self, allowance: Allowance, key: str) -> bool:
        terms: list[bytes | float] = [self._time(), _digest(key), HOUR / allowance.an_hour, allowance.burst]
        name = f"{PREFIX}limit:{allowance.name}"
        return bool(await self._either(lambda: self._take([name], terms), lambda: self._alone.take(allowance, key)))

    def _time(self) -> int:
        return 0 if self._now is None else self._now()

    async def _either(self, shared: Callable[[], Awaitable[Any]], alone: Callable[[], Awaitable[T]]) -> T:
        """The answer of Redis or, failing that, of this process alone."""
        if not self._bus.is_connected:
            return await alone()
        try:
            async with asyncio.timeout(PATIENCE):
                answer: T = await shared()
        except FAULTS as error:
            if not self.is_alone:
                log.warning("limits alone", extra={"reason": f"{type(error).__name__}: {error}"})
            self.is_alone = True
            return await alone()
        self.is_alone = False
        return answer


def _keys(*counts: Count) -> list[str]:
    """The names in Redis of each limit's data: the times of the last failures, and their numbers."""
    return [f"{PREFIX}limit:{backoff.name}:{what}" for backoff, _ in counts for what in ("last", "counts")]


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode(errors="replace")).digest()[:DIGEST]
