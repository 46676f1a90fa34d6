"""The common grammar of PGN and PDN: tags, then moves with numbers, comments, variations and a result.

    [White "Ann"]

    1. e4 {a comment} e5 2. Nf3 (2. Bc4 Nf6) Nc6 $1 ; a comment up to the end of the line
    3. Bb5 1-0

Comments, variations, annotations such as `!?`, and lines that start with `%` are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from quincunx.core.errors import RecordError
from quincunx.words import phrase

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_TOKEN = re.compile(
    r"""(?P<space>\s+)
    | (?P<escape>(?m:^)%[^\n]*)
    | (?P<comment>\{[^}]*\}|;[^\n]*)
    | (?P<tag>\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
    | (?P<open>\()
    | (?P<close>\))
    | (?P<nag>\$[0-9]+|[!?]+)
    | (?P<result>(?:1-0|0-1|1/2-1/2|\*)(?![^\s{(;]))
    | (?P<number>[0-9]+\.+|[0-9]+(?=\s)|\.+)
    | (?P<move>[^\s{}()\[\];$!?*]+)""",
    re.VERBOSE,
)
_TAG = re.compile(r'\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\\n]|\\.)*+)"\s*\]')
# The quantifiers are possessive (`*+`), so that text which only starts like a file is rejected in one pass.
_SKIPPED = re.compile(r"(?:\s|\{[^}]*\}|;[^\n]*+|(?m:^)%[^\n]*+)*+")
_BEGINNING = re.compile(r'\[\s*\w+\s+"|1\s*\.')
_NUMBER = re.compile(r"(?:[0-9]+\s*\.+)?")
_MOVE = re.compile(r"[^\s.(){}]*")


@dataclass(frozen=True)
class Token:
    """A word of a file, and its line number."""

    text: str
    line: int


@dataclass
class PortableGame:
    """One game of a file: its tags, its moves as written, and its result."""

    line: int
    tags: dict[str, Token] = field(default_factory=dict)
    moves: list[Token] = field(default_factory=list)
    result: Token | None = None


def is_portable(text: str) -> bool:
    """Return whether a text starts like such a file: with a tag, or with the number of the first move."""
    text = text.removeprefix("\ufeff")
    return _BEGINNING.match(text, _next(text, 0)) is not None


def first_move(text: str) -> str:
    """Return the first word that looks like a move. It is not validated: this serves to tell formats apart."""
    text = text.removeprefix("\ufeff")
    at = _next(text, 0)
    while tag := _TAG.match(text, at):
        at = _next(text, tag.end())
    number = _NUMBER.match(text, at)
    move = _MOVE.match(text, _next(text, number.end() if number else at))
    return move[0] if move and move[0] not in RESULTS else ""


def _next(text: str, at: int) -> int:
    """Return the start of the next word, after whitespace and comments."""
    skipped = _SKIPPED.match(text, at)
    return skipped.end() if skipped else at


def tag_of(text: str, name: str) -> str:
    """Return the value of a tag in any game of the text; empty if no game has it."""
    return next((found["value"] for found in _TAG.finditer(text) if found["name"] == name), "")


def split_games(text: str) -> list[PortableGame]:
    """Return the games of a file, at least one; raise RecordError if the text is invalid."""
    games: list[PortableGame] = []
    for kind, found, line in _tokens(text.removeprefix("\ufeff")):
        game = games[-1] if games else None
        if game is None or game.result is not None or (kind == "tag" and game.moves):
            game = PortableGame(line)
            games.append(game)
        if kind == "tag":
            game.tags.setdefault(found["name"], Token(re.sub(r"\\(.)", r"\1", found["value"]), line))
        elif kind == "result":
            game.result = Token(found[0], line)
        else:
            game.moves.append(Token(found[0], line))
    if not games:
        raise RecordError(phrase("notation.file.no_game"), expected=phrase("notation.file.tags_and_moves"))
    return games


def _tokens(text: str) -> Iterator[tuple[str, re.Match[str], int]]:
    """Yield the tags, moves and results of the main variations, with their line numbers."""
    at, line, depth, opened = 0, 1, 0, 1
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise _broken(text, at, line)
        kind = found.lastgroup or ""
        if kind == "open":
            opened = line if depth == 0 else opened
            depth += 1
        elif kind == "close":
            if depth == 0:
                raise RecordError(
                    phrase("notation.file.variation_not_opened"), expected=phrase("notation.file.opening"), line=line
                )
            depth -= 1
        elif depth == 0 and kind in ("tag", "result", "move"):
            yield kind, found, line
        line += found[0].count("\n")
        at = found.end()
    if depth:
        raise RecordError(
            phrase("notation.file.variation_not_closed"),
            expected=phrase("notation.file.closing", sign=")", opening="("),
            line=opened,
        )


def _broken(text: str, at: int, line: int) -> RecordError:
    if text[at] == "{":
        return RecordError(
            phrase("notation.file.comment_not_closed"),
            expected=phrase("notation.file.closing", sign="}", opening="{"),
            line=line,
        )
    if text[at] == "[":
        broken = text[at:].split("\n", 1)[0][:40]
        return RecordError(
            phrase("notation.file.no_tag", tag=repr(broken)),
            expected=phrase("notation.file.tag", example='[White "Ann"]'),
            line=line,
        )
    return RecordError(
        phrase("notation.file.unexpected", sign=repr(text[at])), expected=phrase("notation.file.contents"), line=line
    )


def write_game(tags: dict[str, str], words: list[str]) -> str:
    """Return the text of a game: its tags, a blank line, and the words in lines of fewer than 80 characters."""
    lines = [""]
    for word in words:
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if len(joined) < 80:
            lines[-1] = joined
        else:
            lines.append(word)
    return "\n".join([*(f'[{name} "{_escaped(value)}"]' for name, value in tags.items()), "", *lines, ""])


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
