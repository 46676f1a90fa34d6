"""What the server says, in other languages, over HTTP."""

from __future__ import annotations

from quincunx.play.wording import Catalogue
from servers import Server


def test_german_is_there_and_a_client_can_use_it(server: Server) -> None:
    answer = server.client().get("/api/words/de")
    words = answer.json()
    assert words["language"] == "de"
    assert len(words["sentences"]) > 300
    game = Catalogue([*words["games"]["checkers"], *words["sentences"]])
    assert game.say("king") == "Dame"
    assert Catalogue(words["sentences"]).say("king") == "König"
    assert "max-age" in answer.headers["cache-control"]


def test_english_needs_no_words(server: Server) -> None:
    words = server.client().get("/api/words/en").json()
    assert words == {"language": "en", "sentences": [], "games": {}}


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
