"""German is complete: whatever the server may say to a player has its words, with the same placeholders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources

import pytest

import quincunx
from quincunx import Game
from quincunx.core.options import OptionError
from quincunx.host import password_strength
from quincunx.play import decisions
from quincunx.play.scene import ABORTED, ENDINGS
from quincunx.play.wording import Catalogue
from quincunx.search.chances import Scale, scale_of
from quincunx.search.levels import LEVELS
from quincunx.server import email_templates
from quincunx.server.errors import FORMS
from quincunx.server.words import read_words, words_of
from variants import variants
from words.evidence import said_in_play, said_of, said_of_content, said_of_faults
from words.literals import literals

TRANSLATED = [key for key, spec in quincunx.games().items() if read_words(spec.package, "de")]
FAMILIES = sorted({quincunx.games()[key].package for key in TRANSLATED})
PACKAGES = ["quincunx.play", *FAMILIES]
GAMES = [parameter for parameter in variants() if parameter.values[0].key in TRANSLATED]
SAME = {  # names and abbreviations that are the same in both languages
    *("Hnefatafl", "Tablut", "Brandubh", "Cengers", "FlipFlop", "Othello"),
    *("HP", "ATK", "DEF", "M.DEF", "Name", "Element", "Banner", "Standard", "Wolf"),
    *("{unit}: {fault} ({rule})", "{unit}: {fault} ({rule})."),
    "emberfall, standard, wildwood",  # as a program sends them
    "Quincunx, {url}",
}
PLACEHOLDER = re.compile(r"\{(\w+)\}")
ACTION = r"(?:\w+:)?[a-z]\d+(?:-[a-z]\d+(?:=\w)?)?"
# numbers, the sides of a game that are letters, actions, what somebody sent, what is only known when it is said
NO_WORDS = re.compile(rf"[\W\d_]*|[xo]|{ACTION}(, {ACTION})*(, (end|pass))?|'.*'|`.*`|.*‹\d+›.*", re.DOTALL)
IN_FILES = re.compile(
    r"(roles|units|promotions|name|skills)(\..*)?|name, class, .*|([A-Z][a-h]? ?)+|[A-Z]\d+|\[.*|\".*\""
)


@cache
def german(key: str) -> Catalogue:
    words = words_of("de")
    return Catalogue([*words.games.get(key, []), *words.sentences])


def missing(key: str, texts: Iterable[str]) -> list[str]:
    return sorted({part for text in set(texts) for part in _missing(german(key), text)})


def _missing(catalogue: Catalogue, text: str) -> Iterator[str]:
    """What of a text has no German, the words in its placeholders included."""
    if text in SAME or text in catalogue:
        return
    found = catalogue.find(text)
    if found is not None:
        for part in found[1].values():
            yield from _missing(catalogue, part)
    elif not NO_WORDS.fullmatch(text):
        yield text


def test_a_game_may_go_without_but_eleven_do_not() -> None:
    assert len(TRANSLATED) >= 11
    assert read_words("quincunx.core", "de") == {}


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_is_said_in_play(game: Game) -> None:
    texts = {text for seed in (1, 2) for text in said_in_play(game, seed)}
    assert len(texts) > 30
    assert missing(game.key, texts) == []


@pytest.mark.parametrize("key", TRANSLATED)
def test_names_options_and_endings(key: str) -> None:
    assert missing(key, said_of(quincunx.game(key))) == []


@pytest.mark.parametrize("key", TRANSLATED)
def test_content_and_its_faults(key: str) -> None:
    game = quincunx.game(key)
    assert missing(key, said_of_content(game)) == []
    assert [text for text in missing(key, said_of_faults(game)) if not IN_FILES.fullmatch(text)] == []


@pytest.mark.parametrize("key", TRANSLATED)
def test_every_sentence_in_a_games_code(key: str) -> None:
    family = quincunx.games()[key].package.rpartition(".")[2]
    found = set(literals("games", family))
    assert len(found) > 10
    assert missing_sentences(key, found) == []


@pytest.mark.parametrize("room", ["core", "notation/position.py", "games/__init__.py", "play", "store", "server"])
def test_every_sentence_in_the_rest_of_the_code(room: str) -> None:
    found = set(literals(room))
    assert found
    assert missing_sentences("", found) == []


def missing_sentences(key: str, texts: Iterable[str]) -> list[str]:
    """Like `missing`, but values are unknown, and no sentence goes without German because it begins with one."""
    catalogue = german(key)
    return sorted(text for text in texts if text not in SAME and text not in catalogue and not catalogue.find(text))


@pytest.mark.parametrize("game", GAMES)
def test_the_units_of_scores(game: Game) -> None:
    assert missing(game.key, [scale_of(game).unit, Scale().unit]) == []


def test_levels_forms_offers_and_reasons() -> None:
    texts = [level.name for level in LEVELS] + [f"level {level.number}" for level in LEVELS]
    texts += [ABORTED, *ENDINGS.values()]
    texts += [f"{field}: {form}" for field, form in FORMS.items()] + ["match: not well formed"]
    texts += [decisions.LEFT, decisions.AGREED, decisions.TIME, decisions.ABANDONED]
    texts += ["aborted", "declined", "cancelled", "draw", "takeback", "rematch", "friend", "pool", "Friend"]
    assert missing("", texts) == []


def test_mails_and_what_is_wrong_with_a_password() -> None:
    reasons = {
        password_strength.COMMON,
        password_strength.NAMED,
        password_strength.SINGLE,
        *password_strength.PATTERNS.values(),
    }
    texts = [
        *email_templates.TITLES.values(),
        *email_templates.LINES.values(),
        email_templates.SIGNED,
        *map(password_strength.told, reasons),
    ]
    assert missing("", [text.replace("{name}", "‹1›") for text in texts]) == []


@pytest.mark.parametrize(
    "message",
    [
        "password: Expected `str` of length >= 8",
        "name: Expected `str` of length <= 20",
        "data: Object missing required field `password`",
        "name: Expected `str`, got `int`",
        "Request Entity Too Large",
        "Method Not Allowed",
        "Input data was truncated",
    ],
)
def test_what_the_parts_we_use_say(message: str) -> None:
    assert missing("", [message]) == []


@pytest.mark.parametrize("game", GAMES)
def test_options_that_are_refused(game: Game) -> None:
    said = []
    for option in game.spec.options:
        with pytest.raises(OptionError) as refused:
            option.read_sent(object)
        said.append(str(refused.value).replace(repr(object), "'object'"))
    assert missing(game.key, said) == []


def test_sentences_read_well() -> None:
    assert german("battlefield").say("White to move.") == "Weiß ist am Zug."
    assert german("checkers").say("king") == "Dame"
    assert german("hnefatafl").say("king") == "König"
    assert (
        german("hnefatafl").say("The king has escaped. Defenders win in 54 moves.")
        == "Der König ist entkommen. Die Verteidiger gewinnen nach 54 Zügen."
    )
    assert german("battlefield").say("Pd: its hp is 100; expected a whole number from 0 to 99 (B16).") == (
        "Pd: HP ist 100; erwartet wird eine ganze Zahl von 0 bis 99 (B16)."
    )


@pytest.mark.parametrize("package", PACKAGES)
def test_a_translation_has_the_same_placeholders_and_is_one(package: str) -> None:
    entries = read_words(package, "de")
    assert entries
    for english, translated in entries.items():
        names = PLACEHOLDER.findall(english)
        assert len(set(names)) == len(names), f"{english}: a placeholder twice"
        assert set(PLACEHOLDER.findall(translated)) == set(names), english
        assert PLACEHOLDER.sub("", english).strip(), f"{english}: nothing but placeholders would match everything"
        assert english != translated or english in SAME, f"{english}: not translated"
        assert translated == translated.strip()
        assert not re.search(r'"| - |\.\.\.|\b(Ihr|Ihnen|Ihre[nmrs]?)\b', translated), f"{translated}: house style"


def test_no_entry_of_a_file_hides_another() -> None:
    """A file's tables are for the reader: the same English stands once in it."""
    for package in PACKAGES:
        text = resources.files(package).joinpath("words", "de.toml").read_text(encoding="utf-8")
        keys = re.findall(r'^"((?:[^"\\]|\\.)*)" = ', text, re.MULTILINE)
        assert len(keys) == len(set(keys)) == len(read_words(package, "de")), package
