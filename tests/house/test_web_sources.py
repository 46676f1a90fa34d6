"""No client knows a game: words of single games occur only in the tables of drawings, and in no shared text."""

from __future__ import annotations

import re
from pathlib import Path

import quincunx

WEB = Path(__file__).parents[2] / "web" / "src"
TEXTS = Path(__file__).parents[2] / "src" / "quincunx" / "words" / "en"
DRAWINGS = WEB / "board" / "drawings"
OF_GAMES = (
    "hp throne hnefi attackers? defenders? knife knives weapons? infantry cavalry cheer cheered heal healed"
    " army armies pawns? rooks? bishops? knights? queens? kings? promot(?:e|es|ed|ion) castl(?:e|es|ing)"
)
WORDS = re.compile(rf"(?<![a-z])(?:{'|'.join([*OF_GAMES.split(), *quincunx.games()])})(?![a-z])", re.IGNORECASE)


def sources() -> list[Path]:
    paths = [path for path in sorted(WEB.rglob("*")) if path.suffix in (".ts", ".svelte", ".css")]
    return [path for path in paths if not path.is_relative_to(DRAWINGS)]


def found_in(paths: list[Path]) -> list[str]:
    return [
        f"{path.name}:{number}: {word[0]}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (word := WORDS.search(line))
    ]


def test_no_word_of_a_single_game_outside_the_drawings() -> None:
    assert found_in(sources()) == []


def test_no_word_of_a_single_game_in_shared_texts() -> None:
    shared = sorted(set(TEXTS.glob("*.toml")) - {TEXTS / "search.toml"})  # which has the units of scores
    assert len(shared) > 10
    assert found_in(shared) == []
