"""The exceptions of the library.

QuincunxError
├── UnknownGameError      no game has this name
├── UnknownBotError       no bot has this name
├── OptionError           unknown option or invalid value
├── ActionError
│   ├── InvalidActionError    not an action at all
│   └── IllegalActionError    an action that a rule forbids here; `.rule` is the rule's id
├── NothingToUndoError    undo without an action to undo
├── LessonError           invalid lesson; names the step
├── BalanceError          invalid balance figures
├── NetworkError          a file with a network that cannot be read or does not fit
├── TableError            a file with exact results that cannot be read or written
└── NotationError         invalid text; see `.line` and `.expected`
    ├── PositionError
    └── RecordError
"""

from __future__ import annotations

from quincunx.words import Text, phrase


class QuincunxError(Exception):
    """The base class of all exceptions that the library raises on purpose."""

    @property
    def text(self) -> Text:
        """The message for users: a phrase if there is one, so that it can be translated."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class UnknownGameError(QuincunxError, LookupError):
    """No game has this key."""


class UnknownBotError(QuincunxError, LookupError):
    """No bot has this name."""


class OptionError(QuincunxError, ValueError):
    """The game does not have this option, or the option does not accept the value."""


class ActionError(QuincunxError, ValueError):
    """An action that cannot be played; `sentence` tells the player why."""

    sentence: Text


class InvalidActionError(ActionError):
    """The text or number is not an action of this game."""

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
    """There is no action to undo."""


class LessonError(QuincunxError, ValueError):
    """A lesson is invalid, or has no such step; the message names the step."""


class BalanceError(QuincunxError, ValueError):
    """The figures on a game's balance cannot be read or make no sense."""


class NetworkError(QuincunxError, ValueError):
    """A file with a network cannot be read, or the network does not fit the game."""


class TableError(QuincunxError, ValueError):
    """A file with endgame tables cannot be read or written, or the tables cannot be made."""


class NotationError(QuincunxError, ValueError):
    """Text that cannot be read; gives the line, and what was expected there."""

    def __init__(self, problem: Text, *, expected: Text, line: int = 1) -> None:
        super().__init__(phrase("core.error.line", line=line, problem=problem, expected=expected))
        self.problem = problem
        self.expected = expected
        self.line = line

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.problem, self.expected, self.line)


class PositionError(NotationError):
    """The text of a position cannot be read, or the position is impossible."""


class RecordError(NotationError):
    """The text of a record cannot be read or replayed."""


def _rebuild(kind: type[NotationError], problem: Text, expected: Text, line: int) -> NotationError:
    return kind(problem, expected=expected, line=line)
