"""The browser client knows no game: words of single games occur only in the tables of drawings."""

from __future__ import annotations

import re
from pathlib import Path

import quincunx

WEB = Path(__file__).parents[2] / "web" / "src"
DRAWINGS = WEB / "board" / "drawings"
OF_GAMES = (
    "hp throne hnefi attackers? defenders? knife knives weapons? infantry cavalry cheer cheered heal healed"
    " army armies pawns? rooks? bishops? knights? queens? kings? promot(?:e|es|ed|ion) castl(?:e|es|ing)"
)
WORDS = re.compile(rf"(?<![a-z])(?:{'|'.join([*OF_GAMES.split(), *quincunx.games()])})(?![a-z])", re.IGNORECASE)


def sources() -> list[Path]:
    paths = [path for path in sorted(WEB.rglob("*")) if path.suffix in (".ts", ".svelte", ".css")]
    return [path for path in paths if not path.is_relative_to(DRAWINGS)]


def test_no_word_of_a_single_game_outside_the_drawings() -> None:
    found = [
        f"{path.relative_to(WEB)}:{number}: {word[0]}"
        for path in sources()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (word := WORDS.search(line))
    ]
    assert found == []
