"""How a sentence is found in a catalogue: by the vectors that the browser client is held to as well."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quincunx.play.wording import Catalogue

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("english", "translated"), VECTORS["says"])
def test_the_vectors(english: str, translated: str) -> None:
    assert Catalogue(VECTORS["sentences"]).say(english) == translated


@pytest.mark.parametrize(("english", "translated"), VECTORS["says_in_game"])
def test_a_game_has_the_first_word(english: str, translated: str) -> None:
    assert Catalogue(VECTORS["game"] + VECTORS["sentences"]).say(english) == translated


def test_an_empty_catalogue_leaves_everything_as_it_is() -> None:
    assert Catalogue([]).say("White to move.") == "White to move."
