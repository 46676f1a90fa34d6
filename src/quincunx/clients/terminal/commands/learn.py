"""`quincunx learn`: teaches the rules of a game step by step, on a board to try them on."""

from __future__ import annotations

import argparse

from quincunx.clients.language import say, spoken, t
from quincunx.clients.terminal.input.game_options import named_spec
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.input.values import count
from quincunx.core.errors import LessonError
from quincunx.games import games
from quincunx.play.lesson_loader import Course, course_of
from quincunx.words import Phrase, phrase

# The stored progress is imported in functions, so that other commands start without it.


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_learn)
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game's key; if left out, shows your progress")
    parser.add_argument("--step", type=count, metavar="N", help="step to begin with (default: the first one not done)")
    add_language(parser)


def _learn(arguments: argparse.Namespace) -> None:
    if arguments.game is None and arguments.step is not None:
        command = f"quincunx learn GAME --step {arguments.step}"
        raise LessonError(phrase("commands.learn.needs_game", command=command))
    if arguments.game is None:
        _list_courses()
    else:
        _teach(_course(arguments.game), arguments.step)


def _list_courses() -> None:
    """Print every game with lessons, and the progress in each."""
    for game, spec in games().items():
        course = course_of(game, spoken())
        if course is not None:
            print(f"{game}: {say(spec.title)}, {say(_progress(course))}")
    print("\n" + t("commands.learn.how_to_begin", command="quincunx learn GAME"))


def _course(game: str) -> Course:
    course = course_of(named_spec(game).key, spoken())
    if course is None:
        raise LessonError(phrase("commands.learn.no_lessons", game=game, command=f"quincunx rules {game}"))
    return course


def _teach(course: Course, wanted: int | None) -> None:
    from quincunx.clients.lesson_progress import note_done
    from quincunx.clients.terminal.lines.lesson import LessonLines

    at = _first_open(course) if wanted is None else wanted - 1
    if not 0 <= at < len(course.steps):
        raise LessonError(phrase("commands.learn.no_such_step", game=course.game, last=len(course.steps), step=at + 1))
    lines = LessonLines(course, at, lambda step: note_done(course.game, step))
    if lines.run():
        print("\n" + t("commands.learn.done", progress=_progress(course), command=f"quincunx play {course.game}"))
    else:
        print("\n" + t("commands.learn.so_far", progress=_progress(course), command=f"quincunx learn {course.game}"))


def _done(course: Course) -> set[str]:
    from quincunx.clients.lesson_progress import done_steps

    return set(done_steps(course.game)) & {step.key for step in course.steps}


def _first_open(course: Course) -> int:
    """The first step that is not done; the first of all if every step is done."""
    done = _done(course)
    return next((number for number, step in enumerate(course.steps) if step.key not in done), 0)


def _progress(course: Course) -> Phrase:
    return phrase("commands.learn.progress", done=len(_done(course)), count=len(course.steps))
