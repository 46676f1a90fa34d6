"""`quincunx learn` as a user sees it, through real pipes; and what is remembered between processes."""

from __future__ import annotations

import re

import pytest

import quincunx
from quincunx.clients.terminal.lines import inspect
from quincunx.clients.terminal.lines.lesson import help_text as lesson_help
from quincunx.play.lesson_loader import Course, course_of
from terminal.test_cli import printed, refused

COURSES = [course for course in map(course_of, quincunx.games()) if course is not None]
GAME = COURSES[0].game

every_course = pytest.mark.parametrize("course", COURSES, ids=lambda course: course.game)


def learn(*arguments: str, typed: str = "") -> str:
    return printed("learn", *arguments, typed=typed)


def solutions(course: Course) -> list[str]:
    """The input for each step, one action per line."""
    return ["\n".join(" ".join(task.solution for task in step.tasks).split()) for step in course.steps]


@every_course
def test_a_whole_course_through_a_pipe(course: Course) -> None:
    out = learn(course.game, typed="\n".join(solutions(course)))
    for number, step in enumerate(course.steps, 1):
        assert f"Step {number} of {len(course.steps)}: {step.title}" in out
        assert f"Done. {step.praise}" in " ".join(out.split())
    count = len(course.steps)
    assert f"That was the last step: {count} of {count} steps done." in out
    assert f"{course.game}: {quincunx.games()[course.game].title}, {count} of {count} steps done" in learn()


@every_course
def test_it_goes_on_where_it_was(course: Course) -> None:
    first, second, *_ = solutions(course)
    assert "So far: 1 of" in learn(course.game, typed=first)
    out = learn(course.game, typed=f"{second}\nquit\n")
    assert "Step 1 of" not in out
    assert "So far: 2 of" in out


def test_a_new_learner_has_done_nothing() -> None:
    assert [line.split(", ")[1] for line in learn().splitlines()[: len(COURSES)]] == [
        f"0 of {len(course.steps)} steps done" for course in COURSES
    ]


def test_hints_reasons_and_ways_about() -> None:
    out = learn(GAME, "--step", "4", typed="d4-e5\nwhy\nhint\nhint\nhint\nh2-h3\nwhy\nback\nskip\nskip\nshow\n")
    assert out.count("Pieces move along a row or a column. (H3)") == 2
    assert re.findall(r"Hint (\d) of 2", out) == ["1", "2", "2"]
    assert "the defender is not between two of yours yet" in " ".join(out.split())
    assert "h2-h3 is legal, but not what this step asks for." in out
    assert re.findall(r"Step (\d+) of", out) == ["4", "3", "4", "5", "5"]
    assert "So far: 0 of" in out


def test_a_turn_of_several_actions_and_the_answers_of_the_other_side() -> None:
    course = next(course for course in COURSES if course.game == "cengers")
    number = [step.key for step in course.steps].index("chain") + 1
    out = learn("cengers", "--step", str(number), typed="h2-f2\nf2-f4 f4-d4 d4-d6\nquit\n")
    assert "Good so far: your turn goes on." in out
    assert "Done. Four jumps" in out
    out = learn("battlefield", "--step", "3", typed="a1-a7\nforecast a6-a7\ncard a7\nagain\nactions\nquit\n")
    assert "That is right.\nblack: g8-f8" in out
    assert "on a6 strikes" in out
    assert "Siege Knight (black), HP 7/18" in out
    assert " a1-a7 " in out[out.rindex("Step 3") :]


def test_back_at_the_first_step_and_help() -> None:
    out = learn(GAME, typed="back\nwhy\nhelp\n?\n\n")
    assert "This is the first step." in out
    assert "Name the action: why d1-b1." in out
    assert out.count("explain why an action is illegal; why alone") == 2
    assert out.count("Type help for the commands.") == 1


@pytest.mark.parametrize("key", sorted({course.game for course in COURSES}))
def test_help_has_what_the_game_has_in_its_own_notation(key: str) -> None:
    course = next(course for course in COURSES if course.game == key)
    state = course.attempt(course.steps[0]).state
    rows = lesson_help(state)
    assert (" forecast " in rows) is state.game.spec.has_forecast(state.game)
    action = rows.split()[0]
    assert f"why {action} " in rows
    assert action in inspect.answers(state)["actions"]("").split()
    assert "no forecasts" in learn(key, typed="forecast\nquit\n") or " forecast " in rows


@pytest.mark.parametrize(
    ("arguments", "said"), [(["ludo"], "there is no game 'ludo'"), ([GAME, "--step", "99"], "has steps 1 to")]
)
def test_what_is_not_there_is_refused(arguments: list[str], said: str) -> None:
    assert said in refused("learn", *arguments)


def test_chess_is_typed_as_players_write_it() -> None:
    out = learn("chess", typed="foo\ne4\nquit\n")
    assert "(text)" not in out  # no rule forbids what is no move
    assert "So far: 1 of" in out
