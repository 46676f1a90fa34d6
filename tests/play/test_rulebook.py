"""A game's rules as text: in the requested language, in English, or at least the game's description."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

import quincunx
from quincunx.play import rulebook
from quincunx.play.rulebook import rules_text
from quincunx.words import catalogue

SPEC = next(iter(quincunx.games().values()))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package's folder with an empty rulebook."""
    monkeypatch.setattr(rulebook, "resources", SimpleNamespace(files=lambda package: tmp_path))
    (tmp_path / "rulebook").mkdir()
    return tmp_path / "rulebook"


def test_the_rules_are_read_in_a_language_or_in_english(folder: Path) -> None:
    (folder / f"{SPEC.key}.md").write_text("# Rules\n", encoding="utf-8")
    (folder / f"{SPEC.key}.de.md").write_text("# Regeln für alle\n", encoding="utf-8")
    assert [rules_text(SPEC), rules_text(SPEC, "de"), rules_text(SPEC, "xx")] == [
        "# Rules",
        "# Regeln für alle",
        "# Rules",
    ]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.usefixtures("folder")
def test_a_game_without_a_rulebook_has_its_summary(language: str) -> None:
    say = catalogue(language).say
    assert rules_text(SPEC, language) == f"# {say(SPEC.title)}\n\n{say(SPEC.summary)}"
