"""Puzzles in a browser: solved by clicks and by keyboard, failed and answered, in German, and accessible."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import quincunx
from browser.conftest import Visit
from browser.test_access import serious
from quincunx.core import action_codes
from quincunx.core.game import Game
from quincunx.games.puzzles import shipped
from quincunx.notation.puzzle import Puzzle, in_notation
from quincunx.play.puzzles import Attempt
from servers import Server

GAME = quincunx.game("hnefatafl")
PUZZLES = shipped(GAME)


def numbered(turns: int) -> int:
    """The number of the first puzzle with at least that many turns, including the opponent's."""
    return next(number for number, puzzle in enumerate(PUZZLES, 1) if len(puzzle.solution) >= turns)


SHORT, LONG = numbered(1), numbered(3)


def visit_puzzle(server: Server, page: Page, number: int | str, game: str = "hnefatafl") -> Page:
    page.goto(f"{server.url}/puzzles/{game}/{number}")
    expect(page.locator("main[data-ready=true]")).to_be_visible()
    return page


def phase(page: Page, name: str) -> None:
    expect(page.locator(f"main[data-phase={name}]")).to_be_visible()


def click_turn(page: Page, turn: tuple[str, ...]) -> None:
    """Click the squares of a turn; a piece that must go on is already picked."""
    page.locator("main[data-ready=true]").wait_for()
    taken = ""
    for action in turn:
        if "-" not in action:
            page.get_by_role("button", name="End turn").click()
            continue
        origin, target = action.split("-")
        if origin != taken:
            page.locator(f"[data-square={origin}]").click()
        page.locator(f"[data-square={target}]").click()
        taken = target
        expect(page.locator(f"[data-square={target}]")).to_be_visible()


def wrong_turn(puzzle: Puzzle, game: Game = GAME) -> str:
    """A turn of one action that is not the solution."""
    attempt = Attempt(game, puzzle)
    actions = [each for each in attempt.state.legal_actions() if action_codes.kind_of(each) == action_codes.MOVE]
    texts = map(attempt.state.text, actions)
    return next(text for text in texts if attempt.judge([text]).verdict == "wrong")


def test_a_puzzle_is_solved_by_clicks_and_gives_a_rating(server: Server, visit: Visit) -> None:
    page = visit_puzzle(server, visit(), LONG)
    expect(page.get_by_role("status").first).to_contain_text("find the only turn")
    for number, turn in enumerate(PUZZLES[LONG - 1].solution[::2]):
        click_turn(page, turn)
        phase(page, "solved" if 2 * number + 1 == len(PUZZLES[LONG - 1].solution) else "right")
    expect(page.get_by_role("heading", name="Solved!")).to_be_visible()
    card = page.get_by_role("region", name="My puzzle rating")
    expect(card).to_contain_text("+")
    page.get_by_role("button", name="Next puzzle").click()
    phase(page, "thinking")
    assert not page.url.endswith(f"/{LONG}")
    page.goto(f"{server.url}/puzzles")
    expect(page.get_by_role("listitem").filter(has_text="Hnefatafl").first).to_contain_text("In a row 1")


def test_a_wrong_try_is_answered_and_may_be_followed_by_another(server: Server, visit: Visit) -> None:
    page = visit_puzzle(server, visit(), SHORT)
    wrong = wrong_turn(PUZZLES[SHORT - 1])
    click_turn(page, (wrong,))
    phase(page, "wrong")
    expect(page.get_by_role("heading", name=f"{wrong} is not the solution.")).to_be_visible()
    expect(page.get_by_text("Your opponent replies")).to_be_visible()
    expect(page.locator("svg .other").first).to_be_attached()  # the answer, shown as an arrow
    page.keyboard.press("r")
    phase(page, "thinking")
    click_turn(page, PUZZLES[SHORT - 1].solution[0])
    page.locator("main[data-phase=solved], main[data-phase=right]").wait_for()
    expect(page.get_by_role("region", name="My puzzle rating")).to_contain_text("−")


def test_turns_are_told_as_players_of_the_game_write_them(server: Server, visit: Visit) -> None:
    game = quincunx.game("chess")
    puzzle = shipped(game)[0]
    page = visit_puzzle(server, visit(), 1, "chess")
    wrong = wrong_turn(puzzle, game)
    click_turn(page, (wrong,))
    phase(page, "wrong")
    (written,) = in_notation(game.position(puzzle.position), [[wrong]])
    expect(page.get_by_role("heading", name=f"{written} is not the solution.")).to_be_visible()
    expect(page.get_by_text("Your opponent replies")).not_to_contain_text("-")
    page.get_by_role("button", name="Show the solution").click()
    solution = ", ".join(in_notation(game.position(puzzle.position), puzzle.solution))
    expect(page.locator("main[data-phase=shown] .verdict")).to_contain_text(solution)


def test_a_hint_the_solution_and_the_keys(server: Server, visit: Visit) -> None:
    page = visit_puzzle(server, visit(locale="de-DE"), SHORT)
    page.keyboard.press("h")
    expect(page.locator("svg .best").first).to_be_attached()
    page.get_by_role("button", name="Lösung zeigen").click()
    expect(page.get_by_role("heading", name="Das war die Lösung.")).to_be_visible()
    page.get_by_role("button", name="Tasten").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    phase(page, "thinking")


def test_today_has_one_puzzle_for_everybody(server: Server, visit: Visit) -> None:
    pages = [visit_puzzle(server, visit(), "daily") for _ in range(2)]
    assert len({page.url for page in pages}) == 1
    expect(pages[0].get_by_text("Today’s puzzle")).to_be_visible()


def test_the_menu_leads_there_and_what_is_missing_says_so(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(server.url)
    page.get_by_role("link", name="Puzzles").click()
    page.get_by_role("link", name="Solve puzzles: Hnefatafl", exact=True).click()
    expect(page.locator("main[data-ready=true]")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (1024, 700), (390, 844)])
def test_it_keeps_nobody_out(server: Server, visit: Visit, scheme: str, size: tuple[int, int]) -> None:
    viewport = dict(zip(("width", "height"), size, strict=True))
    page = visit(color_scheme=scheme, bypass_csp=True, reduced_motion="reduce", viewport=viewport)
    page.goto(f"{server.url}/puzzles")
    expect(page.get_by_role("listitem").first).to_be_visible()
    assert serious(page) == []
    visit_puzzle(server, page, SHORT)
    assert serious(page) == []
    click_turn(page, (wrong_turn(PUZZLES[SHORT - 1]),))
    phase(page, "wrong")
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
