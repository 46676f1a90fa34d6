"""Content for an option, such as an army: shipped content, the form for an editor, and validation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from quincunx.words import Text


@dataclass(frozen=True, slots=True)
class Named:
    """A word used in the data, and its label."""

    key: str
    label: Text


@dataclass(frozen=True, slots=True)
class Unless:
    """A condition for leaving a field out: another field has one of these words."""

    field: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """An entry: a line of text, one word, several words, or a number. For text, `most` is the maximum length."""

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
    """A row of a table. Missing fields are inherited from the row `like`, given as a table's name and a key."""

    key: str
    label: Text
    like: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class FormSection:
    """A section of a form: a table whose rows all have the form's fields. In an optional one, rows may be left out."""

    name: str
    label: Text
    rows: tuple[Row, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """The structure of a piece of content: top-level entries, and tables whose rows share the same fields."""

    head: tuple[Field, ...]
    tables: tuple[FormSection, ...]
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in the content: the unit, the broken rule, a sentence, and the place to fix ('' if there is none)."""

    unit: Text
    rule: str
    sentence: Text
    table: str = ""
    row: str = ""
    field: str = ""


class Content(ABC):
    """Content that ships with a game and that users can also write themselves, as plain data."""

    @abstractmethod
    def shipped(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the shipped content by name, as plain data."""

    @abstractmethod
    def form(self) -> Form:
        """Return the form for an editor."""

    @abstractmethod
    def faults(self, mapping: Mapping[str, Any]) -> Sequence[Fault]:
        """Return everything that is wrong with user-supplied content."""

    def former(self, version: str) -> Mapping[str, Mapping[str, Any]]:
        """Return the shipped content, by name, that has changed since this database version, as it was before."""
        return {}
