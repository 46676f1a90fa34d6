"""Commands at the prompt that ask about a position. None of them plays anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from quincunx.clients.language import say, t
from quincunx.clients.terminal.lines.typed_help import Row, help_lines
from quincunx.clients.terminal.text.board import card, draw, forecast_text, pieces
from quincunx.clients.terminal.text.messages import refused
from quincunx.core import action_codes
from quincunx.core.errors import ActionError
from quincunx.core.game import Game
from quincunx.core.outcome import Refusal
from quincunx.core.state import State
from quincunx.play.errors import Refused
from quincunx.play.typed_moves import as_actions
from quincunx.play.view import forecast, view


def help_text(game: Game) -> str:
    """Help on the commands that play and inspect, limited to those the game has: `end`, for example."""
    return help_lines(_rows(game))


def _rows(game: Game) -> Iterator[Row]:
    action = "d4" if game.spec.places else "d1-d4"
    yield action, "lines.help.play"
    notation = game.spec.move_notation(game)
    if notation.example:
        yield notation.example, "lines.help.notation"
    if "end" not in game.spec.without:
        yield "end", "lines.help.end"
    yield "actions", "lines.help.actions"
    yield f"why {action}", "lines.help.why"
    if game.spec.has_forecast(game):
        yield f"forecast {action}", "lines.help.forecast"
    yield "pieces", "lines.help.pieces"
    yield "card d1", "lines.help.card"
    yield "show", "lines.help.show"


def example(state: State) -> str:
    """A legal action as players of the game write it; of the starting position if nothing is legal any more."""
    actions = state.legal_actions()
    if not actions:
        return example(state.game.start())
    simple = [each for each in actions if action_codes.kind_of(each) in (action_codes.MOVE, action_codes.PLACE)]
    return state.game.spec.move_notation(state.game).write(state, (simple or actions)[0])


def question_rows(state: State, why: str) -> Iterator[Row]:
    """Help on the questions about a position in lessons and puzzles; `why` is the code of what that command does."""
    action = example(state)
    yield f"why {action}", why
    if state.game.spec.has_forecast(state.game):
        yield f"forecast {action}", "lines.help.forecast"
    yield f"card {_square_of_a_piece(state)}", "lines.help.card"
    yield "actions", "lines.help.actions"


def _square_of_a_piece(state: State) -> str:
    return state.game.square(min(view(state).pieces, default=0))


def answers(state: State) -> dict[str, Callable[[str], str]]:
    """The functions that answer each command, called with the rest of the line."""
    return {
        "actions": lambda _: " ".join(_words(state)),
        "show": lambda _: draw(state),
        "pieces": lambda _: pieces(view(state)),
        "why": lambda text: why(state, text),
        "forecast": lambda text: _forecast(state, text),
        "card": lambda square: _card(state, square),
    }


def obey(line: str, commands: Mapping[str, Callable[[str], None]], state: State) -> list[str]:
    """Carry out a typed command or answer a question about the position; otherwise return the words, to be played."""
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


def why(state: State, text: str) -> str:
    """Why what was typed cannot be played, or that it can."""
    if not text:
        return name_the_action(state, "why")
    refusal = refusal_of(state, text)
    return refused(refusal) if refusal else t("lines.position.legal", action=text)


def name_the_action(state: State, command: str) -> str:
    """The answer to a command about an action that names none."""
    return t("lines.position.name_the_action", example=f"{command} {example(state)}")


def refusal_of(state: State, text: str) -> Refusal | Refused | None:
    """The reason why a typed move is illegal; None if it is legal."""
    try:
        return state.why_not("".join(as_actions(state, text.split()[:1])) or text)
    except Refused as error:
        return error


def _forecast(state: State, text: str) -> str:
    if not state.game.spec.has_forecast(state.game):
        return t("lines.position.no_forecasts")
    if not text:
        return name_the_action(state, "forecast")
    try:
        coming = forecast(state, state.parse(text))
    except ActionError as error:
        return say(error.text)
    return forecast_text(coming, state.game.square) if coming else t("lines.position.no_forecast")


def _card(state: State, square: str) -> str:
    if not square:
        return t("lines.position.name_the_square", example=f"card {_square_of_a_piece(state)}")
    try:
        return card(view(state), state.game.cell(square))
    except ActionError as error:
        return say(error.text)
