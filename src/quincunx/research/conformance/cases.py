"""The contents of a game's file in the conformance kit, as plain data. schema.json describes the format."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from typing import Any

from quincunx.core.game import Game
from quincunx.core.perft import perft
from quincunx.core.spec import Spec
from quincunx.core.state import State
from quincunx.games import make_game
from quincunx.research.conformance.samples import sample_games, sample_paths

FORMAT = 1  # the version of schema.json; any change of it that a reader notices needs a new one
POSITIONS = 6  # from each game
PERFT_LEAVES = 20_000  # a perft count is left out if it is larger
DEEPEST = 4

Case = dict[str, Any]


def cases(spec: Spec) -> Case:
    """Everything that the file of a game says."""
    start = make_game(spec.key, {})
    return {
        "format": FORMAT,
        "made_by": f"quincunx {metadata.version('quincunx')}",
        "game": spec.key,
        "title": str(spec.title),
        "players": list(map(str, spec.players)),
        "pieces": list(spec.letters),
        "ends": {reason: {"rule": rule, "text": str(text)} for reason, (rule, text) in spec.reason_rules.items()},
        "sets": [_set(start), *(_set(make_game(spec.key, options)) for options in _other_options(start))],
    }


def _other_options(game: Game) -> Iterator[dict[str, object]]:
    """The options of the other sets: for each option with choices, its last choice, or its first if that is usual."""
    for option in game.spec.options:
        others = [choice for choice in option.choices if option.read(choice) != game.options[option.name]]
        if others:
            yield {option.name: others[-1] if option.bounds is None else others[0]}


def _set(game: Game) -> Case:
    """Positions and games with the same options."""
    played = sample_games(game)
    return {
        "options": dict(game.options),
        "files": game.board.files,
        "ranks": game.board.ranks,
        "positions": [_position(game, path) for path in sample_paths(played, POSITIONS)],
        "games": [_game(state) for state in played],
    }


def _position(game: Game, path: list[int]) -> Case:
    state = game.start()
    for action in path:
        state.apply(action)
    return {
        "moves": [state.text(action) for action in path],
        "text": state.position(),
        "board": _board(state),
        "to_move": state.to_move,
        "legal": sorted(map(state.text, state.legal_actions())),
        "perft": _perft(state),
        "result": _result(state),
    }


def _board(state: State) -> list[str]:
    """The rows of the board from the top, with the letters of the pieces, and a dot for an empty square."""
    board, letters = state.game.board, state.game.spec.position_letters(state)
    cells = [letters.get(cell, ".") for cell in range(board.files * board.ranks)]
    return ["".join(cells[at : at + board.files]) for at in range(len(cells) - board.files, -1, -board.files)]


def _perft(state: State) -> list[int]:
    """The number of sequences of one action, of two, and so on, as long as they are few."""
    counts: list[int] = []
    while len(counts) < DEEPEST and not state.over:
        most = (counts[-1] if counts else 1) * len(state.legal_actions())
        if counts and most > PERFT_LEAVES:
            break
        counts.append(perft(state, len(counts) + 1))
    return counts


def _game(end: State) -> Case:
    state, movers, legal = end.game.start(), [], []
    for action in end.actions():
        movers.append(state.to_move)
        legal.append(len(state.legal_actions()))
        state.apply(action)
    moves = [state.text(action) for action in end.actions()]
    return {"moves": moves, "movers": movers, "legal": legal, "result": _result(state)}


def _result(state: State) -> list[int | str | None] | None:
    outcome = state.outcome()
    return None if outcome is None else [*outcome]
