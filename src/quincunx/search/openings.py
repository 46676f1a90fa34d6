"""Openings of a game, and which of them can be proven to be won for a side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quincunx.core.evaluator import Evaluator
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.search.proof_number import ProofSearch, without_draws


@dataclass(frozen=True)
class Decided:
    """An opening, its winner or None, and the winner's action in every position that can arise."""

    opening: str
    winner: int | None
    answers: tuple[tuple[str, str], ...] = ()


def openings(game: Game, actions: int) -> list[State]:
    """Return the positions after this many actions, one of those that are the same up to symmetry."""
    evaluator = game.spec.evaluator(game)
    images = evaluator.symmetries()
    found = [game.start()]
    for _ in range(actions):
        later: dict[object, State] = {}
        for state in found:
            for action in state.legal_actions():
                after = state.copy()
                after.apply(action)
                if not after.over:
                    later.setdefault(_looks(evaluator, images, after), after)
        found = list(later.values())
    return found


def decide(game: Game, actions: int, nodes: int, known: set[str]) -> Iterator[Decided]:
    """Try to prove a win, for each side with this many nodes, after every opening that is not known yet."""
    lasting = Game(game.spec, game.notation, {**game.options, **without_draws(game)})
    for state in openings(lasting, actions):
        opening = " ".join(state.text(action) for action in state.actions())
        if opening not in known:
            yield decided(state, opening, nodes)


def decided(state: State, opening: str, nodes: int) -> Decided:
    """Try to prove a win for the side to move, then for the other."""
    for winner in (state.to_move, 1 - state.to_move):
        search = ProofSearch(state, winner)
        if search.run(nodes):
            answers = tuple((board_and_side(after), after.text(action)) for after, action in search.proof())
            return Decided(opening, winner, answers)
    return Decided(opening, None)


def board_and_side(state: State) -> str:
    """Return the board and the side to move, as in the position text."""
    return " ".join(state.position().split()[:2])


def _looks(evaluator: Evaluator, images: list[list[int]], state: State) -> object:
    """The smallest of the images of a position; without inputs, the position itself."""
    inputs = evaluator.listed_inputs(state)
    if not inputs:
        return board_and_side(state)
    return state.to_move, min(tuple(sorted(image[number] for number in inputs)) for image in images)
