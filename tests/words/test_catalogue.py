"""Phrases: a code and parameters, shown in any language."""

from __future__ import annotations

import copy
import importlib
import json
import pickle
from pathlib import Path

import pytest

from quincunx.words import Catalogue, Phrase, Text, phrase
from quincunx.words.catalogue import capital
from quincunx.words.wire import decode_text

ENTRIES = {
    "side.attackers": "attackers",
    "side.white": "White",
    "piece.king": "king",
    "taken": "{square} is taken.",
    "to_move": {"other": "{Side} to move."},
    "moves": {"count=1": "1 move", "other": "{count} moves"},
    "wins": "{reason} {Side} win in {moves}.",
    "choose": "Choose one of {names}.",
}
GERMAN = {
    "side.attackers": "Angreifer",
    "side.white": "Weiß",
    "taken": "{square} ist besetzt.",
    "to_move": {"other": "{Side} ist am Zug."},
}


def said(code: str, **params: object) -> object:
    class Said:
        pass

    made = Said()
    made.code, made.params = code, params  # type: ignore[attr-defined]
    return made


def test_a_text_has_its_parameters_in_its_placeholders() -> None:
    assert Catalogue(ENTRIES).text("taken", {"square": "e4"}) == "e4 is taken."


def test_a_code_that_nobody_knows_is_shown_and_so_is_a_missing_parameter() -> None:
    assert Catalogue({}).text("nobody.knows", {}) == "nobody.knows"
    assert Catalogue(ENTRIES).text("taken", {}) == "{square} is taken."


def test_a_number_chooses_the_variant() -> None:
    catalogue = Catalogue(ENTRIES)
    assert [catalogue.text("moves", {"count": count}) for count in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]


def test_a_phrase_in_a_phrase_is_said_in_the_same_language_with_a_capital_where_it_is_asked_for() -> None:
    english, german = Catalogue(ENTRIES), Catalogue(GERMAN, Catalogue(ENTRIES))
    params = {"side": said("side.attackers")}
    assert english.text("to_move", params) == "Attackers to move."
    assert german.text("to_move", params) == "Angreifer ist am Zug."
    german.add({"to_move": {"side=side.attackers": "Die Angreifer sind am Zug."}})
    assert german.text("to_move", params) == "Die Angreifer sind am Zug."
    assert german.text("to_move", {"side": said("side.white")}) == "Weiß ist am Zug."


def test_a_language_that_lacks_a_phrase_says_it_in_english() -> None:
    assert Catalogue(GERMAN, Catalogue(ENTRIES)).text("moves", {"count": 3}) == "3 moves"


def test_the_items_of_a_list_are_said_one_by_one() -> None:
    names = (said("side.white"), "x")
    assert Catalogue(GERMAN, Catalogue(ENTRIES)).text("choose", {"names": names}) == "Choose one of White, x."


def test_a_letter_gets_no_capital() -> None:
    assert [capital(text) for text in ("x", "white", "")] == ["x", "White", ""]


def test_a_phrase_is_a_text_and_survives_copies_and_other_processes() -> None:
    one = Phrase("nobody.knows", {"count": 1})
    assert one == "nobody.knows"
    for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert (other, other.code, other.params) == (one, "nobody.knows", {"count": 1})


def test_the_same_vectors_as_the_browser_client() -> None:
    vectors = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))
    english = Catalogue(vectors["english"])
    german = Catalogue(vectors["german"], english)
    assert len(vectors["says"]) > 10
    for says in vectors["says"]:
        text = decode_text(Text, says["text"])
        assert {"text": says["text"], "english": english.say(text), "german": german.say(text)} == says


def test_a_package_that_is_loaded_later_brings_its_phrases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = tmp_path / "latecomer" / "words"
    words.mkdir(parents=True)
    (words / "en.toml").write_text('stones = "stones"\n')
    (tmp_path / "latecomer" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert phrase("latecomer.stones") == "latecomer.stones"
    importlib.import_module("latecomer")
    assert phrase("latecomer.stones") == "stones"
    assert phrase("latecomer.stones") is phrase("latecomer.stones")


def test_a_package_without_an_init_file_brings_its_phrases_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (tmp_path / "one", tmp_path / "two"):  # a package may be in two folders
        (folder / "namespaced").mkdir(parents=True)
        monkeypatch.syspath_prepend(folder)
    (tmp_path / "one" / "namespaced" / "words").mkdir()
    (tmp_path / "one" / "namespaced" / "words" / "en.toml").write_text('stones = "stones"\n')
    importlib.import_module("namespaced")
    assert phrase("namespaced.stones") == "stones"
