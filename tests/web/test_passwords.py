"""Password hashing takes memory and time: limited concurrency, fair by address, a limited queue, then a refusal."""

from __future__ import annotations

import asyncio
import threading

import pytest
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from quincunx.server.fair_queue import Crowded
from quincunx.server.passwords import MOST_WAITING, Passwords

AT_ONCE = 2
HERE = "192.0.2.1"


class SlowHasher:
    """Counts concurrent hashes, and finishes none until it is told to."""

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self.inside = threading.Semaphore(0)
        self.most = 0
        self._now = 0
        self._lock = threading.Lock()

    def hash(self, password: str) -> str:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        self.inside.release()
        self.may_end.wait()
        with self._lock:
            self._now -= 1
        return password.upper()


@pytest.fixture
def hasher() -> SlowHasher:
    return SlowHasher()


@pytest.fixture
def passwords(hasher: SlowHasher, monkeypatch: pytest.MonkeyPatch) -> Passwords:
    passwords = Passwords(AT_ONCE)
    monkeypatch.setattr(passwords, "_hasher", hasher)
    return passwords


def test_no_more_at_once_than_memory_allows_and_nobody_is_forgotten(hasher: SlowHasher, passwords: Passwords) -> None:
    async def story() -> list[str]:
        asked = [asyncio.create_task(passwords.hash(f"word {number}", HERE)) for number in range(10)]
        for _ in range(AT_ONCE):
            await asyncio.to_thread(hasher.inside.acquire)
        hasher.may_end.set()
        return await asyncio.gather(*asked)

    assert asyncio.run(story()) == [f"WORD {number}" for number in range(10)]
    assert hasher.most == AT_ONCE


def test_where_too_many_wait_the_next_is_told_so_at_once(hasher: SlowHasher, passwords: Passwords) -> None:
    async def story() -> None:
        asked = [asyncio.create_task(passwords.hash("word", HERE)) for _ in range(AT_ONCE + MOST_WAITING)]
        await asyncio.to_thread(hasher.inside.acquire)
        with pytest.raises(Crowded):
            await passwords.hash("one too many", HERE)
        hasher.may_end.set()
        await asyncio.gather(*asked)
        assert await passwords.hash("again", HERE) == "AGAIN"

    asyncio.run(story())


def test_a_hash_that_costs_too_little_by_now_is_replaced() -> None:
    cheap = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8 * 1024),)).hash("seven lanterns swim")
    right, better = asyncio.run(Passwords(AT_ONCE).check("seven lanterns swim", cheap, "here"))
    assert right
    assert better is not None
    assert asyncio.run(Passwords(AT_ONCE).check("seven lanterns swim", better, "here")) == (True, None)


def test_a_hash_is_argon2id_and_costs_enough() -> None:
    kept = asyncio.run(Passwords(AT_ONCE).hash("seven lanterns swim", "here"))
    kind, version, costs = kept.split("$")[1:4]
    memory, turns, _ = (int(part[2:]) for part in costs.split(","))
    assert (kind, version) == ("argon2id", "v=19")
    assert memory >= 19 * 1024  # KiB, with two passes: the recommended minimum
    assert turns >= 2
