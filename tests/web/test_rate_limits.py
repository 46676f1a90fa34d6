"""Rate limits: after some free tries, each further one waits longer, for its key only, and not forever."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quincunx.server.config import Config
from quincunx.server.rate_limits import FORGET_AFTER, HOUR, LONGEST_WAIT, MOST_KEYS, Allowance, Backoff, network
from quincunx.server.request_limits import FREE_TRIES_OF_ALL, RequestLimits


def test_each_failure_beyond_the_free_ones_doubles_the_wait() -> None:
    slowdown, now, waits = Backoff(free=3), 0, []
    for _ in range(8):
        waits.append(slowdown.wait("ann", now))
        now += waits[-1]
        slowdown.failed("ann", now)
    assert waits == [0, 0, 0, 1000, 2000, 4000, 8000, 16000]
    assert slowdown.wait("bob", now) == 0


def test_the_wait_has_an_end_and_is_forgotten() -> None:
    slowdown = Backoff(free=1)
    for _ in range(100):
        slowdown.failed("ann", 0)
    assert slowdown.wait("ann", 0) == LONGEST_WAIT
    assert slowdown.wait("ann", FORGET_AFTER) == 0
    slowdown.forgive("ann")
    assert slowdown.wait("ann", 0) == 0


def test_logging_in_to_ones_own_account_does_not_forgive_guesses_at_others() -> None:
    limits = RequestLimits(Config())
    refused = 0
    for number in range(3 * FREE_TRIES_OF_ALL):
        try:
            limits.count_attempt("192.0.2.1", f"victim{number}")
            limits.count_attempt("192.0.2.1", "mine")
            limits.forgive_attempts("192.0.2.1", "mine")
        except Exception:
            refused += 1
    assert refused > FREE_TRIES_OF_ALL
    limits.count_attempt("192.0.2.2", "victim1")  # other addresses are not affected


def test_a_name_that_is_guessed_at_is_not_forgotten_for_many_new_ones() -> None:
    slowdown = Backoff(free=1)
    for _ in range(10):
        slowdown.failed("ann", 0)
    for number in range(2 * MOST_KEYS):
        slowdown.failed(number, 1)
    assert slowdown.wait("ann", 1) > 0
    assert slowdown.wait(0, 1) == 0


def test_a_house_counts_as_one_however_many_addresses_it_has() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff:1") != network("2001:db8:0:1::1")
    assert network("192.0.2.1") != network("192.0.2.2")
    assert network("unknown") == "unknown"


def test_an_ipv4_address_within_ipv6_counts_as_itself() -> None:
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") != network("::ffff:192.0.2.2")


@given(st.lists(st.integers(0, HOUR // 4), max_size=100), st.integers(1, 10))
def test_no_hour_has_more_than_twice_the_allowance(steps: list[int], an_hour: int) -> None:
    allowance, now, taken = Allowance(an_hour), 0, []
    for step in steps:
        now += step
        if allowance.take("key", now):
            taken.append(now)
    for start in taken:
        assert sum(start <= at < start + HOUR for at in taken) <= 2 * an_hour
