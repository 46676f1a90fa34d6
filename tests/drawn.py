"""Small boards drawn as text, which makes tests readable.

A drawing has a row of letters for each rank, from the top; `.` is an empty square; spaces, and coordinates to the left
of a `|`, are ignored. Letters are those of the game's position text.
"""

from __future__ import annotations

from quincunx import Game, State
from quincunx.notation.position import write_board


def rows(picture: str) -> list[str]:
    """The drawing's rows without decoration, from the top."""
    lines = [line.rpartition("|")[2] for line in picture.splitlines()]
    return ["".join(line.split()) for line in lines if line.strip()]


def drawn(game: Game, picture: str, to_move: int = 0, fields: str = "") -> State:
    """The state of a drawing; `fields` are the fields of the position text after the side."""
    files = game.board.files
    letters = {
        rank * files + file: letter
        for rank, row in enumerate(reversed(rows(picture)))
        for file, letter in enumerate(row)
        if letter != "."
    }
    return game.position(f"{write_board(game, letters)} {game.spec.sides[to_move]} {fields}")


def picture(state: State) -> str:
    """The board of a state, drawn."""
    letters = state.game.spec.position_letters(state)
    board = state.game.board
    return "\n".join(
        "".join(letters.get(rank * board.files + file, ".") for file in range(board.files))
        for rank in reversed(range(board.ranks))
    )


def looks_like(state: State, expected: str) -> bool:
    """Whether the state's board matches the drawing; if not, prints both."""
    if rows(picture(state)) == rows(expected):
        return True
    print(f"the board is\n{picture(state)}\nnot\n" + "\n".join(rows(expected)))
    return False


def play(state: State, actions: str) -> State:
    """Play the actions, given as text separated by spaces; returns the same state."""
    for text in actions.split():
        state.apply(state.parse(text))
    return state


def legal_texts(state: State) -> set[str]:
    """The legal actions as text."""
    return {state.text(action) for action in state.legal_actions()}
