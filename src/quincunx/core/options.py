"""Options of a game, with their defaults and validation. Values can be Python objects or text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from quincunx.core.content import Content
from quincunx.core.errors import OptionError
from quincunx.core.listing import any_of
from quincunx.core.random import Random
from quincunx.words import Text, phrase

MOST = 1_000_000  # the highest limit


@dataclass(frozen=True)
class Option:
    """A named setting of a game: `name` is for programs and records, `title` for people.

    Screens for setting up a match show a `prominent` option directly, and the others under "More". `own` names what
    each player brings to the match, such as an army; such an option belongs to one `side`.
    """

    kind: ClassVar[str]  # the kind of form field: number, size, word, random or content

    name: str
    default: Any  # the type depends on the kind of option
    help: Text
    title: Text = field(default="", kw_only=True)
    prominent: bool = field(default=False, kw_only=True)
    own: Text = field(default="", kw_only=True)
    side: int | None = field(default=None, kw_only=True)
    before: Any = field(default=None, kw_only=True)  # the value in games from before the option was added

    @property
    def expected(self) -> Text:
        """A description of valid values."""
        raise NotImplementedError

    @property
    def shipped(self) -> tuple[str, ...]:
        """The values that ship with the game as content. Balance is measured separately for each."""
        return ()

    @property
    def content(self) -> Content | None:
        """The content behind the shipped values, if the option also accepts user-supplied content."""
        return None

    @property
    def choices(self) -> tuple[str, ...]:
        """The values to choose from, if they can be listed."""
        return self.shipped

    @property
    def labels(self) -> tuple[Text, ...]:
        """The labels of the choices, in the same order."""
        return self.choices

    def label(self, value: str) -> Text:
        """What people call a value: its label if it is one of the choices."""
        return self.labels[self.choices.index(value)] if value in self.choices else value

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The minimum and maximum, for a number."""
        return None

    def read(self, value: object) -> Any:
        """Validate the value and return it; text is parsed."""
        raise NotImplementedError

    def read_sent(self, value: object) -> Any:
        """Like `read`, for a value from another machine: never access local resources, such as files."""
        return self.read(value)

    def draw(self, random: Random) -> Any:
        """Return the value for a match in which nobody chose one."""
        return self.read(self.default)

    def refuse(self, value: object) -> OptionError:
        """Return the error for a value that this option does not accept."""
        problem = phrase("core.option.refused", option=self.name, expected=self.expected, value=repr(value))
        return OptionError(problem)


def _whole_number(value: object) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return None


@dataclass(frozen=True)
class Limit(Option):
    """A count that ends the game when it is reached; 0 switches it off."""

    kind = "number"

    @property
    def expected(self) -> Text:
        return phrase("core.option.limit", most=MOST)

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, MOST

    def read(self, value: object) -> int:
        number = _whole_number(value)
        if number is None or not 0 <= number <= MOST:
            raise self.refuse(value)
        return number


@dataclass(frozen=True)
class EvenSize(Option):
    """The width of a board: an even number."""

    kind = "size"
    least: int
    most: int

    @property
    def expected(self) -> Text:
        return phrase("core.option.even", least=self.least, most=self.most)

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(str(size) for size in range(self.least, self.most + 1, 2))

    @property
    def bounds(self) -> tuple[int, int]:
        return self.least, self.most

    def read(self, value: object) -> int:
        number = _whole_number(value)
        if number is None or number % 2 or not self.least <= number <= self.most:
            raise self.refuse(value)
        return number


@dataclass(frozen=True)
class Word(Option):
    """One of a few words, which may have other labels for people."""

    kind = "word"
    words: tuple[str, ...]
    called: tuple[Text, ...] = field(default=(), kw_only=True)

    @property
    def expected(self) -> Text:
        return any_of(self.words)

    @property
    def choices(self) -> tuple[str, ...]:
        return self.words

    @property
    def labels(self) -> tuple[Text, ...]:
        return self.called or self.words

    def read(self, value: object) -> str:
        if value not in self.words:
            raise self.refuse(value)
        return str(value)


@dataclass(frozen=True)
class RandomWord(Word):
    """One of a few words; if nobody chose, the match picks one at random."""

    kind = "random"

    def draw(self, random: Random) -> str:
        return self.words[random.below(len(self.words))]


def as_played(options: Iterable[Option], named: Mapping[str, object]) -> dict[str, object]:
    """Return the options of a log or record, which names every option that existed when it was made.

    Options added since then get their value for older games.
    """
    missing = [option for option in options if option.name not in named]
    if any(option.before is None for option in missing):
        return dict(named)
    return {**named, **{option.name: option.before for option in missing}}
