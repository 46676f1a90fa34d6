"""Alpha-beta search over any state: iterative deepening, principal variation search, a transposition table.

It works on actions. The depth goes down, and the score changes sign, only when `to_move` does: a turn of several actions
is one decision.
"""

from __future__ import annotations

import cython

from quincunx.core import clock, codes
from quincunx.core.evaluator import Evaluator
from quincunx.core.state import State
from quincunx.core.walk import Actions
from quincunx.search import entry
from quincunx.search.table import Table

WIN = 100_000  # less one for every action on the way to it
SURE = 90_000  # a score beyond it is a win that was seen to its end
INFINITE = 200_000
DEEPEST = 60  # turns
LONGEST = 250  # actions on one path
ASPIRATION = 40
CHECK_EVERY = 255  # nodes between two looks at the clock, a power of two less one
CELLS = 0x3FFFF  # the part of an action that history goes by

FIRST = 1 << 30  # ranks: the table's action, then what gains, then killers, then history
GAINING = 1 << 28
KILLER = 1 << 27


class AlphaBeta:
    """Searches from one state. `stop()` from another thread ends it; what was found so far counts."""

    def __init__(self, state: State, evaluator: Evaluator, table: Table) -> None:
        self.state = state.copy()
        self.evaluator = evaluator
        self.table = table
        self.actions = Actions(LONGEST + 2)
        self.ranks = Actions(LONGEST + 2)
        self.history = Actions(512)
        self.killers = [entry.NO_ACTION] * 256
        for i in range(512 * codes.MAX_ACTIONS):
            self.history.data[i] = 0
        self.stopped = False
        self.deadline = 0.0
        self.most_nodes = 0
        self.nodes = 0
        self.best = entry.NO_ACTION
        self.score = 0
        self.depth = 0

    def stop(self) -> None:
        """Give up soon."""
        self.stopped = True

    def run(self, seconds: float, most_depth: int = DEEPEST, most_nodes: int = 0) -> None:
        """Search deeper and deeper, until the time, the depth or the nodes (0: no limit) are used up."""
        self.deadline = clock.now() + seconds
        self.most_nodes = most_nodes
        self.nodes = 0
        with cython.nogil:
            self.deepen(self.state, most_depth)

    def deepen(self, state: State, most_depth: int) -> None:
        for depth in range(1, most_depth + 1):
            score = self.aspire(state, depth)
            if self.stopped and depth > 1:
                break
            self.score = score
            self.depth = depth
            self.best = entry.action_of(self.table.find(state.position_key()))
            if score > SURE or score < -SURE:
                break

    def aspire(self, state: State, depth: int) -> int:
        """Search in a narrow window around the last score, and in the full one where that fails."""
        if depth > 3:
            low, high = self.score - ASPIRATION, self.score + ASPIRATION
            score = self.search(state, depth, low, high, 0, 0)
            if low < score < high or self.stopped:
                return score
        return self.search(state, depth, -INFINITE, INFINITE, 0, 0)

    def out_of_time(self) -> bool:
        """Whether to stop; looks at the clock now and then."""
        if self.nodes & CHECK_EVERY == 0 and clock.now() >= self.deadline:
            self.stopped = True
        if self.most_nodes and self.nodes >= self.most_nodes:
            self.stopped = True
        return self.stopped

    def search(self, state: State, depth: int, alpha: int, beta: int, ply: int, start: int) -> int:
        """The value of the position to the player to move, `depth` turns deep."""
        if state.reason:
            return self.final_score(state, ply)
        if depth <= 0 or ply >= LONGEST:
            return self.quiesce(state, alpha, beta, ply, start)
        self.nodes += 1
        if self.out_of_time():
            return 0
        key = state.position_key()
        known = self.table.find(key)
        if known and ply and entry.depth_of(known) >= depth and self.decides(known, alpha, beta, ply):
            return self.from_table(entry.score_of(known), ply)
        return self.search_actions(state, depth, alpha, beta, ply, start, key, entry.action_of(known))

    def search_actions(
        self, state: State, depth: int, alpha: int, beta: int, ply: int, start: int, key: int, first: int
    ) -> int:
        """Try the actions, best guesses first; keep what was found in the table."""
        end = state.generate(self.actions.data, start)
        self.rank(state, start, end, ply, first)
        mover = state.to_move
        best, best_action, bound = -INFINITE, entry.NO_ACTION, entry.UPPER
        for i in range(start, end):
            action = self.take_best(i, end)
            quiet = self.ranks.data[i] < GAINING
            state.make(action)
            score = self.child(state, mover, depth, alpha, beta, ply, end, i - start, quiet)
            state.unmake()
            if self.stopped:
                return 0
            if score > best:
                best, best_action = score, action
                if score > alpha:
                    alpha, bound = score, entry.EXACT
                    if alpha >= beta:
                        bound = entry.LOWER
                        self.reward(state, action, depth, ply, quiet)
                        break
        self.table.store(key, best_action, self.to_table(best, ply), depth, bound)
        return best

    def child(
        self, state: State, mover: int, depth: int, alpha: int, beta: int, ply: int, start: int, number: int, quiet: bool
    ) -> int:
        """The value of the position after an action, to the player who made it.

        The first action gets the whole window, the others a null one; late quiet ones are also searched less deep. What
        then turns out better than thought is searched again.
        """
        if state.to_move == mover:
            return self.search(state, depth, alpha, beta, ply + 1, start)
        if number == 0:
            return -self.search(state, depth - 1, -beta, -alpha, ply + 1, start)
        reduced = depth - 1
        if quiet and depth >= 3 and number >= 4:
            reduced -= 1 if number < 16 else 2
        score = -self.search(state, reduced, -alpha - 1, -alpha, ply + 1, start)
        if score > alpha and reduced < depth - 1:
            score = -self.search(state, depth - 1, -alpha - 1, -alpha, ply + 1, start)
        if alpha < score < beta:
            score = -self.search(state, depth - 1, -beta, -alpha, ply + 1, start)
        return score

    def quiesce(self, state: State, alpha: int, beta: int, ply: int, start: int) -> int:
        """Play out what is forcing, so that no exchange is judged in its middle."""
        if state.reason:
            return self.final_score(state, ply)
        self.nodes += 1
        best = self.evaluator.value(state)
        if best >= beta or ply >= LONGEST or self.out_of_time():
            return best
        alpha = max(alpha, best)
        mover = state.to_move
        end = state.generate(self.actions.data, start)
        self.rank(state, start, end, ply, entry.NO_ACTION)
        for i in range(start, end):
            action = self.take_best(i, end)
            if self.ranks.data[i] < GAINING:
                break
            state.make(action)
            if state.to_move == mover:
                score = self.quiesce(state, alpha, beta, ply + 1, end)
            else:
                score = -self.quiesce(state, -beta, -alpha, ply + 1, end)
            state.unmake()
            best = max(best, score)
            alpha = max(alpha, score)
            if alpha >= beta or self.stopped:
                break
        return best

    def final_score(self, state: State, ply: int) -> int:
        """A win is worth more the sooner it comes."""
        if state.winner == codes.NOBODY:
            return 0
        return WIN - ply if state.winner == state.to_move else ply - WIN

    # -- the order of actions --

    def rank(self, state: State, start: int, end: int, ply: int, first: int) -> None:
        """Guess how good each action is."""
        for i in range(start, end):
            action = self.actions.data[i]
            gain = self.evaluator.gain(state, action)
            if action == first:
                self.ranks.data[i] = FIRST
            elif gain > 0:
                self.ranks.data[i] = GAINING + gain
            elif action == self.killers[ply]:
                self.ranks.data[i] = KILLER
            else:
                self.ranks.data[i] = self.history.data[self.history_at(state, action)]

    def take_best(self, i: int, end: int) -> int:
        """Bring the best-ranked of the remaining actions to place i."""
        best = i
        for j in range(i + 1, end):
            if self.ranks.data[j] > self.ranks.data[best]:
                best = j
        self.actions.data[i], self.actions.data[best] = self.actions.data[best], self.actions.data[i]
        self.ranks.data[i], self.ranks.data[best] = self.ranks.data[best], self.ranks.data[i]
        return self.actions.data[i]

    def reward(self, state: State, action: int, depth: int, ply: int, quiet: bool) -> None:
        """Remember a quiet action that was too good to be allowed."""
        if not quiet:
            return
        self.killers[ply] = action
        at = self.history_at(state, action)
        self.history.data[at] = self.history.data[at] + depth * depth
        if self.history.data[at] >= KILLER:
            for i in range(2 * (CELLS + 1)):
                self.history.data[i] = self.history.data[i] >> 1

    def history_at(self, state: State, action: int) -> int:
        return (action & CELLS) + state.to_move * (CELLS + 1)

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
