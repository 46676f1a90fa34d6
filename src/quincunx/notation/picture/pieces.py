"""A piece as SVG, drawn in a square from -50 to 50."""

from __future__ import annotations

from quincunx.core.display import Badge, Piece
from quincunx.notation.picture.emblems import PLAIN_BACKING, Emblem, emblems_at
from quincunx.notation.picture.shapes import SHAPES, Shape
from quincunx.notation.picture.themes import Colours

FADED = "captured"  # the effect on a piece that is about to leave the board
GOOD, BAD = "#2f6b5e", "#a84b25"
FULL, LOW = "#58b07f", "#e2703f"
TROUGH = "#1d1a14"


def piece_svg(piece: Piece, tone: str, colours: Colours) -> str:
    """The drawing of a piece; the tone is `dark` or `light`."""
    gauge = next((badge for badge in piece.badges if badge.most is not None), None)
    if gauge is not None:
        return _gauged(piece, gauge, tone, colours)
    opacity = ' opacity="0.35"' if piece.has(FADED) else ""
    return f'<g stroke-linejoin="round"{opacity}>{_plain(piece, tone, colours)}</g>'


def _plain(piece: Piece, tone: str, colours: Colours) -> str:
    shape = SHAPES.get(piece.shape, SHAPES["disc"])
    fill, edge, mark = (colours[f"piece-{tone}{part}"] for part in ("", "-edge", "-mark"))
    other = colours["piece-light" if tone == "dark" else "piece-dark"]
    body = f'fill="{fill}" stroke="{edge}" stroke-width="3.6"'
    under = f'<path d="{shape.body}" {body} transform="translate(0 12)"/>' if shape.stacked else ""
    drawn = [
        f'{under}<path d="{shape.body}" {body}/>',
        *(f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {body}/>' for x, y, r in shape.dots),
        _lines(shape.rim, other, 3),
        _lines(shape.lines, mark, 2.2),
        f'<path d="{shape.top}" fill="{colours["crown"]}" stroke="{edge}" stroke-width="2"/>' if shape.top else "",
        _letter(piece, mark),
    ]
    lift = ' transform="translate(0 -3)"' if shape.stacked else ""
    return f"<g{lift}>{''.join(drawn)}</g>"


def _letter(piece: Piece, colour: str) -> str:
    """The letter of a piece whose shape has no drawing."""
    if piece.shape in SHAPES:
        return ""
    return f'<text y="14" text-anchor="middle" font-size="40" fill="{colour}">{piece.glyph}</text>'


def _lines(path: str, colour: str, width: float) -> str:
    if not path:
        return ""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'


def _gauged(piece: Piece, gauge: Badge, tone: str, colours: Colours) -> str:
    """A piece with a gauge: its silhouette on a backing, its emblems, and a bar for what it has left."""
    backing, *_ = [*emblems_at(piece.emblems, "backing"), PLAIN_BACKING]
    fill, edge = colours[f"piece-{tone}"], colours[f"piece-{tone}-edge"]
    figure = colours["piece-light" if tone == "dark" else "piece-dark"]
    shape = SHAPES.get(piece.shape, SHAPES["disc"])
    return "".join(
        [
            f'<g stroke-linejoin="round"><path d="{backing.path}" fill="{fill}" stroke="{edge}" stroke-width="3"'
            ' transform="translate(0 -5) scale(0.98)"/>',
            f'<g transform="translate(0 -7) scale(0.74)">{_figure(shape, figure, fill)}</g>',
            *(_held(emblem, fill, edge, figure) for emblem in emblems_at(piece.emblems, "lower left")[:1]),
            *(_bead(emblem, colours) for emblem in emblems_at(piece.emblems, "upper right")[:1]),
            *(_lines(each.path, BAD if each.bad else GOOD, 4) for each in emblems_at(piece.emblems, "across")),
            _bar(gauge, colours),
            "</g>",
        ]
    )


def _figure(shape: Shape, figure: str, lines: str) -> str:
    dots = "".join(f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{figure}"/>' for x, y, r in shape.dots)
    return f'<path d="{shape.body}" fill="{figure}"/>{dots}{_lines(shape.lines, lines, 2.6)}'


def _held(emblem: Emblem, fill: str, edge: str, figure: str) -> str:
    seat = f'<circle r="12.5" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
    drawn = f'<g transform="scale(0.92)">{_lines(emblem.path, figure, 2.4)}</g>'
    return f'<g transform="translate(-33 23)">{seat}{drawn}</g>'


def _bead(emblem: Emblem, colours: Colours) -> str:
    edge = f'stroke="{colours["piece-dark-edge"]}" stroke-width="3.4" paint-order="stroke"'
    return f'<path d="{emblem.path}" fill="{emblem.fill}" {edge} transform="translate(33 -33) scale(1.15)"/>'


def _bar(gauge: Badge, colours: Colours) -> str:
    share = max(0, int(gauge.value)) / max(1, int(gauge.most or 1))
    edge = f'stroke="{colours["piece-dark-edge"]}" stroke-width="3"'
    level = f'width="{70 * share:.1f}" height="6" rx="3" fill="{LOW if share <= 0.34 else FULL}"'
    return f'<rect x="-36" y="38" width="72" height="8" rx="4" fill="{TROUGH}" {edge}/><rect x="-35" y="39" {level}/>'
