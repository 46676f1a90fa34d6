"""Checks rules against a file of the conformance kit: `for line in check(read("GAME.json"), MyGame): print(line)`.

`MyGame(options)` starts a game. It has `to_move` (0 or 1), `legal()` (the moves as text; none after the end),
`play(move)`, `copy()`, `board()` (rows of letters from the top) and `result()` (None while the game goes on,
then a list of the winner, which is None in a draw, and the word for the end).
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any


def read(path: str) -> Any:
    data = json.loads(Path(path).read_text(encoding="utf-8"))
    if data["format"] != 1:
        raise ValueError(f"{path} has format {data['format']}, and this reader knows 1")
    return data


def check(data: Any, rules: Callable[[Any], Any], deepest: int = 2) -> Iterator[str]:
    for number, each in enumerate(data["sets"]):
        for index, position in enumerate(each["positions"]):
            expected = {key: position[key] for key in ("to_move", "legal", "result", "board")}
            expected["perft"] = position["perft"][:deepest]
            found = look(rules(each["options"]), position["moves"], len(expected["perft"]))
            for key in expected:
                if found[key] != expected[key]:
                    yield f"set {number}, position {index}, {key}: expected {expected[key]}, found {found[key]}"
        for index, game in enumerate(each["games"]):
            yield from (f"set {number}, game {index}, {line}" for line in replay(game, rules(each["options"])))


def look(state: Any, moves: list[str], depth: int) -> dict[str, Any]:
    for move in moves:
        state.play(move)
    seen = {"to_move": state.to_move, "legal": sorted(state.legal()), "result": state.result()}
    return seen | {"board": state.board(), "perft": [perft(state, each + 1) for each in range(depth)]}


def replay(game: Any, state: Any) -> Iterator[str]:
    for ply, move in enumerate(game["moves"]):
        legal = state.legal()
        if move not in legal or (state.to_move, len(legal)) != (game["movers"][ply], game["legal"][ply]):
            yield f"ply {ply}: expected {game['legal'][ply]} moves of {game['movers'][ply]} with {move}, found {legal}"
            return
        state.play(move)
    if state.result() != game["result"]:
        yield f"end: expected {game['result']}, found {state.result()}"


def perft(state: Any, depth: int) -> int:
    moves, total = state.legal(), 0
    for move in moves if depth > 1 else ():
        after = state.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total if depth > 1 else len(moves)
