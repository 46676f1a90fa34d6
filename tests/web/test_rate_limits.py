"""Rate limits: after some free tries, each further one waits longer, but only for its own key, and not forever.

One suite for limits in memory and in a real Redis.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.exceptions import TooManyRequestsException

from quincunx.host.redis_bus import RedisBus
from quincunx.server import memory_limits, redis_limits
from quincunx.server.config import Config
from quincunx.server.memory_limits import MemoryLimits
from quincunx.server.rate_limits import FORGET_AFTER, HOUR, LONGEST_WAIT, Allowance, Backoff, RateLimits, network
from quincunx.server.redis_limits import RedisLimits
from quincunx.server.request_limits import FREE_TRIES_OF_ALL, RequestLimits
from services import Redis

FEW = 40  # keys that are remembered in these tests
DEADLINE = 30
START = 1_700_000_000_000


class Clock:
    """Milliseconds, as set by the test."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


Story = Callable[[RateLimits, Clock], Awaitable[None]]
Play = Callable[[Story], None]


@pytest.fixture(params=["memory", "redis"])
def play(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays a story with either kind of limits, unused so far."""
    monkeypatch.setattr(memory_limits, "MOST_KEYS", FEW)
    monkeypatch.setattr(redis_limits, "PATIENCE", DEADLINE)
    for name in ("_ATTEMPT", "_TAKE"):
        script = getattr(redis_limits, name).replace(f"> {redis_limits.MOST_KEYS}", f"> {FEW}")
        monkeypatch.setattr(redis_limits, name, script)
    if request.param == "memory":
        return lambda story: asyncio.run(_in_memory(story))
    redis: Redis = request.getfixturevalue("redis")
    return lambda story: asyncio.run(_in_redis(redis, story))


async def _in_memory(story: Story) -> None:
    clock = Clock()
    await story(MemoryLimits(clock), clock)


async def _in_redis(redis: Redis, story: Story) -> None:
    redis.ask("FLUSHALL")
    clock, bus = Clock(), RedisBus(redis.url)
    connected = asyncio.Event()
    bus.on_connected.append(lambda is_connected: connected.set())
    await bus.start()
    try:
        await asyncio.wait_for(connected.wait(), DEADLINE)
        limits = RedisLimits(bus, clock)
        await story(limits, clock)
        assert not limits.is_alone
    finally:
        await bus.stop()


async def fails(limits: RateLimits, backoff: Backoff, key: str, times: int, clock: Clock) -> None:
    """Fail that many times, each time as soon as it is allowed."""
    for _ in range(times):
        while wait := await limits.attempt((backoff, key)):
            clock.now += wait


def test_each_failure_beyond_the_free_ones_doubles_the_wait(play: Play) -> None:
    async def story(limits: RateLimits, clock: Clock) -> None:
        backoff, waits = Backoff("b", free=3), []
        for _ in range(8):
            waits.append(await limits.attempt((backoff, "ann")))
            if waits[-1]:
                clock.now += waits[-1]
                assert await limits.attempt((backoff, "ann")) == 0
        assert waits == [0, 0, 0, 1000, 2000, 4000, 8000, 16000]
        assert await limits.attempt((backoff, "bob")) == 0

    play(story)


def test_the_wait_is_bounded_and_forgotten(play: Play) -> None:
    async def story(limits: RateLimits, clock: Clock) -> None:
        backoff = Backoff("b", free=1)
        await fails(limits, backoff, "ann", 30, clock)
        assert await limits.attempt((backoff, "ann")) == LONGEST_WAIT
        await limits.succeeded((backoff, "ann"))
        assert await limits.attempt((backoff, "ann")) == 0
        assert await limits.attempt((backoff, "ann")) == 1000
        clock.now += FORGET_AFTER
        assert await limits.attempt((backoff, "ann")) == 0
        assert await limits.attempt((backoff, "ann")) == 1000

    play(story)


def test_an_attempt_refused_by_one_limit_counts_towards_none(play: Play) -> None:
    async def story(limits: RateLimits, clock: Clock) -> None:
        narrow, wide = Backoff("narrow", free=1), Backoff("wide", free=3)
        refused = [await limits.attempt((narrow, "ann"), (wide, "house")) for _ in range(9)]
        assert refused == [0] + 8 * [1000]
        assert [await limits.attempt((narrow, name), (wide, "house")) for name in ("bob", "cid", "dan")] == [0, 0, 1000]
        await limits.succeeded((narrow, "bob"), (wide, "house"))
        assert [await limits.attempt((narrow, name), (wide, "house")) for name in ("bob", "eve")] == [0, 1000]

    play(story)


def test_logging_in_to_ones_own_account_does_not_forgive_guesses_at_others(play: Play) -> None:
    async def story(used: RateLimits, clock: Clock) -> None:
        limits, refused = RequestLimits(Config(), used), 0
        for number in range(3 * FREE_TRIES_OF_ALL):
            try:
                await limits.count_attempt("192.0.2.1", f"victim{number}")
                await limits.count_attempt("192.0.2.1", "mine")
                await limits.forgive_attempts("192.0.2.1", "mine")
            except TooManyRequestsException:
                refused += 1
        assert refused > FREE_TRIES_OF_ALL
        await limits.count_attempt("192.0.2.2", "victim1")  # other addresses are not affected

    play(story)


def test_a_name_under_attack_is_not_displaced_by_many_new_ones(play: Play) -> None:
    async def story(limits: RateLimits, clock: Clock) -> None:
        backoff = Backoff("b", free=1)
        await fails(limits, backoff, "ann", 8, clock)
        for number in range(2 * FEW):
            clock.now += 1
            assert await limits.attempt((backoff, f"new{number}")) == 0
        assert await limits.attempt((backoff, "ann")) > 0
        assert await limits.attempt((backoff, "new0")) == 0

    play(story)


def test_keys_that_have_used_little_of_an_allowance_are_forgotten_first(play: Play) -> None:
    async def story(limits: RateLimits, clock: Clock) -> None:
        allowance = Allowance("a", 60, 2)
        for number in range(FEW):
            clock.now += 1
            assert await limits.take(allowance, f"new{number}")
        taken = [await limits.take(allowance, "ann") for _ in range(3)]
        assert taken == [True, True, False]
        assert [await limits.take(allowance, "new0") for _ in range(3)] == [True, True, False]

    play(story)


def test_a_house_counts_as_one_however_many_addresses_it_has() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff:1") != network("2001:db8:0:1::1")
    assert network("192.0.2.1") != network("192.0.2.2")
    assert network("unknown") == "unknown"


def test_an_ipv4_address_within_ipv6_counts_as_itself() -> None:
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") != network("::ffff:192.0.2.2")


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, HOUR // 4), max_size=60), st.integers(1, 10))
def test_no_hour_has_more_than_twice_the_allowance(play: Play, steps: list[int], an_hour: int) -> None:
    async def story(limits: RateLimits, clock: Clock) -> None:
        allowance, taken = Allowance("a", an_hour, an_hour), []
        for step in steps:
            clock.now += step
            if await limits.take(allowance, "key"):
                taken.append(clock.now)
        for start in taken:
            assert sum(start <= at < start + HOUR for at in taken) <= 2 * an_hour
        assert len(taken) >= min(len(steps), an_hour)

    play(story)
