"""Lessons: steps on a real board, in which the rules engine judges the learner's actions.

A step is data (docs/lessons.md), read by `lesson_loader`. An attempt is one learner working on a step: correct actions
are played, followed by the opponent's answers; for anything else the learner gets an explanation and the board stays
as it is.
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
    """What the learner has to do, and one way of doing it; `answer` is what the opponent then plays."""

    ask: str
    goal: Goal
    solution: str
    hints: tuple[str, ...]
    answer: str = ""
    otherwise: str = ""  # the message for a legal action that does not reach the goal


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One idea: an explanation, the rules it teaches, a position, and tasks to do in it one after the other."""

    key: str
    title: str
    text: str
    teaches: tuple[str, ...]
    praise: str
    options: dict[str, Any] = {}  # specific to each game
    position: str = ""  # empty for the starting position
    moves: str = ""  # played from that position
    counts: bool = False  # whether the game's counters matter here
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
    """The judgement of an action: it completes the task, leads towards it, is legal but wrong, or breaks a rule."""

    kind: Kind
    sentence: Text
    rule: str = ""

    @property
    def accepted(self) -> bool:
        """Whether the action was played."""
        return self.kind in ("right", "onward")


class Attempt:
    """One learner's attempt at a step."""

    def __init__(self, step: Step, state: State) -> None:
        self.step = step
        self.state = state
        self.done = 0  # completed tasks
        self._aim = self._new_aim()

    @property
    def task(self) -> Task | None:
        """The current task, or None if the step is done."""
        return None if self.over else self.step.tasks[self.done]

    @property
    def over(self) -> bool:
        """Whether every task is done."""
        return self.done == len(self.step.tasks)

    def act(self, text: str) -> Verdict:
        """Judge the action; if it is right, play it and the opponent's answer."""
        task = self.task
        if task is None:
            raise LessonError(f"step {self.step.key} is already complete")
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
