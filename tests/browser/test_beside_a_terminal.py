"""A player in a browser against one in a real terminal, on one server: clicks here, keys there."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import quincunx
from browser.conftest import Visit
from browser.seats import Seat, create
from browser.test_match_flow import leave
from quincunx.core.state import State
from servers import Server
from terminal.arrow_keys import ArrowKeys
from terminal.tmux import Terminal


def as_it_stands(server: Server, id: str) -> State:
    """The match according to its public record."""
    with server.client() as client:
        return quincunx.read_record(client.get(f"/api/matches/{id}/record").text).replay()


def play_out(server: Server, id: str, browser: Seat, terminal: ArrowKeys, side: int) -> State:
    """Both play until it is over; the player in the terminal has the given side."""
    while not (state := as_it_stands(server, id)).over:
        if state.to_move == side:
            terminal.play(state, state.legal_actions()[0])
        else:
            browser.act()
        browser.wait_for_ply(state.ply + 1)
    return state


def counted(page: Page, server: Server) -> dict[str, int]:
    """The wins, losses and draws of the browser's player against friends."""
    lines = page.request.get(f"{server.url}/api/account/stats").json()["stats"]
    return {word: sum(line["stats"][word] for line in lines) for word in ("won", "lost", "drawn")}


def test_a_whole_match_and_its_rematch(server: Server, visit: Visit, terminal: Terminal) -> None:
    page = visit()
    page.goto(server.url)
    id, secret = create(page, "cengers", {"kind": "invite"}, options={"rounds": 3})
    page.goto(f"{server.url}/match/{id}")
    terminal.start("play", "--online", f"{server.url}/join/{id}#{secret}")
    terminal.sees("Cengers")
    browser = Seat(page)
    browser.wait("mine")
    play_out(server, id, browser, ArrowKeys(terminal, 1), 1)
    expect(page.get_by_role("heading", name="Draw")).to_be_visible()
    terminal.sees("The last round is over")

    page.get_by_role("button", name="Rematch").click()
    terminal.sees("Your opponent offers a rematch")
    terminal.keys("o")
    terminal.sees("accept the rematch")
    terminal.keys("1")
    page.wait_for_url(lambda url: "/match/" in url and id not in url)
    terminal.sees("Your turn: x")
    again = page.url.rpartition("/")[2]
    state = as_it_stands(server, again)
    ArrowKeys(terminal, 0).play(state, state.legal_actions()[0])
    browser.wait("mine")
    browser.act()
    leave(page)  # before the player's first move, this would only abort the match
    terminal.sees("One player resigned. x wins")
    expect(page.get_by_role("heading", name="You lost")).to_be_visible()
    assert counted(page, server) == {"won": 0, "lost": 1, "drawn": 1}
    terminal.keys("q")
    terminal.sees("left with 0")
    terminal.close()
    terminal.start("stats", "--online", server.url)
    terminal.sees(r"Cengers +friend +x +1 +0 +0 .*\n.*Cengers +friend +o +0 +0 +1 ")
