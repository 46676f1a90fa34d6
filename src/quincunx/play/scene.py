"""A position for clients that know no game: how it looks, what led to it, and what can be picked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from quincunx.core import display
from quincunx.core.display import Board, Forecast, HudRow
from quincunx.core.outcome import Outcome
from quincunx.core.sides import Side
from quincunx.core.spec import Cells
from quincunx.core.state import State
from quincunx.play import decisions
from quincunx.play.match import Match
from quincunx.play.turns import played
from quincunx.play.view import View, ending, forecast, view
from quincunx.play.walker import Path, Walker
from quincunx.words import Text, phrase

ABORTED = phrase("play.over.aborted")
ENDINGS = {  # reasons for the end of a match that do not come from the game's rules
    decisions.LEFT: phrase("play.over.left"),
    decisions.AGREED: phrase("play.over.agreed"),
    decisions.TIME: phrase("play.over.time"),
    decisions.ABANDONED: phrase("play.over.abandoned"),
}

Way = tuple[Path, str, int]  # the picks of a legal action, its text, and 1 if it captures or attacks something


class Badge(Struct, frozen=True, omit_defaults=True):
    """A small mark on a piece."""

    label: Text
    value: Text
    most: Text | None = None


class Piece(Struct, frozen=True, omit_defaults=True):
    """A piece and the cell it is on."""

    cell: int
    owner: Side
    glyph: str
    name: Text
    shape: str
    badges: tuple[Badge, ...] = ()
    effects: tuple[Text, ...] = ()
    emblems: tuple[str, ...] = ()


class Ending(Struct, frozen=True):
    """How a game or a match ended."""

    winner: Side | None
    reason: str


class Scene(Struct, frozen=True, kw_only=True):
    """A position to look at and to act in; docs/protocol.md explains the fields."""

    position: int
    ply: int
    turn: int
    acted: int
    board: Board
    players: tuple[Text, Text]
    light: Side
    pieces: tuple[Piece, ...]
    last: Cells
    action: str
    notation: str
    story: Forecast | None
    hud: tuple[HudRow, ...]
    to_move: Side
    outcome: Ending | None
    status: Text
    prompt: Text
    drafts: bool
    paths: tuple[Way, ...] = ()
    choices: tuple[str, ...] = ()
    choice_labels: Mapping[str, Text] = {}
    forced: Path = ()
    has_forecast: bool
    threats: tuple[Cells, Cells]


def scene(state: State, position: int) -> Scene:
    """The scene of a state for a player who may act in it; `position` is the version of the event that created it."""
    walker = Walker(state)
    takes = state.game.spec.takes
    return msgspec.structs.replace(
        still(state, position),
        paths=tuple((path, state.text(action), int(takes(state, action))) for path, action in walker.paths.items()),
        choices=tuple(walker.bare),
        choice_labels=walker.labels(),
        forced=walker.picks,
    )


def still(state: State, position: int) -> Scene:
    """The scene of a state for viewing only: nothing can be picked."""
    shown, game, last = view(state), state.game, state.last_action()
    return Scene(
        position=position,
        ply=state.ply,
        turn=state.turn,
        acted=state.acted,
        board=shown.board,
        players=shown.players,
        light=game.spec.light,
        pieces=_pieces(shown),
        last=shown.last,
        action="" if last is None else state.text(last),
        notation=_notation(state),
        story=_story(state),
        hud=shown.hud,
        to_move=shown.to_move,
        outcome=None if shown.outcome is None else Ending(*shown.outcome),
        status=shown.status,
        prompt=shown.prompt,
        drafts=game.spec.drafts,
        has_forecast=game.spec.has_forecast(game),
        threats=game.spec.threats(state),
    )


def drafted(state: State, actions: Sequence[str], position: int) -> Scene:
    """The scene after drafted actions of the current turn, which are not played; raises Refused if one is illegal.

    The player can continue the draft from there; nothing can be picked once the turn would end.
    """
    after = played(state, actions)
    return scene(after, position) if after.turn == state.turn else still(after, position)


def match_scene(match: Match) -> Scene:
    """The current scene of a match; if the match is over, nothing can be picked, whatever the rules would allow."""
    if match.status in ("open", "running"):
        return scene(match.state, match.position)
    return ended(still(match.state, match.position), match)


def ended(last: Scene, match: Match) -> Scene:
    """The last scene of a match that is over, with a status that says how it ended if the game itself has not ended."""
    if last.outcome is not None:
        return last
    if match.result is None:
        return msgspec.structs.replace(last, status=ABORTED, prompt="")
    status = _ending(match.state, match.result)
    return msgspec.structs.replace(last, outcome=Ending(*match.result), status=status, prompt="")


def shown_forecast(state: State, action: int) -> Forecast | None:
    """What the action will do, in games that forecast the effects of actions; None in others."""
    return forecast(state, action) if state.game.spec.has_forecast(state.game) else None


def _notation(state: State) -> str:
    """The last action in the game's notation."""
    if state.last_action() is None:
        return ""
    action = state.undo()
    word = state.game.spec.move_notation(state.game).write(state, action)
    state.apply(action)
    return word


def _story(state: State) -> Forecast | None:
    """What the last action did, which is what its forecast was."""
    if state.last_action() is None or not state.game.spec.has_forecast(state.game):
        return None
    action = state.undo()
    coming = forecast(state, action)
    state.apply(action)
    return coming


def _pieces(shown: View) -> tuple[Piece, ...]:
    return tuple(_piece(cell, piece) for cell, piece in shown.pieces.items())


def _piece(cell: int, piece: display.Piece) -> Piece:
    badges = tuple(Badge(badge.label, badge.value, badge.most) for badge in piece.badges)
    return Piece(cell, piece.owner, piece.glyph, piece.name, piece.shape, badges, piece.effects, piece.emblems)


def _ending(state: State, result: Outcome) -> Text:
    return ending(state, result.winner, ENDINGS[result.reason])
