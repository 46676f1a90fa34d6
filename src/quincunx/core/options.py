"""Options of a game: each knows its default and what it takes, from Python or as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from quincunx.core.content import Content
from quincunx.core.errors import OptionError
from quincunx.core.listing import any_of
from quincunx.core.random import Random
from quincunx.words import Text, phrase

MOST = 1_000_000  # that a limit can be


@dataclass(frozen=True)
class Option:
    """A named choice a game is made with: `name` is for programs and records, `title` for people.

    One that is `prominent` is chosen wherever a match is set up; the others stand behind "More". `own` is a word for
    what each player brings himself, such as an army; such an option belongs to one `side`.
    """

    kind: ClassVar[str]  # for a form: number, size, word, lot or content

    name: str
    default: Any  # each kind of option has its own type of value
    help: Text
    title: Text = field(default="", kw_only=True)
    prominent: bool = field(default=False, kw_only=True)
    own: Text = field(default="", kw_only=True)
    side: int | None = field(default=None, kw_only=True)
    before: Any = field(default=None, kw_only=True)  # what was played before the option existed; None: it always has

    @property
    def expected(self) -> Text:
        """What a value must be, in words."""
        raise NotImplementedError

    @property
    def shipped(self) -> tuple[str, ...]:
        """Values that come with the game as content, each of which makes a game worth measuring by itself."""
        return ()

    @property
    def content(self) -> Content | None:
        """The content behind the shipped values, for an option that takes one's own too."""
        return None

    @property
    def choices(self) -> tuple[str, ...]:
        """The values to choose from, where they can be listed."""
        return self.shipped

    @property
    def labels(self) -> tuple[Text, ...]:
        """What people call the choices, in the same order."""
        return self.choices

    def label(self, value: str) -> Text:
        """What people call a value: its label if it is one of the choices."""
        return self.labels[self.choices.index(value)] if value in self.choices else value

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the most that a number can be."""
        return None

    def read(self, value: object) -> Any:
        """The value, validated; text is read as the value it spells."""
        raise NotImplementedError

    def read_sent(self, value: object) -> Any:
        """The same for a value that somebody sent: nothing of this machine, such as a file, is looked up for it."""
        return self.read(value)

    def draw(self, luck: Random) -> Any:
        """The value of a match for which nobody chose one."""
        return self.read(self.default)

    def refuse(self, value: object) -> OptionError:
        """The error for a value this option does not take."""
        told = phrase("core.option.refused", option=self.name, expected=self.expected, value=repr(value))
        return OptionError(told)


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
    """One of a few words, which people may call something else."""

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
class Lot(Word):
    """One of a few words, which a match draws by lot where nobody chose."""

    kind = "lot"

    def draw(self, luck: Random) -> str:
        return self.words[luck.below(len(self.words))]


def as_played(options: Iterable[Option], named: Mapping[str, object]) -> dict[str, object]:
    """The options of a log or record that names them all.

    One made before some option existed names all the others; it was played by what held before.
    """
    missing = [option for option in options if option.name not in named]
    if any(option.before is None for option in missing):
        return dict(named)
    return {**named, **{option.name: option.before for option in missing}}
