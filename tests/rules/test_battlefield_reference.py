"""The engine against the slow reference: random games with every pair of shipped armies, action by action."""

from __future__ import annotations

import itertools
import tomllib
from importlib.resources import files
from typing import Any

import pytest

import quincunx
from drawn import legal_texts
from quincunx import Random
from quincunx.games.battlefield.army import shipped
from quincunx.games.battlefield.profile import CLASSES, ELEMENTS, SKILLS, SLOTS, WEAPONS
from rules.reference_battlefield import Reference

GAMES = 2 if quincunx.compiled else 1
LONGEST = 400 if quincunx.compiled else 120


def army(name: str) -> dict[str, Any]:
    return tomllib.loads((files("quincunx.games.battlefield") / "armies" / f"{name}.toml").read_text())


def random_army(random: Random) -> dict[str, Any]:
    """An army with a profile of its own for every unit: whatever the rules allow, sensible or not."""
    units = {slot: random_profile(random) for slot in SLOTS}
    return {"name": "random", "units": units, "promotions": {role: random_profile(random) for role in "QRBN"}}


def random_profile(random: Random) -> dict[str, Any]:
    unit_class = CLASSES[random.below(len(CLASSES))]
    armed = unit_class not in ("beast", "dragon")
    profile: dict[str, Any] = {"class": unit_class, "element": ELEMENTS[random.below(len(ELEMENTS))]}
    if armed:
        profile["weapon"] = WEAPONS[random.below(len(WEAPONS))]
    can_heal = profile.get("weapon") == "staff"
    profile["skills"] = [skill for skill in SKILLS if random.below(4) == 0 and (skill != "heal" or can_heal)]
    return profile | {"hp": random.below(20), "atk": random.below(20), "def": random.below(8), "mdef": random.below(8)}


def check_game(white: dict[str, Any], black: dict[str, Any], random: Random, **limits: int) -> str:
    """Play at random until the end or LONGEST plies; the last thing known of the game."""
    state = quincunx.game("battlefield", white=white, black=black, **limits).start()
    reference = Reference(white, black, **limits)
    while True:
        assert state.outcome() == reference.result, state.position()
        assert legal_texts(state) == reference.actions(), state.position()
        if state.over or state.ply == LONGEST:
            return state.position()
        assert (state.to_move, state.acted) == (reference.side, int(reference.acting is not None))
        actions = state.legal_actions()
        action = actions[random.below(len(actions))]
        reference.play(state.text(action))
        state.apply(action)


@pytest.mark.parametrize(("white", "black"), list(itertools.product(shipped(), repeat=2)))
def test_random_games_agree(white: str, black: str) -> None:
    for seed in range(GAMES):
        check_game(army(white), army(black), Random(seed))


@pytest.mark.parametrize("seed", range(8 if quincunx.compiled else 2))
def test_random_games_of_random_armies_agree(seed: int) -> None:
    random = Random(seed)
    check_game(random_army(random), random_army(random), random)


@pytest.mark.parametrize("seed", range(2 if quincunx.compiled else 1))
def test_random_games_agree_on_early_draws(seed: int) -> None:
    """With limits that random games reach: the second occurrence, or eight quiet turns."""
    assert "over:" in check_game(army("standard"), army("wildwood"), Random(seed), repetition=2, quiet=8)
