"""The board itself as SVG: frame, cells, marks, coordinates. One cell is one unit."""

from __future__ import annotations

from quincunx.core.display import Board
from quincunx.core.squares import square_name
from quincunx.notation.picture.marks import MARKS
from quincunx.notation.picture.themes import Colours

MARGIN = 0.28  # around the cells, for the frame and its coordinates


def spot(board: Board, cell: int, turned: bool) -> tuple[int, int]:
    """The upper left corner of a cell. The first rank is at the bottom unless the board is turned."""
    rank, file = divmod(cell, board.files)
    return (board.files - 1 - file, rank) if turned else (file, board.ranks - 1 - rank)


def cells_svg(board: Board, turned: bool, colours: Colours) -> str:
    """The empty board."""
    width, height = board.files + 2 * MARGIN, board.ranks + 2 * MARGIN
    ground = colours["board-light" if board.chequered else "board-plain"]
    return "".join(
        [
            f'<rect x="-{MARGIN}" y="-{MARGIN}" width="{width:g}" height="{height:g}" rx="0.12"',
            f' fill="{colours["board-frame"]}"/>',
            f'<rect width="{board.files}" height="{board.ranks}" fill="{ground}"/>',
            *(_cell(board, cell, turned, colours) for cell in range(board.files * board.ranks)),
            "" if board.chequered else _grid(board, colours),
            _names(board, turned, colours),
        ]
    )


def filled(board: Board, cell: int, turned: bool, colour: str) -> str:
    """A cell in one colour."""
    x, y = spot(board, cell, turned)
    return f'<rect x="{x}" y="{y}" width="1" height="1" fill="{colour}"/>'


def _cell(board: Board, cell: int, turned: bool, colours: Colours) -> str:
    mark = MARKS.get(board.marks.get(cell, ""))
    if mark is None:
        dark = board.chequered and sum(divmod(cell, board.files)) % 2 == 0
        return filled(board, cell, turned, colours["board-dark"]) if dark else ""
    drawn = filled(board, cell, turned, colours[mark.fill])
    if mark.carving:
        x, y = spot(board, cell, turned)
        place = f'transform="translate({x + 0.5} {y + 0.5}) scale(0.01)"'
        stroke = f'fill="none" stroke="{colours["board-carve"]}" stroke-width="4" stroke-linecap="round"'
        drawn += f'<path d="{mark.carving}" {stroke} {place}/>'
    return drawn


def _grid(board: Board, colours: Colours) -> str:
    down = "".join(f"M{x},0 V{board.ranks}" for x in range(board.files + 1))
    across = "".join(f"M0,{y} H{board.files}" for y in range(board.ranks + 1))
    return f'<path d="{down}{across}" fill="none" stroke="{colours["board-line"]}" stroke-width="0.025"/>'


def _names(board: Board, turned: bool, colours: Colours) -> str:
    """The names of files and ranks, in the frame."""
    files = [(spot(board, file, turned)[0], square_name(file, board.files)[:-1]) for file in range(board.files)]
    ranks = [(spot(board, rank * board.files, turned)[1], rank + 1) for rank in range(board.ranks)]
    texts = [f'<text x="{x + 0.5}" y="{board.ranks + 0.205:g}">{name}</text>' for x, name in files]
    texts += [f'<text x="-0.14" y="{y + 0.565:g}">{rank}</text>' for y, rank in ranks]
    style = f'fill="{colours["board-names"]}" font-size="0.19" font-weight="560" text-anchor="middle"'
    return f'<g {style} font-family="Source Sans 3, system-ui, sans-serif">{"".join(texts)}</g>'
