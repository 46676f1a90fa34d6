"""Reviewing a whole game: the value of each turn, better alternatives, and how well each side played.

A turn is judged by the chance to win that it gave away, compared with the best turn:

    best           the engine's own choice: never marked as an error
    good           less than 5 % given away
    inaccuracy     5 % or more
    mistake        10 % or more
    blunder        20 % or more
    forced         there was no choice

A turn of several actions is one decision: its first action has the mark; the others are marked as forced, and so are
timeouts. The same game with the same number of nodes always has the same review.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from quincunx.core import action_codes
from quincunx.core.action_cells import Move
from quincunx.core.evaluation import SHIPPED, evaluator_of
from quincunx.core.sides import Side
from quincunx.core.state import State
from quincunx.notation.record import Record
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.analysis import LONG, Judged, judge
from quincunx.search.chances import scale_of, tenths
from quincunx.search.exact_search import exact_lines
from quincunx.search.transposition_table import TranspositionTable
from quincunx.words import Text

NODES = 30_000  # for each turn
MEGABYTES = 16
INACCURACY = 0.05
CLOSEST = 8  # the highest factor for the nodes, for turns whose best line does not hold up
LONGEST = 12  # actions that are shown of a line

Mark = Literal["best", "good", "inaccuracy", "mistake", "blunder", "forced"]
MARKS: tuple[tuple[float, Mark], ...] = ((0.2, "blunder"), (0.1, "mistake"), (INACCURACY, "inaccuracy"))


class Ply(Struct, frozen=True, omit_defaults=True):
    """The action that led from this ply to the next, and what was best there.

    Chance, score and wins_in are player 0's in the position at this ply (for a turn's later actions: at its beginning),
    `lost` is the chance that the mover gave away, `others` are further good lines if requested. `notation` is the line
    in the game's notation; older reviews do not have it. `exact` is player 0's margin at the end with best play, if it
    is known; `table` is set if the value is from an endgame table. `wasted` is the known result that the turn threw
    away.
    """

    ply: int
    side: Side
    chance: float
    score: float | None
    wins_in: int | None
    mark: Mark
    lost: float
    best: str
    line: list[str]
    cells: list[Move]
    others: list[list[str]] = []
    notation: list[str] = []
    exact: int | None = None
    table: bool = False
    wasted: Literal["win", "draw"] | None = None


class PositionValue(Struct, frozen=True, omit_defaults=True):
    """The value of a position for player 0."""

    chance: float
    score: float | None
    wins_in: int | None
    exact: int | None = None
    table: bool = False


class SideReview(Struct, frozen=True):
    """How well a side has played: its accuracy, at most 100, and its numbers of errors."""

    side: Side
    accuracy: float
    inaccuracies: int
    mistakes: int
    blunders: int


class Review(Struct, frozen=True):
    """The unit of scores, a game's plies, its final position, a summary of both sides, and the nodes for each turn."""

    unit: Text
    plies: list[Ply]
    final: PositionValue
    summary: tuple[SideReview, SideReview]
    nodes: int


class Reviewer:
    """Reviews a game turn by turn. `stop()` from another thread ends the review, keeping what has been judged."""

    def __init__(
        self,
        record: Record,
        nodes: int = NODES,
        seconds: float = LONG,
        lines: int = 1,
        evaluation: str = SHIPPED,
    ) -> None:
        self.record = record
        self.nodes = nodes
        self.seconds = seconds
        self.lines = lines
        self.scale = scale_of(record.game)
        self.evaluator = evaluator_of(record.game, evaluation)
        self.table = TranspositionTable(MEGABYTES)
        self.solver = record.game.spec.solver(record.game)
        self.prober = record.game.spec.prober(record.game)
        self.search: AlphaBeta | None = None
        self.stopped = False

    def stop(self) -> None:
        """Stop soon."""
        self.stopped = True
        if self.search is not None:
            self.search.stop()
        if self.solver is not None:
            self.solver.stop()

    def review(self, progress: Callable[[int, int], None] | None = None) -> Review:
        """Review the game, up to where it is stopped; reports the number of judged actions and their total."""
        plies: list[Ply] = []
        state = next(self.record.states()).copy()
        here = self._looked_at(state)
        while len(plies) < len(self.record.actions):
            before, turn = state.copy(), self._play_turn(state, len(plies))
            there = self._looked_at(state)
            judged = self._judged(before, turn, state, here, there)
            if self.stopped:
                break
            plies += judged
            here = there
            if progress is not None:
                progress(len(plies), len(self.record.actions))
        last = here[0]
        final = PositionValue(round(last.chance, 4), tenths(last.score), last.wins_in, last.exact, last.table)
        return Review(self.scale.unit, plies, final, (_side(plies, 0), _side(plies, 1)), self.nodes)

    def _play_turn(self, state: State, at: int) -> tuple[int, ...]:
        """Play the record's actions from index `at` to the end of the turn, and return them."""
        mover, end = state.to_move, at
        while end < len(self.record.actions) and state.to_move == mover and not state.over:
            state.apply(self.record.actions[end])
            end += 1
        return self.record.actions[at:end]

    def _looked_at(self, state: State, closely: int = 1) -> list[Judged]:
        """The best lines, best first, from a search within the limits; if the game is over, the result."""
        outcome = state.outcome()
        if outcome is not None:
            chance = 0.5 if outcome.winner is None else float(outcome.winner == 0)
            return [Judged((), 0, None if outcome.winner is not None else 0.0, None, chance)]
        return self._known(state, closely) or self._searched(state, closely)

    def _known(self, state: State, closely: int) -> list[Judged]:
        """The best lines, if the game's solver knows all of them exactly within the limits."""
        if self.solver is None:
            return []
        lines = exact_lines(self.solver, state, closely * self.seconds, closely * self.nodes, self.lines)
        known = [judge(state, line, self.scale) for line in lines if line.is_exact]
        return known if len(known) == min(self.lines, len(state.legal_actions())) else []

    def _searched(self, state: State, closely: int) -> list[Judged]:
        """The best lines according to alpha-beta."""
        self.search = AlphaBeta(state, self.evaluator, self.table, self.prober)
        if self.stopped:
            self.search.stop()
        self.search.run(closely * self.seconds, most_nodes=closely * self.nodes, lines=self.lines)
        return [judge(state, line, self.scale) for line in self.search.lines(self.lines)]

    def _judged(
        self, before: State, turn: tuple[int, ...], after: State, here: list[Judged], there: list[Judged]
    ) -> list[Ply]:
        """The plies of a turn, of which the first has the mark."""
        mark: Mark = "best"
        lost = 0.0
        if not _has_choice(before, turn):
            mark = "forced"
        elif not _is_same(before, here[0], after):
            here, lost = self._lost(before, here, there[0])
            mark = next((name for least, name in MARKS if lost >= least), "good")
            if _is_same(before, here[0], after):
                mark, lost = "best", 0.0
        later = range(1, len(turn))
        first = _ply(before, here, 0, mark, lost, _wasted(before, here[0], after, there[0]))
        return [first, *(_ply(before, here, number, "forced", 0.0) for number in later)]

    def _lost(self, before: State, here: list[Judged], played: Judged) -> tuple[list[Judged], float]:
        """The best lines and the chance that was given away, searched again if the turn seems to be an error.

        The best turn is searched as deep as the one played; if its value does not hold up, look for another one.
        """
        sign, closely = 1 if before.to_move == 0 else -1, 1
        while (lost := sign * (here[0].chance - played.chance)) >= INACCURACY and not self.stopped:
            instead = self._looked_at(_played(before, here[0]))[0]
            lost = min(lost, sign * (instead.chance - played.chance))
            closely *= 2
            if sign * (here[0].chance - instead.chance) < INACCURACY or closely > CLOSEST:
                break
            here = self._looked_at(before, closely)
        return here, max(0.0, lost)


def accuracy(lost: float) -> float:
    """The accuracy of a turn, from 0 to 100, from the chance that it gave away: the formula used by Lichess."""
    return max(0.0, min(100.0, 103.1668 * math.exp(-4.354 * lost) - 3.1669))


def _ply(
    before: State,
    here: list[Judged],
    number: int,
    mark: Mark,
    lost: float,
    wasted: Literal["win", "draw"] | None = None,
) -> Ply:
    best = here[0]
    lines = [[before.text(action) for action in line.actions[:LONGEST]] for line in here]
    return Ply(
        ply=before.ply + number,
        side=before.to_move,
        chance=round(best.chance, 4),
        score=tenths(best.score),
        wins_in=best.wins_in,
        mark=mark,
        lost=round(lost, 4),
        best=lines[0][0],
        line=lines[0],
        cells=best.moves(),
        others=lines[1:],
        notation=before.game.spec.move_notation(before.game).write_line(before, best.actions[:LONGEST]),
        exact=best.exact,
        table=best.table,
        wasted=wasted,
    )


def _wasted(before: State, best: Judged, after: State, played: Judged) -> Literal["win", "draw"] | None:
    """The exact result that a turn threw away, if the results before and after it are known."""
    if not best.is_exact or not (played.is_exact or after.over):
        return None
    had, kept = (line.chance if before.to_move == 0 else 1 - line.chance for line in (best, played))
    return None if kept >= had else "win" if had == 1 else "draw"


def _has_choice(before: State, turn: tuple[int, ...]) -> bool:
    """Whether the player could have played anything else; timeouts are not a choice."""
    state = before.copy()
    for action in turn:
        if action_codes.kind_of(action) == action_codes.TIMEOUT:
            return False
        if len(state.legal_actions()) > 1:
            return True
        state.apply(action)
    return False


def _played(before: State, line: Judged) -> State:
    """The state after the line's first turn."""
    after = before.copy()
    for action in line.actions[: line.turn]:
        after.apply(action)
    return after


def _is_same(before: State, line: Judged, after: State) -> bool:
    """Whether the line's first turn leads to the same position as the game."""
    return _played(before, line).key == after.key


def _side(plies: list[Ply], side: int) -> SideReview:
    turns = [ply for ply in plies if ply.side == side and ply.mark != "forced"]
    marks = [ply.mark for ply in turns]
    mean = sum(accuracy(ply.lost) for ply in turns) / len(turns) if turns else 100.0
    return SideReview(side, round(mean, 1), marks.count("inaccuracy"), marks.count("mistake"), marks.count("blunder"))
