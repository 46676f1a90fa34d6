"""Battlefield at the board: the forecast matches what happens, and the unit's card matches the unit."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import quincunx
from browser.conftest import Visit
from browser.lines import line_to
from browser.seats import Seat, hot_seat, play
from quincunx import State
from servers import Server


def attack_of(state: State) -> str | None:
    """An attack that both units survive, so that two numbers can be compared."""
    for action in state.legal_actions():
        told = state.game.spec.forecast(state, action)
        if told is not None and len(told.changes) == 2 and not told.removed:
            return state.text(action)
    return None


def hp_on(seat: Seat, square: str) -> int:
    label = seat.square(square).get_attribute("aria-label") or ""
    found = re.search(r"HP (\d+) of", label)
    assert found, label
    return int(found.group(1))


def test_the_forecast_is_what_then_happens(server: Server, visit: Visit) -> None:
    game = quincunx.game("battlefield")
    line = line_to(game, lambda state: attack_of(state) is not None)
    state = game.start()
    for action in line:
        state.apply(state.parse(action))
    attack = attack_of(state)
    assert attack is not None
    told = game.spec.forecast(state, state.parse(attack))
    assert told is not None
    origin, _, target = attack.partition("=")[0].partition("-")
    seat = hot_seat(server, visit(reduced_motion="reduce"), "battlefield")
    play(seat, line)
    seat.click(origin)
    seat.square(target).hover()
    card = seat.page.get_by_role("region", name="What will happen")
    expect(card).to_be_visible()
    forecast_hp = [int(hp) for hp in re.findall(r"HP (\d+)/", card.inner_text())]
    assert forecast_hp == [change.remaining for change in told.changes]
    seat.click(target)
    seat.wait_for_ply(len(line) + 1)
    ends = game.square(told.moves.get(game.cell(origin), game.cell(origin)))
    assert {hp_on(seat, target), hp_on(seat, ends)} == set(forecast_hp)


def test_a_finger_sees_the_forecast_before_it_commits(server: Server, visit: Visit) -> None:
    game = quincunx.game("battlefield")
    line = line_to(game, lambda state: attack_of(state) is not None)
    state = game.start()
    for action in line:
        state.apply(state.parse(action))
    origin, _, target = str(attack_of(state)).partition("=")[0].partition("-")
    phone = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    seat = hot_seat(server, phone, "battlefield")
    play(seat, line)
    seat.square(origin).tap()
    seat.square(target).tap()
    expect(seat.page.get_by_text("Tap the square again to confirm.")).to_be_visible()
    assert seat.ply == len(line)
    seat.square(target).tap()
    seat.wait_for_ply(len(line) + 1)


def test_a_units_card_and_threatened_squares(server: Server, visit: Visit) -> None:
    seat = hot_seat(server, visit(), "battlefield")
    seat.square("e1").hover()
    card = seat.page.get_by_role("region", name="Piece")
    expect(card).to_contain_text("Lord")
    expect(card).to_contain_text("ATK")
    assert seat.page.locator(".danger").count() == 0
    seat.page.get_by_role("button", name="Show threatened squares").click()
    assert seat.page.locator(".danger").count() > 10
