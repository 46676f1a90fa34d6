"""One order for all: every client saw the log, and answers agree with what was known when the request was sent.

A match is linearizable if an acknowledged command comes after everything that anyone knew when it was sent, and if a
refused command had to be refused at some version between its sending and its answer.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

import msgspec

from chaos.checks.evidence import Evidence, Violation
from chaos.history import Answer, Operation
from quincunx.core.errors import QuincunxError
from quincunx.play.commands import PlayerCommand
from quincunx.play.decisions import decide
from quincunx.play.errors import Refused
from quincunx.play.match import Match

SLACK = 2_000  # milliseconds by which the site's clock may differ from ours
JUDGED = frozenset(  # the refusals that depend on the match alone
    (
        "stale",
        "not_your_turn",
        "not_running",
        "illegal",
        "too_early",
        "too_late",
        "too_soon",
        "already_offered",
        "no_offer",
        "nothing_to_take_back",
        "not_absent",
        "not_yours",
        "out_of_time",
    )
)


def check_order(evidence: Evidence) -> Iterator[Violation]:
    """Compare what clients saw, and when, with the logs."""
    for complaint in evidence.history.complaints:
        reader = evidence.name(complaint.reader)
        yield Violation("out of order", [f"match {complaint.match}", f"{reader} {complaint.text}"], complaint.at)
    yield from _gaps(evidence)
    yield from _sights(evidence)
    for match, operations in evidence.commands.items():
        known = Knowledge(evidence, match, operations)
        yield from _order(evidence, match, operations, known)
        yield from _refusals(evidence, match, operations, known)


def _gaps(evidence: Evidence) -> Iterator[Violation]:
    """Versions count up from 1 to the version in the header."""
    for match, log in evidence.stored.logs.items():
        versions = [row.version for row in log]
        if versions != list(range(1, len(log) + 1)) or evidence.stored.versions.get(match) != len(log):
            yield Violation("versions with gaps", [f"match {match}", f"versions {versions}"])


def _sights(evidence: Evidence) -> Iterator[Violation]:
    """Everything that was seen is in the log."""
    for match, seen in evidence.history.seen.items():
        log = evidence.stored.logs.get(match, [])
        for version, (at, payload) in enumerate(seen, 1):
            if version > len(log) or log[version - 1].payload != payload:
                note = f"seen at {at:.3f} s: {payload.decode()}"
                yield evidence.violation("seen, but not in the log", match, [], [version], note)
                break


class Knowledge:
    """The highest version of a match known at a given time, from received events and acknowledgements."""

    def __init__(self, evidence: Evidence, match: str, operations: Iterable[Operation]) -> None:
        told = [(at, version) for version, (at, _) in enumerate(evidence.history.seen.get(match, []), 1)]
        told += [(ack.at, ack.last) for operation in operations for ack in operation.acks]
        told.sort()
        self._times = [at for at, _ in told]
        self._versions = list(accumulate((version for _, version in told), max))

    def before(self, at: float) -> int:
        """The highest version known before a time."""
        place = bisect_left(self._times, at)
        return self._versions[place - 1] if place else 0


def _changing(operations: Iterable[Operation]) -> Iterator[tuple[Operation, Answer]]:
    """The acknowledged commands that led to events."""
    for operation in operations:
        ack = operation.ack
        if ack is not None and ack.last >= ack.first:
            yield operation, ack


def _order(evidence: Evidence, match: str, operations: list[Operation], known: Knowledge) -> Iterator[Violation]:
    """An acknowledged command comes after everything that was known before it was sent."""
    for operation, ack in _changing(operations):
        before = known.before(operation.invoked)
        if ack.first <= before:
            others = [other for other, its in _changing(operations) if its.first <= before <= its.last]
            note = f"version {before} was known before that was sent"
            versions = range(ack.first, before + 1)
            yield evidence.violation(
                "acknowledged before what came earlier", match, [operation, *others], versions, note
            )


@dataclass
class Refusal:
    """A refused command, with the versions at which it may have been judged."""

    operation: Operation
    answer: Answer
    first: int
    last: int
    excused: bool = False


def _refusals(evidence: Evidence, match: str, operations: list[Operation], known: Knowledge) -> Iterator[Violation]:
    """A refused command was to be refused for that reason at some version between its sending and its answer."""
    refusals = list(_windows(evidence, match, operations, known))
    if not refusals or match in evidence.broken:
        return
    for version, _, folded in evidence.replay(match):
        for refusal in refusals:
            if not refusal.excused and refusal.first <= version <= refusal.last:
                refusal.excused = _is_right(evidence, folded, refusal)
    for refusal in refusals:
        if not refusal.excused:
            versions = range(refusal.first, refusal.last + 1)
            yield evidence.violation("refused without a reason", match, [refusal.operation], versions)


def _windows(evidence: Evidence, match: str, operations: list[Operation], known: Knowledge) -> Iterator[Refusal]:
    """The refusals to judge, each from the version known when it was sent to the last possible one."""
    end = len(evidence.events.get(match, []))
    later = sorted((operation.invoked, ack.first) for operation, ack in _changing(operations))
    for operation in operations:
        answer = operation.refusal
        if answer is not None and answer.code in JUDGED:
            last = min((first - 1 for invoked, first in later if invoked > answer.at), default=end)
            first = max(1, known.before(operation.invoked))
            yield Refusal(operation, answer, first, max(first, last))


def _is_right(evidence: Evidence, match: Match, refusal: Refusal) -> bool:
    """Whether the command is refused, with that code, at this version of the match."""
    latest = int(evidence.history.wall_time(refusal.answer.at)) + SLACK
    if refusal.answer.code == "out_of_time":
        return match.overdue(latest)
    command = msgspec.convert(refusal.operation.request["command"], PlayerCommand)
    try:
        decide(match, refusal.operation.account, command, match.at)
    except Refused as refused:
        return refused.code == refusal.answer.code
    except QuincunxError:
        return refusal.answer.code == "illegal"
    return False
