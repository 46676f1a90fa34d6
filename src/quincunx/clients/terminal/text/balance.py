"""Measured balance as a table."""

from __future__ import annotations

from collections.abc import Iterable

from quincunx.core.spec import Spec
from quincunx.search.balance import Measured

Rows = Iterable[tuple[Spec, Measured]]
HEAD = "| game | choices | level | score (side) | ± | drawn | turns (median) | games |\n" + 8 * "|---" + "|"


def print_balance(rows: Rows) -> None:
    """A line for each measurement, as soon as there is one."""
    print(HEAD)
    for spec, row in rows:
        print(_line(spec, row), flush=True)


def _line(spec: Spec, row: Measured) -> str:
    choices = " ".join(row.choices.values())
    return (
        f"| {spec.key} | {choices} | {row.level} | {row.score.mean:.1%} ({spec.players[0]}) | {row.score.error:.1%} "
        f"| {row.drawn / row.games:.0%} | {row.turns:.0f} | {row.games} |"
    )
