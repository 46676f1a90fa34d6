"""Armies as data: shipped or user-supplied TOML files, and the options `white` and `black` that accept them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quincunx.core.content import Content, Fault, Form
from quincunx.core.errors import OptionError
from quincunx.core.options import Option
from quincunx.core.system_errors import system_reason
from quincunx.games.battlefield.form import army_form
from quincunx.games.battlefield.muster import muster
from quincunx.games.battlefield.profile import Roster
from quincunx.words import Text, phrase

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class ArmyError(OptionError):
    """An army breaks a rule (B16); the error names the unit and the rule."""

    def __init__(self, unit: Text, rule: str, problem: Text) -> None:
        super().__init__(phrase("battlefield.fault.whole", unit=unit, fault=problem, rule=rule))
        self.unit = unit
        self.rule = rule
        self.problem = problem

    def __reduce__(self) -> tuple[type[ArmyError], tuple[str, str, str]]:
        return type(self), (self.unit, self.rule, self.problem)


class Army(Option):
    """A shipped army's name, the path of an army file, or the same structure as a mapping."""

    kind = "content"

    @property
    def expected(self) -> Text:
        return phrase("battlefield.option_expected.army", armies=shipped())

    @property
    def shipped(self) -> tuple[str, ...]:
        return shipped()

    @property
    def labels(self) -> tuple[Text, ...]:
        return tuple(_army_name(name) for name in shipped())

    @property
    def content(self) -> Content:
        return Armies()

    def read(self, value: object) -> str | dict[str, Any]:
        """Return a shipped name unchanged, and anything else as plain data, so that records are self-contained."""
        if isinstance(value, str) and value in shipped():
            return value
        if isinstance(value, Path) or (isinstance(value, str) and value.endswith(".toml")):
            value = self._load(Path(value))
        if not isinstance(value, Mapping):
            raise self.refuse(value)
        read_roster(value)
        army: dict[str, Any] = _plain(value)
        return army

    def read_sent(self, value: object) -> str | dict[str, Any]:
        """Accept a shipped name or a mapping, but no path: it would refer to this machine, not the sender's."""
        if not isinstance(value, Mapping) and value not in shipped():
            got = f"{value!r:.60}"
            raise OptionError(phrase("battlefield.option_expected.sent", option=self.name, armies=shipped(), value=got))
        return self.read(value)

    def _load(self, path: Path) -> dict[str, Any]:
        try:
            return _toml(path)
        except (OSError, ValueError) as error:
            why = system_reason(error) if isinstance(error, OSError) else str(error)
            sentence = phrase("battlefield.option_expected.file", option=self.name, path=str(path), error=why)
            raise OptionError(sentence) from error


class Armies(Content):
    """The shipped armies, and the form and validation for user-supplied ones."""

    def shipped(self) -> dict[str, dict[str, Any]]:
        return {name: _toml(_folder() / f"{name}.toml") for name in shipped()}

    def form(self) -> Form:
        return army_form()

    def faults(self, mapping: Mapping[str, Any]) -> list[Fault]:
        return muster(mapping)[1]

    def former(self, version: str) -> dict[str, dict[str, Any]]:
        folder = _files() / "former" / version
        return {name: _toml(folder / f"{name}.toml") for name in _names(folder)} if folder.is_dir() else {}


@cache
def shipped() -> tuple[str, ...]:
    """Return the names of the shipped armies."""
    return _names(_folder())


@cache
def shipped_roster(name: str) -> Roster:
    """Return the shipped army with this name."""
    army = _toml(_folder() / f"{name}.toml")
    tables = {key: _named(rows) for key, rows in army.items() if key != "name"}
    return read_roster({"name": _army_name(name), **tables})


def _named(rows: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rows of a shipped army, with translatable names."""
    return {row: {**unit, "name": _unit_name(unit["name"])} if "name" in unit else unit for row, unit in rows.items()}


def _army_name(name: str) -> Text:
    return phrase(f"battlefield.army.{name}")


def _unit_name(name: str) -> Text:
    return phrase(f"battlefield.unit.{name.lower().replace(' ', '_')}")


def _folder() -> Traversable:
    return _files() / "armies"


def _files() -> Traversable:
    from importlib.resources import files  # slow to import, and many games need no armies

    return files("quincunx.games.battlefield")


def _names(folder: Traversable) -> tuple[str, ...]:
    """Return the names of the army files in the folder."""
    names = [file.name for file in folder.iterdir() if file.name.endswith(".toml")]
    return tuple(sorted(name.removesuffix(".toml") for name in names))


def _toml(file: Path | Traversable) -> dict[str, Any]:
    import tomllib  # as above

    return tomllib.loads(file.read_text(encoding="utf-8"))


def roster(value: str | Mapping[str, Any]) -> Roster:
    """Return the army for an option's value."""
    return shipped_roster(value) if isinstance(value, str) else read_roster(value)


def read_roster(army: Mapping[str, Any]) -> Roster:
    """Return the army that the mapping describes; raise ArmyError, with the unit and the rule, if it is invalid."""
    read, faults = muster(army)
    if faults:
        raise ArmyError(faults[0].unit, faults[0].rule, faults[0].sentence)
    return read


def _plain(value: Any) -> Any:
    """Convert the data to plain dicts and lists throughout, as in JSON."""
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value
