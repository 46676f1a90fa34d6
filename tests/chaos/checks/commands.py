"""Every acknowledged command is in the log exactly once; refused commands, and those that nobody sent, are not."""

from __future__ import annotations

from collections.abc import Iterator

from chaos.checks.evidence import Evidence, Violation
from chaos.history import Operation
from chaos.stored import Kept
from quincunx.play import events
from quincunx.play.events import AnyEvent
from quincunx.play.seats import Bot

# the events that a command may begin with in the log
BEGINS: dict[str, tuple[type[AnyEvent], ...]] = {
    "act": (events.Acted,),
    "turn": (events.Acted,),
    "offer": (events.Offered, events.Accepted),
    "accept": (events.Accepted,),
    "decline": (events.Declined,),
    "resign": (events.Ended,),
    "abort": (events.Aborted,),
    "claim": (events.Ended,),
    "hint": (events.Hinted,),
}
PLAYERS = (events.Offered, events.Accepted, events.Declined, events.Hinted, events.Aborted)  # only by command


def check_commands(evidence: Evidence) -> Iterator[Violation]:
    """Compare the commands and their answers with the logs."""
    for match, operations in evidence.commands.items():
        for operation in operations:
            yield from _acks(evidence, match, operation)
            yield from _refusals(evidence, match, operation)
    yield from _creations(evidence)
    yield from _joins(evidence)
    yield from _strangers(evidence)
    for match, log in evidence.events.items():
        yield from _authors(evidence, match, log)


def _acks(evidence: Evidence, match: str, operation: Operation) -> Iterator[Violation]:
    """An acknowledged command is stored with the versions in all its acknowledgements, and those are its events."""
    acks = operation.acks
    if not acks:
        return
    versions = {(ack.first, ack.last) for ack in acks}
    told = [version for first, last in versions for version in range(first, last + 1)]
    if len(versions) > 1:
        yield evidence.violation("acknowledged twice, differently", match, [operation], told)
    first, last = acks[0].first, acks[0].last
    if last < first:  # it had no effect, such as a second request for the same hint
        return
    kept = evidence.kept.get((match, operation.account, operation.id))
    if kept is None:
        yield evidence.violation("acknowledged but lost: its id is not in the database", match, [operation], told)
    elif (kept.first, kept.last) != (first, last):
        note = f"stored as versions {kept.first}..{kept.last}"
        yield evidence.violation("acknowledged with versions other than those stored", match, [operation], told, note)
    log = evidence.events.get(match, [])
    if last > len(log):
        yield evidence.violation("acknowledged but lost: its events are not in the log", match, [operation], told)
    elif not _is_of(log[first - 1 : last], operation):
        yield evidence.violation("acknowledged, but its versions are other events", match, [operation], told)


def _is_of(log: list[AnyEvent], operation: Operation) -> bool:
    """Whether these events begin with what the command requested."""
    command = operation.request["command"]
    do = command["do"]
    if not isinstance(log[0], BEGINS[do]):
        return False
    asked = {"act": [command.get("action")], "turn": command.get("actions", [])}.get(do, [])
    acted = [event.action for event in log if isinstance(event, events.Acted)]
    return acted[: len(asked)] == asked


def _refusals(evidence: Evidence, match: str, operation: Operation) -> Iterator[Violation]:
    """A refused command is not stored.

    If it was sent several times, an earlier copy may still be on its way when a later one is refused, so only
    actions are checked: a refused action is never possible later.
    """
    kept = evidence.kept.get((match, operation.account, operation.id))
    refused = [answer for answer in operation.answers if answer.kind == "refused" and answer.is_final]
    if not refused or kept is None:
        return
    if len(operation.sent) == 1 or operation.request["command"]["do"] in ("act", "turn"):
        yield evidence.violation("refused, but in the log", match, [operation], range(kept.first, kept.last + 1))


def _creations(evidence: Evidence) -> Iterator[Violation]:
    """A request to create a match creates exactly one, no matter how often it is sent."""
    made: dict[str, Operation] = {}
    for operation in evidence.history.operations.values():
        if operation.kind != "create" or not operation.acks:
            continue
        matches = {ack.match for ack in operation.acks}
        match = operation.acks[0].match
        if len(matches) > 1:
            yield evidence.violation(f"one request created {len(matches)} matches", match, [operation])
        if match not in evidence.stored.logs:
            yield evidence.violation("a match was created but is lost", match, [operation])
        if match in made:
            yield evidence.violation("two requests created one match", match, [operation, made[match]])
        made[match] = operation


def _joins(evidence: Evidence) -> Iterator[Violation]:
    """A player who was told that they have joined has the seat."""
    for operation in evidence.history.operations.values():
        if operation.kind != "join" or not operation.acks:
            continue
        log = evidence.events.get(operation.match, [])
        if not any(isinstance(event, events.Joined) and _is_seat_of(event, operation.account) for event in log):
            yield evidence.violation("joined, but not seated", operation.match, [operation])


def _is_seat_of(event: events.Joined, account: str) -> bool:
    return getattr(event.seat, "account", None) == account


def _strangers(evidence: Evidence) -> Iterator[Violation]:
    """No command is stored that nobody sent, and no two commands share a version."""
    owners: dict[tuple[str, int], Kept] = {}
    for kept in evidence.stored.commands:
        if (kept.actor, kept.command) not in evidence.history.operations:
            yield evidence.violation(f"nobody sent the stored command {kept.command}", kept.match)
        for version in range(kept.first, kept.last + 1):
            other = owners.setdefault((kept.match, version), kept)
            if other is not kept:
                both = [evidence.history.operations.get((one.actor, one.command)) for one in (other, kept)]
                yield evidence.violation("two commands own one event", kept.match, filter(None, both), [version])


def _authors(evidence: Evidence, match: str, log: list[AnyEvent]) -> Iterator[Violation]:
    """Events that only a player can cause are in the log because a player sent a command."""
    commanded, created = evidence.commanded.get(match, set()), log[0]
    if not isinstance(created, events.Created):
        yield evidence.violation("a log begins with something other than the match's creation", match, [], [1])
        return
    seats = list(created.seats)
    for version, event in enumerate(log, 1):
        if isinstance(event, events.Joined):
            seats[event.side] = event.seat
        if version not in commanded and _needs_command(event, seats):
            yield evidence.violation("in the log, but nobody sent it", match, [], [version])


def _needs_command(event: AnyEvent, seats: list[object]) -> bool:
    if isinstance(event, events.Acted):
        return not event.forced and event.action != "timeout" and not isinstance(seats[event.side], Bot)
    return isinstance(event, PLAYERS)
