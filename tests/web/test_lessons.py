"""Lessons over HTTP: steps as texts, actions judged, scenes to show and to act in, and nothing stored."""

from __future__ import annotations

from typing import Any

import pytest

import quincunx
from quincunx.play.lesson_loader import course_of
from servers import Server

COURSES = [course for course in map(course_of, quincunx.games()) if course is not None]


def tried(server: Server, game: str, step: str, *actions: str, language: str = "en") -> Any:
    place = f"/api/games/{game}/lessons/{step}/try?language={language}"
    answer = server.client().post(place, json={"actions": actions})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.game)
def test_every_step_begins_and_ends(server: Server, course: Any) -> None:
    shown = server.client().get(f"/api/games/{course.game}/lessons").json()
    assert [step["key"] for step in shown] == [step.key for step in course.steps]
    for step in course.steps:
        begun = tried(server, course.game, step.key)
        assert (begun["kind"], begun["task"], begun["actions"], len(begun["scenes"])) == ("begin", 0, [], 1)
        assert begun["scenes"][0]["position"] == 0
        assert begun["scenes"][0]["paths"] or begun["scenes"][0]["choices"]
        actions = " ".join(task.solution for task in step.tasks).split()
        ended = tried(server, course.game, step.key, *actions)
        assert (ended["kind"], ended["sentence"], ended["over"]) == ("right", step.praise, True)
        assert ended["scenes"][-1]["paths"] == []


def test_solutions_are_not_told(server: Server) -> None:
    step = server.client().get("/api/games/checkers/lessons").json()[4]
    assert set(step) == {"key", "title", "text", "teaches", "counts", "tasks"}
    assert set(step["tasks"][0]) == {"ask", "hints"}


def test_the_answers_of_the_other_side_are_seen_one_by_one(server: Server) -> None:
    found = tried(server, "battlefield", "counter", "a1-a7")
    assert (found["kind"], found["task"], found["over"]) == ("right", 1, False)
    assert [scene["action"] for scene in found["scenes"]] == ["a1-a7", "g8-f8"]
    assert [scene["position"] for scene in found["scenes"]] == [1, 2]
    assert [bool(scene["paths"]) for scene in found["scenes"]] == [False, True]
    assert found["study"]["actions"] == ["a1-a7", "g8-f8"]


def test_a_turn_goes_on(server: Server) -> None:
    found = tried(server, "checkers", "chain", "c3-e5")
    assert (found["kind"], found["task"]) == ("onward", 0)
    assert found["scenes"][0]["acted"] == 1


def test_what_is_not_accepted_leaves_the_board_as_it_is(server: Server) -> None:
    other = tried(server, "checkers", "capture", "g3-h4")
    assert (other["kind"], other["rule"], other["actions"]) == ("other", "", [])
    illegal = tried(server, "checkers", "capture", "c3-c4")
    assert (illegal["kind"], illegal["rule"]) == ("illegal", "K3")
    for found in (other, illegal):
        assert found["scenes"] == tried(server, "checkers", "capture")["scenes"]


def test_a_study_of_a_step_can_be_asked_about(server: Server) -> None:
    study = tried(server, "battlefield", "magic")["study"]
    answer = server.client().post("/api/positions/forecast", json={"study": study, "action": "b3-d5"})
    assert answer.json()["forecast"]["removed"]


def test_in_german(server: Server) -> None:
    steps = server.client().get("/api/games/checkers/lessons?language=de").json()
    assert steps[2]["title"] == "Schlagen"
    assert tried(server, "checkers", "capture", "c3-e5", language="de")["sentence"].startswith("Geschlagen.")
    assert server.client().get("/api/games/checkers/lessons?language=xx").json()[2]["title"] == "Capturing"


@pytest.mark.parametrize(
    ("place", "actions", "status"),
    [
        ("/api/games/ludo/lessons/race/try", [], 404),
        ("/api/games/cengers/lessons/nothing/try", [], 404),
        ("/api/games/cengers/lessons/NO/try", [], 400),
        ("/api/games/cengers/lessons/race/try", ["f3-g4", "f3-f4"], 400),
        ("/api/games/cengers/lessons/race/try", ["f3-f4", "c6-c5"], 400),
        ("/api/games/cengers/lessons/race/try", ["f3-f4"] * 101, 400),
    ],
)
def test_what_is_wrong_is_told(server: Server, place: str, actions: list[str], status: int) -> None:
    answer = server.client().post(place, json={"actions": actions})
    assert answer.status_code == status
    assert answer.json()["message"]
    assert server.client().get("/api/games/ludo/lessons").status_code == 404
