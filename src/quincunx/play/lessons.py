"""Lessons: steps on a real board, and a learner whose actions are judged by the rules.

A step is data (docs/lessons.md); `lesson_loader` reads it. An attempt is a learner at a step: what is right is
played, with the answers of the other side; everything else is said and leaves the board as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from quincunx.core.errors import LessonError
from quincunx.core.state import State
from quincunx.games import make_game
from quincunx.play.goals import Aim, Goal
from quincunx.words import Text, phrase

GOOD = phrase("play.lesson.right")
ONWARD = phrase("play.lesson.onward")
OTHER = phrase("play.lesson.other")


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the learner is to do, and one way of doing it; `answer` is what the other side plays then."""

    ask: str
    goal: Goal
    solution: str
    hints: tuple[str, ...]
    answer: str = ""
    otherwise: str = ""  # said of a legal action that does not do it


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One idea: words, the rules it teaches, a position, and tasks in it, one after the other."""

    key: str
    title: str
    text: str
    teaches: tuple[str, ...]
    praise: str
    options: dict[str, Any] = {}  # each game knows its own
    position: str = ""  # the start, where empty
    moves: str = ""  # played from there
    counts: bool = False  # whether what the game counts matters here
    tasks: tuple[Task, ...] = msgspec.field(name="task")

    def start(self, game: str) -> State:
        """The position that the step begins with."""
        made = make_game(game, self.options)
        state = made.position(self.position) if self.position else made.start()
        _play(state, self.moves)
        return state


Kind = Literal["right", "onward", "other", "illegal"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of an action: it did the task, leads to it, is legal but something else, or breaks a rule."""

    kind: Kind
    sentence: Text
    rule: str = ""

    @property
    def accepted(self) -> bool:
        """Whether the action was played."""
        return self.kind in ("right", "onward")


class Attempt:
    """A learner at a step."""

    def __init__(self, step: Step, state: State) -> None:
        self.step = step
        self.state = state
        self.done = 0  # tasks
        self._aim = self._new_aim()

    @property
    def task(self) -> Task | None:
        """What is to be done now; None when the step is."""
        return None if self.over else self.step.tasks[self.done]

    @property
    def over(self) -> bool:
        """Whether every task is done."""
        return self.done == len(self.step.tasks)

    def act(self, text: str) -> Verdict:
        """Judge the action; play it if it is right, and what the other side answers."""
        task = self.task
        if task is None:
            raise LessonError(f"step {self.step.key} is done: there is nothing more to do in it")
        refusal = self.state.why_not(text)
        if refusal is not None:
            return Verdict("illegal", refusal.sentence, refusal.rule)
        action = self.state.parse(text)
        self.state.apply(action)
        if self._aim.met(self.state, action):
            return self._advance(task)
        if self._aim.within_reach(self.state):
            return Verdict("onward", ONWARD)
        self.state.undo()
        return Verdict("other", task.otherwise or OTHER)

    def _advance(self, task: Task) -> Verdict:
        _play(self.state, task.answer)
        self.done += 1
        if not self.over:
            self._aim = self._new_aim()
        return Verdict("right", self.step.praise if self.over else GOOD)

    def _new_aim(self) -> Aim:
        task = self.step.tasks[self.done]
        goal = msgspec.structs.replace(task.goal, ends_turn=True) if task.answer else task.goal
        return Aim(goal, self.state)


def _play(state: State, texts: str) -> None:
    for text in texts.split():
        state.apply(state.parse(text))
