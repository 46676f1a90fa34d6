"""Replaying a match: its positions one after another, without actions that were taken back."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from quincunx.play.events import AnyEvent
from quincunx.play.match import Match
from quincunx.play.scene import Scene, ended, still


class Replay(Struct, frozen=True):
    """Some scenes of a match: its number of actions, the ply of the first scene, and the scenes."""

    plies: int
    first: int
    scenes: list[Scene]


def replay(log: Iterable[AnyEvent], first: int, count: int) -> Replay:
    """At most `count` scenes, from the one after `first` actions on. Actions that were taken back are left out.

    The whole log is folded once, in time proportional to its length; then only the requested scenes are made.
    """
    match, versions = _folded(log)
    plies, state = match.state.ply, match.state
    scenes = []
    while state.ply >= first:
        if state.ply < first + count:
            shown = still(state, versions[state.ply])
            scenes.append(ended(shown, match) if state.ply == plies and _is_over(match) else shown)
        if state.ply == 0:
            break
        state.undo()
    return Replay(plies, first, scenes[::-1])


def _folded(log: Iterable[AnyEvent]) -> tuple[Match, dict[int, int]]:
    """The match, and, by ply, the version of the event that created the position."""
    remaining = iter(log)
    match = Match.from_events([next(remaining)])
    versions = {0: 1}
    for event in remaining:
        match.apply(event)
        versions[match.state.ply] = match.position
    return match, versions


def _is_over(match: Match) -> bool:
    return match.status in ("finished", "aborted")
