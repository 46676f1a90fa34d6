"""Converting the moves that players type into texts of actions."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.core import action_codes
from quincunx.core.errors import ActionError, InvalidActionError
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.play.errors import unplayable


def as_actions(state: State, words: Sequence[str]) -> list[str]:
    """The words as texts of actions, starting from the state; raises Refused if the first is not a move.

    If a later word cannot be played, it and all words after it are returned unchanged; playing them reports the reason.
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
    """Whether a word is the text of an action. If the game has its own notation, a square alone is a move to it."""
    try:
        kind = action_codes.kind_of(game.read_action(word))
    except InvalidActionError:
        return not game.spec.move_notation(game).example
    return kind != action_codes.PLACE or not game.spec.move_notation(game).example
