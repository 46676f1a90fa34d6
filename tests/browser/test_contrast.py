"""The contrast of everything on a board: sampled from screenshots of every game and board theme, by day and night."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

import quincunx
from browser.conftest import Visit
from browser.pixels import Colour, colours, contrast
from browser.seats import Seat, hot_seat
from servers import Server

MARKS, EDGES = 1.5, 3.0  # minimum contrast: of a mark with the empty cell, and of an edge with its background
LOOKS = [(theme, board) for theme in ("light", "dark") for board in ("wood", "slate")]
RAYS = 12
DEEP = 3  # points of a ray, each a hundredth of the cell
DRESS = """
([theme, board]) => {
  document.documentElement.dataset.theme = theme
  const shown = document.querySelector('.board')
  shown.classList.remove('wood', 'slate')
  shown.classList.add(board)
}
"""
CELLS = """
() => {
  const board = document.querySelector('.board').getBoundingClientRect()
  return [...document.querySelectorAll('[role=gridcell]')].map((cell) => {
    const { left, top, width } = cell.getBoundingClientRect()
    const empty = /, empty/.test(cell.ariaLabel)
    return { name: cell.dataset.square, left: left - board.left, top: top - board.top, size: width, empty }
  })
}
"""


@dataclass(frozen=True)
class Cell:
    name: str
    left: float
    top: float
    size: float
    empty: bool

    def at(self, across: float, down: float) -> tuple[int, int]:
        """A point of the cell, given as fractions of its size."""
        return round(self.left + across * self.size), round(self.top + down * self.size)

    def rays(self) -> list[list[tuple[int, int]]]:
        """Points from the edge of the cell to its middle, starting just inside the lines between cells."""
        return [self._ray(2 * math.pi * ray / RAYS) for ray in range(RAYS)]

    def _ray(self, angle: float) -> list[tuple[int, int]]:
        across, down = math.cos(angle), math.sin(angle)
        whole = 0.46 / max(abs(across), abs(down))
        parts = [whole * part / 50 for part in range(50, 4, -1)]
        return [self.at(0.5 + part * across, 0.5 + part * down) for part in parts]


class Sampler:
    """A board as it is currently drawn."""

    def __init__(self, page: Page, reader: Page) -> None:
        self.cells = [Cell(**cell) for cell in page.evaluate(CELLS)]
        self.picture = page.locator(".board").screenshot()
        self.reader = reader

    def read(self, points: list[tuple[int, int]]) -> list[Colour]:
        return colours(self.reader, self.picture, points)

    def grounds(self) -> dict[str, Colour]:
        """The background colour of each cell, beside its piece."""
        found = self.read([cell.at(0.07, 0.07) for cell in self.cells])
        return dict(zip((cell.name for cell in self.cells), found, strict=True))

    def weakest_edge(self) -> tuple[float, str]:
        """The edge contrast of the least visible piece, at its weakest ray, and its cell."""
        pieces = [cell for cell in self.cells if not cell.empty]
        rays = [(cell, ray) for cell in pieces for ray in cell.rays()]
        seen = iter(self.read([point for _, ray in rays for point in ray]))
        grounds = self.grounds()
        return min((_edge(grounds[cell.name], [next(seen) for _ in ray]), cell.name) for cell, ray in rays)


def _edge(ground: Colour, ray: list[Colour]) -> float:
    """The strongest contrast of a piece's edge along a ray; a ray that only grazes the piece goes on.

    Between a dark outline and a light piece there is a point that blends both, and can look like the square.
    """
    met: list[float] = []
    away = 0
    for colour in ray:
        apart = contrast(colour, ground)
        if apart > 1.25:
            met.append(apart)
            away = 0
        elif met:
            away += 1
        if away == DEEP and len(met) >= DEEP:
            break
        if away == DEEP:
            met, away = [], 0
    return max(met[:7]) if len(met) >= DEEP else math.inf


@pytest.mark.parametrize("game", quincunx.games())
def test_edges_of_pieces_and_marks(server: Server, visit: Visit, game: str) -> None:
    page, reader = visit(reduced_motion="reduce"), visit()
    page.goto(server.url)
    page.evaluate("localStorage.setItem('quincunx', JSON.stringify({ coordinates: false }))")
    seat = hot_seat(server, page, game)
    page.mouse.move(0, 0)
    bare: dict[tuple[str, str], dict[str, Colour]] = {}
    for look in LOOKS:
        page.evaluate(DRESS, list(look))
        bare[look] = Sampler(page, reader).grounds()
    marked = _move(seat)
    for look in LOOKS:
        page.evaluate(DRESS, list(look))
        sampler = Sampler(page, reader)
        grounds = sampler.grounds()
        worst, where = sampler.weakest_edge()
        assert worst >= EDGES, f"the edge of {where}, {look}"
        for name in marked:
            assert contrast(grounds[name], bare[look][name]) >= MARKS, f"the mark on {name}, {look}"
        assert _cursor(page, reader, grounds) >= EDGES, f"the cursor, {look}"


def _move(seat: Seat) -> list[str]:
    """Play some actions for either side; returns the marked squares of the last turn."""
    for _ in range(2):
        seat.act()
        seat.wait("mine")
    cells = seat.page.eval_on_selector_all(
        ".board .last",
        """marks => marks.map((mark) => {
          const { left, top, width, height } = mark.getBoundingClientRect()
          return document.elementFromPoint(left + width / 2, top + height / 2).dataset.square
        })""",
    )
    assert cells
    return [str(name) for name in cells]


def _cursor(page: Page, reader: Page, grounds: dict[str, Colour]) -> float:
    """The contrast of the cursor with its square."""
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("ArrowUp")
    name = str(page.evaluate("document.activeElement.dataset.square"))
    sampler = Sampler(page, reader)
    cell = next(each for each in sampler.cells if each.name == name)
    band = sampler.read([cell.at(part / 100, 0.5) for part in range(14)])
    page.evaluate("document.activeElement.blur()")
    return max(contrast(colour, grounds[name]) for colour in band)
