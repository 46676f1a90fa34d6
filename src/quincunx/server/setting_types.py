"""Describes the values that a setting accepts."""

from __future__ import annotations

from typing import Any

from msgspec import inspect


def expected(kind: Any) -> str:
    """A description of the values of this type."""
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
            return "a list of strings"
    return "a text"


def fault(kind: Any, value: object) -> str:
    """The error for an invalid value. If the setting is a text, the value is not shown, because it may be a secret."""
    given = "" if kind is str else f", got {value!r:.60}"
    return f"expected {expected(kind)}{given}"
