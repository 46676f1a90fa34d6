"""Many games of one kind, stepped together without the GIL; several threads can each take a part of them.

The arrays are one-dimensional views of buffers that the caller provides: `legal` has a row of flags for each game. A
game that ends starts again at once. Random numbers depend only on the seed, the game's place in the batch, and how many
it has drawn, so the number of threads changes nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any

import cython

from quincunx.core import action_codes, bits
from quincunx.core.state import State
from quincunx.core.undo_stack import WordStack
from quincunx.research.numbering import ActionNumbers, Planes


class Batch:
    """The games, and the arrays that they read and write.

    `actions` has the chosen actions' numbers. `legal`, `movers`, `rewards`, `over` and `plies` are written by every
    step, `pictures` only by `observe`.
    """

    pointers: Any

    def __init__(
        self, states: list[State], actions: ActionNumbers, planes: Planes, arrays: Mapping[str, Any], seed: int
    ) -> None:
        self.states = states
        self.evaluator = states[0].game.spec.evaluator(states[0].game)
        self.codes = memoryview(actions.codes)
        self.numbers = memoryview(actions.numbers)
        self.count = len(actions)
        self.cells = actions.cells
        self.flip = actions.flip
        self.on_cells = planes.on_cells
        self.planes = planes.count
        self.tells_mover = planes.tells_mover
        self.unknown = -1
        self.actions = arrays["actions"]
        self.legal = arrays["legal"]
        self.movers = arrays["movers"]
        self.rewards = arrays["rewards"]
        self.over = arrays["over"]
        self.plies = arrays["plies"]
        self.draws = arrays["draws"]
        self.pictures = arrays["pictures"]
        self.most = min(self.count, action_codes.MAX_ACTIONS)
        self.offered = memoryview(array("h", [0]) * (self.most * len(states)))
        self.offers = memoryview(array("h", [0]) * len(states))
        self.start = WordStack()
        self.reseed(seed)
        self._keep_start()
        self._point()

    def reseed(self, seed: int) -> None:
        """Start the random numbers again."""
        self.seed = seed & bits.ALL
        for game in range(len(self.states)):
            self.draws[game] = 0

    def _keep_start(self) -> None:
        """Keep the initial position, to which a game returns when it ends."""
        first = self.states[0]
        at = first.freeze()
        self.start.assign(first.frames)
        first.frames.size = at

    def _point(self) -> None:
        """Make the list of states readable without the GIL."""
        if cython.compiled:
            self.pointers = cython.cast("void**", malloc(len(self.states) * cython.sizeof(cython.p_void)))
            if self.pointers == cython.NULL:
                raise MemoryError
            for game in range(len(self.states)):
                self.pointers[game] = cython.cast(cython.p_void, self.states[game])
        else:
            self.pointers = self.states

    def __dealloc__(self) -> None:
        free(self.pointers)

    # -- each method works on the games from `first` up to `end` --

    def reset(self, first: int, end: int) -> None:
        """Start every game again."""
        with cython.nogil:
            for game in range(first, end):
                self.restart(cython.cast(State, self.pointers[game]), game)

    def step(self, first: int, end: int) -> None:
        """Play the chosen action in every game."""
        with cython.nogil:
            for game in range(first, end):
                self.play(cython.cast(State, self.pointers[game]), game)

    def sample(self, first: int, end: int) -> None:
        """Choose a random legal action in every game."""
        with cython.nogil:
            for game in range(first, end):
                self.pick(game)

    def observe(self, first: int, end: int) -> None:
        """Write the planes of every game."""
        with cython.nogil:
            for game in range(first, end):
                self.draw(cython.cast(State, self.pointers[game]), game)

    def first_illegal(self) -> int:
        """Return the first game whose chosen action is not legal; -1 if there is none."""
        for game in range(len(self.states)):
            number = self.actions[game]
            if number < 0 or number >= self.count or not self.legal[game * self.count + number]:
                return game
        return -1

    # -- one game --

    def restart(self, state: State, game: int) -> None:
        self.clear(game)
        state.restore(self.start, 0)
        self.offer(state, game)
        self.over[game] = 0
        self.score(game, action_codes.NOBODY)

    def play(self, state: State, game: int) -> None:
        self.clear(game)
        state.advance(self.seen(self.codes[self.actions[game]], state.to_move))
        self.over[game] = state.reason != 0
        self.score(game, state.winner if state.reason else action_codes.NOBODY)
        if state.reason:
            state.restore(self.start, 0)
        self.offer(state, game)

    def score(self, game: int, winner: int) -> None:
        """Write both players' rewards: 1 for a win, -1 for a loss, otherwise 0."""
        for player in range(2):
            self.rewards[2 * game + player] = 0 if winner == action_codes.NOBODY else 1 if winner == player else -1

    def offer(self, state: State, game: int) -> None:
        """Find the legal actions, and flag them."""
        if not cython.compiled:
            found = [0] * action_codes.MAX_ACTIONS
        end = state.generate(found, 0)
        offers = 0
        for i in range(end):
            number = self.number_of(found[i], state.to_move)
            if number < 0:
                self.unknown = found[i]
            else:
                self.offered[game * self.most + offers] = number
                self.legal[game * self.count + number] = 1
                offers += 1
        self.offers[game] = offers
        self.movers[game] = state.to_move
        self.plies[game] = state.ply

    def clear(self, game: int) -> None:
        """Remove the flags of the legal actions."""
        for i in range(self.offers[game]):
            self.legal[game * self.count + self.offered[game * self.most + i]] = 0

    def pick(self, game: int) -> None:
        random = bits.finish(bits.mix(bits.mix(self.seed, game), self.draws[game])) >> 32
        self.draws[game] += 1
        self.actions[game] = self.offered[game * self.most + (random * self.offers[game] >> 32)]

    def draw(self, state: State, game: int) -> None:
        if not cython.compiled:
            active = [0] * 128
        row = game * self.planes * self.cells
        for i in range(row, row + self.planes * self.cells):
            self.pictures[i] = 0
        count = self.evaluator.inputs(state, active)
        for i in range(count):
            if active[i] < self.on_cells:
                self.pictures[row + active[i]] = 1
            else:
                self.fill(row, self.on_cells // self.cells + active[i] - self.on_cells)
        if self.tells_mover and state.to_move == 1:
            self.fill(row, self.planes - 1)

    def fill(self, row: int, plane: int) -> None:
        for i in range(row + plane * self.cells, row + (plane + 1) * self.cells):
            self.pictures[i] = 1

    def number_of(self, code: int, mover: int) -> int:
        """Return the number of the mover's action; -1 if it has none."""
        code = self.seen(code, mover)
        row = action_codes.kind_of(code) * self.cells + action_codes.origin_of(code)
        return self.numbers[row * self.cells + action_codes.target_of(code)]

    def seen(self, code: int, mover: int) -> int:
        """Return the mover's action as player 0 would have it, or the other way round."""
        kind = action_codes.kind_of(code)
        if mover == 0 or self.flip == 0 or (kind >= action_codes.END and kind <= action_codes.TIMEOUT):
            return code
        return code ^ action_codes.action(0, self.flip, self.flip)
