"""The suite can fail: games with missing state are caught."""

from __future__ import annotations

from functools import partial

import pytest

import quincunx
from conformance import checks
from drawn import drawn
from quincunx import Game, Random
from quincunx.games.cengers.rules import CengersState
from quincunx.games.cengers.spec import GAMES, Cengers
from quincunx.notation import TEXT


class ForgetsVisited(CengersState):
    """Its undo does not restore the squares that a chain has visited: save and load omit them."""

    def save(self, out: list[int], at: int) -> int:
        end = super().save(out, at)
        out[end - 1] = 0
        return end

    def load(self, words: list[int], at: int) -> None:
        visited = self.visited
        super().load(words, at)
        self.visited = visited


class KeyForgetsVisited(CengersState):
    """Its key ignores the squares that a chain has visited."""

    def setup(self) -> None:
        super().setup()
        self.position_words = 3


class ListsTwice(CengersState):
    """It lists each action twice."""

    def generate(self, out: list[int], end: int) -> int:
        return super().generate(out, super().generate(out, end))


def broken(state_class: type[CengersState]) -> Game:
    class Broken(Cengers):
        def new_state(self, game: Game) -> CengersState:
            return state_class(game)

    (sound,) = GAMES
    return Game(Broken(sound.key, sound.title, sound.summary, sound.options), TEXT, {})


def failures(game: Game) -> set[str]:
    """The checks that fail on the game."""
    found = set()
    for seed in range(8):
        random = Random(seed)
        for check in (
            partial(checks.check_undo, random=random),
            partial(checks.check_copy, random=random),
            partial(checks.check_actions, random=random),
            partial(checks.check_walker, random=random),
        ):
            try:
                for state in checks.walk(game, seed, longest=60):
                    check(state)
            except AssertionError:
                found.add(check.func.__name__)
    return found


RING = """
    8| ooo.....
    7| ooo.....
    6| ooo.....
    5| ...x....
    4| ..x.x...
    3| ..xx....
    2| .......x
    1| .....xxx
"""


interpreted = pytest.mark.skipif(
    quincunx.compiled, reason="Python cannot override C methods; the run of the uncompiled build has this test"
)


@interpreted
def test_a_sound_game_passes() -> None:
    assert failures(broken(CengersState)) == set()


@interpreted
def test_in_turn_memory_that_undo_forgets_is_caught() -> None:
    assert {"check_undo", "check_copy"} <= failures(broken(ForgetsVisited))


@interpreted
def test_in_turn_memory_that_the_key_forgets_is_caught() -> None:
    """Two ways around the ring lead to e5, each with different squares left to jump to."""
    checks.check_turn_keys(drawn(broken(CengersState), RING), {}, [200])
    with pytest.raises(AssertionError, match="same key"):
        checks.check_turn_keys(drawn(broken(KeyForgetsVisited), RING), {}, [200])


@interpreted
def test_actions_listed_twice_are_caught() -> None:
    assert "check_actions" in failures(broken(ListsTwice))


@pytest.mark.skipif(not quincunx.compiled, reason="about a Python class over the compiled core")
def test_an_interpreted_game_over_the_compiled_core_is_refused() -> None:
    class Interpreted(quincunx.State):
        def generate(self, out: list[int], end: int) -> int:
            return end

    with pytest.raises(NotImplementedError, match="Interpreted is plain Python, and must derive from PlainState"):
        Interpreted(quincunx.game("cengers")).legal_actions()
