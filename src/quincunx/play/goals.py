"""The goal of a lesson's task, judged by the rules engine: several ways of reaching it can be equally right."""

from __future__ import annotations

import msgspec

from quincunx.core import action_codes
from quincunx.core.errors import InvalidActionError, LessonError
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.play.walker import choice_name

_BARE = {action_codes.END: "end", action_codes.PASS: "pass", action_codes.PLACE: "place"}


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is set must hold after the learner has acted; if nothing is set, any legal action will do."""

    actions: tuple[str, ...] = ()  # the last action is one of these
    origins: tuple[str, ...] = ()  # the last action begins on one of these squares
    kinds: tuple[str, ...] = ()  # the last action is of one of these: move, place, end, pass, or the game's own
    takes: int = 0  # at least this many of the opponent's pieces have been captured or turned since the task began
    holds: dict[str, str] = {}  # by square, the letter of the piece on it; '' for none
    shows: dict[str, str] = {}  # by square, an effect on the piece there
    outcome: str = ""  # the game is over for this reason
    wins: bool = False  # and the learner has won it
    ends_turn: bool = False  # the learner's turn is over


def require_sense(goal: Goal, game: Game) -> None:
    """Raise LessonError if the goal names something that the game does not have."""
    try:
        for text in goal.actions:
            game.read_action(text)
        for square in (*goal.origins, *goal.holds, *goal.shows):
            game.cell(square)
    except InvalidActionError as error:
        raise LessonError(f"goal: {error}") from error
    kinds = {"move", *_BARE.values(), *(kind.name for kind in game.spec.kinds)}
    if not kinds.issuperset(goal.kinds):
        raise LessonError(f"goal: kinds is {goal.kinds}; expected some of {sorted(kinds)}")
    if goal.outcome not in ("", *game.spec.reasons):
        raise LessonError(f"goal: outcome is {goal.outcome!r}; expected one of {', '.join(game.spec.reasons)}")
    if not set(goal.holds.values()) <= {"", *game.spec.letters}:
        raise LessonError(f"goal: holds has a letter other than {game.spec.letters}")


class Aim:
    """A goal, together with the position in which its task begins."""

    def __init__(self, goal: Goal, state: State) -> None:
        game = state.game
        self._goal = goal
        self._learner = state.to_move
        self._enemies = self._count_enemies(state)
        self._actions = {game.read_action(text) for text in goal.actions}
        self._origins = {game.cell(square) for square in goal.origins}

    def met(self, state: State, action: int) -> bool:
        """Whether the action that led to the state has reached the goal."""
        return self._fits(state, action) and self._stands(state) and self._has_ended(state)

    def within_reach(self, state: State) -> bool:
        """Whether the learner can still reach the goal in the current turn."""
        return self._search(state, set())

    def _search(self, state: State, seen: set[int]) -> bool:
        if state.over or state.to_move != self._learner or not state.acted or state.key in seen:
            return False
        seen.add(state.key)
        for action in state.legal_actions():
            state.apply(action)
            found = self.met(state, action) or self._search(state, seen)
            state.undo()
            if found:
                return True
        return False

    def _fits(self, state: State, action: int) -> bool:
        """Whether the goal accepts the action."""
        kind = _BARE.get(action_codes.kind_of(action)) or choice_name(state, action)
        return (
            (not self._actions or action in self._actions)
            and (not self._origins or action_codes.origin_of(action) in self._origins)
            and (not self._goal.kinds or kind in self._goal.kinds)
        )

    def _stands(self, state: State) -> bool:
        """Whether the board is as the goal requires."""
        game, pieces = state.game, state.game.spec.pieces(state)
        letters = game.spec.position_letters(state)
        return (
            all(letters.get(game.cell(square), "") == letter for square, letter in self._goal.holds.items())
            and all(
                game.cell(square) in pieces and pieces[game.cell(square)].has(effect)
                for square, effect in self._goal.shows.items()
            )
            and self._enemies - self._count_enemies(state) >= self._goal.takes
        )

    def _has_ended(self, state: State) -> bool:
        """Whether the turn and the game have ended as the goal requires."""
        goal, outcome = self._goal, state.outcome()
        if goal.ends_turn and outcome is None and state.to_move == self._learner and state.acted:
            return False
        if goal.outcome and (outcome is None or outcome.reason != goal.outcome):
            return False
        return not goal.wins or (outcome is not None and outcome.winner == self._learner)

    def _count_enemies(self, state: State) -> int:
        """The number of the opponent's pieces, without captured ones that stay on the board until the turn ends."""
        pieces = state.game.spec.pieces(state).values()
        return sum(piece.owner != self._learner and not piece.has("captured") for piece in pieces)
