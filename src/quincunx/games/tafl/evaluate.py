"""Evaluation of tafl positions: men first, then how near the king is to safety, and how well he is enclosed."""

from __future__ import annotations

from collections.abc import Sequence

import cython

from quincunx.core import action_codes
from quincunx.core.evaluator import Evaluator
from quincunx.core.state import State
from quincunx.games.tafl import bitboard, edge, inputs, steps
from quincunx.games.tafl.board_masks import BoardMasks
from quincunx.games.tafl.rules import TaflState

ATTACKERS = 0
DEFENDERS = 1

ATTACKER = 100  # gains, in hundredths of an attacker
DEFENDER = 200
DECISION = 10_000
FEWEST = 3  # the fewest men for which having to move is not a burden


def slid(on: BoardMasks, start: int, empty: int) -> int:
    """Return the squares that a slide from any of these can reach."""
    reached = bitboard.joined(0, 0)
    for direction in range(4):
        fresh = steps.shifted(start, direction, on) & empty
        while fresh:
            reached |= fresh
            fresh = steps.shifted(fresh, direction, on) & empty
    return reached


def linked(on: BoardMasks, men: int) -> int:
    """Return the number of pairs of diagonally adjacent men, the links of a ring that nobody can slip through."""
    above = steps.shifted(men, 0, on)
    return bitboard.count(men & steps.shifted(above, 1, on)) + bitboard.count(men & steps.shifted(above, 3, on))


class TaflEvaluator(Evaluator):
    """The attackers' features are positive, those of the king's side negative."""

    names = (
        "attackers",
        "defenders",
        "guards",
        "links",
        "captors",
        "room",
        "open_lines",
        "escaping",
        "two_moves",
        "three_moves",
        "shut_squares",
        "shut_goals",
        "sealed",
        "tempo",
    )
    swing = 400
    heads = 2

    def __init__(self, weights: Sequence[float], files: int) -> None:
        super().__init__(weights)
        self.files = files

    def input_count(self) -> int:
        return inputs.input_count(self.files)

    def symmetries(self) -> list[list[int]]:
        return inputs.symmetries(self.files)

    def inputs(self, state: State, out: list[int]) -> int:
        return inputs.write_inputs(cython.cast(TaflState, state), out)

    def features(self, state: State, out: list[int]) -> None:
        self.see(cython.cast(TaflState, state), out)

    def see(self, state: TaflState, out: list[int]) -> None:
        self.count_men(state, out)
        self.see_king(state, bitboard.square(state.king), out)
        self.see_ring(state, out)
        out[13] = 1 if state.to_move == ATTACKERS else -1

    def count_men(self, state: TaflState, out: list[int]) -> None:
        out[0] = bitboard.count(state.attackers)
        out[1] = -bitboard.count(state.defenders)
        guards = state.masks.guards
        out[2] = bitboard.count(state.attackers & guards) - bitboard.count(state.defenders & guards)
        out[3] = linked(state.masks, state.attackers)

    def see_king(self, state: TaflState, king: int, out: list[int]) -> None:
        """Measure how close the king is to his captors, and in slides to his goals."""
        empty = state.masks.whole & ~state.occupied()
        goals = state.masks.goals & empty
        hostile = state.attackers | state.masks.throne & empty
        captors = bitboard.count(steps.around(king, state.masks) & hostile)
        reached = slid(state.masks, king, empty)
        near = slid(state.masks, goals, empty) & ~goals  # squares from which he threatens to escape
        far = slid(state.masks, near, empty) & ~(goals | near)
        lines = bitboard.count(reached & goals)
        out[4] = captors * captors
        out[5] = -bitboard.count(reached)
        out[6] = -lines
        # one line can be blocked, two cannot
        out[7] = -1 if lines > 1 or (lines == 1 and state.to_move == DEFENDERS) else 0
        out[8] = -bitboard.count(reached & near)
        out[9] = -bitboard.count(reached & far)

    def see_ring(self, state: TaflState, out: list[int]) -> None:
        """Count the squares and goals that the king can never reach unless attackers move or are captured."""
        free = state.masks.whole & ~state.attackers
        territory = edge.flooded(state.masks, bitboard.square(state.king), free)
        out[10] = bitboard.count(free & ~territory)
        out[11] = bitboard.count(free & ~territory & state.masks.goals)
        out[12] = 0 if territory & state.masks.goals else 1

    def gain(self, state: State, action: int) -> int:
        return self.gain_on(
            cython.cast(TaflState, state),
            action_codes.origin_of(action),
            bitboard.square(action_codes.target_of(action)),
        )

    def gain_on(self, state: TaflState, origin: int, moved: int) -> int:
        """Return the gain of the captures, or of winning the game if the king escapes or is captured.

        The moving piece is still on its origin in the state. There it cannot serve as its own second jaw.
        """
        beside = steps.around(moved, state.masks)
        if state.to_move == DEFENDERS:
            if origin == state.king and moved & state.masks.goals:
                return DECISION
            return ATTACKER * bitboard.count(state.captures(moved)) if beside & state.attackers else 0
        king = bitboard.square(state.king)
        if not beside & (state.defenders | king):
            return 0
        return self.gain_of_attack(state, king, moved, beside)

    def gain_of_attack(self, state: TaflState, king: int, moved: int, beside: int) -> int:
        """Return the gain of an attacker that moves next to the king's side."""
        captured = state.captures(moved)
        if captured & king or (beside & king and self.encloses(state, king, moved)):
            return DECISION
        return DEFENDER * bitboard.count(captured)

    def encloses(self, state: TaflState, king: int, moved: int) -> bool:
        """H8: return whether the attacker moves to the last free side of the king."""
        if king & state.masks.edge:
            return False
        return not steps.around(king, state.masks) & ~(state.attackers | state.masks.throne | moved)

    def may_skip(self, state: State) -> bool:
        return self.is_at_ease(cython.cast(TaflState, state))

    def is_at_ease(self, state: TaflState) -> bool:
        """Return whether the player has enough men to have a harmless move."""
        return bitboard.count(state.attackers if state.to_move == ATTACKERS else state.defenders) >= FEWEST
