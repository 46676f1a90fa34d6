"""After the faults, play continues: every request is answered, and no turn, clock or message is lost."""

from __future__ import annotations

from collections.abc import Iterator

from chaos.checks.evidence import Evidence, Violation
from chaos.checks.pool import people_of
from quincunx.play.match import Match


def check_afterwards(evidence: Evidence) -> Iterator[Violation]:
    """Check the end of the run."""
    for complaint in evidence.history.stuck:
        who = evidence.name(complaint.reader)
        yield Violation(
            "play does not continue, or a player was not notified",
            [f"match {complaint.match}", f"{who} {complaint.text}"],
            complaint.at,
            complaint.match,
        )
    yield from _unanswered(evidence)
    for id, match in evidence.matches.items():
        yield from _jobs(evidence, id, match)


def _unanswered(evidence: Evidence) -> Iterator[Violation]:
    """Every request gets a final answer."""
    for operation in evidence.history.operations.values():
        if operation.ack is None and operation.refusal is None:
            yield evidence.violation("never answered", operation.match, [operation])


def _jobs(evidence: Evidence, id: str, match: Match) -> Iterator[Violation]:
    """A running clock has a job before its time is up, and so does a bot that is to move."""
    dues = {job.kind: job.due for job in evidence.stored.jobs if job.subject == id}
    deadline = match.deadline()
    if deadline is not None and dues.get("flag", deadline + 1) > deadline:
        yield evidence.violation("a running clock without a job", id, [], [match.version], f"jobs {dues}")
    if match.bot_to_move() is not None and "bot" not in dues:
        yield evidence.violation("a bot's turn without a job", id, [], [match.version], f"jobs {dues}")


def unnotified(evidence: Evidence, id: str, match: Match) -> list[str]:
    """The accounts that play in a match, or are challenged to it, and were not notified of it."""
    if match.status not in ("open", "running"):
        return []
    concerned = people_of(evidence.events[id]) | ({match.created.invited} - {""})
    told = evidence.history.told
    return sorted(account for account in concerned & set(evidence.history.names) if id not in told[account])
