"""Lessons."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quincunx.play.commands import ActionText
from quincunx.play.lessons import Kind
from quincunx.play.scene import Scene
from quincunx.play.study import Study
from quincunx.words import Text

MOST_ACTIONS = 100  # by a learner in one step


class TaskShown(msgspec.Struct, frozen=True):
    """What the learner must do, and hints, from vague to specific."""

    ask: str
    hints: tuple[str, ...]


class StepShown(msgspec.Struct, frozen=True):
    """The text of a step; `teaches` has the ids of its rules, `counts` says whether the game's counters matter."""

    key: str
    title: str
    text: str
    teaches: tuple[str, ...]
    counts: bool
    tasks: tuple[TaskShown, ...]


class LessonAttempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The learner's accepted actions, followed by the one to check. An empty list starts the step."""

    actions: Annotated[list[ActionText], Meta(max_length=MOST_ACTIONS)] = []


class StepResult(msgspec.Struct, frozen=True):
    """The verdict on the last action, the actions accepted so far, and the state of the step.

    `scenes` are the positions since that action, including the other side's replies; the learner acts in the last one.
    `study` identifies that position in other requests.
    """

    kind: Kind | Literal["begin"]
    sentence: Text
    rule: str
    actions: list[str]
    task: int
    over: bool
    study: Study
    scenes: list[Scene]
