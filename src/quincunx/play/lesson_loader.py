"""Loads the lessons from a game's folder: `lessons/KEY.toml`, and `lessons/KEY.de.toml` for the German translation.

Files are checked when they are read, and every solution is played. Errors name the step in which they occur.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from quincunx.core.errors import LessonError, QuincunxError
from quincunx.games import games
from quincunx.play.goals import require_sense
from quincunx.play.lessons import Attempt, Step, Task

ENGLISH = "en"

_KEY = re.compile(r"[a-z][a-z0-9-]*")
_RULE = re.compile(r"[A-Z][0-9]+")


class Course(msgspec.Struct, frozen=True):
    """All steps for a game, in order, and the rules that none of them teaches, with the reasons."""

    game: str
    steps: tuple[Step, ...]
    left_out: dict[str, str]

    def find(self, key: str) -> Step | None:
        """The step with that key, if there is one."""
        return next((step for step in self.steps if step.key == key), None)

    def attempt(self, step: Step) -> Attempt:
        """A new attempt at a step."""
        return Attempt(step, step.start(self.game))


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    step: list[dict[str, Any]] = []
    left_out: dict[str, str] = {}


class _TaskWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ask: str
    hints: tuple[str, ...]
    otherwise: str = ""


class _StepWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of a step in another language."""

    title: str
    text: str
    praise: str
    tasks: tuple[_TaskWords, ...] = msgspec.field(name="task")


def course_of(game: str, language: str = ENGLISH) -> Course | None:
    """The lessons of a game, in English if there is no translation; None for a game without lessons."""
    has_words = language != ENGLISH and _beside(game, f".{language}") is not None
    return _course(game, language if has_words else ENGLISH)


@cache
def _course(game: str, language: str) -> Course | None:
    if language == ENGLISH:
        text = _beside(game, "")
        return None if text is None else read_course(game, text)
    course, words = _course(game, ENGLISH), _beside(game, f".{language}")
    return None if course is None or words is None else translated(course, words)


def read_course(game: str, text: str) -> Course:
    """Parse and check lessons; the LessonError for an invalid step names the step."""
    with _within(game):
        file = msgspec.convert(_parsed(text), _File)
    if not file.step:
        raise LessonError(f"{game}: the lessons have no step")
    steps = [_named(game, number, raw) for number, raw in enumerate(file.step, 1)]
    keys = [step.key for step in steps]
    for number, step in enumerate(steps, 1):
        where = f"{game}, step {number} ({step.key})"
        if step.key in keys[: number - 1]:
            raise LessonError(f"{where}: duplicate key")
        with _within(where):
            _check_step(game, step)
    return Course(game, tuple(steps), file.left_out)


def translated(course: Course, text: str) -> Course:
    """The lessons with translated texts; raises LessonError if the translation has missing or extra steps or hints."""
    with _within(course.game):
        data = _parsed(text)
    if list(data) != [step.key for step in course.steps]:
        odd = sorted(set(data) ^ {step.key for step in course.steps})
        raise LessonError(f"{course.game}: the translation has different steps, or a different order: {odd}")
    steps = tuple(_in_words(course.game, step, data[step.key]) for step in course.steps)
    return Course(course.game, steps, course.left_out)


def _in_words(game: str, step: Step, raw: Mapping[str, Any]) -> Step:
    where = f"{game}, step {step.key}"
    with _within(where):
        words = msgspec.convert(raw, _StepWords)
    if [_shape(task) for task in words.tasks] != [_shape(task) for task in step.tasks]:
        raise LessonError(f"{where}: the translation has different tasks or hints")
    tasks = tuple(
        msgspec.structs.replace(task, ask=said.ask, hints=said.hints, otherwise=said.otherwise)
        for task, said in zip(step.tasks, words.tasks, strict=True)
    )
    return msgspec.structs.replace(
        step, title=words.title, text=_unwrapped(words.text), praise=words.praise, tasks=tasks
    )


def _shape(task: Task | _TaskWords) -> tuple[int, bool]:
    return len(task.hints), bool(task.otherwise)


def _named(game: str, number: int, raw: Mapping[str, Any]) -> Step:
    """Parse a step; errors name its number and, if it has one, its key."""
    with _within(f"{game}, step {number} ({raw.get('key', 'no key')})"):
        step = msgspec.convert(raw, Step)
    return msgspec.structs.replace(step, text=_unwrapped(step.text))


def _unwrapped(text: str) -> str:
    """The text without line breaks inside paragraphs; empty lines between paragraphs are kept."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def _check_step(game: str, step: Step) -> None:
    """Raise LessonError if the step is invalid or its tasks cannot be done as described."""
    if not _KEY.fullmatch(step.key):
        raise LessonError(f"its key is {step.key!r}; expected small letters, digits and -")
    if not step.teaches or not all(_RULE.fullmatch(rule) for rule in step.teaches):
        raise LessonError(f"it teaches {list(step.teaches)}; expected ids of rules")
    for name in ("title", "text", "praise"):
        if not getattr(step, name).strip():
            raise LessonError(f"its {name} is empty")
    if not step.tasks:
        raise LessonError("it has no task")
    attempt = Attempt(step, step.start(game))
    learner = attempt.state.to_move
    for number, task in enumerate(step.tasks, 1):
        with _within(f"task {number}"):
            _check_task(attempt, task, learner)


def _check_task(attempt: Attempt, task: Task, learner: int) -> None:
    """Play the solution; raise LessonError if it does not solve the task."""
    require_sense(task.goal, attempt.state.game)
    if not task.ask.strip() or not task.hints:
        raise LessonError("it has no goal or no hint")
    if attempt.state.over or attempt.state.to_move != learner:
        raise LessonError("it is not the learner's turn")
    actions, done = task.solution.split(), attempt.done
    for number, text in enumerate(actions, 1):
        verdict = attempt.act(text)
        if not verdict.accepted:
            raise LessonError(f"the solution's {text} is not accepted: {verdict.sentence}")
        if (attempt.done > done) != (number == len(actions)):
            raise LessonError(f"the solution does not reach the goal with its last action ({text})")
    if attempt.done == done:
        raise LessonError("there is no solution")


@contextmanager
def _within(where: str) -> Iterator[None]:
    """Turn errors inside the block into a LessonError that names the location."""
    try:
        yield
    except (QuincunxError, msgspec.ValidationError) as error:
        raise LessonError(f"{where}: {error}") from error


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"the lessons are not valid TOML: {error}") from error


def _beside(game: str, ending: str) -> str | None:
    """The text of a lesson file in the game's folder, if it exists."""
    file = resources.files(games()[game].package).joinpath("lessons", f"{game}{ending}.toml")
    return file.read_text(encoding="utf-8") if file.is_file() else None
