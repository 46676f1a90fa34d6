"""Alpha-beta search for any game: iterative deepening, principal variation search, a transposition table.

It works on actions. The depth decreases and the score changes sign only when `to_move` changes: a turn of several
actions is one decision.
"""

from __future__ import annotations

import math

import cython

from quincunx.core import action_codes, clock
from quincunx.core.evaluator import Evaluator
from quincunx.core.perft import Actions
from quincunx.core.prober import Prober
from quincunx.core.state import State
from quincunx.search import cpu_yield, entry
from quincunx.search.move_ordering import MoveOrdering
from quincunx.search.root import Line, Root
from quincunx.search.transposition_table import TranspositionTable

WIN = 100_000  # minus one for every action on the way to it
SURE = 90_000  # a higher score is a proven win
INFINITE = 200_000
DEEPEST = 60  # turns
UNKNOWN = -1  # a position that a prober does not know
LONGEST = 120  # actions on one path; the uncompiled build must fit Python's stack
ROW = 256  # room for one line of play
ASPIRATION = 40
CHECK_EVERY = 64  # nodes between checks of the clock
BREAK = 0.00005  # seconds; the length of a search's breaks in processes where searches take them: see `cpu_yield`
FORCING = 16  # the most actions that quiescence looks ahead
SKIP_DEPTH = 3  # turns by which the search after a skipped turn (null move) is shallower
GUESSING = 3  # turns: shallower searches do no speculative pruning or reduction
FRONTIER = 3  # turns: with at most this many left, one swing per turn bounds how much the value can change
REDUCED = [0] * 1024  # turns by which a late quiet action's depth is reduced: by depth (32) and number (32)


class AlphaBeta:
    """A single search from one state. `stop()` from another thread ends it, keeping the results so far.

    With a prober, the exact values that it knows end the search of a line.
    """

    prober: Prober | None

    def __init__(
        self, state: State, evaluator: Evaluator, table: TranspositionTable, prober: Prober | None = None
    ) -> None:
        self.state = state.copy()
        self.evaluator = evaluator
        self.table = table
        self.prober = prober
        self.order = MoveOrdering(evaluator, state.game.board.files * state.game.board.ranks, LONGEST + FORCING + 2)
        self.root = Root(state)
        self.variations = Actions(ROW // 4)
        self.lengths = [0] * 256
        self.stopped = False
        self.deadline = 0.0
        self.spell = cpu_yield.spell
        self.next_break = 0.0
        self.most_nodes = 0
        self.nodes = 0
        self.next_look = 0
        self.depth = 0
        self.aim = 0
        self.swing = evaluator.swing

    def stop(self) -> None:
        """Stop soon."""
        self.stopped = True

    def run(
        self, seconds: float, most_depth: int = DEEPEST, most_nodes: int = 0, lines: int = 1, first_depth: int = 1
    ) -> None:
        """Search deeper and deeper until the limit of time, depth or nodes (0: no limit) is reached.

        The best lines, as many as requested, get exact scores. Even with the lowest limits, every action is evaluated
        once.
        """
        self.deadline = clock.now() + seconds
        self.next_break = clock.now() + self.spell
        self.most_nodes = most_nodes
        with cython.nogil:
            self.glance(self.state)
            self.deepen(self.state, first_depth, min(most_depth, DEEPEST), lines)
        self.state.check()

    def lines(self, count: int = 1) -> list[Line]:
        """The best lines, best first. Lines beyond the number requested from `run` have scores that are only bounds.

        So has the first line if the search was stopped just after finding that it was better than expected.
        """
        return self.root.listed(count)

    # -- the root --

    def glance(self, state: State) -> None:
        """Sort the root's actions by the evaluation of the position after each. This takes hardly any time."""
        mover = state.to_move
        self.root.exact = 0
        for i in range(self.root.count):
            state.make(self.root.actions[i])
            score = self.final_score(state, 1) if state.reason else self.evaluator.value(state)
            if state.to_move != mover:
                score = -score
            state.unmake()
            self.root.place(i, score)

    def deepen(self, state: State, first_depth: int, most_depth: int, lines: int) -> None:
        for depth in range(first_depth, most_depth + 1):
            if self.stopped:
                break
            self.root.mark()
            self.aim = depth
            score = self.aspire(state, depth, lines)
            if self.stopped:
                if lines > 1:  # a single best line can be kept, but several would be incomplete
                    self.root.return_to_mark()
                break
            self.depth = depth
            if lines == 1 and (score > SURE or score < -SURE):
                break

    def aspire(self, state: State, depth: int, lines: int) -> int:
        """Search in a narrow window around the last score, and widen it on the side on which the search fails."""
        low, high = -INFINITE, INFINITE
        if depth > 3 and lines == 1:
            low, high = self.root.scores[0] - ASPIRATION, self.root.scores[0] + ASPIRATION
        score = self.search_root(state, depth, low, high, lines)
        while not self.stopped and (score <= low or score >= high):
            if score <= low:
                low = -INFINITE
            else:
                high = INFINITE
            score = self.search_root(state, depth, low, high, lines)
        return score

    def search_root(self, state: State, depth: int, low: int, high: int, lines: int) -> int:
        """Search the root's actions; those that beat the worst of the best lines are moved up immediately."""
        mover = state.to_move
        self.root.exact = 0
        for i in range(self.root.count):
            alpha = max(low, self.root.worst(lines))
            state.make(self.root.actions[i])
            score = self.child(state, mover, depth, alpha, high, 0, 0, i if i >= lines else 0, False)
            state.unmake()
            if self.stopped:
                break
            if score > alpha:
                self.root.keep(i, self.variations, ROW, self.lengths[1])
                self.root.place(i, score)
                if score >= high:
                    break
        return self.root.scores[0] if self.root.exact else low

    # -- inside the tree --

    def search(self, state: State, depth: int, alpha: int, beta: int, ply: int, start: int) -> int:
        """The value of the position for the player to move, searched to a depth of `depth` turns."""
        self.lengths[ply] = 0
        if state.reason:
            return self.final_score(state, ply)
        if self.prober is not None:
            exact = self.prober.probe(state)
            if exact != UNKNOWN:
                return self.exact_score(exact, ply)
        if depth <= 0 or ply >= LONGEST:
            return self.quiesce(state, alpha, beta, ply, start, FORCING)
        if self.out_of_time():
            return 0
        self.nodes += 1
        key = state.position_key()
        known = self.table.find(key)
        hope = INFINITE
        if beta - alpha == 1:  # only in null windows, so that lines of play are not cut short
            if known and entry.depth_of(known) >= depth and self.decides(known, alpha, beta, ply):
                return self.from_table(entry.score_of(known), ply)
            if self.aim >= GUESSING and self.evaluator.settled(state):
                value = self.evaluator.value(state)
                if self.is_good_enough(state, depth, value, beta, ply, start):
                    return beta
                if depth <= FRONTIER:
                    hope = value + depth * self.swing
        if depth >= GUESSING and not known:
            depth -= 1  # a full search without a good first action is too expensive; the next search will have one
        return self.search_actions(state, depth, alpha, beta, ply, start, key, entry.action_of(known), hope)

    def search_actions(
        self, state: State, depth: int, alpha: int, beta: int, ply: int, start: int, key: int, first: int, hope: int
    ) -> int:
        """Search the actions, most promising first, and store the result in the table.

        `hope` is an upper bound for the value of a quiet action: if it is too low, only the first one is searched.
        """
        end = self.order.generate(state, start, ply, first)
        if end == start:  # only possible after a skipped turn, which the rules do not have
            return self.evaluator.value(state)
        mover = state.to_move
        best, best_action, bound = -INFINITE, entry.NO_ACTION, entry.UPPER
        for i in range(start, end):
            action = self.order.take_best(i, end)
            quiet = self.order.is_quiet(i)
            if quiet and i > start and hope <= alpha and best > -SURE:
                break
            state.make(action)
            score = self.child(state, mover, depth, alpha, beta, ply, end, i - start, quiet)
            state.unmake()
            if self.stopped:
                return 0
            if score > best:
                best, best_action = score, action
                if score > alpha:
                    alpha, bound = score, entry.EXACT
                    self.extend_line(ply, action)
                    if alpha >= beta:
                        bound = entry.LOWER
                        if quiet:
                            self.order.reward(state, start, i, depth, ply)
                        break
        self.table.store(key, best_action, self.to_table(best, ply), depth, bound)
        return best

    def child(
        self,
        state: State,
        mover: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        start: int,
        nth: int,
        quiet: bool,
    ) -> int:
        """The value of the position after an action, for the player who made it.

        The first action gets the full window, the others a null window; late quiet ones also get a reduced depth. An
        action that turns out better than expected is searched again.
        """
        left = depth
        if state.to_move != mover and (state.reason or self.evaluator.settled(state)):
            left -= 1  # the depth is not reduced if the opponent has to respond immediately
        if nth == 0:
            return self.after(state, mover, left, alpha, beta, ply, start)
        reduced = left
        if quiet and left < depth:
            reduced -= REDUCED[min(depth, 31) * 32 + min(nth, 31)]
        score = self.after(state, mover, reduced, alpha, alpha + 1, ply, start)
        if score > alpha and reduced < left:
            score = self.after(state, mover, left, alpha, alpha + 1, ply, start)
        if alpha < score < beta:
            score = self.after(state, mover, left, alpha, beta, ply, start)
        return score

    def after(self, state: State, mover: int, depth: int, alpha: int, beta: int, ply: int, start: int) -> int:
        """Continue the search, and return the value from the view of the player who has just acted."""
        if state.to_move == mover:
            return self.search(state, depth, alpha, beta, ply + 1, start)
        return -self.search(state, depth, -beta, -alpha, ply + 1, start)

    def is_good_enough(self, state: State, depth: int, value: int, beta: int, ply: int, start: int) -> bool:
        """Whether the position is above the window by a large margin, or even after skipping a turn (null move)."""
        if value < beta or beta > SURE or beta < -SURE or state.acted or state.skipped():
            return False
        if not self.evaluator.may_skip(state):
            return False
        if depth <= FRONTIER:
            return value >= beta + depth * self.swing
        state.skip()
        score = -self.search(state, depth - SKIP_DEPTH - depth // 4, -beta, 1 - beta, ply + 1, start)
        state.unmake()
        return score >= beta and not self.stopped

    def quiesce(self, state: State, alpha: int, beta: int, ply: int, start: int, left: int) -> int:
        """Search forcing actions to the end, so that no position is evaluated in the middle of an exchange."""
        if state.reason:
            return self.final_score(state, ply)
        if self.prober is not None:
            exact = self.prober.probe(state)
            if exact != UNKNOWN:
                return self.exact_score(exact, ply)
        if self.out_of_time():
            return 0
        self.nodes += 1
        settled = left <= 0 or ply >= LONGEST or self.evaluator.settled(state)
        best = self.evaluator.value(state) if settled else -INFINITE
        if best >= beta or left <= 0 or ply >= LONGEST:
            return best
        alpha = max(alpha, best)
        mover = state.to_move
        end = self.order.generate(state, start, ply, entry.NO_ACTION)
        for i in range(start, end):
            action = self.order.take_best(i, end)
            if settled and self.order.is_quiet(i):
                break
            state.make(action)
            if state.to_move == mover:
                score = self.quiesce(state, alpha, beta, ply + 1, end, left - 1)
            else:
                score = -self.quiesce(state, -beta, -alpha, ply + 1, end, left - 1)
            state.unmake()
            best = max(best, score)
            alpha = max(alpha, score)
            if alpha >= beta or self.stopped:
                break
        return best

    def final_score(self, state: State, ply: int) -> int:
        """The score of a finished game for the player to move; quicker wins score higher."""
        if state.winner == action_codes.NOBODY:
            return 0
        return WIN - ply if state.winner == state.to_move else ply - WIN

    def exact_score(self, value: int, ply: int) -> int:
        """The score for a value of the prober, which counts turns; the score counts them as actions."""
        if value == 0:
            return 0
        return WIN - ply - (value - 1) if value % 2 == 0 else ply + value - 1 - WIN

    def extend_line(self, ply: int, action: int) -> None:
        """Set the line of play from this ply on: the action, followed by the line from the next ply."""
        here, behind, length = ply * ROW, (ply + 1) * ROW, self.lengths[ply + 1]
        self.variations.data[here] = action
        for i in range(length):
            self.variations.data[here + 1 + i] = self.variations.data[behind + i]
        self.lengths[ply] = length + 1

    def out_of_time(self) -> bool:
        """Whether to stop; checks the clock from time to time, and takes breaks."""
        if self.nodes >= self.next_look:
            self.next_look = self.nodes + CHECK_EVERY
            now = clock.now()
            if now >= self.deadline:
                self.stopped = True
            elif now >= self.next_break:
                clock.pause(BREAK)
                self.next_break = clock.now() + self.spell
        if self.most_nodes and self.nodes >= self.most_nodes:
            self.stopped = True
        return self.stopped

    # -- scores in the table: the distance to a win is counted from the position, not from the root --

    def to_table(self, score: int, ply: int) -> int:
        if score > SURE:
            return score + ply
        return score - ply if score < -SURE else score

    def from_table(self, score: int, ply: int) -> int:
        if score > SURE:
            return score - ply
        return score + ply if score < -SURE else score

    def decides(self, known: int, alpha: int, beta: int, ply: int) -> bool:
        """Whether the table's score is enough to decide the search in this window."""
        score = self.from_table(entry.score_of(known), ply)
        bound = entry.bound_of(known)
        if bound == entry.EXACT:
            return True
        return score >= beta if bound == entry.LOWER else score <= alpha


def _fill_reductions() -> None:
    for depth in range(3, 32):
        for nth in range(3, 32):
            REDUCED[depth * 32 + nth] = round(0.25 + math.log(depth) * math.log(nth) / 2.25)


_fill_reductions()
