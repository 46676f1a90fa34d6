"""No client knows a game: no word of a single game occurs in its sources or in shared texts."""

from __future__ import annotations

import re
from pathlib import Path

import quincunx

WEB = Path(__file__).parents[2] / "web" / "src"
TEXTS = Path(__file__).parents[2] / "src" / "quincunx" / "words" / "en"
SHAPES = WEB / "board" / "drawings" / "shapes.ts"
OF_GAMES = (
    "hp thrones? hnefi attackers? defenders? knife knives weapons? infantry cavalry beasts? dragons?"
    " heal healed healing cheer cheered army armies promot(?:e|es|ed|ion) castl(?:e|es|ing)"
    " battles? strikes? striking striker struck counter-?strikes? counterattacks? blows? damage falls fallen"
)
PIECES = "pawns? rooks? bishops? knights? queens? kings?"  # also names of shapes


def pattern(words: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{'|'.join(words)})(?![a-z])", re.IGNORECASE)


WORDS = pattern([*OF_GAMES.split(), *PIECES.split(), *quincunx.games()])
WORDS_IN_SHAPES = pattern(OF_GAMES.split())


def sources() -> list[Path]:
    return [path for path in sorted(WEB.rglob("*")) if path.suffix in (".ts", ".svelte", ".css")]


def found_in(paths: list[Path]) -> list[str]:
    return [
        f"{path.name}:{number}: {word[0]}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (word := (WORDS_IN_SHAPES if path == SHAPES else WORDS).search(line))
    ]


def test_no_word_of_a_single_game_in_the_browser_client() -> None:
    assert found_in(sources()) == []


def test_no_word_of_a_single_game_in_shared_texts() -> None:
    shared = sorted(set(TEXTS.glob("*.toml")) - {TEXTS / "search.toml"})  # which has the units of scores
    assert len(shared) > 10
    assert found_in(shared) == []
