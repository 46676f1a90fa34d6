"""Why a command is refused."""

from __future__ import annotations

from quincunx.core.errors import ActionError, IllegalActionError, QuincunxError
from quincunx.words import Text, phrase


class Refused(QuincunxError):
    """A command that cannot be carried out: a code for programs, a sentence for people, and the game's rule if one."""

    def __init__(self, code: str, sentence: Text, rule: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.rule = rule

    def __reduce__(self) -> tuple[type[Refused], tuple[str, Text, str]]:
        return type(self), (self.code, self.sentence, self.rule)


def no_match() -> Refused:
    """There is none, or none that concerns the one who asks."""
    return Refused("no_match", phrase("play.refused.no_match"))


def unplayable(error: ActionError) -> Refused:
    """An action that a rule forbids, or that is none."""
    if isinstance(error, IllegalActionError):
        return Refused("illegal", error.sentence, error.rule)
    return Refused("invalid", error.sentence)
