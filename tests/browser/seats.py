"""A player in a browser: clicks on what the page shows, and does nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Page

import quincunx
from servers import Server

CREATE = """
async (message) => {
  await fetch('/api/guest', { method: 'POST' })
  const socket = new WebSocket(`ws://${location.host}/live`)
  return await new Promise((done) => {
    socket.onmessage = ({ data }) => {
      const told = JSON.parse(data)
      if (told.type === 'welcome') socket.send(JSON.stringify({ type: 'create', id: `c${Math.random()}`, ...message }))
      if (told.type === 'ack') { socket.close(); done([told.match, told.secret ?? '']) }
      if (told.type === 'refused') { socket.close(); done([told.sentence, '']) }
    }
  })
}
"""

TELL = """
([match, turns]) => new Promise((done, fail) => {
  const socket = new WebSocket(`ws://${location.host}/live`)
  const left = [...turns]
  const next = (position) => {
    const actions = left.shift()
    if (!actions) return done(socket.close())
    const command = { do: 'turn', actions, position }
    socket.send(JSON.stringify({ type: 'command', id: `t${Math.random()}`, match, command }))
  }
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(data)
    const watch = { type: 'watch', id: 'w', match, since: 0, secret: '', scene: true }
    if (told.type === 'welcome') socket.send(JSON.stringify(watch))
    if (told.type === 'events') next(told.position)
    if (told.type === 'refused') fail(new Error(told.sentence))
  }
})
"""

LOOK = """
() => {
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [left + width / 2, top + height / 2]
  }
  const all = (selector) => [...document.querySelectorAll(selector)].map(middle)
  return {
    ply: Number(document.querySelector('main').dataset.ply),
    picked: all('[role=gridcell][aria-selected=true]').length > 0,
    ready: all('[role=gridcell].ready'),
    targets: all("[role=gridcell][aria-label$='can go here'], [role=gridcell][aria-label$='can attack here']"),
    choices: all('[role=menu] button'),
    bare: all('.bare button')[0] ?? null,
  }
}
"""


def create(page: Page, game: str, opponent: dict[str, Any], **more: Any) -> tuple[str, str]:
    """Create a match with settings that would take many clicks in the menu; returns its id and its secret."""
    message = {"game": game, "clock": {"kind": "none"}, "colour": "first", "opponent": opponent} | more
    id, secret = page.evaluate(CREATE, message)
    return id, secret


class Seat:
    """A person at a match page."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.random = Random(seed)

    def wait(self, *turns: str) -> str:
        """Wait for one of these turn states and return it. A player who cannot move sees every pass, one by one."""
        wanted = ", ".join(f"main[data-turn={turn}]" for turn in turns)
        return str(self.page.locator(wanted).get_attribute("data-turn"))

    def square(self, name: str) -> Any:
        return self.page.locator(f"[data-square={name}]")

    def click(self, name: str, **options: Any) -> None:
        self.square(name).click(**options)

    def squares(self, selector: str) -> list[str]:
        found = self.page.eval_on_selector_all(selector, "cells => cells.map((cell) => cell.dataset.square)")
        return [str(name) for name in found]

    def targets(self) -> list[str]:
        return self.squares(
            "[role=gridcell][aria-label$='can go here'], [role=gridcell][aria-label$='can attack here']"
        )

    @property
    def ply(self) -> int:
        return int(self.page.locator("main").get_attribute("data-ply") or 0)

    def act(self) -> None:
        """Play one random action: a piece, a target, a choice if there is one; or end the turn."""
        seen = self.look()
        if seen["bare"] and (not seen["ready"] or self.random.random() < 0.5):
            self.page.mouse.click(*seen["bare"])
        elif not seen["picked"]:
            self.page.mouse.click(*self.random.choice(seen["ready"]))
            self.aim()
        else:
            self.aim()
        self.wait_for_ply(seen["ply"] + 1)

    def aim(self) -> None:
        """Play the second half of an action, if one click was not enough."""
        seen = self.look()
        if seen["targets"]:
            self.page.mouse.click(*self.random.choice(seen["targets"]))
            choices = self.look()["choices"]
            if choices:
                self.page.mouse.click(*self.random.choice(choices))

    def look(self) -> Any:
        """The places on the page that can be clicked."""
        return self.page.evaluate(LOOK)

    def wait_for_ply(self, ply: int) -> None:
        """Wait until the page shows the position after that many actions, or a later one."""
        self.page.wait_for_function("ply => Number(document.querySelector('main')?.dataset.ply) >= ply", arg=ply)

    def play_out(self, most: int = 400) -> None:
        """Play until the game is over."""
        for _ in range(most):
            if self.wait("mine", "over") == "over":
                return
            self.act()
        raise AssertionError("the game does not end")


def hot_seat(server: Server, page: Page, game: str, **more: object) -> Seat:
    """A match of two people at one screen, so that nobody else moves."""
    page.goto(server.url)
    id, _ = create(page, game, {"kind": "hot_seat"}, **{"visibility": "public", **more})
    page.goto(f"{server.url}/match/{id}")
    seat = Seat(page)
    seat.wait("mine")
    return seat


def tell(page: Page, match: str, turns: list[list[str]]) -> None:
    """Play turns without the page, as another program of the same player would: the page is notified of them."""
    page.evaluate(TELL, [match, turns])


def play(seat: Seat, line: list[str]) -> None:
    """Play a sequence of actions by clicks."""
    for action in line:
        before = seat.ply
        if action in ("end", "pass"):
            seat.page.locator(".bare button").first.click()
        else:
            squares = action.partition("=")[0].rpartition(":")[2].split("-")
            for square in (
                squares if not seat.squares(f"[data-square={squares[0]}][aria-selected=true]") else squares[1:]
            ):
                seat.click(square)
            choices = seat.page.locator("[role=menu] button")
            if choices.count():
                word = (
                    action.partition(":")[0]
                    if ":" in action
                    else {"Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}.get(action[-1], "move")
                )
                choices.filter(has_text=word).or_(choices.filter(has_text=word.capitalize())).first.click()
        seat.wait_for_ply(before + 1)


def play_together(first: Seat, second: Seat) -> None:
    """Let two people play until the game is over."""
    while True:
        first.wait_for_ply(second.ply)
        second.wait_for_ply(first.ply)
        turn = first.wait("mine", "theirs", "over")
        if turn == "over":
            second.wait("over")
            return
        seat = first if turn == "mine" else second
        if seat.wait("mine", "over") == "mine":
            seat.act()


def agrees(record: str, page: Page) -> bool:
    """Whether the downloaded record leads to the board that the page shows."""
    state = quincunx.read_record(record).replay()
    shown = page.eval_on_selector_all(
        "[role=gridcell]", "cells => cells.map((cell) => [Number(cell.dataset.cell), !/, empty/.test(cell.ariaLabel)])"
    )
    return {cell for cell, taken in shown if taken} == set(state.game.spec.pieces(state))
