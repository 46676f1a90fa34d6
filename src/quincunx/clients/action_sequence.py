"""Plays a sequence of actions at a seat, up to the first that is refused."""

from __future__ import annotations

from typing import Protocol

from quincunx.play.commands import MOST_ACTIONS, Act, PlayerCommand, Turn
from quincunx.play.errors import Refused
from quincunx.play.match import Match
from quincunx.play.turns import played
from quincunx.words import Text, phrase


class PlayableSeat(Protocol):
    """The part of a seat that playing actions needs."""

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides that this seat plays."""

    @property
    def match(self) -> Match:
        """The match as far as it is known here."""

    def ask(self, command: PlayerCommand) -> None:
        """Carry out a command, or raise Refused with the reason."""


class Stopped(Refused):
    """Raised for an action that cannot be played; the actions before it may have been played."""

    def __init__(self, action: str, why: Refused) -> None:
        super().__init__(why.code, why.sentence, why.rule)
        self.action = action

    @property
    def text(self) -> Text:
        """The action, and why it cannot be played."""
        return phrase("clients.action.stopped", action=self.action, why=self.sentence)

    def __str__(self) -> str:
        return str(self.text)


def _is_one_turn(match: Match, actions: tuple[str, ...]) -> bool:
    """Whether all actions can be played in the current turn, as far as the match is known here."""
    if match.status != "running" or len(actions) > MOST_ACTIONS:
        return False
    try:
        played(match.state, actions)
    except Refused:
        return False
    return True


def _act_at_once(seat: PlayableSeat, actions: tuple[str, ...]) -> None:
    """Play the actions together, as one command and one commit."""
    try:
        seat.ask(Turn(list(actions), seat.match.position))
    except Refused as refused:
        raise Stopped(actions[0], refused) from refused


def act(seat: PlayableSeat, actions: tuple[str, ...], position: int | None = None) -> None:
    """Play the actions, the first of them in the position of that version; Stopped names the one that is refused.

    If the seat plays one side only, all actions belong to one turn: none is carried over into the player's next turn.
    If `position` is given and there are several actions, they are played as one turn, all or none.
    """
    if position is not None and len(actions) > 1:
        seat.ask(Turn(list(actions), position))
        return
    if position is None and len(actions) > 1 and _is_one_turn(seat.match, actions):
        _act_at_once(seat, actions)
        return
    turn = seat.match.state.turn
    for action in actions:
        match = seat.match
        try:
            if match.status == "running" and match.state.turn != turn and len(seat.sides) == 1:
                raise Refused("not_your_turn", phrase("clients.action.turn_is_over"))
            seat.ask(Act(action, match.position if position is None else position))
        except Refused as refused:
            raise Stopped(action, refused) from refused
        position = None
