"""A position as SVG: `svg(state)`."""

from __future__ import annotations

from collections.abc import Iterable

from quincunx.core.action_cells import moves_of
from quincunx.core.display import Piece
from quincunx.core.state import State
from quincunx.notation.picture.arrows import arrow_svg
from quincunx.notation.picture.cells import MARGIN, cells_svg, filled, spot
from quincunx.notation.picture.pieces import piece_svg
from quincunx.notation.picture.themes import THEMES, Colours, colours_of

ALARM, ALARM_COLOUR = "check", "#c1391b"  # the effect on a piece whose cell is circled
PIECE_SCALE = 0.0094


class Svg(str):
    """A picture as SVG. A notebook shows it; `str` is the text of the file."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(
    state: State, arrows: Iterable[int | str] = (), *, turned: bool = False, theme: str = "wood", size: int = 400
) -> Svg:
    """Return a picture of the position, as on the page of the browser, with an arrow for each of these actions.

    The actions are numbers or texts, legal or not. The size is the width in pixels, and the theme `wood` or `slate`.
    """
    if theme not in THEMES:
        raise ValueError(f"expected the theme {' or '.join(THEMES)}, got {theme!r}")
    board = state.game.board
    colours = colours_of(theme, board.chequered)
    width, height = board.files + 2 * MARGIN, board.ranks + 2 * MARGIN
    view = f'viewBox="-{MARGIN} -{MARGIN} {width:g} {height:g}" width="{size}" height="{size * height / width:.0f}"'
    layers = [
        cells_svg(board, turned, colours),
        *(filled(board, cell, turned, colours["board-last"]) for cell in _last(state)),
        *(_placed(state, cell, piece, turned, colours) for cell, piece in state.game.spec.pieces(state).items()),
        *(_arrow(state, move, turned, colours) for move in moves_of(_numbers(state, arrows))),
    ]
    return Svg(f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{"".join(layers)}</svg>')


def _last(state: State) -> list[int]:
    """The cells of the last turn so far."""
    return sorted({cell for move in moves_of(state.last_turn()) for cell in move})


def _numbers(state: State, arrows: Iterable[int | str]) -> list[int]:
    return [state.game.read_action(arrow) if isinstance(arrow, str) else arrow for arrow in arrows]


def _placed(state: State, cell: int, piece: Piece, turned: bool, colours: Colours) -> str:
    """A piece on its cell."""
    x, y = spot(state.game.board, cell, turned)
    tone = "light" if piece.owner == state.game.spec.light else "dark"
    alarm = f'<circle r="51" fill="none" stroke="{ALARM_COLOUR}" stroke-width="7.4"/>' if piece.has(ALARM) else ""
    place = f"translate({x + 0.5} {y + 0.5}) scale({PIECE_SCALE})"
    return f'<g transform="{place}">{alarm}{piece_svg(piece, tone, colours)}</g>'


def _arrow(state: State, move: tuple[int, int], turned: bool, colours: Colours) -> str:
    (x1, y1), (x2, y2) = (spot(state.game.board, cell, turned) for cell in move)
    return arrow_svg((x1 + 0.5, y1 + 0.5), (x2 + 0.5, y2 + 0.5), colours["arrow-best"])
