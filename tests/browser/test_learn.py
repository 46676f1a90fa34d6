"""Lessons by clicks: every step of every game is done on the page, mistakes are explained, and progress is saved."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

import quincunx
from browser.conftest import Visit
from browser.seats import Seat, play
from quincunx.play.lesson_loader import Course, course_of
from quincunx.play.lessons import Step
from servers import Server

COURSES = [course for course in map(course_of, quincunx.games()) if course is not None]


def open_step(server: Server, page: Page, game: str, step: str = "") -> Seat:
    page.goto(f"{server.url}/learn/{game}" + (f"?step={step}" if step else ""))
    seat = Seat(page)
    seat.wait("mine")
    return seat


def do_step(seat: Seat, step: Step) -> None:
    """Do everything that the step asks for, following its solution."""
    expect(seat.page.locator(f"main[data-step={step.key}]")).to_be_visible()
    expect(seat.page.get_by_role("heading", level=1)).to_have_text(step.title)
    for task in step.tasks:
        seat.wait("mine")
        expect(seat.page.locator(".ask")).to_have_text(task.ask)
        play(seat, task.solution.split())
    seat.wait("over")
    expect(seat.page.locator(".said")).to_contain_text(step.praise)


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.game)
def test_a_whole_course_by_clicks(server: Server, visit: Visit, course: Course) -> None:
    page = visit(reduced_motion="reduce")
    seat = open_step(server, page, course.game)
    for step in course.steps[:-1]:
        do_step(seat, step)
        onward = page.get_by_role("link", name="Next step")
        expect(onward).to_be_focused()
        onward.press("Enter")
    do_step(seat, course.steps[-1])
    assert page.locator("a.done").count() == len(course.steps)
    page.goto(f"{server.url}/learn")
    expect(page.get_by_text("All steps done")).to_have_count(1)


def test_what_is_wrong_is_explained_and_nothing_moves(server: Server, visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    seat = open_step(server, page, "hnefatafl", "sandwich")
    seat.click("c5")
    seat.click("b6")
    expect(page.locator(".said")).to_contain_text("Pieces move along a row or a column. (H3)")
    seat.click("h2")
    seat.click("h3")
    expect(page.locator(".said")).to_contain_text("not between two of yours yet")
    expect(page.locator(".reason")).to_be_visible()
    assert seat.ply == 0
    seat.wait("mine")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hints li")).to_have_count(2)
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()


def test_by_keys_alone(server: Server, visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    open_step(server, page, "cengers", "steps")
    page.keyboard.press("h")
    expect(page.locator(".hints li")).to_have_count(1)
    page.keyboard.press("n")
    expect(page.locator("main[data-step=jump]")).to_be_visible()
    page.keyboard.press("p")
    seat = Seat(page)
    expect(page.locator("main[data-step=steps]")).to_be_visible()
    seat.wait("mine")
    seat.square("e4").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert seat.wait("over") == "over"
    page.keyboard.press("r")
    seat.wait("mine")
    assert seat.ply == 0


def test_it_goes_on_with_the_first_step_that_is_open(server: Server, visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    course = COURSES[0]
    do_step(open_step(server, page, course.game), course.steps[0])
    seat = open_step(server, page, course.game)
    expect(page.locator(f"main[data-step={course.steps[1].key}]")).to_be_visible()
    expect(page.locator("[aria-current=step]")).to_have_accessible_name(re.compile("^Step 2: "))
    page.goto(f"{server.url}/learn")
    expect(page.get_by_text(f"1 of {len(course.steps)} steps")).to_be_visible()
    open_step(server, page, course.game, "no-such-step")
    assert seat.wait("mine") == "mine"


def test_every_course_is_listed(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(f"{server.url}/learn")
    expect(page.locator("main li")).to_have_count(len(COURSES))


def test_what_has_no_lessons_offers_none(server: Server, visit: Visit) -> None:
    page = visit()

    def without_lessons(route: Route) -> None:
        answer = route.fetch()
        games = [{**game, "lessons": game["lessons"] and game["key"] != "tablut"} for game in answer.json()]
        route.fulfill(response=answer, json=games)

    page.route("**/api/games", without_lessons)
    page.goto(f"{server.url}/rules/tablut", wait_until="networkidle")
    expect(page.get_by_role("link", name="How balanced is it?")).to_be_visible()
    expect(page.locator("a[href='/learn/tablut']")).to_have_count(0)
    page.goto(f"{server.url}/learn")
    expect(page.locator("main li")).to_have_count(len(COURSES) - 1)


def test_in_german_and_from_the_rules(server: Server, visit: Visit) -> None:
    page = visit(locale="de-DE", reduced_motion="reduce")
    page.goto(f"{server.url}/rules/checkers")
    page.get_by_role("link", name="Schritt für Schritt lernen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dunkle Felder und ein Los")
    seat = open_step(server, page, "checkers", "capture")
    seat.click("c3")
    seat.click("c4")
    expect(page.locator(".said")).to_contain_text("Ein Stein zieht schräg ein Feld weit")
    page.goto(server.url)
    page.get_by_role("link", name="Spielen lernen").click()
    expect(page.get_by_role("heading", name="Dame", exact=True)).to_be_visible()


def test_a_phone_has_room_for_it(server: Server, visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    seat = open_step(server, page, "flipflop", "enough")
    seat.square("d4").tap()
    page.get_by_role("button", name="End turn").tap()
    assert seat.wait("over") == "over"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
