"""Writes the golden playthroughs: `python tests/playthroughs/write.py [GAME ...]`, all games if none is named.

A playthrough is a random game: for every ply the action, the position, its key and the number of legal actions, and
now and then the board and all legal actions. A change to any rule shows up as a diff in review.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import quincunx
from quincunx import Game, Random, State
from quincunx.clients.terminal.text.board import draw_lettered
from quincunx.play.view import view

HERE = Path(__file__).parent
SEEDS = range(10)  # the one with the longest game is used
FULL_EVERY = 25
LONGEST = 250
TALLIES = HERE / "tallies.toml"
PLAYOUTS = 3


def path_of(key: str) -> Path:
    """The file with the playthrough of a game."""
    return HERE / f"{key}.txt"


def playthrough(key: str, seed: int) -> str:
    """The playthrough as the file's text; its first line ends with the seed."""
    state = quincunx.game(key).start()
    plies = list(_plies(state, seed))
    return "\n".join([f"{state.game!r}, seed {seed}", *plies, "", draw_lettered(view(state)), f"{state.outcome()}", ""])


def longest(key: str) -> str:
    """The playthrough whose game is the longest of all seeds."""
    return max((playthrough(key, seed) for seed in SEEDS), key=lambda text: text.count("\n"))


def _plies(state: State, seed: int) -> Iterator[str]:
    random = Random(seed)
    while not state.over and state.ply < LONGEST:
        actions = state.legal_actions()
        if state.ply % FULL_EVERY == 0:
            yield f"\n{draw_lettered(view(state))}\n{' '.join(map(state.text, actions))}\n"
        position = " ".join(word for word in state.position().split() if not word.startswith("seen:"))
        action = actions[random.below(len(actions))]
        yield f"{state.ply}. {state.text(action)} of {len(actions)} in {position} {state.key:016x}"
        state.apply(action)


def tally(game: Game) -> dict[str, int]:
    """The result of a few native playouts: the total of plies, and the number of games by result."""
    counted = quincunx.playouts(game.start(), PLAYOUTS, seed=1)
    results = {
        f"{'draw' if winner is None else game.players[winner]} {reason}": count
        for (winner, reason), count in counted.results.items()
    }
    return {"plies": counted.plies} | dict(sorted(results.items()))


def write_tallies() -> None:
    """Write the tallies of all games to one file."""
    lines = ["# Native playouts from the start, seed 1; written by tests/playthroughs/write.py"]
    for key in quincunx.games():
        lines.append(f"\n[{key}]")
        lines += [f'"{name}" = {count}' for name, count in tally(quincunx.game(key)).items()]
    TALLIES.write_text("\n".join(lines) + "\n")


def main(names: list[str]) -> None:
    write_tallies()
    for key in names or quincunx.games():
        path_of(key).write_text(longest(key))


if __name__ == "__main__":
    main(sys.argv[1:])
