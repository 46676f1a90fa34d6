"""Everything that can go wrong, as one small tree.

QuincunxError
├── UnknownGameError      no game of that name
├── UnknownBotError       no bot of that name
├── OptionError           an option that the game does not have, or a value it does not take
├── ActionError
│   ├── InvalidActionError    not an action at all
│   └── IllegalActionError    an action that a rule forbids here; `.rule` is its id
├── NothingToUndoError    undo at the start
├── LessonError           a lesson that cannot be taught; names the step
├── BalanceError          figures of a game's balance that cannot be read
└── NotationError         text that cannot be read; `.line` and `.expected`
    ├── PositionError
    └── RecordError
"""

from __future__ import annotations

from quincunx.words import Text, phrase


class QuincunxError(Exception):
    """The root: catch this to catch everything the library raises on purpose."""

    @property
    def text(self) -> Text:
        """What happened, for people: a phrase where it has one, so that it can be said in their language."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class UnknownGameError(QuincunxError, LookupError):
    """No game has that key."""


class UnknownBotError(QuincunxError, LookupError):
    """No bot has that name."""


class OptionError(QuincunxError, ValueError):
    """An option that the game does not have, or a value it does not take."""


class ActionError(QuincunxError, ValueError):
    """An action that cannot be played; `sentence` says why to the player."""

    sentence: Text


class InvalidActionError(ActionError):
    """The text or number is not an action of this game at all."""

    def __init__(self, problem: Text, expected: Text) -> None:
        super().__init__(phrase("core.error.expected", problem=problem, expected=expected))
        self.problem = problem
        self.expected = expected
        self.sentence = phrase("core.refused.unreadable", problem=problem, expected=expected)

    def __reduce__(self) -> tuple[type[InvalidActionError], tuple[Text, Text]]:
        return type(self), (self.problem, self.expected)


class IllegalActionError(ActionError):
    """The action exists, but a rule forbids it here."""

    def __init__(self, rule: str, sentence: Text) -> None:
        super().__init__(phrase("core.error.rule", sentence=sentence, rule=rule))
        self.rule = rule
        self.sentence = sentence

    def __reduce__(self) -> tuple[type[IllegalActionError], tuple[str, Text]]:
        return type(self), (self.rule, self.sentence)


class NothingToUndoError(QuincunxError, IndexError):
    """Undo was asked for where no action has been played."""


class LessonError(QuincunxError, ValueError):
    """A lesson that cannot be taught as it is written, or a step that is not there; says which step."""


class BalanceError(QuincunxError, ValueError):
    """Figures of a game's balance that cannot be read, or that make no sense."""


class NotationError(QuincunxError, ValueError):
    """Text that cannot be read; says on which line, and what was expected there."""

    def __init__(self, problem: Text, *, expected: Text, line: int = 1) -> None:
        super().__init__(phrase("core.error.line", line=line, problem=problem, expected=expected))
        self.problem = problem
        self.expected = expected
        self.line = line

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.problem, self.expected, self.line)


class PositionError(NotationError):
    """A position's text that cannot be read, or that no game could hold."""


class RecordError(NotationError):
    """A record's text that cannot be read or replayed."""


def _rebuild(kind: type[NotationError], problem: Text, expected: Text, line: int) -> NotationError:
    return kind(problem, expected=expected, line=line)
