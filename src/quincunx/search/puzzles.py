"""Mining puzzles from self-play: in fast games with occasional mistakes, look for turns that are the only good ones.

Cheap searches come first: most positions are rejected after a few thousand nodes. The others are searched deeper
twice, then once more with a new table, and must have the same single winning (or saving) turn each time. Everything is
limited by nodes and determined by the seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.notation.puzzle import Goal, Puzzle
from quincunx.search.confirmation import is_only, keeps_promise
from quincunx.search.difficulty import grade
from quincunx.search.process_pool import in_processes
from quincunx.search.selfplay import self_play
from quincunx.search.similarity import Known
from quincunx.search.uniqueness import Choice, Chooser, FoundTurn, first_turn

# how much worse, in the expected result, the second-best turn must be for a closer look
SHARP, SHARPER = 0.06, 0.15
LAST_TURNS = 8  # of a game, before it ended or was decided, which always get a closer look
GLANCE, LEAST_GLANCE = 80, 2_000  # nodes for the closer look: per legal action, and at least in total
FEWEST_ACTIONS = 4  # legal actions that a puzzle must have
MOST_TURNS = 9  # in a solution, including the opponent's
MOST_A_GAME = 4  # puzzles from one game
BATCH = 32  # games per batch with several processes


@dataclass(frozen=True)
class MiningTask:
    """One game to play and search: the seed determines opening and players, `nodes` limits the deepest search."""

    game: Game
    nodes: int
    seed: int


def mine(game: Game, nodes: int, seed: int, workers: int = 1) -> Iterator[list[Puzzle]]:
    """Yield the new puzzles of one game after another, endlessly; the number of workers does not affect them."""
    known, number, batch = Known(game), 0, 1 if workers == 1 else BATCH
    while True:
        tasks = [MiningTask(game, nodes, (seed << 20) + number + i) for i in range(batch)]
        for _, found in sorted(in_processes(_numbered, tasks, workers), key=lambda pair: pair[0]):
            yield [puzzle for puzzle in found if known.is_new(puzzle)]
        number += batch


def _numbered(task: MiningTask) -> tuple[int, list[Puzzle]]:
    return task.seed, mine_game(task)


def mine_game(task: MiningTask) -> list[Puzzle]:
    """Play one game and return its puzzles."""
    turns = self_play(task.game, task.seed)
    miner = Miner(task)
    found: list[Puzzle] = []
    played: set[tuple[str, ...]] = set()
    for number, (state, glance) in enumerate(turns):
        if len(found) == MOST_A_GAME:
            break
        is_last = number >= len(turns) - LAST_TURNS
        if glance.is_moot or (glance.gap < SHARP and not is_last):
            continue
        puzzle = miner.puzzle(state, SHARP if is_last else SHARPER)
        if puzzle is not None and puzzle.solution[0] not in played:
            found.append(puzzle)
            played.update(puzzle.solution)
    return found


class Miner:
    """Looks for puzzles in the positions of one game."""

    def __init__(self, task: MiningTask) -> None:
        self._chooser = Chooser(task.game)
        self._nodes = task.nodes

    def puzzle(self, state: State, sharp: float) -> Puzzle | None:
        """The puzzle in this position, or None; `sharp` is the minimum by which the second-best turn must be worse."""
        actions = len(state.legal_actions())
        if actions < FEWEST_ACTIONS:
            return None
        glance = self._chooser.choose(state, max(LEAST_GLANCE, GLANCE * actions))
        if glance.is_moot or glance.gap < sharp:
            return None
        fresh = state.game.position(bare(state.position()))
        choice = self.only(fresh)
        return None if choice is None else self._made(fresh, choice)

    def _made(self, state: State, choice: Choice) -> Puzzle | None:
        """The puzzle with its solution and grade, unless it is too easy or is not confirmed by another search."""
        turns = self._solution(state, choice)
        graded = grade(state, choice.turn, (len(turns) + 1) // 2, self._nodes // 3)
        if graded.is_plain:
            return None
        goal: Goal = "win" if choice.wins_alone else "save"
        texts = tuple(tuple(map(state.text, turn.actions)) for turn in turns)
        puzzle = Puzzle(bare(state.position()), goal, texts, graded.rating, choice.is_proven)
        sure = keeps_promise(state.game, puzzle) and is_only(state.game, puzzle, self._nodes)
        return puzzle if sure else None

    def only(self, state: State) -> Choice | None:
        """The only turn that wins or saves the game, if searches of two sizes agree on it."""
        first = self._chooser.choose(state, self._nodes // 3)
        if not first.is_alone:
            return None
        second = self._chooser.choose(state, self._nodes)
        same = second.turn.key == first.turn.key and second.wins_alone == first.wins_alone
        return second if same and second.is_alone else None

    def _solution(self, state: State, choice: Choice) -> list[FoundTurn]:
        """The turn and the following play, as long as no position repeats and the solver has only one good turn."""
        turns, kept, ahead = [choice.turn], 1, _after(state, choice.turn)
        seen: set[int] = set()
        while not ahead.over and ahead.key not in seen and len(turns) < MOST_TURNS:
            seen.add(ahead.key)
            answer = first_turn(ahead, self._chooser.best(ahead, self._nodes)[0])
            before = _after(ahead, answer)
            follow = None if before.over else self.only(before)
            if follow is None or (choice.wins_alone and not follow.wins_alone):
                break
            turns += [answer, follow.turn]
            ahead = _after(before, follow.turn)
            if len(before.legal_actions()) > 1 and ahead.key not in seen:
                kept = len(turns)
        return turns[:kept]


def _after(state: State, turn: FoundTurn) -> State:
    ahead = state.copy()
    for action in turn.actions:
        ahead.apply(action)
    return ahead


def bare(position: str) -> str:
    """The text of a position without its history, because a puzzle has none."""
    return " ".join(word for word in position.split() if not word.startswith("seen:"))
