"""Phrases: translatable texts with a code and parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from quincunx.words.catalogue import ENGLISH, catalogue

Param = str | int | Sequence[str]  # a phrase is a str too


if TYPE_CHECKING:
    Text: TypeAlias = str
else:

    class Text(str):
        """Text for users: a phrase, or a plain text that is the same in every language, such as a name.

        Any `str` is accepted as a `Text`. For msgspec it is a separate type, see `quincunx.words.wire`.
        """

        __slots__ = ()


class Phrase(Text):
    """An English text that knows its code and parameters, so that it can be translated.

    It is a `str` that you can print or compare. `catalogue("de").say(phrase)` returns it in German. Only the code and
    the parameters are sent over the network, never the text.
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
    """Return the phrase with this code: `phrase("tafl.refused.taken", square="e4")`."""
    return Phrase(code, params) if params else _bare(code)


def _bare(code: str) -> Phrase:
    """Return the phrase without parameters, cached if its code is known; an unknown code may be loaded later."""
    known = _BARE.get(code)
    if known is None:
        known = Phrase(code)
        if code in catalogue(ENGLISH):
            _BARE[code] = known
    return known
