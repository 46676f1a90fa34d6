"""Three minutes of chaos with a fixed seed, from which the faults follow; docs/chaos.md explains them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from chaos.faults import LANES, LONG_RUN, NAMES, plan
from chaos.processes import skew_library
from haproxy import HAPROXY
from postgresql import is_installed
from services import REDIS, find_program

SERVERS, WORKERS = ["server1", "server2", "server3"], ["worker1", "worker2"]
LASTS = 1200  # seconds: only a run that hangs takes this long


def test_nothing_is_lost_in_three_minutes(repository: Path, tmp_path: Path) -> None:
    if not (is_installed() and all(map(find_program, (REDIS, HAPROXY))) and skew_library()):
        skip_unless_in_ci("needs PostgreSQL, Redis, HAProxy and libfaketime (docs/chaos.md)")
    words = ["--seed", "20", "--minutes", "3", "--players", "60", "--watchers", "10", "--think", "3"]
    assert {fault.name for fault in plan(20, 180, SERVERS, WORKERS)} == set(NAMES)
    program = [sys.executable, str(repository / "tools" / "chaos.py"), *words, "--folder", str(tmp_path)]
    done = subprocess.run(program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LASTS)
    assert done.returncode == 0, done.stdout


def skip_unless_in_ci(reason: str) -> None:
    """CI must never do without this test, unnoticed."""
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)


def test_ci_does_not_do_without_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception):
        skip_unless_in_ci("needs Redis")
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception):
        skip_unless_in_ci("needs Redis")


def test_the_same_seed_makes_the_same_faults() -> None:
    assert plan(7, 600, SERVERS, WORKERS) == plan(7, 600, SERVERS, WORKERS) != plan(8, 600, SERVERS, WORKERS)


def test_every_kind_of_fault_occurs_and_ends_in_time() -> None:
    faults = plan(7, 900, SERVERS, WORKERS)
    assert {fault.name for fault in faults} == set(NAMES)
    assert max(fault.at + fault.seconds for fault in faults) <= 900


def test_a_long_run_has_long_faults_whatever_the_seed() -> None:
    for seed in range(50):
        faults = plan(seed, LONG_RUN, SERVERS, WORKERS)
        longest = {name: max((fault.seconds for fault in faults if fault.name == name), default=-1.0) for name in NAMES}
        assert min(longest.values()) >= 0  # every kind occurs, and so every way in which PostgreSQL fails
        assert longest["freeze"] >= 30
        assert min(longest["kill-redis"], longest["freeze-redis"]) >= 60


def test_faults_of_one_lane_follow_each_other() -> None:
    for lane in LANES:
        names = {kind.name for kind in lane}
        faults = plan(3, 600, SERVERS, WORKERS, sorted(names))
        ends = [fault.at + fault.seconds for fault in faults]
        assert all(end < fault.at for end, fault in zip(ends, faults[1:], strict=False))


def test_only_the_requested_faults_occur() -> None:
    assert {fault.name for fault in plan(7, 600, SERVERS, WORKERS, ["freeze"])} == {"freeze"}
