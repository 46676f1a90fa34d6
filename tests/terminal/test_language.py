"""The terminal uses the language given by the option or the environment; typed input stays the same."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

import commands
import quincunx
from quincunx.clients import language
from quincunx.clients.terminal.input import prompts
from quincunx.core.game import Game
from quincunx.play.lesson_loader import course_of
from quincunx.play.rulebook import rules_text
from quincunx.words import Phrase, languages
from quincunx.words.catalogue import Entry, read_area
from terminal.test_cli import printed, refused

PLACEHOLDER = re.compile(r"\{\w+\}")
RECORD = re.compile(r"^Game: (?:.+\n)*\n.*", re.MULTILINE)  # the same in every language
DE = {"LC_ALL": "de_DE.UTF-8"}


def texts(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def has_word(text: str) -> bool:
    return re.search(r"\w{4}", PLACEHOLDER.sub("", text)) is not None


def english_only(area: str) -> list[str]:
    """The texts of an area that differ in German, and contain a word that identifies them."""
    german = {text for entry in read_area(area, "de").values() for text in texts(entry)}
    return [
        text
        for entry in read_area(area, "en").values()
        for text in texts(entry)
        if text not in german and has_word(text)
    ]


def found(text: str, out: str) -> bool:
    """Whether the text is in the output: as a whole line, behind a prompt or in a list's second column."""
    words = ".+".join(map(re.escape, PLACEHOLDER.split(text)))
    return re.search(rf"(?:^|> |\S  +|\(){words}(?:$|> |\)|  )", out, re.MULTILINE) is not None


def whole_game(game: Game) -> list[str]:
    """The actions of a game from start to end."""
    state, played = game.start(), []
    while not state.over:
        action = state.legal_actions()[0]
        played.append(state.text(action))
        state.apply(action)
    return played


def said_in(environment: dict[str, str], *arguments: str, typed: str = "") -> str:
    """The output of a command in an environment with no other language settings."""
    rest = {name: value for name, value in os.environ.items() if name not in language.ENVIRONMENT}
    done = commands.run(*arguments, typed=typed, environment=rest | environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_whole_game_in_german_has_no_english_in_it() -> None:
    actions = whole_game(quincunx.game("cengers", rounds=2))
    asked = ["bogus", "why a1-a1", f"why {actions[0]}", "hint now", "hint", "help", "undo", "decline", "forecast x"]
    typed = [*asked, actions[0], "undo", *actions[:2], "draw", "clock", "card f1", "pieces", *actions[2:]]
    options = ("-o", "rounds=2", "--bot", "nobody", "--plain", "--language", "de")
    out = printed("play", "cengers", *options, typed="\n".join([*typed, "rematch", "quit"]))
    for text in ("Tipp: ", "ist erlaubt.", "Zurückgenommen.", "Es gibt keine Uhr.", "Die Revanche beginnt."):
        assert text in out
    words = RECORD.sub("", out)
    assert [text for text in english_only("lines") if found(text, words)] == []
    assert "\nGame: cengers\nOption " in out, "records are the same in every language"


def test_what_finds_english_finds_it() -> None:
    asked = "bogus\nwhy f3-f4\nhint now\nhelp\nundo\ndecline\nf3-f4\nundo\nclock\nresign\nrematch\nquit\n"
    out = RECORD.sub("", printed("play", "cengers", "--bot", "nobody", "--plain", typed=asked))
    known = {text for text in english_only("lines") if found(text, out)}
    assert {"over", "Taken back.", "{action} is legal.", "the rules of the game", "To resume: {command}"} <= known


def test_lessons_and_puzzles_in_german() -> None:
    course = course_of("cengers", "de")
    assert course is not None
    lesson = printed("learn", "cengers", "--language", "de", typed="help\nhint\nwhy\nback\nskip\nquit\n")
    assert f"Schritt 1 von {len(course.steps)}: {course.steps[0].title}" in lesson
    puzzle = printed("puzzle", "hnefatafl", "--language", "de", typed="help\nwhy\nundo\nhint\nskip\nquit\n")
    assert "Deine Rätselwertung: 1500 ± 350." in puzzle
    for out in (lesson, puzzle):
        assert [text for area in ("lines", "commands") for text in english_only(area) if found(text, out)] == []


def test_rules_are_printed_in_german() -> None:
    spec = quincunx.games()["cengers"]
    assert printed("rules", "cengers", "--language", "de").rstrip() == rules_text(spec, "de") != rules_text(spec)


@pytest.mark.parametrize(
    ("environment", "arguments", "expected"),
    [
        ({}, [], "en"),
        (DE, [], "de"),
        ({"LANG": "de_AT"}, [], "de"),
        ({"LANG": "fi_FI.UTF-8"}, [], "en"),
        (DE | {"QUINCUNX_LANGUAGE": "en"}, [], "en"),
        (DE, ["--language", "en"], "en"),
        ({"LANG": "en_GB", "QUINCUNX_LANGUAGE": "en"}, ["--language", "de"], "de"),
    ],
)
def test_the_environment_says_which_language_unless_the_option_does(
    environment: dict[str, str], arguments: list[str], expected: str
) -> None:
    out = said_in(environment, "learn", *arguments)
    assert ("steps done" in out, "Schritten geschafft" in out) == (expected == "en", expected == "de")


@pytest.mark.parametrize("arguments", [("--language", "de", "learn"), ("learn", "--language", "de")])
def test_the_option_stands_before_the_command_or_behind_it(arguments: tuple[str, ...]) -> None:
    assert "Schritten geschafft" in printed(*arguments)


@pytest.mark.parametrize("arguments", [("--language", "xx"), ("games", "--language", "xx")])
def test_a_language_without_words_is_refused_with_those_that_there_are(arguments: tuple[str, ...]) -> None:
    said = refused(*arguments)
    assert "--language: invalid choice: 'xx'" in said
    assert all(f"'{name}'" in said for name in languages())


def test_errors_are_said_in_german() -> None:
    said = refused("learn", "--step", "3", "--language", "de")
    assert said == "quincunx: zu --step gehört ein Spiel: quincunx learn GAME --step 3\n"
    said = refused("--language", "de", "stats", "--online", "http://127.0.0.1:1")
    assert "antwortet nicht: die Verbindung wurde abgelehnt" in said


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("play", "cengers", "--clock", "soon"), "--clock: erwartet wird none, 60s, 5+3 oder 2d, nicht 'soon'"),
        (("play", "cengers", "--friend="), "--friend: erwartet wird ein Name"),
        (("play", "--resume="), "--resume: erwartet wird die Kennung"),
        (("history", "--limit", "0"), "--limit: erwartet wird eine ganze Zahl von 1 bis"),
        (("play", "cengers", "--database", "mysql://x/y"), "erwartet wird sqlite: oder postgresql:, nicht mysql:"),
        (("play", "cengers", "--database", "sqlite:////"), "die Datenbank lässt sich nicht öffnen: "),
        (("replay", "/"), "/: das ist ein Ordner"),
        (("show", "cengers", "--record", "none.txt"), "none.txt: die Datei oder der Ordner fehlt"),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_bad_arguments_are_said_in_german(arguments: tuple[str, ...], expected: str, first: bool) -> None:
    option = ("--language", "de")
    assert expected in (refused(*option, *arguments) if first else refused(*arguments, *option))


def test_what_programs_read_is_the_same_in_every_language() -> None:
    record = quincunx.Record.of(quincunx.game("cengers").start()).text()
    asked = ("analyse", "-", "--nodes", "100", "--json")
    assert printed(*asked, "--language", "de", typed=record) == printed(*asked, typed=record)
    printed("play", "cengers", "--plain", typed="quit\n")
    german, english = (json.loads(printed("export", "-", "--language", name)) for name in ("de", "en"))
    assert german == english


def test_a_choice_is_named_in_english_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(language, "_spoken", "de")
    nobody = Phrase("commands.play.nobody")
    for answer in ("nobody", "niemand", "2"):
        monkeypatch.setattr(prompts, "ask", lambda prompt, answer=answer: answer)
        assert prompts.choose("?", {"x": "du", nobody: "jemand"}) == "nobody"
        assert "  2. niemand: jemand\n" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["de", "en"])
def test_words_that_nobody_asks_for_are_not_read(name: str) -> None:
    """A command starts without loading the texts of screens, the line mode and other commands."""
    code = f"""
import sys
read = []
sys.addaudithook(lambda event, values: event == "open" and read.append(str(values[0])))
from quincunx.cli import main
try:
    main(["games", "--language", "{name}"])
finally:
    print(*(file for file in read if file.endswith(("lines.toml", "commands.toml", "screens.toml"))), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stderr.strip() == ""


def test_decimals_are_german_too() -> None:
    out = printed("analyse", "--language", "de", "--nodes", "50", "-", typed="Game: draughts\n\nc3-d4 b6-a5\n")
    assert "Werte (Einheit: Steine) und Chancen gelten für Dunkel." in out
    assert re.search(r"\d,\d %", out)
    assert not re.search(r"\d\.\d", out)
