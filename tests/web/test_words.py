"""The server's texts in other languages, over HTTP."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from litestar.serialization import encode_json, get_serializer

from quincunx.protocol.errors import Refusal
from quincunx.server.app import create_app
from quincunx.server.config import Config
from quincunx.server.words import CLIENTS, words_of
from quincunx.words import areas, catalogue, languages, phrase
from servers import Server


def test_every_language_has_the_phrases_of_the_server_and_its_games_by_code(server: Server) -> None:
    answers = {language: server.client().get(f"/api/words/{language}") for language in languages()}
    assert set(answers) >= {"en", "de"}
    for language, answer in answers.items():
        words = answer.json()
        assert words["language"] == language
        known = catalogue(language)
        assert words["phrases"]
        assert all(code in known for code in words["phrases"])
        assert "max-age" in answer.headers["cache-control"]
    english, german = (answers[language].json()["phrases"] for language in ("en", "de"))
    assert english["play.status.to_move"] != german["play.status.to_move"]


def test_what_only_clients_say_is_left_out(server: Server) -> None:
    found = {code.partition(".")[0] for code in server.client().get("/api/words/en").json()["phrases"]}
    assert found == set(areas()) - set(CLIENTS)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A third-party package with a game, reduced to its texts."""
    folder = tmp_path / "somebodys" / "words"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    spec = SimpleNamespace(package="somebodys.game")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("quincunx.server.words.games", lambda: {"theirs": spec})
    yield folder
    sys.modules.pop("somebodys", None)


def test_a_game_of_another_package_has_its_phrases_and_its_variants_of_ours(package: Path) -> None:
    variant = '["play.status.to_move"]\n"side=somebodys.side.crows" = "The crows hop."\n'
    (package / "en.toml").write_text('[side]\ncrows = "crows"\n\n' + variant)
    phrases = words_of.__wrapped__("en").phrases
    assert phrases["somebodys.side.crows"] == "crows"
    merged = phrases["play.status.to_move"]
    assert isinstance(merged, dict)
    assert merged["side=somebodys.side.crows"] == "The crows hop."
    assert "other" in merged
    assert "somebodys.side.crows" not in words_of.__wrapped__("de").phrases


def test_a_package_whose_words_are_broken_takes_no_others_away(package: Path) -> None:
    (package / "en.toml").write_text("[side\n")
    assert "play.status.to_move" in words_of.__wrapped__("en").phrases


def test_an_answer_has_the_code_of_a_phrase_and_the_api_says_so() -> None:
    app = create_app(Config())
    refused = Refusal("illegal", phrase("play.status.to_move", side="x"))
    body = encode_json(refused, get_serializer(app.type_encoders))
    assert json.loads(body)["message"] == {"code": "play.status.to_move", "params": {"side": "x"}}
    described = app.openapi_schema.to_schema()["components"]["schemas"]
    assert described["Refusal"]["properties"]["message"]["oneOf"] == [
        {"type": "string"},
        {"$ref": "#/components/schemas/Phrase"},
    ]
    assert described["Phrase"]["required"] == ["code"]


def test_a_language_that_nobody_has_done_is_not_found(server: Server) -> None:
    answer = server.client().get("/api/words/xx")
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")
    assert server.client().get("/api/words/../x").status_code in (400, 404)


def test_the_rules_of_a_game_in_german_and_in_a_language_without_them(server: Server) -> None:
    rules = "/api/games/hnefatafl/rules"
    english = server.client().get(rules).text
    assert "Verteidiger" in server.client().get(rules, params={"language": "de"}).text
    assert server.client().get(rules, params={"language": "xx"}).text == english
    assert server.client().get(rules, params={"language": "../de"}).status_code == 400
