"""Thousands of games stepped together, as NumPy arrays: an environment for learning."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from quincunx.core.game import Game
from quincunx.core.plain import PlainState
from quincunx.core.state import State
from quincunx.games import game as game_of
from quincunx.research.batch import Batch
from quincunx.research.numbering import ActionNumbers, Planes

GAMES_PER_THREAD = 512  # with fewer, waking another thread takes longer than it saves


class Stepped(NamedTuple):
    """What a step has brought: each player's reward, and whether the game ended and has started again."""

    rewards: Any
    over: Any


class Vector:
    """A batch of games of one kind. Actions are numbers of `actions`, observations have the shape of `planes`.

    All arrays are views of memory that the next step writes again; copy what you want to keep. They can be given to
    other libraries through DLPack, without copying. The same seed gives the same games, whatever the number of threads.
    """

    def __init__(self, game: Game | str, size: int, *, seed: int = 0, threads: int | None = None) -> None:
        if size < 1:
            raise ValueError(f"expected at least one game, got {size}")
        self.game = game_of(game) if isinstance(game, str) else game
        self.size = size
        self.actions = ActionNumbers(self.game)
        self.planes = Planes(self.game)
        self._arrays = self._make_arrays()
        self._batch = self._make_batch(seed)
        self._parts = _split(size, min(size, threads or _worthwhile(size)))
        self._pool = ThreadPoolExecutor(len(self._parts))  # starts a thread when there is work for it
        self._run(self._batch.reset)

    def _make_arrays(self) -> dict[str, Any]:
        size = self.size
        return {
            "actions": np.zeros(size, np.int32),
            "legal": np.zeros((size, len(self.actions)), np.uint8),
            "movers": np.zeros(size, np.int8),
            "rewards": np.zeros((size, 2), np.float32),
            "over": np.zeros(size, np.uint8),
            "plies": np.zeros(size, np.int32),
            "draws": np.zeros(size, np.int64),
            "pictures": np.zeros((size, *self.planes.shape), np.uint8),
        }

    def _make_batch(self, seed: int) -> Batch:
        flat = {name: memoryview(array.reshape(-1)) for name, array in self._arrays.items()}
        states = [self.game.start() for _ in range(self.size)]
        return Batch(states, self.actions, self.planes, flat, seed)

    def reset(self, seed: int | None = None) -> None:
        """Start every game again; with a seed, also the random numbers of `sample`."""
        if seed is not None:
            self._batch.reseed(seed)
        self._run(self._batch.reset)

    def step(self, actions: Any) -> Stepped:
        """Play an action in every game; raise IllegalActionError, before anything is played, if one is not legal.

        A game that ends starts again, so `legal` and `observe` show its new first position.
        """
        self._arrays["actions"][:] = actions
        at = self._batch.first_illegal()
        if at >= 0:
            raise self._refused(at)
        self._run(self._batch.step)
        return Stepped(self._arrays["rewards"], self._arrays["over"].view(np.bool_))

    def legal(self) -> Any:
        """Return the legal actions: a row of flags for each game."""
        return self._arrays["legal"].view(np.bool_)

    def observe(self) -> Any:
        """Return the planes of every game, from the view of its player to move."""
        if not self.planes.count:
            raise ValueError(f"{self.game.key} has no planes with these options")
        self._run(self._batch.observe)
        return self._arrays["pictures"]

    @property
    def chosen(self) -> Any:
        """The actions that were played or drawn last."""
        return self._arrays["actions"]

    def sample(self) -> Any:
        """Return a random legal action for every game; each one is equally likely."""
        self._run(self._batch.sample)
        return self.chosen

    @property
    def to_move(self) -> Any:
        """The player to move in every game: 0 or 1."""
        return self._arrays["movers"]

    @property
    def plies(self) -> Any:
        """The number of actions so far in every game."""
        return self._arrays["plies"]

    def state(self, at: int) -> State:
        """Return a copy of one game's state."""
        return self._batch.states[at].copy()

    def close(self) -> None:
        """Stop the threads."""
        self._pool.shutdown()

    def _run(self, work: Callable[[int, int], None]) -> None:
        others = [self._pool.submit(work, *part) for part in self._parts[1:]]
        work(*self._parts[0])
        for done in others:
            done.result()
        if self._batch.unknown >= 0:
            raise NotImplementedError(f"{self.actions.name} has no action {self._batch.unknown}")
        if isinstance(self._batch.states[0], PlainState):
            for state in self._batch.states:
                state.check()

    def _refused(self, at: int) -> Exception:
        number, state = int(self._arrays["actions"][at]), self._batch.states[at]
        if not 0 <= number < len(self.actions):
            return ValueError(f"game {at}: expected an action from 0 to {len(self.actions) - 1}, got {number}")
        return state.refused(self.actions.action(number, state.to_move))


def _worthwhile(size: int) -> int:
    """Return how many threads to use: no more than there are processors, and none for a few games only."""
    return max(1, min(os.cpu_count() or 1, size // GAMES_PER_THREAD))


def _split(size: int, parts: int) -> list[tuple[int, int]]:
    """Return the bounds of this many parts of the batch, of equal size."""
    return [(size * i // parts, size * (i + 1) // parts) for i in range(parts)]
