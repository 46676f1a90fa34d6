"""Puzzles over HTTP: requested, tried, answered by the engine, given up; logged-in users get a rating."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

import quincunx
from quincunx.games.puzzles import puzzled, shipped
from quincunx.play.puzzles import Attempt
from servers import Server

GAME = quincunx.game("hnefatafl")
PUZZLES = shipped(GAME)
PLACE = "/api/puzzles/hnefatafl"
SHORT = next(number for number, puzzle in enumerate(PUZZLES, 1) if len(puzzle.solution) == 1)
LONG = next(number for number, puzzle in enumerate(PUZZLES, 1) if len(puzzle.solution) > 1)


@pytest.fixture
def guest(server: Server) -> httpx.Client:
    client = server.client()
    client.post("/api/guest").raise_for_status()
    return client


def asked(client: httpx.Client, path: str) -> Any:
    return client.get(path).raise_for_status().json()


def told(client: httpx.Client, number: int, what: str, **body: Any) -> Any:
    answer = client.post(f"{PLACE}/{number}/{what}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def right(number: int) -> list[list[str]]:
    """The solver's turns of the solution."""
    return [list(turn) for turn in PUZZLES[number - 1].solution[::2]]


def wrong(number: int) -> list[str]:
    attempt = Attempt(GAME, PUZZLES[number - 1])
    texts = map(attempt.state.text, attempt.state.legal_actions())
    return next([text] for text in texts if attempt.judge([text]).verdict == "wrong")


def test_every_collection_is_listed_with_todays_puzzle(server: Server) -> None:
    shelves = asked(server.client(), "/api/puzzles")
    assert [shelf["game"] for shelf in shelves] == [game.key for game in puzzled()]
    assert all(1 <= shelf["daily"] <= shelf["count"] and shelf["solver"] is None for shelf in shelves)
    (mine,) = (shelf for shelf in shelves if shelf["game"] == "hnefatafl")
    assert asked(server.client(), f"{PLACE}/daily")["number"] == mine["daily"]


def test_a_puzzle_is_shown_without_its_solution(server: Server) -> None:
    puzzle = asked(server.client(), f"{PLACE}/{LONG}")
    assert puzzle["position"] == PUZZLES[LONG - 1].position
    assert (puzzle["goal"], puzzle["turns"]) == (PUZZLES[LONG - 1].goal, len(right(LONG)))
    assert "solution" not in puzzle
    assert puzzle["attempted"] is None


def test_right_turns_are_answered_until_it_is_solved(guest: httpx.Client) -> None:
    turns = right(LONG)
    first = told(guest, LONG, "try", turns=turns[:1])
    assert first["verdict"] == "right"
    assert tuple(first["answer"]) == PUZZLES[LONG - 1].solution[1]
    assert first["solver"]["standing"]["solved"] == 0  # not counted yet
    solved = told(guest, LONG, "try", turns=turns)
    assert solved["verdict"] == "solved"
    assert solved["solver"]["standing"]["rating"]["rating"] > 1500
    assert (solved["solver"]["standing"]["current"], solved["solver"]["days"]) == (1, 1)
    assert asked(guest, f"{PLACE}/{LONG}")["attempted"] == "solved"
    assert asked(guest, f"{PLACE}/next")["number"] != LONG


def test_a_wrong_turn_is_answered_by_the_engine_and_only_the_first_counts(guest: httpx.Client) -> None:
    answered = told(guest, SHORT, "try", turns=[wrong(SHORT)])
    assert answered["verdict"] == "wrong"
    found = answered["refutation"]
    assert found["answer"]
    assert found["cells"]
    assert (answered["notation"], found["notation"]) == (" ".join(wrong(SHORT)), " ".join(found["answer"]))
    assert found["chance"] < 0.9 or found["loses_in"] is None
    after = answered["solver"]
    assert after["standing"]["rating"]["rating"] < 1500
    assert told(guest, SHORT, "try", turns=right(SHORT))["solver"] == after
    assert asked(guest, f"{PLACE}/{SHORT}")["attempted"] == "failed"


def test_a_hint_and_giving_up_count_as_failed(guest: httpx.Client) -> None:
    hint = told(guest, SHORT, "hint", turns=[])
    assert hint["squares"] == [GAME.square(cell) for cell in hint["cells"]]
    assert hint["solver"]["standing"]["failed"] == 1
    given = told(guest, LONG, "solution")
    assert given["turns"] == [list(turn) for turn in PUZZLES[LONG - 1].solution]
    assert given["notation"] == [" ".join(turn) for turn in given["turns"]]
    assert given["solver"]["standing"]["failed"] == 2


def test_turns_are_also_told_as_players_of_the_game_write_them(server: Server) -> None:
    number, game = 1, quincunx.game("chess")
    attempt = Attempt(game, shipped(game)[number - 1])
    before, notation = attempt.state.copy(), game.spec.move_notation(game)
    wrong = next(each for each in before.legal_actions() if attempt.judge([before.text(each)]).verdict == "wrong")
    client = server.client()
    path = f"/api/puzzles/chess/{number}"
    answered = client.post(f"{path}/try", json={"turns": [[before.text(wrong)]]}).raise_for_status().json()
    after = before.copy()
    after.apply(wrong)
    (answer,) = answered["refutation"]["answer"]
    assert answered["notation"] == notation.write(before, wrong) != before.text(wrong)
    assert answered["refutation"]["notation"] == notation.write(after, after.parse(answer)) != answer
    given = client.post(f"{path}/solution").raise_for_status().json()
    assert given["notation"][0] == notation.write(before, before.parse(given["turns"][0][0]))


def test_nobody_known_may_try_too_and_leaves_nothing(server: Server) -> None:
    client = server.client()
    assert told(client, SHORT, "try", turns=right(SHORT)) == {
        "verdict": "solved",
        "notation": " ".join(right(SHORT)[0]),
        "answer": [],
        "refutation": None,
        "solver": None,
    }
    assert asked(client, f"{PLACE}/next?after=1")["number"] != 1


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        (f"{PLACE}/9999/try", {"turns": [["a1-a2"]]}, 404),
        ("/api/puzzles/tablut/1/try", {"turns": [["a1-a2"]]}, 404),
        ("/api/puzzles/nothing/1/try", {"turns": [["a1-a2"]]}, 404),
        (f"{PLACE}/1/try", {"turns": [["a1-a2"]]}, 400),
        (f"{PLACE}/1/try", {"turns": [["nonsense"]]}, 400),
        (f"{PLACE}/1/try", {"turns": []}, 400),
        (f"{PLACE}/{LONG}/try", {"turns": [wrong(LONG), ["a1-a2"]]}, 400),
        (f"{PLACE}/{SHORT}/hint", {"turns": right(SHORT)}, 400),
    ],
)
def test_what_cannot_be_is_refused(server: Server, path: str, body: dict[str, Any], status: int) -> None:
    answer = server.client().post(path, json=body)
    assert (answer.status_code, set(answer.json())) == (status, {"error", "message", "id"}), answer.text
