"""The start menu as rows to go through: each a label and values to choose from. Knows no screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quincunx.clients.terminal.settings import Settings
from quincunx.core.options import Option
from quincunx.core.spec import RuleSet, Spec
from quincunx.games import games, make_game
from quincunx.search.levels import LEVELS

FRIEND = "a friend at this keyboard"
WATCH = "nobody: watch two bots"
LOT = "drawn by lot"
SCREENS = ("as in its document", "large board")


@dataclass(frozen=True)
class Row:
    """A label, the values, and which one is chosen."""

    name: str
    label: str
    values: tuple[str, ...]
    chosen: int
    help: str = ""


class Form:
    """What is chosen so far. Rows that do not matter for the game chosen are not there."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.specs: tuple[Spec, ...] = tuple(games().values())
        self._base = settings or Settings(make_game(self.specs[0].key, None, {}))
        base = self._base
        self.picked: dict[str, int] = {
            "game": self.specs.index(base.game.spec),
            "rules": base.game.spec.rule_sets.index(base.game.rule_set),
            "opponent": _opponent(base),
            "side": 1 if base.bots == {0} else 0,
            "screen": 0 if base.classic else 1,
        }
        for option in _listed(base.game.rule_set):
            if option.name in base.chosen:
                values = _values(option)
                value = str(base.game.options[option.name])
                self.picked[f"option {option.name}"] = values.index(value) if value in values else 0

    @property
    def spec(self) -> Spec:
        """The game chosen."""
        return self.specs[self.picked["game"]]

    @property
    def rule_set(self) -> RuleSet:
        """Its rule set chosen."""
        return self.spec.rule_sets[self.picked["rules"]]

    def rows(self) -> list[Row]:
        """What there is to choose now."""
        spec = self.spec
        rows = [self._row("game", "Game", tuple(each.title for each in self.specs), spec.summary)]
        if len(spec.rule_sets) > 1:
            names = tuple(each.name for each in spec.rule_sets)
            rows.append(self._row("rules", "Rules", names, self.rule_set.summary))
        levels = tuple(f"{level.name} ({level.number})" for level in LEVELS)
        rows.append(self._row("opponent", "Opponent", (*levels, FRIEND, WATCH)))
        if self.picked["opponent"] < len(LEVELS):
            rows.append(self._row("side", "You play", (*spec.players, LOT)))
        for option in _listed(self.rule_set):
            label = option.name if len(option.name) > 1 else option.name.upper()
            rows.append(self._row(f"option {option.name}", label.capitalize(), _values(option), option.help))
        if spec.frame is not None:
            rows.append(self._row("screen", "Screen", SCREENS))
        return rows

    def change(self, name: str, step: int) -> None:
        """The next or the previous value of a row, round and round."""
        row = next(row for row in self.rows() if row.name == name)
        self.picked[name] = (row.chosen + step) % len(row.values)
        if name == "game":
            self.picked["rules"] = 0
        if name in ("game", "rules"):
            self.picked = {key: value for key, value in self.picked.items() if not key.startswith("option ")}

    def settings(self, coin: Callable[[int], int]) -> Settings:
        """What was chosen; the coin decides what is left to it."""
        chosen = {
            row.name.removeprefix("option "): row.values[row.chosen] for row in self.rows() if "option " in row.name
        }
        chosen = {name: value for name, value in chosen.items() if value != LOT}
        base = self._base
        if base.game.rule_set == self.rule_set:  # what only the command line can say is kept
            chosen = {name: base.game.options[name] for name in base.chosen} | chosen
        opponent, side = self.picked["opponent"], self.picked["side"]
        side = coin(2) if side > 1 else side
        bots = {len(LEVELS): frozenset[int](), len(LEVELS) + 1: frozenset({0, 1})}
        return Settings(
            make_game(self.spec.key, self.rule_set.name, chosen),
            frozenset(chosen),
            bots.get(opponent, frozenset({1 - side})),
            opponent + 1 if opponent < len(LEVELS) else base.level,
            base.seconds,
            base.seed,
            self.picked["screen"] == 0,
        )

    def _row(self, name: str, label: str, values: tuple[str, ...], help: str = "") -> Row:
        start = 0
        if name.startswith("option "):
            option = next(each for each in self.rule_set.options if f"option {each.name}" == name)
            start = 0 if option.kind == "lot" else values.index(str(option.default))
        return Row(name, label, values, self.picked.get(name, start), help)


def _listed(rule_set: RuleSet) -> list[Option]:
    """The options whose values can be listed; the others are for the command line."""
    return [option for option in rule_set.options if option.choices]


def _values(option: Option) -> tuple[str, ...]:
    return (LOT, *option.choices) if option.kind == "lot" else option.choices


def _opponent(settings: Settings) -> int:
    if not settings.bots:
        return len(LEVELS)
    return len(LEVELS) + 1 if len(settings.bots) == 2 else settings.level - 1
