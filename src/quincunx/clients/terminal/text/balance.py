"""Prints measured balance as a table."""

from __future__ import annotations

from collections.abc import Iterable

from quincunx.clients.language import say, t
from quincunx.clients.terminal.text.messages import decimals
from quincunx.core.spec import Spec
from quincunx.search.balance import Measured

Rows = Iterable[tuple[Spec, Measured]]
RULE = 8 * "|---" + "|"


def print_balance(rows: Rows) -> None:
    """Print a line for each measurement as soon as it is available."""
    print(f"{t('terminal.balance.head')}\n{RULE}")
    for spec, row in rows:
        print(_line(spec, row), flush=True)


def _line(spec: Spec, row: Measured) -> str:
    choices, side = " ".join(row.choices.values()), say(spec.players[0])
    return (
        f"| {spec.key} | {choices} | {row.level} | {decimals(row.score.mean, '.1%')} ({side}) "
        f"| {decimals(row.score.error, '.1%')} "
        f"| {row.drawn / row.games:.0%} | {row.turns:.0f} | {row.games} |"
    )
