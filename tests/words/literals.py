"""Texts for people that are literals in the code: found by parsing it, so texts that no test triggers are found too."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "quincunx"
MARK = "‹{}›"  # replaces a value that is only known at run time

# functions that take a text for people, and the index of that argument
TAKERS = {
    "Refusal": 1,
    "Refused": 1,
    "refusal": 1,
    "Fault": 2,
    "HudRow": 0,
    "Badge": 0,
    "Missing": 0,
    "Taken": 0,
    "Reserved": 0,
    "Banned": 0,
    "Forbidden": 0,
    "Conflict": 0,
    "OptionError": 0,
    "InvalidActionError": 0,
    "UnknownBotError": 0,
    "RemoteError": 0,
    "Unreachable": 0,
    "PositionError": 0,
    "RecordError": 0,
    "UnknownGameError": 0,
    "ClientException": 0,
    "NotAuthorizedException": 0,
    "NotFoundException": 0,
    "PermissionDeniedException": 0,
    "TooManyRequestsException": 0,
    "_respond": 1,
    "ArgumentTypeError": 0,
    "StoreError": 0,
    "WrongSchema": 0,
    "NotStartedError": 0,
    "give_up": 0,
    "say": 0,
}
LATER = {"sentence", "square", "expected"}  # names of arguments and variables that hold a text, or a part of one


def literals(*parts: str) -> Iterator[str]:
    """The texts in a module or a folder, with a mark for each value in them."""
    place = SOURCE.joinpath(*parts)
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield from found_in(node)


def found_in(node: ast.AST) -> Iterator[str]:
    """The texts passed to somebody at this node."""
    yield from (text for expression in _sentences(node) for text in _texts(expression) if text)


def _sentences(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Assign) and any(isinstance(name, ast.Name) and name.id in LATER for name in node.targets):
        yield node.value
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        at = TAKERS.get(name)
        if at is not None and len(node.args) > at:
            yield node.args[at]
        yield from (keyword.value for keyword in node.keywords if name in TAKERS and keyword.arg in LATER)


def _texts(node: ast.expr) -> list[str]:
    """The possible values of an expression; none if it is not a literal."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return _texts(node.body) + _texts(node.orelse)
    if isinstance(node, ast.JoinedStr):
        marks = iter(range(len(node.values)))
        parts = [part.value if isinstance(part, ast.Constant) else MARK.format(next(marks)) for part in node.values]
        text = "".join(str(part) for part in parts)
        return [text] if any(letter.isalpha() for letter in text) else []
    return []
