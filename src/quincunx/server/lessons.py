"""Lessons over HTTP: the steps of a game's lessons, and checks of a learner's actions. Nothing is stored."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from quincunx.core.state import State
from quincunx.games import make_game
from quincunx.play.errors import Refused
from quincunx.play.lesson_loader import Course, course_of
from quincunx.play.lessons import Attempt, Step, Verdict
from quincunx.play.scene import Scene, scene, still
from quincunx.play.study import Study
from quincunx.protocol.lessons import StepShown, TaskShown, Tried, Try
from quincunx.server.errors import refusals
from quincunx.server.fair_queue import FairQueue
from quincunx.server.games import Key, Language
from quincunx.server.positions import REFUSED, Asking, who
from quincunx.server.request_limits import RequestLimits
from quincunx.store.errors import Missing
from quincunx.words import ENGLISH, phrase

StepKey = Annotated[str, PathParameter(pattern=r"^[a-z0-9-]{1,40}\Z")]


class LessonController(Controller):
    """Lessons that teach the rules of a game step by step."""

    path = "/api/games/{game:str}/lessons"
    tags = ["lessons"]

    @get("/", summary="Show a game's lessons", responses=refusals(400, 401, 404))
    async def lessons(self, game: Key, language: Language = ENGLISH) -> list[StepShown]:
        """The steps in order, in English if there is no translation. Empty if the game has no lessons."""
        course = await asyncio.to_thread(course_of, make_game(game, {}).key, language)
        return [_shown(step) for step in course.steps] if course else []

    @post("/{step:str}/try", summary="Try an action in a step", status_code=200, responses=REFUSED)
    async def attempt(
        self,
        request: Asking,
        game: Key,
        step: StepKey,
        data: JSONBody[Try],
        limits: NamedDependency[RequestLimits],
        study_queue: NamedDependency[FairQueue],
        language: Language = ENGLISH,
    ) -> Tried:
        """Checks the last action. If it is not accepted, the board stays as it is."""
        await limits.count_position(who(request))
        key = make_game(game, {}).key
        return await study_queue.run(who(request), lambda: _tried(*_found(key, step, language), data.actions))


def _shown(step: Step) -> StepShown:
    tasks = tuple(TaskShown(task.ask, task.hints) for task in step.tasks)
    return StepShown(step.key, step.title, step.text, step.teaches, step.counts, tasks)


def _found(game: str, key: str, language: str) -> tuple[Course, Step]:
    course = course_of(game, language)
    step = course.find(key) if course else None
    if course is None or step is None:
        raise Missing(phrase("server.lesson.no_such_step", game=game, step=key))
    return course, step


def _tried(course: Course, step: Step, actions: list[str]) -> Tried:
    attempt = course.attempt(step)
    given, before = attempt.state.ply, attempt.state.ply
    verdict: Verdict | None = None
    for text in actions:
        if attempt.over or (verdict and not verdict.accepted):
            raise Refused("invalid", phrase("server.lesson.wrong_actions"))
        before = attempt.state.ply
        verdict = attempt.act(text)
    accepted = actions if verdict is None or verdict.accepted else actions[:-1]
    return Tried(
        kind=verdict.kind if verdict else "begin",
        sentence=verdict.sentence if verdict else "",
        rule=verdict.rule if verdict else "",
        actions=accepted,
        task=attempt.done,
        over=attempt.over,
        study=_study(course, step, attempt.state),
        scenes=_scenes(attempt, before, given),
    )


def _study(course: Course, step: Step, state: State) -> Study:
    actions = [state.text(action) for action in state.actions()]
    return Study(course.game, step.options, step.position, actions)


def _scenes(attempt: Attempt, before: int, given: int) -> list[Scene]:
    """The scenes since a number of plies, numbered from the step's first position."""
    state = attempt.state.copy()
    look = still if attempt.over else scene
    scenes = [look(state, state.ply - given)]
    while state.ply > before + 1:
        state.undo()
        scenes.insert(0, still(state, state.ply - given))
    return scenes
