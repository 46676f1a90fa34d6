"""Sentences for people that stand in the code: found by reading it, so that one which no test meets is not missed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "quincunx"
MARK = "‹{}›"  # what stands for a value that is only known when the sentence is said

# who takes a sentence for people, and as which argument
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
}
LATER = {"sentence", "square", "expected"}  # names of arguments and variables that hold a sentence, or a part of one


def literals(*parts: str) -> Iterator[str]:
    """The sentences of a module, or of those below a folder, each value in them as a mark."""
    place = SOURCE.joinpath(*parts)
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield from found_in(node)


def found_in(node: ast.AST) -> Iterator[str]:
    """The sentences that somebody is handed there."""
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
    """What an expression can come to; nothing where it is no literal."""
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
