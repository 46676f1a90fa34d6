"""A turn that can be followed: scenes are shown one after the other, and all texts belong to the scene shown."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import quincunx
from browser.conftest import Visit
from browser.lines import line_to, turns_of
from browser.seats import Seat, create, hot_seat, tell
from quincunx import Game, State
from servers import Server

TRACE = """
() => {
  const main = document.querySelector('main')
  window.trace = []
  new MutationObserver(() => {
    const [at, ply] = [performance.now(), Number(main.dataset.ply)]
    const listed = [...main.querySelectorAll('.turns [data-ply]')].map((step) => Number(step.dataset.ply))
    const counted = [...main.querySelectorAll('.hud .row')].find((row) => row.innerText.startsWith('Moves'))
    const seen = {
      at, ply, listed: Math.max(0, ...listed), turn: main.dataset.turn,
      moves: Number(counted?.querySelector('.value').innerText), over: main.querySelector('.ending') !== null,
    }
    if (window.trace.at(-1)?.ply !== ply) window.trace.push(seen)
    else window.trace.at(-1).over ||= seen.over
  }).observe(main, { attributes: true, childList: true, subtree: true })
  main.addEventListener('click', () => (window.clicked = performance.now()), true)
}
"""
STEP, ANSWER = 220, 300  # milliseconds that a step takes, and that an answer waits: as in stage.svelte.ts
SLACK = 10  # milliseconds until the page is notified of a change


def texts_of(state: State) -> list[str]:
    return [state.text(action) for action in state.legal_actions()]


def chain(game: Game) -> tuple[list[str], list[str]]:
    """A sequence of turns, followed by a turn of two jumps."""

    def jumps_on(state: State) -> bool:
        return bool(state.acted) and "end" in (texts := texts_of(state)) and len(texts) > 1

    line = line_to(game, jumps_on)
    state = game.start()
    for text in line:
        state.apply(state.parse(text))
    return line[:-1], [line[-1], next(text for text in texts_of(state) if text != "end")]


def watched(server: Server, page: Page, game: str) -> tuple[Seat, str]:
    seat = hot_seat(server, page, game)
    return seat, page.url.rsplit("/", 1)[1]


def aside(seat: Seat) -> Page:
    """Another page of the same player, in the background."""
    other = seat.page.context.new_page()
    other.goto(seat.page.url.partition("/match")[0])
    return other


def trace(page: Page) -> list[dict[str, Any]]:
    return list(page.evaluate("window.trace"))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_hops_are_shown_one_after_another(server: Server, visit: Visit, motion: str) -> None:
    game = quincunx.game("cengers")
    before, turn = chain(game)
    seat, match = watched(server, visit(reduced_motion=motion), "cengers")
    other = aside(seat)
    tell(other, match, turns_of(game, before))
    seat.wait_for_ply(len(before))
    seat.page.evaluate(TRACE)
    state = game.start()
    for text in before + turn:
        state.apply(state.parse(text))
    ends = ["end"] if "end" in texts_of(state) else []
    tell(other, match, [turn + ends])
    seat.wait_for_ply(len(before) + len(turn + ends))
    seen = [each for each in trace(seat.page) if each["ply"] > len(before)]
    plies = [each["ply"] for each in seen]
    assert plies == list(range(len(before) + 1, len(before) + len(turn + ends) + 1))
    assert seen[1]["at"] - seen[0]["at"] >= STEP - SLACK
    for each, moves in zip(seen, (1, 2, 2), strict=False):
        assert each["listed"] == len(before) + moves  # the move list and the counters do not run ahead
        assert each["moves"] == seen[0]["moves"] + moves - 1
    still = seat.page.locator(".place").first.evaluate("piece => getComputedStyle(piece).transitionDuration")
    assert (still == "0s") == (motion == "reduce")


def test_the_whole_turn_is_marked(server: Server, visit: Visit) -> None:
    game = quincunx.game("cengers")
    before, turn = chain(game)
    seat, match = watched(server, visit(), "cengers")
    tell(aside(seat), match, [*turns_of(game, before), turn])
    seat.wait_for_ply(len(before) + 2)
    squares = {square for action in turn for square in action.split("-")}
    assert seat.page.locator(".board .last").count() == len(squares) == 3


def test_the_answer_waits_for_a_moment(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url)
    id, _ = create(page, "hnefatafl", {"kind": "bot", "level": 1})
    page.goto(f"{server.url}/match/{id}")
    seat = Seat(page)
    seat.wait("mine")
    page.evaluate(TRACE)
    seat.click("d1")
    seat.click("d4")
    expect(seat.square("d4")).to_have_attribute("aria-label", "d4, attacker of attackers")
    seat.wait_for_ply(2)
    answer = next(each["at"] for each in trace(page) if each["ply"] == 2)
    assert answer - page.evaluate("window.clicked") >= STEP + ANSWER - SLACK


@pytest.mark.parametrize("how", ["click", "key", "elsewhere"])
def test_a_click_or_a_key_goes_to_the_newest(server: Server, visit: Visit, how: str) -> None:
    random, game = Random(3), quincunx.game("hnefatafl")
    state = game.start()
    line: list[str] = []
    while len(line) < 30:
        line.append(random.choice(texts_of(state)))
        state.apply(state.parse(line[-1]))
    seat, match = watched(server, visit(), "hnefatafl")
    seat.page.evaluate(TRACE)
    tell(aside(seat), match, turns_of(game, line))
    seat.wait_for_ply(2)
    if how == "click":
        seat.click("e5")
    elif how == "key":
        seat.page.keyboard.press("Escape")
    else:
        seat.page.locator(".turns").click(position={"x": 3, "y": 3})
    seat.wait_for_ply(30)
    assert len(trace(seat.page)) < 30  # the page has skipped some of them
    assert seat.squares("[aria-selected=true]") == []
    seat.wait("mine")


def test_the_ending_is_told_when_the_last_scene_is_shown(server: Server, visit: Visit) -> None:
    def over(state: State) -> bool:
        return state.outcome() is not None

    game = quincunx.game("brandubh")
    line = line_to(game, over)
    seat = hot_seat(server, visit(), "brandubh")
    other = aside(seat)
    match = seat.page.url.rsplit("/", 1)[1]
    turns = turns_of(game, line)
    tell(other, match, turns[:-3])
    seat.page.keyboard.press("Escape")
    seat.wait_for_ply(len(line) - 3)
    seat.page.evaluate(TRACE)
    tell(other, match, turns[-3:])
    seat.wait("over")
    expect(seat.page.locator(".ending")).to_be_visible()
    assert [each["ply"] for each in trace(seat.page) if each["over"]] == [len(line)]


def test_a_forced_pass_is_said(server: Server, visit: Visit) -> None:
    def stuck(state: State) -> bool:
        return texts_of(state) == ["pass"]

    game = quincunx.game("othello")
    line = line_to(game, stuck)
    state = game.start()
    for text in line:
        state.apply(state.parse(text))
    who = game.players[state.to_move].capitalize()
    page = visit(reduced_motion="reduce")
    seat = hot_seat(server, page, "othello")
    tell(aside(seat), page.url.rsplit("/", 1)[1], turns_of(game, line))
    page.keyboard.press("Escape")
    seat.wait_for_ply(len(line) + 1)
    expect(page.locator(".status")).to_contain_text(f"{who} has no move: the turn passes.")
    seat.wait("mine")


def test_an_action_without_an_answer_is_being_sent(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url)
    id, _ = create(page, "hnefatafl", {"kind": "bot", "level": 1})
    page.goto(f"{server.url}/match/{id}")
    seat = Seat(page)
    seat.wait("mine")
    page.context.set_offline(True)
    seat.click("d1")
    seat.click("d4")
    expect(page.locator(".status")).to_have_text("Sending…")
    page.context.set_offline(False)
    seat.wait_for_ply(2)
    seat.wait("mine")
    expect(page.locator(".status")).to_contain_text("Your turn.")
