"""A draft of a turn: made on a copy of the state, and not played until the player confirms it."""

from __future__ import annotations

from quincunx.clients.terminal.screens.picks import NOT_TAKEN, Picks
from quincunx.core import action_codes
from quincunx.core.outcome import Refusal
from quincunx.core.state import State
from quincunx.play.walker import Step
from quincunx.words import phrase

MADE = Refusal("", phrase("screens.draft.made_already"))


class Draft:
    """The actions of a turn so far. An illegal one returns the reason and changes nothing."""

    def __init__(self, state: State) -> None:
        self.start = state
        self.played: list[int] = []
        self._begin(Picks(state.copy()))

    @property
    def state(self) -> State:
        """The state after the actions so far."""
        return self.hand.state

    @property
    def taken(self) -> int | None:
        """The cell of the piece that is taken, or None."""
        return self.hand.taken[0] if self.hand.taken and not self.made else None

    @property
    def made(self) -> bool:
        """Whether the turn is complete and only needs to be played."""
        return bool(self.played) and (self.state.over or self.state.turn != self.start.turn)

    def take(self, cell: int) -> Refusal | None:
        """Undo the draft and take the piece on the cell; on the draft's target, take the piece that moved there."""
        if self.played and cell == action_codes.target_of(self.played[-1]):
            cell = action_codes.origin_of(self.played[0])
        fresh = Picks(self.start.copy())
        step = fresh.take(cell)
        if step.refusal is None:
            self._begin(fresh)
        return step.refusal

    def aim(self, cell: int) -> Step:
        """Move the taken piece to the cell."""
        if self.made:
            return Step(refusal=MADE)
        if self.taken is None:
            return Step(refusal=NOT_TAKEN)
        picks = self.hand.walker.picks
        step = self.hand.aim(cell)
        if step.refusal is not None:
            self.hand.walker.picks = picks
        return self._went(step)

    def choose(self, name: str) -> Step:
        """Make one of the choices, by name."""
        return self._went(self.hand.choose(name))

    def close(self) -> Step | list[int]:
        """All actions of the turn, with an explicit end if one is needed; or why it cannot be played."""
        if self.made:
            return self.played
        step = self.hand.close()
        return step if step.action is None else [*self.played, step.action]

    def _went(self, step: Step) -> Step:
        if step.action is not None:
            self.played.append(step.action)
            after = self.state.copy()
            after.apply(step.action)
            self.hand = Picks(after)
        return step

    def _begin(self, hand: Picks) -> None:
        self.hand = hand
        self.played = []
