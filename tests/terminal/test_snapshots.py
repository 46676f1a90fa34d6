"""A few screens as pictures, compared with reviewed ones.

QUINCUNX_SNAPSHOTS=write pytest tests/terminal/test_snapshots.py    writes them anew: check them before you commit
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from quincunx.clients.terminal.seats.match_settings import MatchSettings
from terminal.driving import Player, settings_of, tell

FOLDER = Path(__file__).parent / "snapshots"
FRIENDS: frozenset[int] = frozenset()
SCREENS: dict[str, tuple[MatchSettings | None, list[str], bool]] = {
    "menu": (None, ["down"], False),
    "tafl": (settings_of("hnefatafl", bots=FRIENDS), ["z"], False),
    "battle-ascii": (settings_of("battlefield", bots=FRIENDS), ["z", "up", "up", "x"], True),
    "draughts": (settings_of("checkers", bots=FRIENDS, first="dark"), ["z"], False),
    "document": (settings_of("cengers", bots=FRIENDS), ["z"], False),
}


def picture(player: Player) -> str:
    """The screen as SVG, without the class names, which contain a digest of everything."""
    return re.sub(r"terminal-\d+-", "terminal-", player.app.export_screenshot(simplify=True)) + "\n"


@pytest.mark.parametrize("name", SCREENS)
def test_the_screen_looks_as_it_did(name: str) -> None:
    settings, keys, ascii = SCREENS[name]
    file = FOLDER / f"{name}.svg"

    async def story(player: Player) -> None:
        await player.press(*keys)
        if os.environ.get("QUINCUNX_SNAPSHOTS") == "write":
            await player.pilot.pause(1)
            file.write_text(picture(player), encoding="utf-8")
        expected = file.read_text(encoding="utf-8")
        try:
            await player.until(lambda: picture(player) == expected)
        except TimeoutError:
            seen = file.with_suffix(".seen.svg")
            seen.write_text(picture(player), encoding="utf-8")
            raise AssertionError(f"another picture than {file.name}: see {seen}") from None

    tell(settings, story, ascii=ascii, colour=not ascii)
