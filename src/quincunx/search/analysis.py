"""Analysing a position: its best lines with scores that people can understand, searched deeper and deeper.

Scores and chances are those of player 0. A turn of several actions is one decision: a line begins with a whole turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from quincunx.core import clock
from quincunx.core.action_cells import Move, moves_of
from quincunx.core.evaluation import evaluator_of
from quincunx.core.state import State
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.chances import SURE, WIN, Scale, scale_of
from quincunx.search.exact_search import SOLVER_NODES, exact_lines
from quincunx.search.lazy_smp import LazySmp
from quincunx.search.root import Line
from quincunx.search.transposition_table import TranspositionTable

MEGABYTES = 32  # of the table of one analysis
DEEPEST = 60  # turns
LONG = 86_400.0  # seconds: practically without a limit
PATIENCE = {1: 0.5, 11: LONG}  # the depths before which the solver is asked, and for how many seconds at most
ENDING_NODES = 5_000  # to complete a winning line that ends before the win


@dataclass(frozen=True, repr=False)
class Judged:
    """A line: its actions, how many of them belong to the first turn, and its value for player 0.

    The value is either a score in the game's unit, or the number of the winner's turns to a proven win, which is
    negative if player 1 wins. `exact` is the margin at the end of the game with best play, in pieces, if it is known.
    If the value is from an endgame table, the number of turns may be missing.
    """

    actions: tuple[int, ...]
    turn: int
    score: float | None
    wins_in: int | None
    chance: float
    exact: int | None = None
    table: bool = False
    text: str = field(default="", compare=False)  # the actions in the game's own notation

    def __repr__(self) -> str:
        value = "decided" if self.score is None else f"{self.score:+.1f}"
        if self.wins_in is not None:
            value = f"wins in {self.wins_in}"
        return f"<{value}, {self.chance:.0%}: {self.text}>"

    @property
    def is_exact(self) -> bool:
        """Whether the result of the game is known."""
        return self.exact is not None or self.table

    def moves(self) -> list[Move]:
        """The cells of the first turn's actions, without actions that have none."""
        return moves_of(self.actions[: self.turn])


@dataclass(frozen=True)
class Finding:
    """The results so far: depth in turns, number of nodes, best lines, and whether the analysis is done."""

    depth: int
    nodes: int
    lines: tuple[Judged, ...]
    done: bool = False


class Analysis:
    """Analyses one position deeper and deeper. `stop()` from another thread ends it soon."""

    def __init__(self, state: State, lines: int = 3, table: TranspositionTable | None = None, threads: int = 1) -> None:
        self.state = state.copy()
        self.count = lines
        self.threads = threads
        self.scale = scale_of(state.game)
        self.evaluator = evaluator_of(state.game)
        self.table = table
        self.solver = state.game.spec.solver(state.game)
        self.prober = state.game.spec.prober(state.game)
        self.search: AlphaBeta | LazySmp | None = None
        self.nodes = 0
        self.stopped = False

    def stop(self) -> None:
        """Stop soon, keeping the results so far."""
        self.stopped = True
        if self.search is not None:
            self.search.stop()
        if self.solver is not None:
            self.solver.stop()

    def findings(self, seconds: float = LONG, depth: int = DEEPEST, nodes: int = 0) -> Iterator[Finding]:
        """Yield a finding for each completed depth within the limits (0 nodes: no limit), and finally one marked done.

        Even with the lowest limits there are results: at least an evaluation of the position after each action. Where
        the game has a solver, it is asked twice: first briefly, and once more after the first depths.
        """
        deadline = clock.now() + seconds
        self.table = self.table or TranspositionTable(MEGABYTES)
        found = Finding(0, 0, ())
        for aim in range(1, min(depth, DEEPEST) + 1 if not self.state.over else 1):
            if depth >= DEEPEST and aim in PATIENCE:
                known = self._known(min(PATIENCE[aim], (deadline - clock.now()) / 2), max(0, nodes - self.nodes) / 2)
                if known is not None:
                    found = known
                    yield found
                    break
            self.search = search = self._begun(self.table)
            if self.stopped or (nodes and self.nodes >= nodes):
                break
            search.run(max(0.0, deadline - clock.now()), aim, max(0, nodes - self.nodes), self.count, aim)
            self.nodes += search.nodes
            if search.depth < aim and found.lines:  # the lines of an interrupted depth would be incomplete
                break
            found = self._found(search)
            if search.depth < aim:
                break
            yield found
            if all(line.wins_in is not None for line in found.lines):
                break
        yield replace(found, nodes=self.nodes, done=True)

    def _known(self, seconds: float, nodes: float) -> Finding | None:
        """The exact results of the best lines, if the solver finds all of them within the limits."""
        if self.solver is None or self.stopped:
            return None
        lines = exact_lines(self.solver, self.state, seconds, nodes, self.count)
        self.nodes += self.solver.nodes // SOLVER_NODES
        if len(lines) < min(self.count, len(self.state.legal_actions())) or not all(line.is_exact for line in lines):
            return None
        judged = tuple(judge(self.state, line, self.scale) for line in lines)
        return Finding(turns_of(self.state, lines[0].actions), self.nodes, judged)

    def _begun(self, table: TranspositionTable) -> AlphaBeta | LazySmp:
        """A new search for the next depth; all searches share the table."""
        if self.threads == 1:
            return AlphaBeta(self.state, self.evaluator, table, self.prober)
        return LazySmp(self.state, self.evaluator, table, self.threads, self.prober)

    def _found(self, search: AlphaBeta | LazySmp) -> Finding:
        lines = search.lines(self.count)
        return Finding(search.depth, self.nodes, tuple(judge(self.state, line, self.scale) for line in lines))


def judge(state: State, line: Line, scale: Scale) -> Judged:
    """Convert a line found by a search from this state into a form for people."""
    score = line.score if state.to_move == 0 else -line.score
    exact = line.margin if line.margin is None or state.to_move == 0 else -line.margin
    if abs(score) <= SURE:
        amount, chance = scale.amount(score), scale.chance(score)
        return _judged(state, line.actions, amount, None, chance, exact, line.from_table)
    actions = line.actions if line.from_table else _ended(state, line)
    wins_in = None
    if not line.from_table or _is_over_after(state, actions):
        turns = _turns(state, actions, winner=int(score < 0))
        wins_in = turns if score > 0 else -turns
    return _judged(state, actions, None, wins_in, scale.chance(score), exact, line.from_table)


def _is_over_after(state: State, actions: Sequence[int]) -> bool:
    """Whether the game is over after these actions."""
    ahead = state.copy()
    for action in actions:
        ahead.apply(action)
    return ahead.over


def _judged(
    state: State,
    actions: tuple[int, ...],
    score: float | None,
    wins_in: int | None,
    chance: float,
    exact: int | None,
    table: bool,
) -> Judged:
    text = " ".join(map(state.text, actions))
    return Judged(actions, turn_of(state, actions), score, wins_in, chance, exact, table, text)


def turn_of(state: State, actions: Sequence[int]) -> int:
    """How many of the actions belong to the current turn."""
    ahead, mover = state.copy(), state.to_move
    for number, action in enumerate(actions, 1):
        ahead.apply(action)
        if ahead.over or ahead.to_move != mover:
            return number
    return len(actions)


def turns_of(state: State, actions: Sequence[int]) -> int:
    """How many turns the actions make up, including the current one."""
    ahead = state.copy()
    for action in actions:
        ahead.apply(action)
    return ahead.turn - state.turn + (ahead.acted > 0)


def _ended(state: State, line: Line) -> tuple[int, ...]:
    """A winning line, completed up to the win by searching again for the part that only quiescence had seen."""
    ahead, actions = state.copy(), list(line.actions)
    for action in actions:
        ahead.apply(action)
    evaluator, table, prober = evaluator_of(state.game), TranspositionTable(1), state.game.spec.prober(state.game)
    most = 2 * (WIN - abs(line.score))  # endgame tables count turns, and some turns have several actions
    while not ahead.over and len(actions) < most:
        search = AlphaBeta(ahead, evaluator, table, prober)
        search.run(LONG, most_nodes=ENDING_NODES)
        actions.append(search.lines(1)[0].action)
        ahead.apply(actions[-1])
    return tuple(actions)


def _turns(state: State, actions: Sequence[int], winner: int) -> int:
    """How many turns the winner has in the line, including the current one."""
    ahead, turns = state.copy(), set()
    for action in actions:
        if ahead.to_move == winner:
            turns.add(ahead.turn)
        ahead.apply(action)
    return max(1, len(turns))
