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

MOST_ACTIONS = 100  # of a learner in a step


class TaskShown(msgspec.Struct, frozen=True):
    """What the learner is to do, and hints, each more telling than the one before."""

    ask: str
    hints: tuple[str, ...]


class StepShown(msgspec.Struct, frozen=True):
    """A step in words; `teaches` are the ids of the rules it is about, `counts`: what the game counts matters in it."""

    key: str
    title: str
    text: str
    teaches: tuple[str, ...]
    counts: bool
    tasks: tuple[TaskShown, ...]


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The learner's actions that were accepted so far, and one more to be judged; none: the step begins."""

    actions: Annotated[list[ActionText], Meta(max_length=MOST_ACTIONS)] = []


class Tried(msgspec.Struct, frozen=True):
    """What came of the last action, the actions accepted so far, where the step stands, and what is to be seen.

    `scenes` are those since that action, the answers of the other side included; the last is the one to act in. `study`
    names its position, for asking about it.
    """

    kind: Kind | Literal["begin"]
    sentence: Text
    rule: str
    actions: list[str]
    task: int
    over: bool
    study: Study
    scenes: list[Scene]
