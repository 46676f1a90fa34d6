"""Why a command is refused."""

from __future__ import annotations

from quincunx.core.errors import QuincunxError
from quincunx.words import Text


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
    return Refused("no_match", "There is no such match.")
