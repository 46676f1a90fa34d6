"""A position given by a game, a starting position and the actions from there. Nothing is stored."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from quincunx.core.errors import ActionError, IllegalActionError, InvalidActionError, NotationError, PositionError
from quincunx.core.game import Game
from quincunx.core.sides import Side
from quincunx.core.state import State
from quincunx.games import recognised
from quincunx.notation.record import Record
from quincunx.play.commands import ActionText
from quincunx.play.errors import Refused, unplayable
from quincunx.play.match_setup import usual_game
from quincunx.words import phrase

MOST_ACTIONS = 2000
MOST_POSITION = 50_000  # characters: a position that includes its history has a key for each earlier position

Name = Annotated[str, Meta(min_length=1, max_length=40)]


class Study(Struct, frozen=True, forbid_unknown_fields=True):
    """A position: the start of a game (or a position given as text), and actions from there."""

    game: Name
    options: dict[str, Any] = {}  # specific to each game, as names or plain data
    position: Annotated[str, Meta(max_length=MOST_POSITION)] = ""
    actions: Annotated[list[ActionText], Meta(max_length=MOST_ACTIONS)] = []


class Step(Struct, frozen=True):
    """Who played an action, whether it began a turn, and the action in the game's notation."""

    side: Side
    begins: bool
    notation: str


def reached(study: Study) -> State:
    """The state after the study's actions; raises Refused, naming the fault, if an action or the position is invalid.

    Options that the study does not name have their default values; nothing is drawn at random.
    """
    state = _begun(usual_game(study.game, study.options), study.position)
    for number, text in enumerate(study.actions, 1):
        try:
            state.apply(state.game.read_action(text))
        except IllegalActionError as error:
            sentence = phrase("play.study.illegal", number=number, action=text, sentence=error.sentence)
            raise Refused("illegal", sentence, error.rule) from error
        except InvalidActionError as error:
            raise Refused("invalid", phrase("play.study.invalid", number=number, sentence=error.sentence)) from error
    return state


def read_study(game: Game, text: str) -> Study:
    """Read a study from a record, another program's file, or a list of moves; `game` is the game of a list of moves.

    A file names its own game. Raises Refused if the text cannot be read.
    """
    try:
        record = next(iter(recognised(text)), None) or game.record(text)
        record.replay()
    except NotationError as error:
        raise Refused("invalid", phrase("play.study.unreadable", fault=error.text)) from error
    actions = [record.game.write_action(action) for action in record.actions]
    if len(actions) > MOST_ACTIONS:
        raise Refused("invalid", phrase("play.study.too_long", count=len(actions), most=MOST_ACTIONS))
    return Study(record.game.key, dict(record.game.options), record.start or "", actions)


def named_action(state: State, text: str) -> int:
    """The legal action that the text names; raises Refused, with the reason, if there is none."""
    try:
        return state.parse(text)
    except ActionError as error:
        raise unplayable(error) from error


def normalized(study: Study, state: State) -> Study:
    """The same study with all options given, and the actions in the game's canonical form."""
    game = state.game
    actions = [state.text(action) for action in state.actions()]
    return msgspec.structs.replace(study, options=dict(game.options), actions=actions)


def steps(state: State) -> list[Step]:
    """The steps that led to the state, with the player of each, since a turn can have several actions."""
    record, notation = Record.of(state), state.game.spec.move_notation(state.game)
    return [
        Step(before.to_move, before.acted == 0, notation.write(before, action))
        for before, action in zip(record.states(), record.actions, strict=False)
    ]


def _begun(game: Game, position: str) -> State:
    try:
        return game.position(position) if position else game.start()
    except PositionError as error:
        sentence = phrase("play.study.no_position", problem=error.problem, expected=error.expected)
        raise Refused("invalid", sentence) from error
