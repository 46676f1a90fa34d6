"""What is committed together with a match's events: the header's status, and jobs for later.

flag      the running clock runs out
bot       a bot is to move
absence   check whether a player has stayed away
"""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.host.jobs.runner import Reservation
from quincunx.host.live_match import LiveMatch
from quincunx.host.match_header import seat
from quincunx.play import clocks
from quincunx.play.events import AnyEvent, Joined
from quincunx.play.match import Match, Status
from quincunx.play.summary import Summary
from quincunx.store.jobs import Job
from quincunx.store.store import Unit

FLAG = "flag"
BOT = "bot"
ABSENCE = "absence"

Dues = dict[str, int]


def wanted(match: Match, now: int) -> Dues:
    """The jobs that a running match should have, and when each is due."""
    if match.status != "running":
        return {}
    dues: Dues = {}
    deadline, grace = match.deadline(), clocks.grace(match.created.clock)
    if deadline is not None:
        dues[FLAG] = deadline
    if match.bot_to_move() is not None:
        dues[BOT] = now
    if grace is not None and match.between_people():
        dues[ABSENCE] = now + grace
    return dues


def plan(live: LiveMatch, after: Match, job: Job | None, now: int) -> Dues:
    """The jobs to put along with events that lead to `after`: those that are missing, or due too late.

    A clock's job that is due too early does no harm: it finds nothing to do and is put again.
    """
    if job is not None:
        live.jobs.pop(job.kind, None)
    dues = {kind: due for kind, due in wanted(after, now).items() if _is_missing(live, kind, due, now)}
    live.jobs.update(dues)
    return dues


def _is_missing(live: LiveMatch, kind: str, due: int, now: int) -> bool:
    known = live.jobs.get(kind)
    if kind == ABSENCE:  # it is put once, and then puts itself again
        return live.match.status != "running"
    if kind == FLAG and known is not None:  # one whose time has come may have been moved by another process
        return due < known or known <= now
    return known is None


def do(
    unit: Unit,
    id: str,
    status: Status | None,
    ended: Summary | None,
    events: Sequence[AnyEvent],
    dues: Dues,
    place: Reservation | None = None,
) -> Job | None:
    """Write everything: the status if it is new, the result for the statistics, and the jobs.

    Returns the bot's turn as a claimed job, if there is a slot for it.
    """
    for event in events:
        if isinstance(event, Joined):
            unit.matches.seat(id, event.side, seat(event.seat))
    if status is not None:
        unit.matches.update(id, status=status)
        if status != "running":
            for kind in (FLAG, BOT, ABSENCE):
                unit.jobs.remove(kind, id)
    if ended is not None:
        unit.results.finish(id, ended, events[-1].at)
    for kind, due in dues.items():
        if kind != BOT or place is None:
            unit.jobs.put(kind, id, due)
    return None if place is None else unit.jobs.put_claimed(BOT, id, dues[BOT], by=place.by, until=place.until)
