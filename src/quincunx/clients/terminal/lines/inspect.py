"""Questions about a position at the prompt. None of them plays anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quincunx.clients.terminal.text.board import card, draw, foretell, pieces
from quincunx.clients.terminal.text.messages import refused
from quincunx.core.errors import ActionError
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.play.errors import Refused
from quincunx.play.typed_moves import as_actions
from quincunx.play.view import forecast, view

_HELP = """\
  actions        all legal actions
  why {action:<10} explain why an action is illegal
{forecast}  pieces         all pieces and their squares, in words
  card d1        everything about the piece on a square
  show           the board again"""


def help_text(game: Game) -> str:
    """What can be typed to play and to look, as far as the game knows it: a turn that cannot be ended has no `end`."""
    action = "d4" if game.spec.places else "d1-d4"
    lines = [f"  {action:<14} play an action; a square is a file and a rank"]
    notation = game.spec.move_notation(game)
    if notation.example:
        lines.append(f"  {notation.example:<14} the same as players write it")
    if "end" not in game.spec.without:
        lines.append("  end            end a turn that could go on")
    forecast = f"  forecast {action:<5} what an action will do\n" if game.spec.foretells(game) else ""
    return "\n".join([*lines, _HELP.format(action=action, forecast=forecast)])


def answers(state: State) -> dict[str, Callable[[str], str]]:
    """The answer to each word that can be typed, with what stands behind it."""
    return {
        "actions": lambda _: " ".join(_words(state)),
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


def _words(state: State) -> list[str]:
    notation = state.game.spec.move_notation(state.game)
    return [notation.write(state, action) for action in state.legal_actions()]


def _why(state: State, text: str) -> str:
    try:
        text = "".join(as_actions(state, text.split()[:1])) or text
    except Refused as error:
        return error.sentence
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
