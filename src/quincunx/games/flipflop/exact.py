"""Exact results of endgames on the 8×8 board: the margin in pieces, and best play to the end.

The compiled solvers answer one question: is the margin of a position above a number? Here the answers are put together:
first whether the game is won, drawn or lost, then the margin, then the play that leads there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quincunx.core.exact import Exact, Limits
from quincunx.core.state import State
from quincunx.games.flipflop.endgames import Endgame

UTMOST = 64  # the largest margin
FIRST_STEP = 3  # how far the next question is beyond the last answer; doubled after each
LONGEST_STEP = 12
AHEAD = 5  # how many moves the guesses look ahead
SAFE_GUESS = 56  # estimates of larger margins are too uncertain to begin with


class Stopped(Exception):
    """A limit was reached before the answer was known."""


@dataclass
class Choice:
    """An action, the position after it, and what is known about the margin for the player who makes it."""

    action: int
    after: State
    sign: int  # -1 if the opponent is to move afterwards
    least: int = -UTMOST
    most: int = UTMOST


class EndgameSolver:
    """Solves endgames of one game, with a table that is kept from position to position."""

    def __init__(self, endgame: Endgame) -> None:
        self._endgame = endgame

    @property
    def nodes(self) -> int:
        """The nodes of the last call of `solve`."""
        return self._endgame.search.nodes

    def ready(self) -> None:
        """Forget an earlier `stop`."""
        self._endgame.search.ready()

    def stop(self) -> None:
        """Stop soon: from now on, `solve` returns immediately, until `ready` is called."""
        self._endgame.search.stop()

    def reaches(self, state: State, limits: Limits) -> bool:
        """Return whether it is likely to solve the position within the limits."""
        nodes = self._endgame.expected_nodes(state)
        return nodes <= limits.seconds * self._endgame.speed and (not limits.nodes or nodes <= limits.nodes)

    def solve(self, state: State, limits: Limits, lines: int = 1) -> list[Exact]:
        """Return the best actions, best first; a single proven win if there was no time for more."""
        self._endgame.search.begin(limits.seconds, limits.nodes, limits.spell)
        choices = self._choices(state, AHEAD)
        found: list[Exact] = []
        try:
            while choices and len(found) < lines:
                best = self._best(choices)
                found.append(Exact(best.least, (best.action, *self._play(best))))
                choices.remove(best)
        except Stopped:
            won = max(choices, key=lambda choice: choice.least)
            if not found and won.least > 0:
                return [Exact(won.least, (won.action,), is_full=False)]
        return found

    def _choices(self, state: State, depth: int) -> list[Choice]:
        """The actions, the most promising first."""
        choices = []
        for action in state.legal_actions():
            after = state.copy()
            after.apply(action)
            choices.append(Choice(action, after, 1 if after.to_move == state.to_move and not after.over else -1))
        choices.sort(key=lambda choice: -choice.sign * self._endgame.guess(choice.after, depth))
        return choices

    def _best(self, choices: list[Choice]) -> Choice:
        """The choice with the largest margin, which is then known exactly."""
        guess = max(choice.sign * self._endgame.guess(choice.after, AHEAD) for choice in choices)
        if self._reaches(choices, 1):
            return self._between(choices, guess)
        if self._reaches(choices, 0):
            return max(choices, key=lambda choice: choice.least)
        return self._between(choices, guess)

    def _between(self, choices: list[Choice], guess: int) -> Choice:
        """The best choice, found by narrowing down what is known, from a guess on."""
        low, high, step = _bounds(choices)[0], _bounds(choices)[1], FIRST_STEP
        aim = max(low + 1, min(high, guess, SAFE_GUESS))
        while low < high:
            reached = self._reaches(choices, aim)
            low, high = _bounds(choices)
            aim = min(high, low + step) if reached else max(low + 1, high + 1 - step)
            step = min(2 * step, LONGEST_STEP)
        return max(choices, key=lambda choice: choice.least)

    def _reaches(self, choices: list[Choice], margin: int) -> bool:
        """Whether a choice has at least this margin; such a choice is moved to the front."""
        for choice in sorted(choices, key=lambda choice: -choice.least):
            if choice.least >= margin or (choice.most >= margin and self._asked(choice, margin) >= margin):
                choices.remove(choice)
                choices.insert(0, choice)
                return True
        return False

    def _asked(self, choice: Choice, margin: int) -> int:
        """A lower bound for the choice's margin if it is at least the given margin, otherwise an upper bound."""
        if choice.after.over:
            found = choice.sign * self._endgame.final_margin(choice.after)
            choice.least = choice.most = found
        elif choice.sign > 0:
            found = self._endgame.margin(choice.after, margin - 1, margin)
        else:
            found = -self._endgame.margin(choice.after, -margin, 1 - margin)
        if self._endgame.search.is_stopped():
            raise Stopped
        if found >= margin:
            choice.least = max(choice.least, found)
        else:
            choice.most = min(choice.most, found)
        return found

    def _play(self, choice: Choice) -> Iterator[int]:
        """The best play after a choice whose margin is known."""
        margin, mover, state = choice.least * choice.sign, choice.after.to_move, choice.after
        while not state.over:
            aim = margin if state.to_move == mover else -margin
            choices = self._choices(state, 0)
            if len(choices) > 1:
                self._reaches(choices, aim)
            state = choices[0].after
            yield choices[0].action


def _bounds(choices: list[Choice]) -> tuple[int, int]:
    """The bounds for the margin of the best choice."""
    return max(choice.least for choice in choices), max(choice.most for choice in choices)
