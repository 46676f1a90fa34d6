"""The options of a game in the start menu: their values to choose from, and what was chosen."""

from __future__ import annotations

from collections.abc import Mapping

from quincunx.clients.terminal.seats.match_settings import MatchSettings
from quincunx.core.options import Option
from quincunx.core.spec import Spec
from quincunx.words import phrase

RANDOM = phrase("screens.menu.random")
GIVEN = phrase("screens.menu.given")


class Options:
    """The options to choose in the menu. Options that only the command line can set keep their values."""

    def __init__(self, base: MatchSettings) -> None:
        self._base = base

    def listed(self, spec: Spec) -> list[Option]:
        """The options whose values can be listed, the most prominent first.

        The others can only be set on the command line.
        """
        listed = [option for option in spec.options if option.choices]
        return sorted(listed, key=lambda option: not option.prominent)

    def values(self, spec: Spec, option: Option) -> tuple[str, ...]:
        """The values of an option."""
        random = (RANDOM,) if option.kind == "random" else ()
        given = (GIVEN,) if self._is_given(spec, option) and self._value(option) not in option.choices else ()
        return (*random, *option.choices, *given)

    def start(self, spec: Spec, option: Option) -> int:
        """The index of the initial value: the command line's, or the default."""
        values = self.values(spec, option)
        if self._is_given(spec, option):
            return values.index(self._value(option)) if self._value(option) in values else values.index(GIVEN)
        return 0 if option.kind == "random" else values.index(str(option.default))

    def chosen(self, spec: Spec, picked: Mapping[str, str]) -> dict[str, object]:
        """The options that differ from their defaults; those that are drawn at random count as chosen in any case."""
        chosen: dict[str, object] = {}
        for option in spec.options:
            value = picked.get(option.name, GIVEN if self._is_given(spec, option) else RANDOM)
            if value == GIVEN:
                chosen[option.name] = self._base.game.options[option.name]
            elif value != RANDOM and (option.kind == "random" or value != str(option.default)):
                chosen[option.name] = value
        return chosen

    def _is_given(self, spec: Spec, option: Option) -> bool:
        return self._base.game.spec is spec and option.name in self._base.chosen

    def _value(self, option: Option) -> str:
        return str(self._base.game.options[option.name])
