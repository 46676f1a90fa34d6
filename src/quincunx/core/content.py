"""Content of an option, such as an army: what is shipped, what an editor must know, what is wrong with a new one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from quincunx.words import Text


@dataclass(frozen=True, slots=True)
class Named:
    """A word of the data, and what people call it."""

    key: str
    label: Text


@dataclass(frozen=True, slots=True)
class Unless:
    """A field is left out where another one has one of these words."""

    field: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """An entry: a line of text, one word, several words, or a number; of a text, `most` is the length."""

    key: str
    label: Text
    kind: Literal["text", "word", "words", "number"]
    words: tuple[Named, ...] = ()
    least: int | None = None
    most: int | None = None
    optional: bool = False
    unless: Unless | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; what it does not say itself it has from the row that it is like, a table's name and a key."""

    key: str
    label: Text
    like: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of rows that all have the form's fields; of an optional one, rows may be left out."""

    name: str
    label: Text
    rows: tuple[Row, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """What a piece of content is made of: entries of its own, and tables whose rows have fields."""

    head: tuple[Field, ...]
    tables: tuple[Table, ...]
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong: with which unit, by which rule, in words, and where to mend it ('' where nowhere special)."""

    unit: Text
    rule: str
    sentence: Text
    table: str = ""
    row: str = ""
    field: str = ""


class Content(ABC):
    """Content that comes with a game, and that people may write themselves as plain data."""

    @abstractmethod
    def shipped(self) -> Mapping[str, Mapping[str, Any]]:
        """What comes with the game, by name, as plain data."""

    @abstractmethod
    def form(self) -> Form:
        """What an editor needs to know."""

    @abstractmethod
    def faults(self, mapping: Mapping[str, Any]) -> Sequence[Fault]:
        """Everything that is wrong with somebody's own."""

    def former(self, version: str) -> Mapping[str, Mapping[str, Any]]:
        """What shipped names stood for in databases older than this version, where that has changed since."""
        return {}
