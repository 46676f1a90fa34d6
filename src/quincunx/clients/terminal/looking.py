"""What can be asked about a position at the prompt; nothing of it is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quincunx.clients.terminal.board import card, draw, foretell, pieces
from quincunx.clients.terminal.speech import refused
from quincunx.core.errors import ActionError
from quincunx.core.state import State
from quincunx.play.view import forecast, view

HELP = """\
  d1-d4          an action, as text; square names are file and rank
  end, pass      to end a turn that may go on, to pass where that can be done
  actions        all that can be played now
  why d1-d4      which rule forbids it
  forecast d1-d4 what it will do, in games with battles
  pieces         what stands where, in words
  card d1        all about the piece there
  show           the board again"""


def answers(state: State) -> dict[str, Callable[[str], str]]:
    """The answer to each word that can be typed, with what stands behind it."""
    return {
        "actions": lambda _: " ".join(map(state.text, state.legal_actions())),
        "show": lambda _: draw(state),
        "pieces": lambda _: pieces(view(state)),
        "why": lambda text: _why(state, text),
        "forecast": lambda text: _forecast(state, text),
        "card": lambda square: _card(state, square),
    }


def obey(line: str, commands: Mapping[str, Callable[[str], None]], state: State) -> list[str]:
    """Do what was typed, or tell what was asked about the position; else the words, which are to be played."""
    word, _, rest = line.strip().partition(" ")
    if word in commands:
        commands[word](rest.strip())
        return []
    answer = answers(state).get(word)
    if answer is not None:
        print(answer(rest.strip()))
        return []
    return line.split()


def _why(state: State, text: str) -> str:
    refusal = state.why_not(text)
    return refused(refusal) if refusal else f"{text} is legal."


def _forecast(state: State, text: str) -> str:
    try:
        coming = forecast(state, state.parse(text))
    except ActionError as error:
        return str(error)
    return foretell(coming, state.game.square) if coming else "It does what it says: no battle."


def _card(state: State, square: str) -> str:
    try:
        return card(view(state), state.game.cell(square))
    except ActionError as error:
        return str(error)
