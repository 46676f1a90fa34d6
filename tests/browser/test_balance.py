"""The page about the games' balance: every game with its figures; results of people appear once they have played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import create_engine, insert

import quincunx
from browser.conftest import Visit, own_server
from browser.test_access import serious
from quincunx.search.balance import Measured, shipped_balance
from quincunx.store.engine import read_url
from quincunx.store.schema import balance
from servers import Server

PEOPLE = [
    {"game": "hnefatafl", "band": 0, "won": 30, "drawn": 10, "lost": 160},
    {"game": "hnefatafl", "band": 1800, "won": 1, "drawn": 0, "lost": 2},
    {"game": "chess", "band": 1400, "won": 1200, "drawn": 300, "lost": 1100},
]


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Server]:
    """A server on which people have played rated matches."""
    database = f"sqlite:///{tmp_path / 'played.db'}"
    with own_server(database) as server:
        engine = create_engine(read_url(database))
        with engine.begin() as connection:
            connection.execute(insert(balance), PEOPLE)
        engine.dispose()
        yield server


def open_balance(server: Server, page: Page, game: str = "") -> None:
    page.goto(f"{server.url}/balance" + (f"#{game}" if game else ""))
    expect(page.locator("main[aria-busy=false] section.panel")).to_have_count(len(quincunx.games()))


def told(row: Measured) -> str:
    """The figure in the page's format."""
    return f"{round(100 * row.score.mean, 1):g} ± {100 * row.score.error:.0f} %"


def test_every_game_with_every_level(server: Server, visit: Visit) -> None:
    page = visit()
    open_balance(server, page)
    for key, spec in quincunx.games().items():
        section = page.locator(f"#{key}")
        for row in shipped_balance(spec):
            rows = section.get_by_role("row", include_hidden=True).filter(has_text=told(row))
            expect(rows.filter(has_text=f"{row.drawn * 100 / row.games:.0f} %").first).to_be_attached()


def test_what_it_means_is_said(server: Server, visit: Visit) -> None:
    page = visit()
    open_balance(server, page)
    expect(page.locator("#hnefatafl")).to_contain_text("Advantage Defenders: 90.5 ± 4 % Level 6 against itself")
    expect(page.locator("#chess")).to_contain_text("Even, as far as 100 games can tell: White 56 ± 9 %")
    expect(page.get_by_text("depend on the bots as well as on the game")).to_be_visible()
    expect(page.get_by_text("No rated games between people yet")).to_be_visible()
    row = page.locator("#cengers").get_by_role("row").filter(has_text="57 ± 7 %")
    assert row.get_by_role("rowheader").inner_text() == "Level 6"


def test_other_pairings_are_there_on_demand(server: Server, visit: Visit) -> None:
    page = visit()
    open_balance(server, page)
    pairing = page.locator("#battlefield").get_by_role("row").filter(has_text="Standard – Wildwood")
    expect(pairing).to_have_count(0)
    page.get_by_text("Other options").click()
    expect(pairing.first).to_be_visible()


def test_people_by_rating(played: Server, visit: Visit) -> None:
    page = visit()
    open_balance(played, page)
    game = page.locator("#hnefatafl")
    expect(game).to_contain_text("Advantage Defenders: 82.5 ± 5 % People rated below 1400")
    below = game.get_by_role("row").filter(has_text="below 1400")
    expect(below).to_contain_text("17.5 ± 5 %")
    expect(below).to_contain_text("200")
    expect(game.get_by_role("row").filter(has_text="1800 and above")).to_be_visible()
    expect(page.locator("#chess").get_by_role("row").filter(has_text="1400 to 1599")).to_contain_text("2,600")
    expect(page.get_by_text("No rated games between people yet")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1024, 1920])
def test_it_keeps_nobody_out_in_any_size(played: Server, visit: Visit, scheme: str, width: int) -> None:
    page = visit(color_scheme=scheme, viewport={"width": width, "height": 768}, bypass_csp=True)
    open_balance(played, page)
    page.get_by_text("Other options").click()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_from_the_menu_and_from_the_rules_in_german(server: Server, visit: Visit) -> None:
    page = visit(locale="de-DE")
    page.goto(server.url)
    page.get_by_role("link", name="Balance").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Wie ausgeglichen sind die Spiele?")
    expect(page.locator("#hnefatafl")).to_contain_text("Vorteil Verteidiger: 90,5 ± 4 %")
    page.goto(f"{server.url}/rules/flipflop")
    page.get_by_role("link", name="Wie ausgeglichen ist es?").click()
    expect(page.locator("#flipflop")).to_be_in_viewport()


def test_figures_that_cannot_be_had_are_asked_for_again(server: Server, visit: Visit) -> None:
    page = visit()
    page.route("**/api/balance", lambda route: route.abort())
    page.goto(f"{server.url}/balance")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    page.unroute("**/api/balance")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("section.panel")).to_have_count(len(quincunx.games()))
