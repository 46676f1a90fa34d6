"""What a setting takes, in plain words."""

from __future__ import annotations

from typing import Any

from msgspec import inspect


def expected(kind: Any) -> str:
    """What a value of this type is."""
    match inspect.type_info(kind):
        case inspect.IntType(ge=least, le=None):
            return f"a whole number from {least}"
        case inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most}"
        case inspect.FloatType(gt=above, le=most):
            return f"a number above {above}, up to {most}"
        case inspect.LiteralType(values=values):
            *others, last = map(str, values)
            return f"{', '.join(others)} or {last}"
        case inspect.ListType():
            return "a list of texts"
    return "a text"


def fault(kind: Any, value: object) -> str:
    """That a value is none; a text may be a secret, and what was given in its place is not repeated."""
    given = "" if kind is str else f", got {value!r:.60}"
    return f"expected {expected(kind)}{given}"
