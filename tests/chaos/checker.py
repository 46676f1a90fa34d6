"""Judges a run: compares what its clients received with what is in the database.

Nothing acknowledged may be lost or duplicated, all clients must have seen one order, and play must continue afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from chaos.checks.afterwards import check_afterwards
from chaos.checks.clocks import check_clocks
from chaos.checks.commands import check_commands
from chaos.checks.evidence import Evidence, Violation
from chaos.checks.order import check_order
from chaos.checks.pool import check_pool
from chaos.checks.replays import check_replays
from chaos.history import History
from chaos.stored import Stored

CHECKS: tuple[Callable[[Evidence], Iterator[Violation]], ...] = (
    check_commands,
    check_order,
    check_replays,
    check_clocks,
    check_pool,
    check_afterwards,
)


def check(history: History, stored: Stored) -> list[Violation]:
    """All violations, in chronological order."""
    evidence = Evidence(history, stored)
    found = [violation for one in CHECKS for violation in one(evidence)]
    return sorted(found, key=lambda violation: violation.at)
