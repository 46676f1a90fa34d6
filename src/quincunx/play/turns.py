"""Turns as clients send them: actions as text, to play from a given position."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.core import action_codes
from quincunx.core.errors import ActionError
from quincunx.core.state import TIMEOUT, State
from quincunx.play.errors import Refused, unplayable
from quincunx.words import phrase

PASS = action_codes.action(action_codes.PASS, 0, 0)
MOST_PASSES = 200  # that are tried in a row: if a limit on turns is further away, the players have to reach it


def must_pass(state: State) -> bool:
    """Whether the player to move can only pass. No game lets a player pass who has another legal action."""
    return "pass" not in state.game.spec.without and state.legal_actions() == [PASS]


def is_dead(state: State) -> bool:
    """Whether both players have just had to pass and more passes would not end the game, as some options allow."""
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
    """The legal action that the text names; raises Refused, with the reason, if there is none."""
    try:
        action = state.parse(text)
    except ActionError as error:
        raise unplayable(error) from error
    if action == TIMEOUT:
        raise Refused("invalid", phrase("play.action.only_the_clock"))
    return action


def played(state: State, actions: Sequence[str]) -> State:
    """The state after these actions of the current turn; raises Refused if one of them cannot be played."""
    after = state.copy()
    for text in actions:
        if after.turn != state.turn or after.over:
            raise Refused("invalid", phrase("play.action.turn_is_over", action=text))
        after.apply(read(after, text))
    return after
