"""Puzzles out of self-play: bots of mixed strength play fast, and what they leave behind is searched for only turns.

Cheap looks come first: most positions are given up after a few thousand nodes. What remains is searched deeper, twice,
and must have the same one winning (or saving) turn each time. Everything is bounded by nodes and drawn from the seed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.notation.puzzle import Goal, Puzzle
from quincunx.search.agent import Budget
from quincunx.search.bots import bot
from quincunx.search.contest import Openings, opening
from quincunx.search.grading import grade
from quincunx.search.likeness import Sorted
from quincunx.search.only import FOREVER, Choice, Chooser, Turn, first_turn
from quincunx.search.pool import in_processes

OPENINGS = Openings(turns=4, fair=math.inf)
LEVELS = (3, 4, 5, 6)  # of the bots: near each other, so that games stay open, and low enough for errors
LONGEST = 240  # turns of a game
NEAR_END = 16  # actions: there a game is decided, and no look is too much
# nodes of a look, and what the second best turn must cost, in the expected result, for the next one
GLANCES = ((30, 0.06), (150, 0.15))  # nodes for each legal action
LOOK, SHARP = 20_000, 0.25
FEWEST_ACTIONS = 4  # to choose from
MOST_TURNS = 9  # of a solution, the opponent's among them
MOST_A_GAME = 4  # puzzles
BATCH = 32  # games, where several processes work


@dataclass(frozen=True)
class Dig:
    """One game to play and to search: openings and bots by its seed, so many nodes for the deepest look."""

    game: Game
    nodes: int
    seed: int


def mine(game: Game, nodes: int, seed: int, workers: int = 1) -> Iterator[list[Puzzle]]:
    """The new puzzles of one game after the other, without end: the same for the same seed, whoever did the work."""
    known, number, batch = Sorted(game), 0, 1 if workers == 1 else BATCH
    while True:
        digs = [Dig(game, nodes, (seed << 20) + number + i) for i in range(batch)]
        for _, found in sorted(in_processes(_numbered, digs, workers), key=lambda pair: pair[0]):
            yield [puzzle for puzzle in found if known.is_new(puzzle)]
        number += batch


def _numbered(dig: Dig) -> tuple[int, list[Puzzle]]:
    return dig.seed, mine_game(dig)


def mine_game(dig: Dig) -> list[Puzzle]:
    """Play one game, and find its puzzles."""
    start, actions = _play(dig)
    miner = Miner(start, dig.nodes)
    found: list[Puzzle] = []
    played: set[tuple[str, ...]] = set()
    for state, left in _turns(start, actions):
        if len(found) == MOST_A_GAME:
            break
        puzzle = miner.puzzle(state, left <= NEAR_END)
        if puzzle is not None and puzzle.solution[0] not in played:
            found.append(puzzle)
            played.update(puzzle.solution)
    return found


def _play(dig: Dig) -> tuple[State, list[int]]:
    """A game between two bots: where it began, and what was played."""
    start, random = opening(dig.game, dig.seed, OPENINGS), Random(dig.seed)
    place = random.below(len(LEVELS) - 1)
    levels = [LEVELS[place + random.below(2)] for _ in range(2)]
    bots = [bot(f"level {level}", dig.game, dig.seed + side) for side, level in enumerate(levels)]
    state = start.copy()
    while not state.over and state.turn < LONGEST:
        state.apply(bots[state.to_move].choose(state, Budget(FOREVER)))
    return start, state.actions()[len(start.actions()) :]


def _turns(start: State, actions: list[int]) -> Iterator[tuple[State, int]]:
    """The position at the beginning of every turn, and how many actions are left."""
    state = start.copy()
    for number, action in enumerate(actions):
        if state.acted == 0:
            yield state, len(actions) - number
        state.apply(action)


class Miner:
    """Looks for puzzles in the positions of one game."""

    def __init__(self, state: State, nodes: int) -> None:
        self._chooser = Chooser(state)
        self._nodes = nodes

    def puzzle(self, state: State, near_end: bool) -> Puzzle | None:
        """The puzzle that the position is, if it is one."""
        if not self._is_sharp(state, near_end):
            return None
        fresh = state.game.position(bare(state.position()))
        choice = self.only(fresh)
        if choice is None:
            return None
        turns = self._solution(fresh, choice)
        graded = grade(fresh, choice.turn, (len(turns) + 1) // 2, self._nodes)
        if graded.is_plain:
            return None
        goal: Goal = "win" if choice.wins_alone else "save"
        texts = tuple(tuple(map(state.text, turn.actions)) for turn in turns)
        return Puzzle(bare(fresh.position()), goal, texts, graded.rating, choice.is_proven)

    def _is_sharp(self, state: State, near_end: bool) -> bool:
        """The cheap looks."""
        if len(state.legal_actions()) < FEWEST_ACTIONS:
            return False
        for nodes, cost in GLANCES:
            glance = self._chooser.choose(state, nodes * len(state.legal_actions()))
            if glance.is_moot or (glance.gap < cost and not near_end):
                return False
        return self._chooser.choose(state, LOOK).gap >= SHARP

    def only(self, state: State) -> Choice | None:
        """The one turn that wins or saves, where searches of two sizes agree on it."""
        first = self._chooser.choose(state, self._nodes // 3)
        if not first.is_alone:
            return None
        second = self._chooser.choose(state, self._nodes)
        same = second.turn.key == first.turn.key and second.wins_alone == first.wins_alone
        return second if same and second.is_alone else None

    def _solution(self, state: State, choice: Choice) -> list[Turn]:
        """The turn, and the play from there while the solver has only one good turn and more than one legal one."""
        turns, kept, ahead = [choice.turn], 1, _after(state, choice.turn)
        while not ahead.over and len(turns) < MOST_TURNS:
            answer = first_turn(ahead, self._chooser.best(ahead, self._nodes)[0])
            ahead = _after(ahead, answer)
            follow = None if ahead.over else self.only(ahead)
            if follow is None or (choice.wins_alone and not follow.wins_alone):
                break
            turns += [answer, follow.turn]
            if len(ahead.legal_actions()) > 1:
                kept = len(turns)
            ahead = _after(ahead, follow.turn)
        return turns[:kept]


def _after(state: State, turn: Turn) -> State:
    ahead = state.copy()
    for action in turn.actions:
        ahead.apply(action)
    return ahead


def bare(position: str) -> str:
    """The text of a position without the positions before it: a puzzle begins anew."""
    return " ".join(word for word in position.split() if not word.startswith("seen:"))
