"""Moves as players type them, turned into the game's own texts."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.core import action_codes
from quincunx.core.errors import ActionError, InvalidActionError
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.play.errors import unplayable


def as_actions(state: State, words: Sequence[str]) -> list[str]:
    """The words as texts of actions, from the state on; Refused where the first is no move.

    From a word on that cannot be played, all stay as they are: whoever plays them says why.
    """
    after, texts = state.copy(), list[str]()
    notation = state.game.spec.move_notation(state.game)
    for number, word in enumerate(words):
        try:
            own = _is_own(state.game, word)
            actions = [after.parse(word)] if own else notation.read_turn(after, word)
        except ActionError as error:
            if number == 0 and not own:
                raise unplayable(error) from error
            return [*texts, *words[number:]]
        texts += [word] if own else map(after.text, actions)
        for action in actions:
            after.apply(action)
    return texts


def _is_own(game: Game, word: str) -> bool:
    """Whether a word is the text of an action; in a game without placements a square alone is a move to it."""
    try:
        kind = action_codes.kind_of(game.read_action(word))
    except InvalidActionError:
        return not game.spec.move_notation(game).example
    return kind != action_codes.PLACE or not game.spec.move_notation(game).example
