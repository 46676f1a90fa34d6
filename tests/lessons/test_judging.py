"""How a learner's actions are judged, and which errors are reported in lessons that cannot be taught."""

from __future__ import annotations

import tomllib

import pytest

from quincunx.core.errors import LessonError
from quincunx.play.lesson_loader import course_of, read_course, translated
from quincunx.play.lessons import GOOD, ONWARD, OTHER, Attempt, Verdict

GAME = "checkers"
CHAIN = """
[[step]]
key = "chain"
title = "Two in a turn"
teaches = ["K4"]
text = "After a capture the piece may capture on."
position = "8/8/3l4/8/3l4/2d5/8/6d1 d"
praise = "Two."

[[step.task]]
ask = "Capture two."
goal = { takes = 2 }
solution = "c3-e5 e5-c7"
hints = ["Over d4 first."]
"""
TALK = """
[[step]]
key = "talk"
title = "Move and move"
teaches = ["K3"]
text = "One tile."
praise = "Twice."

[[step.task]]
ask = "Move the man on a3."
goal = { origins = ["a3"] }
solution = "a3-b4"
answer = "h6-g5"
hints = ["Forward."]

[[step.task]]
ask = "Go on."
goal = {}
solution = "b4-a5"
hints = ["Forward."]
otherwise = "Never said, for anything goes."
"""
GERMAN = """
[chain]
title = "Zwei in einem Zug"
text = "Nach dem Schlagen darf der Stein weiterschlagen."
praise = "Zwei."

[[chain.task]]
ask = "Schlage zwei."
hints = ["Erst über d4."]
"""


def attempt(text: str) -> Attempt:
    course = read_course(GAME, text)
    return course.attempt(course.steps[0])


def test_a_goal_of_several_actions_is_followed_through_the_turn() -> None:
    learner = attempt(CHAIN)
    assert learner.act("c3-e5") == Verdict("onward", ONWARD)
    assert learner.act("end").kind == "other"
    verdict = learner.act("e5-c7")
    assert (verdict.kind, verdict.sentence) == ("right", "Two.")
    assert learner.over
    assert learner.task is None


def test_what_is_against_a_rule_is_told_with_the_rule_and_changes_nothing() -> None:
    learner = attempt(CHAIN)
    before = learner.state.copy()
    verdict = learner.act("c3-c4")
    assert (verdict.kind, verdict.rule) == ("illegal", "K3")
    assert verdict.sentence == "A piece moves one tile diagonally, or two when it jumps an enemy."
    assert learner.act("nonsense").rule == ""
    assert learner.state == before


def test_what_is_legal_and_something_else_is_told_and_taken_back() -> None:
    learner = attempt(CHAIN)
    before = learner.state.copy()
    verdict = learner.act("g1-h2")
    assert (verdict.kind, verdict.sentence) == ("other", OTHER)
    assert learner.state == before


def test_the_other_side_answers_as_it_is_written() -> None:
    learner = attempt(TALK)
    verdict = learner.act("a3-b4")
    assert (verdict.kind, verdict.sentence) == ("right", GOOD)
    assert learner.state.text(learner.state.last_action() or 0) == "h6-g5"
    assert learner.task is learner.step.tasks[1]
    assert learner.act("c3-d4").sentence == "Twice."


def test_after_the_end_there_is_nothing_to_do() -> None:
    learner = attempt(CHAIN)
    learner.act("c3-e5")
    learner.act("e5-c7")
    with pytest.raises(LessonError, match="step chain is already complete"):
        learner.act("g1-h2")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "Two in a turn"', "", "chain.: .*title"),
        ('key = "chain"', "", "no key.: .*key"),
        ('key = "chain"', 'key = "A chain"', "its key is"),
        ('teaches = ["K4"]', "teaches = []", "it teaches"),
        ('"8/8/3l4/8/3l4/2d5/8/6d1 d"', '"8/8/3l4/8/3l4/2d5/8/6d1 x"', "'x' is not a side"),
        ('position = "', 'moves = "g1-h3"\nposition = "', "A piece moves one tile"),
        ('position = "', 'rules = "none"\nposition = "', "unknown field"),
        ('position = "', 'options = { n = 8 }\nposition = "', "has no option"),
        ("{ takes = 2 }", "{ takes = 3 }", "task 1: the solution's c3-e5 is not accepted"),
        ("{ takes = 2 }", "{ takes = 1 }", "does not reach the goal with its last action"),
        ("{ takes = 2 }", "{ steals = 2 }", "steals"),
        ("{ takes = 2 }", '{ holds = { j9 = "d" } }', "there is no square 'j9'"),
        ("{ takes = 2 }", '{ holds = { a1 = "q" } }', "a letter other than"),
        ("{ takes = 2 }", '{ kinds = ["heal"] }', "kinds is"),
        ("{ takes = 2 }", '{ outcome = "bored" }', "outcome is 'bored'"),
        ('"c3-e5 e5-c7"', '"c3-e5"', "does not reach the goal"),
        ('"c3-e5 e5-c7"', '""', "there is no solution"),
        ('["Over d4 first."]', "[]", "no goal or no hint"),
        ('praise = "Two."', 'praise = " "', "its praise is empty"),
    ],
)
def test_a_broken_step_is_named(old: str, new: str, said: str) -> None:
    assert old in CHAIN
    with pytest.raises(LessonError, match=f"checkers, step 1 .*{said}"):
        read_course(GAME, CHAIN.replace(old, new))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "have no step"),
        ("[[step", "not valid TOML"),
        (f"[more]\n{CHAIN}", "more"),
        ("step = 3", "step"),
        (f"left_out = 3\n{CHAIN}", "left_out"),
        (CHAIN + CHAIN, "step 2 .chain.: duplicate key"),
        (CHAIN[: CHAIN.index("[[step.task]]")], "task"),
    ],
)
def test_a_broken_file_is_refused(text: str, said: str) -> None:
    with pytest.raises(LessonError, match=f"checkers.*{said}"):
        read_course(GAME, text)


def test_a_translation_changes_words_only() -> None:
    course = read_course(GAME, CHAIN)
    german = translated(course, GERMAN).steps[0]
    assert german.title == "Zwei in einem Zug"
    assert german.tasks[0].hints == ("Erst über d4.",)
    assert german.tasks[0].goal == course.steps[0].tasks[0].goal


@pytest.mark.parametrize(
    ("old", "new"),
    [("chain", "chains"), ('"Erst über d4."', ""), ('ask = "Schlage zwei."', ""), ('praise = "Zwei."', "")],
)
def test_a_translation_that_does_not_fit_is_refused(old: str, new: str) -> None:
    tomllib.loads(GERMAN.replace(old, new))
    with pytest.raises(LessonError, match="checkers"):
        translated(read_course(GAME, CHAIN), GERMAN.replace(old, new))


def test_a_language_without_lessons_gets_the_english_ones() -> None:
    assert course_of(GAME, "xx") == course_of(GAME)
