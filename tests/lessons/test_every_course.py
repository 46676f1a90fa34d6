"""The lessons of every game: all solutions are accepted, wrong actions are answered, and no rule is left out."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from importlib import resources

import pytest

import quincunx
from quincunx.play.lesson_loader import Course, course_of
from quincunx.play.lessons import OTHER, Attempt, Step

TAUGHT = [
    "hnefatafl",
    "copenhagen",
    "tablut",
    "brandubh",
    "cengers",
    "battlefield",
    "chess",
    "checkers",
    "draughts",
    "flipflop",
    "othello",
]
GAMES = [game for game in quincunx.games() if course_of(game) is not None]
LONGEST_TEXT = 480  # characters: a step explains one idea


def course(game: str, language: str = "en") -> Course:
    found = course_of(game, language)
    assert found is not None
    return found


def steps() -> Iterator[object]:
    for game in GAMES:
        yield from (pytest.param(game, step, id=f"{game}-{step.key}") for step in course(game).steps)


every_step = pytest.mark.parametrize(("game", "step"), list(steps()))
every_game = pytest.mark.parametrize("game", GAMES)


def rule_ids(game: str) -> set[str]:
    page = resources.files(quincunx.games()[game].package).joinpath("rulebook", f"{game}.md")
    return set(re.findall(r"\*\*([A-Z]\d+)\*\*", page.read_text(encoding="utf-8")))


def test_a_new_game_may_go_without_but_these_do_not() -> None:
    assert [game for game in TAUGHT if game not in GAMES] == []


@every_game
def test_a_course_is_short_and_its_steps_have_names(game: str) -> None:
    found = course(game).steps
    assert 8 <= len(found) <= 15
    assert len({step.title for step in found}) == len(found)


@every_game
def test_every_rule_is_taught_or_left_out_for_a_reason(game: str) -> None:
    taught = {rule for step in course(game).steps for rule in step.teaches}
    left_out = course(game).left_out
    assert taught | set(left_out) == rule_ids(game)
    assert taught & set(left_out) == set()
    assert all(len(reason) > 20 for reason in left_out.values())


@every_step
def test_the_solution_is_accepted_to_the_end(game: str, step: Step) -> None:
    attempt = Attempt(step, step.start(game))
    for task in step.tasks:
        assert attempt.task is task
        for text in task.solution.split():
            assert attempt.act(text).accepted, text
    assert attempt.over


@every_step
def test_every_task_refuses_what_the_rules_forbid_and_says_why(game: str, step: Step) -> None:
    ids = rule_ids(game)
    for attempt in positions(game, step):
        before = attempt.state.copy()
        verdict = next(attempt.act(text) for text in well_formed(attempt) if attempt.state.why_not(text))
        assert verdict.kind == "illegal"
        assert verdict.rule in ids
        assert verdict.sentence.endswith(".")
        assert attempt.state == before


@every_step
def test_what_is_legal_and_something_else_changes_nothing(game: str, step: Step) -> None:
    for attempt in positions(game, step):
        task = attempt.task
        assert task is not None
        fresh, before = copy.deepcopy(attempt), attempt.state.copy()
        for action in before.legal_actions():
            verdict = fresh.act(before.text(action))
            if verdict.accepted:
                fresh = copy.deepcopy(attempt)
            else:
                assert (verdict.kind, verdict.sentence) == ("other", task.otherwise or OTHER)
                assert fresh.state == before


@every_step
def test_every_way_that_is_accepted_leads_to_the_end(game: str, step: Step) -> None:
    seen: set[tuple[int, int]] = set()
    waiting = [Attempt(step, step.start(game))]
    while waiting:
        attempt = waiting.pop()
        accepted = list(accepted_ways(attempt))
        assert accepted, attempt.state.position()
        for way in accepted:
            if not way.over and (way.done, way.state.key) not in seen:
                seen.add((way.done, way.state.key))
                waiting.append(way)


@every_step
def test_a_step_is_short_and_names_no_square_that_is_not_there(game: str, step: Step) -> None:
    assert len(step.text) <= LONGEST_TEXT
    board = step.start(game).game
    said = [step.text, step.praise, *(text for task in step.tasks for text in (task.ask, task.otherwise, *task.hints))]
    for square in re.findall(r"\b[a-z]\d+\b", " ".join(said)):
        board.cell(square)


@every_game
def test_german_is_complete(game: str) -> None:
    english, german = course(game), course(game, "de")
    for one, other in zip(english.steps, german.steps, strict=True):
        assert one.tasks[0].goal == other.tasks[0].goal
        for before, after in zip(words(one), words(other), strict=True):
            assert bool(before) == bool(after)
            assert before != after or not before, f"{one.key}: {before}"
            assert sorted(squares(before)) == sorted(squares(after)), f"{one.key}: {after}"
            assert not re.search(r'"| - |\.\.\.|\b(Ihr|Ihnen|Ihre[nmrs]?)\b', after), f"{after}: house style"


def words(step: Step) -> list[str]:
    tasks = [text for task in step.tasks for text in (task.ask, task.otherwise, *task.hints)]
    return [step.title, step.text, step.praise, *tasks]


def squares(text: str) -> set[str]:
    return set(re.findall(r"\b[a-z]\d+\b", text))


def positions(game: str, step: Step) -> Iterator[Attempt]:
    """The learner's attempt at each task in turn."""
    attempt = Attempt(step, step.start(game))
    for task in step.tasks:
        yield attempt
        for text in task.solution.split():
            attempt.act(text)


def accepted_ways(attempt: Attempt) -> Iterator[Attempt]:
    """The attempt after each accepted action."""
    fresh = copy.deepcopy(attempt)
    for action in attempt.state.legal_actions():
        if fresh.act(attempt.state.text(action)).accepted:
            yield fresh
            fresh = copy.deepcopy(attempt)


def well_formed(attempt: Attempt) -> Iterator[str]:
    """Actions in the game's notation, legal or not."""
    board = attempt.state.game.board
    names = [attempt.state.game.square(cell) for cell in range(board.files * board.ranks)]
    yield from (f"{one}-{other}" for one in names for other in names)
