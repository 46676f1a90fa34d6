"""Every game has a page of rules, and a translated page has the same rules as the English one, in the same order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable

import pytest

import quincunx
from quincunx.play.rulebook import rules_text


def pages() -> Iterator[tuple[str, str]]:
    for key, spec in quincunx.games().items():
        files: list[Traversable] = [*resources.files(spec.package).joinpath("rulebook").iterdir()]
        for file in files:
            found = re.fullmatch(rf"{key}\.([a-z]{{2}})\.md", file.name)
            if found:
                yield key, found[1]


PAGES = sorted(pages())


def test_every_game_has_a_german_page() -> None:
    assert [key for key, language in PAGES if language == "de"] == sorted(quincunx.games())


@pytest.mark.parametrize("package", sorted({spec.package for spec in quincunx.games().values()}))
def test_every_page_is_a_games(package: str) -> None:
    keys = {key for key, spec in quincunx.games().items() if spec.package == package}
    files: list[Traversable] = [*resources.files(package).joinpath("rulebook").iterdir()]
    assert {file.name.partition(".")[0] for file in files} == keys


@pytest.mark.parametrize("key", quincunx.games())
def test_a_page_has_the_games_title_and_options(key: str) -> None:
    spec = quincunx.games()[key]
    page = rules_text(spec, "en")
    assert page.startswith(f"# {spec.title}\n")
    assert [option.name for option in spec.options if f"`{option.name}`" not in page] == []


@pytest.mark.parametrize("key", quincunx.games())
def test_a_page_refers_only_to_its_own_rules(key: str) -> None:
    page = re.sub(r"`[^`]*`", "", rules_text(quincunx.games()[key], "en"))
    stated = set(re.findall(r"\*\*([A-Z]\d+)\*\*", page))
    assert set(re.findall(r"\b[A-Z]\d+\b", page)) == stated


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_a_page_has_the_same_rules_headings_and_examples(key: str, language: str) -> None:
    spec = quincunx.games()[key]
    english, translated = rules_text(spec, "en"), rules_text(spec, language)
    assert translated != english
    for pattern in (r"(?<=\*\*)[A-Z]\d+(?=\*\*)", r"^(#+) ", r"^ *- (?=\*\*|\w)", r"^```\w*"):
        found = [re.findall(pattern, text, re.MULTILINE) for text in (english, translated)]
        assert found[0] == found[1], pattern
    code = [sorted(set(re.findall(r"`([^`\n]+)`", text))) for text in (english, translated)]
    assert code[0] == code[1]


@pytest.mark.parametrize("key", quincunx.games())
def test_a_language_without_a_page_gets_the_english_one(key: str) -> None:
    spec = quincunx.games()[key]
    assert rules_text(spec, "xx") == rules_text(spec, "en")
