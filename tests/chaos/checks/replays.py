"""Every match is replayed by the program's own fold, and its times are compared with our clock."""

from __future__ import annotations

from collections.abc import Iterator

from chaos.checks.evidence import Evidence, Violation
from chaos.history import Stay
from quincunx.play import clocks, events
from quincunx.play.events import AnyEvent, Created
from quincunx.play.match import Match

SLACK = 2_000  # milliseconds by which the site's clock may differ from ours: less than the skew of one server's clock
AWAY_SLACK = 12.0  # seconds that the site may take to notice that somebody has arrived or left
AFTER_THE_END = (events.Offered, events.Accepted, events.Declined, events.Rematched)


def check_replays(evidence: Evidence) -> Iterator[Violation]:
    """Replay all matches, and compare stats and ratings with them."""
    for match, error in evidence.broken.items():
        yield Violation("a log cannot be replayed", [f"match {match}", repr(error)])
    for match in evidence.matches:
        yield from _replay(evidence, match, evidence.events[match])
    yield from _times(evidence)
    for difference in evidence.stored.differences:
        yield Violation("tables that disagree with the logs", [difference])


def _replay(evidence: Evidence, id: str, log: list[AnyEvent]) -> Iterator[Violation]:
    created = log[0]
    assert isinstance(created, Created)
    match = Match(created)
    for version, event in enumerate(log[1:], 2):
        if event.at < match.at:
            yield evidence.violation("time runs backwards", id, [], [version - 1, version])
        if match.status in ("finished", "aborted") and not isinstance(event, AFTER_THE_END):
            yield evidence.violation("an event after the end", id, [], [version - 1, version])
        if isinstance(event, events.Acted) and event.side != match.state.to_move:
            yield evidence.violation("out of turn", id, [], [version - 1, version])
        yield from _flags(evidence, id, match, version, event)
        yield from _absences(evidence, id, match, version, event)
        match.apply(event)


def _flags(evidence: Evidence, id: str, match: Match, version: int, event: AnyEvent) -> Iterator[Violation]:
    """No player runs out of time early, according to the log and to our clock."""
    ended = isinstance(event, events.Ended) and event.reason == "time"
    passed = isinstance(event, events.Acted) and event.action == "timeout"
    if not ended and not passed:
        return
    deadline, seen = match.deadline(), evidence.history.seen.get(id, [])
    if deadline is None or event.at < deadline:
        yield evidence.violation("out of time too early, by the log", id, [], [version - 1, version])
    elif len(seen) >= version and evidence.history.wall_time(seen[version - 1][0]) < deadline - SLACK:
        note = f"seen at {seen[version - 1][0]:.3f} s, time was up at {(deadline - evidence.history.wall) / 1000:.3f} s"
        yield evidence.violation("out of time too early, by our clock", id, [], [version - 1, version], note)


def _absences(evidence: Evidence, id: str, match: Match, version: int, event: AnyEvent) -> Iterator[Violation]:
    """No player who watched the match during the grace period counts as absent."""
    grace = clocks.grace(match.created.clock)
    account = match.account_at(event.side) if isinstance(event, events.Abandoned) else None
    if account is None or grace is None:
        return
    until = (event.at - evidence.history.wall) / 1000 - AWAY_SLACK
    since = until - grace / 1000 + 2 * AWAY_SLACK
    for stay in evidence.history.stays.get((account, id), []):
        if since < until and _overlap(stay, since, until):
            end = "the end" if stay.until is None else f"{stay.until:.3f} s"
            note = f"{evidence.name(account)} watched it from {stay.since:.3f} s to {end}"
            yield evidence.violation("counted as absent while present", id, [], [version], note)
            return


def _overlap(stay: Stay, since: float, until: float) -> bool:
    return stay.since < until and (stay.until is None or stay.until > since)


def _times(evidence: Evidence) -> Iterator[Violation]:
    """An event's time lies between its command and the acknowledgement, whatever the server's clock says."""
    wall = evidence.history.wall_time
    for match, operations in evidence.commands.items():
        log = evidence.events.get(match, [])
        for operation in operations:
            ack = operation.ack
            if ack is None or not 0 < ack.first <= ack.last <= len(log):
                continue
            at = log[ack.first - 1].at
            if not wall(operation.invoked) - SLACK <= at <= wall(ack.at) + SLACK:
                yield evidence.violation("an event with a wrong time", match, [operation], [ack.first])
