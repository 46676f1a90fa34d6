"""The engine against the slow reference: random games and random positions, action by action."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import pytest

import quincunx
from drawn import legal_texts
from quincunx import Game, Random
from quincunx.games.battlefield.army import shipped
from quincunx.games.battlefield.profile import CLASSES, ELEMENTS, SKILLS, SLOTS, WEAPONS
from quincunx.games.battlefield.rules import BattlefieldState
from quincunx.notation.position import write_board
from rules.reference_battlefield import Reference, Unit, profile_of

NONE = 64
LONGEST = 300 if quincunx.compiled else 100
POSITIONS = 40 if quincunx.compiled else 15  # per pair of random armies


def army(name: str) -> dict[str, Any]:
    return tomllib.loads((files("quincunx.games.battlefield") / "armies" / f"{name}.toml").read_text())


def random_army(random: Random) -> dict[str, Any]:
    """An army with a different profile for every unit: whatever the rules allow, sensible or not."""
    units = {slot: random_profile(random) for slot in SLOTS}
    return {"name": "random", "units": units, "promotions": {role: random_profile(random) for role in "QRBN"}}


def random_profile(random: Random) -> dict[str, Any]:
    unit_class = CLASSES[random.below(len(CLASSES))]
    profile: dict[str, Any] = {"class": unit_class, "element": ELEMENTS[random.below(len(ELEMENTS))]}
    if unit_class not in ("beast", "dragon"):
        profile["weapon"] = WEAPONS[random.below(len(WEAPONS))]
    can_heal = profile.get("weapon") == "staff"
    profile["skills"] = [skill for skill in SKILLS if random.below(4) == 0 and (skill != "heal" or can_heal)]
    return profile | {"hp": random.below(20), "atk": random.below(20), "def": random.below(8), "mdef": random.below(8)}


def deadly_army(random: Random) -> dict[str, Any]:
    """An army that kills with every hit, without Vantage: the engine then finds legal actions in a different way."""
    army = random_army(random)
    for profile in [*army["units"].values(), *army["promotions"].values()]:
        skills = [skill for skill in profile["skills"] if skill != "vantage"]
        profile.update(hp=0, atk=40, skills=skills)
    return army


def compare(state: BattlefieldState, reference: Reference, random: Random, longest: int) -> None:
    """Play both at random until the end, or for a number of plies."""
    last = state.ply + longest
    while True:
        assert state.outcome() == reference.result, state.position()
        assert legal_texts(state) == reference.actions(), state.position()
        if state.over or state.ply == last:
            return
        assert (state.to_move, state.acted) == (reference.side, int(reference.acting is not None))
        if state.acted == 0:
            assert (state.memory()[1] != NONE) == reference.takes_in_this_turn(), state.position()
        actions = state.legal_actions()
        action = actions[random.below(len(actions))]
        reference.play(state.text(action))
        state.apply(action)


# -- random games --


@pytest.mark.parametrize(("white", "black"), list(itertools.product(shipped(), repeat=2)))
def test_random_games_agree(white: str, black: str) -> None:
    game = quincunx.game("battlefield", white=white, black=black)
    compare(game.start(), Reference(army(white), army(black)), Random(1), LONGEST)


@pytest.mark.parametrize("seed", range(3))
def test_random_games_of_random_armies_agree(seed: int) -> None:
    random = Random(seed)
    white, black = random_army(random), random_army(random)
    game = quincunx.game("battlefield", white=white, black=black)
    compare(game.start(), Reference(white, black), random, LONGEST)


@pytest.mark.parametrize("seed", range(2))
def test_random_games_agree_on_early_draws(seed: int) -> None:
    """With limits low enough for random games: the second occurrence, or eight quiet turns."""
    game = quincunx.game("battlefield", black="wildwood", repetition=2, quiet=8)
    reference = Reference(army("standard"), army("wildwood"), repetition=2, quiet=8)
    compare(game.start(), reference, Random(seed), 10_000)
    assert reference.result


# -- random positions: what games seldom come to, such as en passant by a cheered pawn --


@dataclass
class Placed:
    """A unit of a random position: its letter, the slot or promotion that defines its profile, and its condition."""

    letter: str
    title: str
    hp: int
    knives: int
    cheered: int

    def text(self) -> str:
        effects = (f"k{self.knives}" if self.knives else "") + (f"c{self.cheered}" if self.cheered else "")
        return f"={self.title}/{self.hp}" + (f"+{effects}" if effects else "")


@dataclass
class Scene:
    """A random position at the start of a turn."""

    game: Game
    side: int
    units: dict[int, Placed]
    passing: int | None
    castling: str

    def text(self) -> str:
        board = write_board(self.game, {cell: unit.letter for cell, unit in self.units.items()})
        up = 8 if self.side == 0 else -8
        behind = "-" if self.passing is None else self.game.square(self.passing + up)
        units = ",".join(self.game.square(cell) + unit.text() for cell, unit in self.units.items())
        return f"{board} {'wb'[self.side]} {self.castling or '-'} {behind} 0 9 units:{units}"

    def reference(self) -> Reference:
        reference = Reference(self.game.options["white"], self.game.options["black"])
        reference.side = self.side
        reference.board = {}
        for cell, unit in self.units.items():
            owner, table = int(unit.letter.islower()), "units" if len(unit.title) == 2 else "promotions"
            profile = profile_of(reference.armies[owner], unit.title[0], table, unit.title)
            placed = Unit(owner, unit.title[0], profile, unit.hp, unit.knives, unit.cheered)
            reference.board[cell % 8, cell // 8] = placed
        homes = {"Q": {(4, 0), (0, 0)}, "k": {(4, 7), (7, 7)}}
        reference.unmoved = {square for letter in self.castling for square in homes[letter]}
        reference.passing = None if self.passing is None else (self.passing % 8, self.passing // 8)
        reference.seen.clear()
        reference.judge()
        return reference


def random_scene(game: Game, random: Random) -> Scene:
    """A few units, most of them pawns, damaged and with effects; often a pawn that can be captured en passant."""
    side = random.below(2)
    letters = {random.below(64): "k"}
    letters.setdefault(4 if random.below(2) else random.below(64), "K")
    if "K" not in letters.values():
        return random_scene(game, random)
    for _ in range(4 + random.below(10)):
        letter = "QRBNPPPP"[random.below(8)]
        cell = random.below(64) if letter != "P" else 8 + random.below(48)
        letters.setdefault(cell, letter if random.below(2) else letter.lower())
    for cell, rook in ((0, "R"), (63, "r")):
        letters.setdefault(cell, rook)
    passing = passer(letters, side, random)
    castling = "Q" if (letters.get(4), letters[0]) == ("K", "R") else ""
    castling += "k" if (letters.get(60), letters[63]) == ("k", "r") else ""
    units = {cell: random_unit(game, random, letter, side) for cell, letter in letters.items()}
    return Scene(game, side, units, passing, castling)


def passer(letters: dict[int, str], side: int, random: Random) -> int | None:
    """If there is room, place a pawn that has just made a double step, and an enemy pawn beside it or a step short."""
    passing, up = 8 * (4 - side) + random.below(7), 8 if side == 0 else -8
    beside = passing + 1 - up * random.below(2)
    if {passing, beside, passing + up, passing + 2 * up} & letters.keys():
        return None
    letters[passing], letters[beside] = ("p", "P") if side == 0 else ("P", "p")
    return passing


def random_unit(game: Game, random: Random, letter: str, side: int) -> Placed:
    """A unit with a random profile of its role, random HP, and perhaps effects that are valid for the side to move."""
    owner = int(letter.islower())
    titles = [title for title in [*SLOTS, *"QRBN"] if title[0] == letter.upper()]
    title = titles[random.below(len(titles))]
    tables = game.options["black" if owner else "white"]
    profile = tables["units" if len(title) == 2 else "promotions"][title]
    knives = 1 + random.below(2) if random.below(4) == 0 else 0
    cheered = (1 if owner == side else 2) if random.below(3) == 0 and "cheer" not in profile["skills"] else 0
    return Placed(letter, title, random.below(profile["hp"] + 1), knives, cheered)


@pytest.mark.parametrize("armed", [random_army, deadly_army])
@pytest.mark.parametrize("seed", range(4))
def test_random_positions_agree(seed: int, armed: Callable[[Random], dict[str, Any]]) -> None:
    random = Random(seed)
    game = quincunx.game("battlefield", white=armed(random), black=armed(random))
    for _ in range(POSITIONS):
        scene = random_scene(game, random)
        state = game.position(scene.text())
        assert game.position(state.position()) == state
        compare(state, scene.reference(), random, 8)
