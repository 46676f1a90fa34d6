"""What all checks share: the history, the logs with decoded events, and stories about what went wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from chaos.history import History, Operation
from chaos.stored import Kept, Row, Stored
from quincunx.play.events import AnyEvent, read_event
from quincunx.play.match import Match


@dataclass
class Violation:
    """A broken promise, with just enough of what happened to understand it."""

    kind: str
    story: list[str] = field(default_factory=list)
    at: float = 0  # seconds since the start of the run
    match: str = ""

    def __str__(self) -> str:
        return "\n".join([self.kind, *(f"    {line}" for line in self.story)])


class Evidence:
    """A run's history and what it has left in the database."""

    def __init__(self, history: History, stored: Stored) -> None:
        self.history = history
        self.stored = stored

    @cached_property
    def events(self) -> dict[str, list[AnyEvent]]:
        """The events of all matches."""
        return {match: [read_event(row.payload) for row in log] for match, log in self.stored.logs.items()}

    @cached_property
    def kept(self) -> dict[tuple[str, str, str], Kept]:
        """The stored commands by match, account and id."""
        return {(kept.match, kept.actor, kept.command): kept for kept in self.stored.commands}

    @cached_property
    def commanded(self) -> dict[str, set[int]]:
        """For each match, the versions of the events of stored commands."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for kept in self.stored.commands:
            found[kept.match].update(range(kept.first, kept.last + 1))
        return found

    @cached_property
    def commands(self) -> dict[str, list[Operation]]:
        """All commands by match."""
        found: defaultdict[str, list[Operation]] = defaultdict(list)
        for operation in self.history.operations.values():
            if operation.kind == "command":
                found[operation.match].append(operation)
        return found

    def replay(self, match: str) -> Iterator[tuple[int, AnyEvent, Match]]:
        """Every event with its version and the match after it; raises an error where the log cannot be replayed."""
        folded: Match | None = None
        for version, event in enumerate(self.events.get(match, []), 1):
            if folded is None:
                folded = Match.from_events([event])
            else:
                folded.apply(event)
            yield version, event, folded

    @cached_property
    def matches(self) -> dict[str, Match]:
        """All matches that can be replayed, in their final states."""
        return {match: Match.from_events(log) for match, log in self.events.items() if match not in self.broken}

    @cached_property
    def broken(self) -> dict[str, Exception]:
        """The matches whose logs cannot be replayed, and why."""
        found: dict[str, Exception] = {}
        for match in self.events:
            try:
                for _ in self.replay(match):
                    pass
            except Exception as error:  # whatever it is, the log is wrong
                found[match] = error
        return found

    def name(self, account: str) -> str:
        """An account's name, for stories."""
        return self.history.names.get(account, account)

    def violation(
        self, kind: str, match: str, operations: Iterable[Operation] = (), versions: Collection[int] = (), *notes: str
    ) -> Violation:
        """A violation in a match, described by these requests and these events of its log."""
        operations = sorted(operations, key=lambda operation: operation.invoked)
        lines = [f"match {match}", *(line for operation in operations for line in self._told(operation))]
        log = {row.version: row for row in self.stored.logs.get(match, [])}
        lines += [self._logged(version, log.get(version)) for version in sorted(set(versions))]
        times = [operation.invoked for operation in operations]
        times += [self.since_start(log[version].at) for version in versions if version in log]
        return Violation(kind, [*lines, *notes], min(times, default=0.0), match)

    def _told(self, operation: Operation) -> list[str]:
        sent = ", ".join(f"{at:.3f}" for at in operation.sent)
        answers = [f"{answer.at:9.3f} s  {answer}" for answer in operation.answers]
        name = self.name(operation.account)
        return [f"{operation.invoked:9.3f} s  {name} sends {operation} (sent at {sent})", *answers]

    def _logged(self, version: int, row: Row | None) -> str:
        if row is None:
            return f"log: there is no version {version}"
        return f"log: version {version} at {self.since_start(row.at):.3f} s: {row.payload.decode()}"

    def since_start(self, at: int) -> float:
        """Convert milliseconds since 1970 to seconds since the start of the run."""
        return (at - self.history.wall) / 1000

    def full_story(self, match: str) -> list[str]:
        """The whole log of a match and all requests about it, in chronological order."""
        log = [(self.since_start(row.at), self._logged(row.version, row)) for row in self.stored.logs.get(match, [])]
        asked = [operation for operation in self.history.operations.values() if operation.match == match]
        told = [(operation.invoked, line) for operation in asked for line in self._told(operation)]
        return [line for _, line in sorted(log + told, key=lambda one: one[0])]
