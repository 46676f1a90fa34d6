"""The puzzles that a game ships: `puzzles/RULES.toml` in its folder, where there are some for a rule set."""

from __future__ import annotations

from functools import cache
from importlib import resources

from quincunx.core.game import Game
from quincunx.games import games, make_game
from quincunx.notation.puzzle import Collection, Puzzle, read_collection

FOLDER = "puzzles"


def shipped(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game by its rules, with the options as usual; none where none are shipped."""
    found = collection(game.key, game.rules)
    return found.puzzles if found else ()


def puzzled() -> list[Game]:
    """The games and rule sets that there are puzzles for."""
    named = [make_game(key, rule_set.name, {}) for key, spec in games().items() for rule_set in spec.rule_sets]
    return [game for game in named if shipped(game)]


@cache
def collection(key: str, rules: str) -> Collection | None:
    """The file of a rule set, if it has one."""
    package = type(games()[key]).__module__.rpartition(".")[0]
    file = resources.files(package).joinpath(FOLDER, f"{rules}.toml")
    return read_collection(file.read_text(encoding="utf-8")) if file.is_file() else None
