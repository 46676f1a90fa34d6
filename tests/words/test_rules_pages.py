"""A translated page of rules has every rule of the English one, in the same order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable

import pytest

import quincunx
from quincunx.server.games import rules_page
from quincunx.server.words import package_of


def pages() -> Iterator[tuple[str, str]]:
    for key, spec in quincunx.games().items():
        files: list[Traversable] = [*resources.files(package_of(spec)).iterdir()]
        for file in files:
            found = re.fullmatch(r"RULES\.([a-z]{2})\.md", file.name)
            if found:
                yield key, found[1]


PAGES = sorted(pages())


def test_there_is_a_german_page_for_the_first_five_games() -> None:
    assert len([key for key, language in PAGES if language == "de"]) >= 5


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_a_page_has_the_same_rules_headings_and_examples(key: str, language: str) -> None:
    spec = quincunx.games()[key]
    english, translated = rules_page(spec, "en"), rules_page(spec, language)
    assert translated != english
    for pattern in (r"[A-Z]\d+(?=\*\*|, [A-Z]\d+\*\*)", r"^(#+) ", r"^ *- (?=\*\*|\w)", r"^```\w*"):
        found = [re.findall(pattern, text, re.MULTILINE) for text in (english, translated)]
        assert found[0] == found[1], pattern
    code = [sorted(set(re.findall(r"`([^`\n]+)`", text))) for text in (english, translated)]
    assert code[0] == code[1]


@pytest.mark.parametrize("key", quincunx.games())
def test_a_language_without_a_page_gets_the_english_one(key: str) -> None:
    spec = quincunx.games()[key]
    assert rules_page(spec, "xx") == rules_page(spec, "en")
