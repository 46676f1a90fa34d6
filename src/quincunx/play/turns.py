"""Turns as they are sent: actions as text, from a position on."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.core import action_codes
from quincunx.core.errors import ActionError
from quincunx.core.state import TIMEOUT, State
from quincunx.play.errors import Refused, unplayable
from quincunx.words import phrase

PASS = action_codes.action(action_codes.PASS, 0, 0)
MOST_PASSES = 200  # in a row that a match plays by itself: a limit of turns beyond that is left to the players


def must_pass(state: State) -> bool:
    """Whether whoever is to move has nothing to play: no game lets a player pass who has."""
    return "pass" not in state.game.spec.without and state.legal_actions() == [PASS]


def is_dead(state: State) -> bool:
    """Whether both players have just had nothing to play, and passing on would end nothing: only options allow that."""
    before = state.copy()
    for _ in range(2):
        if not before.ply or before.undo() not in (PASS, TIMEOUT) or not must_pass(before):
            return False
    return not _ends_by_passes(state)


def _ends_by_passes(state: State) -> bool:
    after = state.copy()
    for _ in range(MOST_PASSES):
        if not must_pass(after):
            break
        after.apply(PASS)
    return after.over


def read(state: State, text: str) -> int:
    """The legal action; Refused says why it is none."""
    try:
        action = state.parse(text)
    except ActionError as error:
        raise unplayable(error) from error
    if action == TIMEOUT:
        raise Refused("invalid", phrase("play.action.only_the_clock"))
    return action


def played(state: State, actions: Sequence[str]) -> State:
    """The state after these actions of the turn that is under way; Refused where one of them cannot be played."""
    after = state.copy()
    for text in actions:
        if after.turn != state.turn or after.over:
            raise Refused("invalid", phrase("play.action.turn_is_over", action=text))
        after.apply(read(after, text))
    return after
