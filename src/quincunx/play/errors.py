"""Why a command is refused."""

from __future__ import annotations

from quincunx.core.errors import ActionError, IllegalActionError, QuincunxError
from quincunx.words import Text, phrase


class Refused(QuincunxError):
    """A refused command: a code for programs, a sentence for people, and the id of the game's rule, if any."""

    def __init__(self, code: str, sentence: Text, rule: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.rule = rule

    def __reduce__(self) -> tuple[type[Refused], tuple[str, Text, str]]:
        return type(self), (self.code, self.sentence, self.rule)


def no_match() -> Refused:
    """The error for a match that does not exist, or that this account must not know about."""
    return Refused("no_match", phrase("play.refused.no_match"))


def unplayable(error: ActionError) -> Refused:
    """The error for an action that a rule forbids, or a text that is not an action."""
    if isinstance(error, IllegalActionError):
        return Refused("illegal", error.sentence, error.rule)
    return Refused("invalid", error.sentence)
