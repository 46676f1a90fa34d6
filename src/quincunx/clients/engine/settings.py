"""The engine's options: their definitions in the protocol, and their values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from quincunx.core.errors import OptionError
from quincunx.core.game import Game
from quincunx.games import games, make_game
from quincunx.search.levels import LEVELS

SPINS = {  # name: attribute, default, least, most
    "Hash": ("megabytes", 16, 1, 4096),
    "Threads": ("threads", 1, 1, 64),
    "MultiPV": ("lines", 1, 1, 20),
    "Level": ("level", len(LEVELS), 1, len(LEVELS)),
}


@cache
def usual_game() -> Game:
    """The first game whose moves are written as in UCI, so that other programs know it."""
    made = (make_game(key, {}) for key in games())
    return next(game for game in made if game.spec.codec(game).is_uci)


@dataclass(frozen=True)
class EngineSettings:
    """The values of the options."""

    game: Game
    megabytes: int = 16
    threads: int = 1
    lines: int = 1
    level: int = len(LEVELS)

    def declarations(self) -> Iterator[str]:
        """The options, as the protocol declares them."""
        for name, (_, default, least, most) in SPINS.items():
            yield f"option name {name} type spin default {default} min {least} max {most}"
        yield "option name Clear Hash type button"
        keys = " ".join(f"var {key}" for key in dict.fromkeys((usual_game().key, *games())))
        yield f"option name UCI_Variant type combo default {usual_game().key} {keys}"
        yield "option name Options type string default <empty>"

    def changed(self, name: str, value: str) -> EngineSettings:
        """Return a copy with an option set; raises OptionError for an unknown option or an invalid value."""
        spins = {known.lower(): known for known in SPINS}
        if name.lower() in spins:
            return self._spun(spins[name.lower()], value)
        match name.lower():
            case "uci_variant":
                return replace(self, game=make_game(value, {}))
            case "options":
                return replace(self, game=make_game(self.game.key, _options(value)))
        raise OptionError(f"there is no option {name[:40]!r}")

    def _spun(self, name: str, value: str) -> EngineSettings:
        attribute, _, least, most = SPINS[name]
        if not value.isdecimal() or not least <= int(value) <= most:
            raise OptionError(f"option {name}: expected {least} to {most}, got {value[:40]!r}")
        changes: dict[str, Any] = {attribute: int(value)}
        return replace(self, **changes)


def _options(value: str) -> dict[str, object]:
    """Parse options of the game, such as `first=light passes=3`."""
    pairs = [word.partition("=") for word in value.split() if word != "<empty>"]
    if not all(equals for _, equals, _ in pairs):
        raise OptionError(f"options {value[:40]!r}: expected NAME=VALUE, with spaces between them")
    return {name: text for name, _, text in pairs}
