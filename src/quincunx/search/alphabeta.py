"""Alpha-beta search over any state: iterative deepening, principal variation search, a transposition table.

It works on actions. The depth goes down, and the score changes sign, only when `to_move` does: a turn of several
actions is one decision.
"""

from __future__ import annotations

import math

import cython

from quincunx.core import action_codes, clock
from quincunx.core.evaluator import Evaluator
from quincunx.core.perft import Actions
from quincunx.core.state import State
from quincunx.search import cpu_yield, entry
from quincunx.search.move_ordering import MoveOrdering
from quincunx.search.root import Line, Root
from quincunx.search.transposition_table import TranspositionTable

WIN = 100_000  # less one for every action on the way to it
SURE = 90_000  # a score beyond it is a win that was seen to its end
INFINITE = 200_000
DEEPEST = 60  # turns
LONGEST = 120  # actions on one path; the uncompiled build must fit Python's stack
ROW = 256  # room for one line of play
ASPIRATION = 40
CHECK_EVERY = 64  # nodes between two looks at the clock
BREAK = 0.00005  # seconds that a search rests in a process where searches do: see `cpu_yield`
FORCING = 16  # actions that quiescence looks ahead, at most
SKIP_DEPTH = 3  # turns: from here on, see what doing nothing is worth
GUESSING = 3  # turns: a search less deep than that takes nothing for granted
FRONTIER = 3  # turns: with no more left, a swing for each is the most that a lead shrinks, or a lack is made up for
REDUCED = [0] * 1024  # turns that a late quiet action is searched less deep: by depth (32), by number (32)


class AlphaBeta:
    """Searches from one state, once. `stop()` from another thread ends it; what was found so far counts."""

    def __init__(self, state: State, evaluator: Evaluator, table: TranspositionTable) -> None:
        self.state = state.copy()
        self.evaluator = evaluator
        self.table = table
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
        """Give up soon."""
        self.stopped = True

    def run(
        self, seconds: float, most_depth: int = DEEPEST, most_nodes: int = 0, lines: int = 1, first_depth: int = 1
    ) -> None:
        """Search deeper and deeper, until the time, the depth or the nodes (0: no limit) are used up.

        So many best lines get exact scores. Whatever the limits, every action has been looked at once.
        """
        self.deadline = clock.now() + seconds
        self.next_break = clock.now() + self.spell
        self.most_nodes = most_nodes
        with cython.nogil:
            self.glance(self.state)
            self.deepen(self.state, first_depth, min(most_depth, DEEPEST), lines)
        self.state.check()

    def lines(self, count: int = 1) -> list[Line]:
        """The best lines, best first; more than `run` was asked for have scores that are only bounds.

        So has the first one where the search was stopped just when it had turned out better than expected.
        """
        return self.root.listed(count)

    # -- the root --

    def glance(self, state: State) -> None:
        """Put the root's actions in order by what the position after each looks like. Takes no time to speak of."""
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
                if lines > 1:  # one best line found so far is worth having; of several, some would be missing
                    self.root.return_to_mark()
                break
            self.depth = depth
            if lines == 1 and (score > SURE or score < -SURE):
                break

    def aspire(self, state: State, depth: int, lines: int) -> int:
        """Search in a narrow window around the last score, and open it on the side where that fails."""
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
        """Try the root's actions; those that beat the worst of the lines move up at once."""
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
        """The value of the position to the player to move, `depth` turns deep."""
        self.lengths[ply] = 0
        if state.reason:
            return self.final_score(state, ply)
        if depth <= 0 or ply >= LONGEST:
            return self.quiesce(state, alpha, beta, ply, start, FORCING)
        if self.out_of_time():
            return 0
        self.nodes += 1
        key = state.position_key()
        known = self.table.find(key)
        hope = INFINITE
        if beta - alpha == 1:  # only there: lines of play are not to be cut short
            if known and entry.depth_of(known) >= depth and self.decides(known, alpha, beta, ply):
                return self.from_table(entry.score_of(known), ply)
            if self.aim >= GUESSING and self.evaluator.settled(state):
                value = self.evaluator.value(state)
                if self.is_good_enough(state, depth, value, beta, ply, start):
                    return beta
                if depth <= FRONTIER:
                    hope = value + depth * self.swing
        if depth >= GUESSING and not known:
            depth -= 1  # without a good first action a full search costs too much; the next one will have it
        return self.search_actions(state, depth, alpha, beta, ply, start, key, entry.action_of(known), hope)

    def search_actions(
        self, state: State, depth: int, alpha: int, beta: int, ply: int, start: int, key: int, first: int, hope: int
    ) -> int:
        """Try the actions, best guesses first; keep what was found in the table.

        The hope is the most that a quiet action can come to: where that is too little, only one is tried.
        """
        end = self.order.generate(state, start, ply, first)
        if end == start:  # only after a skipped turn, which no rule provides for
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
        """The value of the position after an action, to the player who made it.

        The first action gets the whole window, the others a null one; late quiet ones are also searched less deep. What
        then turns out better than thought is searched again.
        """
        left = depth
        if state.to_move != mover and (state.reason or self.evaluator.settled(state)):
            left -= 1  # nothing is spent where the other must act at once
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
        """Search on, and look at the result with the eyes of the player who has just acted."""
        if state.to_move == mover:
            return self.search(state, depth, alpha, beta, ply + 1, start)
        return -self.search(state, depth, -beta, -alpha, ply + 1, start)

    def is_good_enough(self, state: State, depth: int, value: int, beta: int, ply: int, start: int) -> bool:
        """Whether the position is above the window by a great lead, or even if the opponent moves twice."""
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
        """Play out what is forcing, so that no exchange is judged in its middle."""
        if state.reason:
            return self.final_score(state, ply)
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
        """A win is worth more the sooner it comes."""
        if state.winner == action_codes.NOBODY:
            return 0
        return WIN - ply if state.winner == state.to_move else ply - WIN

    def extend_line(self, ply: int, action: int) -> None:
        """The line of play from this ply on: the action, then the line found behind it."""
        here, behind, length = ply * ROW, (ply + 1) * ROW, self.lengths[ply + 1]
        self.variations.data[here] = action
        for i in range(length):
            self.variations.data[here + 1 + i] = self.variations.data[behind + i]
        self.lengths[ply] = length + 1

    def out_of_time(self) -> bool:
        """Whether to stop; looks at the clock now and then."""
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

    # -- scores in the table: wins are counted from the position there, not from the root --

    def to_table(self, score: int, ply: int) -> int:
        if score > SURE:
            return score + ply
        return score - ply if score < -SURE else score

    def from_table(self, score: int, ply: int) -> int:
        if score > SURE:
            return score - ply
        return score + ply if score < -SURE else score

    def decides(self, known: int, alpha: int, beta: int, ply: int) -> bool:
        """Whether what the table knows is all that this window asks."""
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
