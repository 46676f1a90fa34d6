"""Picking and placing pieces: a visible cursor, a choice that can be changed, and marks where a piece can be placed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import quincunx
from browser.conftest import Visit
from browser.lines import line_to
from browser.seats import Seat, hot_seat, play
from browser.test_input import walk
from browser.test_learn import open_step
from quincunx import State
from servers import Server


def chosen(seat: Seat) -> list[str]:
    return seat.squares("[aria-selected=true]")


@pytest.mark.parametrize("game", ["hnefatafl", "cengers", "battlefield", "checkers", "flipflop"])
def test_the_cursor_is_drawn_where_the_keys_are(server: Server, visit: Visit, game: str) -> None:
    seat = hot_seat(server, visit(), game)
    seat.page.locator("[role=gridcell][tabindex='0']").focus()
    seat.page.keyboard.press("ArrowUp")
    seat.page.keyboard.press("ArrowRight")
    cursor = seat.page.locator(".board .cursor").last
    expect(cursor).to_be_visible()
    drawn, cell = cursor.bounding_box(), seat.page.locator("[role=gridcell]:focus").bounding_box()
    assert drawn is not None
    assert cell is not None
    assert abs(drawn["x"] + drawn["width"] / 2 - cell["x"] - cell["width"] / 2) < 2
    assert abs(drawn["y"] + drawn["height"] / 2 - cell["y"] - cell["height"] / 2) < 2


def test_another_own_piece_is_picked_and_the_same_one_laid_down(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "hnefatafl")
    reason = seat.page.locator(".reason")
    seat.click("d1")
    seat.click("e1")
    assert chosen(seat) == ["e1"]
    assert "d2" not in seat.targets()
    seat.click("e1")
    assert chosen(seat) == []
    expect(reason).to_have_count(0)
    seat.click("d1")
    seat.click("e6")  # the opponent's piece: not a target, and not one of the player's own
    expect(reason).to_be_visible()
    assert chosen(seat) == []


def test_an_own_piece_without_a_move_can_be_picked_too(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "chess")
    seat.click("e2")
    seat.click("a1")
    assert chosen(seat) == ["a1"]
    assert seat.targets() == []
    expect(seat.page.locator(".reason")).to_have_count(0)
    seat.click("a4")
    expect(seat.page.locator(".reason")).to_be_visible()


def test_it_is_so_in_lessons_puzzles_and_analysis(server: Server, visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    for address in ("learn/checkers?step=diagonal", "analysis?game=checkers", "puzzles/checkers/1"):
        page.goto(f"{server.url}/{address}")
        seat = Seat(page)
        page.locator("[role=gridcell].ready").first.wait_for()
        own = seat.squares("[role=gridcell].ready")
        for square in own[:2]:
            seat.click(square)
            assert chosen(seat) == [square], address
        seat.click(own[:2][-1])
        assert chosen(seat) == [], address
        expect(page.locator(".reason")).to_have_count(0)


@pytest.mark.parametrize("game", ["flipflop", "othello"])
def test_placements_are_marked_like_moves(server: Server, visit: Visit, game: str) -> None:
    seat = hot_seat(server, visit(), game)
    state = quincunx.game(game).start()
    legal = sorted(state.text(action) for action in state.legal_actions())
    assert seat.page.locator(".board .dot").count() == len(legal)
    assert sorted(seat.squares("[role=gridcell][aria-label$='you can place here']")) == legal


def test_every_special_turn_has_a_sentence(server: Server, visit: Visit) -> None:
    def second_disc(state: State) -> bool:
        return "end" in [state.text(action) for action in state.legal_actions()]

    line = line_to(quincunx.game("flipflop"), second_disc)
    seat = hot_seat(server, visit(), "flipflop")
    play(seat, line)
    expect(seat.page.locator(".status")).to_contain_text("Place a second disc diagonally, or end your turn.")


def test_a_learner_sits_at_the_bottom(server: Server, visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    second = quincunx.game("hnefatafl").players[1]
    seat = open_step(server, page, "hnefatafl")
    steps = page.eval_on_selector_all("a[href*='?step=']", "all => [...new Set(all.map((a) => a.href))]")
    sides = set()
    for step in steps:
        page.goto(step)
        seat.wait("mine")
        first_rank_on_top = (page.locator("[role=gridcell]").first.get_attribute("data-square") or "")[1:] == "1"
        mine = page.locator("[role=gridcell].ready").first.get_attribute("aria-label") or ""
        assert first_rank_on_top == mine.endswith(f"of {second}"), step
        sides.add(first_rank_on_top)
    assert sides == {True, False}


def test_homes_have_names_for_those_who_hear_the_board(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "cengers")
    walk(seat, "f3")
    seat.page.keyboard.press("Enter")
    walk(seat, "f4")
    seat.page.keyboard.press("Enter")
    seat.wait_for_ply(1)
    label = seat.square("f3").get_attribute("aria-label") or ""
    assert label.startswith("f3, empty, home of ")
    assert "home-" not in label


def test_who_begins_stands_in_the_first_column(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "othello")
    seat.act()
    first = seat.page.locator(".turns li .steps").first
    expect(first.locator("button")).to_have_count(1)
    expect(seat.page.locator(".turns .heads span").first).to_have_text("Black")
