"""A phrase: something to tell people, by its code and parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from quincunx.words.catalogue import ENGLISH, catalogue

Param = str | int | Sequence[str]  # a phrase is a str too


if TYPE_CHECKING:
    Text: TypeAlias = str
else:

    class Text(str):
        """What people read: a plain text that is the same in every language, such as a name, or a phrase.

        Any `str` will do for a `Text`. To msgspec it is a type of its own, see `quincunx.words.wire`.
        """

        __slots__ = ()


class Phrase(Text):
    """A text in English that knows its code and parameters, so that it can be said in any language.

    It is a `str`: print it, or compare it with a text. `catalogue("de").say(phrase)` says it in German. What goes
    over the wire is the code and the parameters, never the text.
    """

    __slots__ = ("code", "params")
    code: str
    params: Mapping[str, Param]

    def __new__(cls, code: str, params: Mapping[str, Param] | None = None) -> Phrase:
        params = params or {}
        self = super().__new__(cls, catalogue(ENGLISH).text(code, params))
        self.code = code
        self.params = params
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Phrase, (self.code, dict(self.params))

    def __copy__(self) -> Phrase:
        return self

    def __deepcopy__(self, memo: object) -> Phrase:
        return self


_BARE: dict[str, Phrase] = {}


def phrase(code: str, /, **params: Param) -> Phrase:
    """The phrase of that code: `phrase("tafl.refused.taken", square="e4")`."""
    return Phrase(code, params) if params else _bare(code)


def _bare(code: str) -> Phrase:
    """The phrase without parameters, made once; an unknown one anew, for a package that has it may be loaded later."""
    known = _BARE.get(code)
    if known is None:
        known = Phrase(code)
        if code in catalogue(ENGLISH):
            _BARE[code] = known
    return known
