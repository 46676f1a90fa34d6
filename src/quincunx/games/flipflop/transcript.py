"""Transcripts: an Othello game as nothing but its squares, `f5d6c3d3c4`. Passes are not written."""

from __future__ import annotations

import re
from collections.abc import Mapping

from quincunx.core import action_codes
from quincunx.core.errors import ActionError, IllegalActionError, RecordError
from quincunx.core.game import Game
from quincunx.core.record_format import RecordFormat
from quincunx.core.state import State
from quincunx.notation.record import Record

_PASS = action_codes.action(action_codes.PASS, 0, 0)
_WORD = re.compile(r"[a-h][1-8]|pass|pa|ps|--", re.IGNORECASE)
_WHOLE = re.compile(r"\s*(?:(?:[a-h][1-8]|pass|pa|ps|--)\s*)+", re.IGNORECASE)


class Transcript(RecordFormat):
    """Squares one after another, in small or capital letters, with or without spaces."""

    name = "transcript"
    suffix = "transcript"

    def recognises(self, text: str) -> bool:
        return _WHOLE.fullmatch(text) is not None

    def read(self, game: Game, text: str) -> list[Record]:
        state, lines = game.start(), list[int]()
        at, line = 0, 1
        while at < len(text):
            word = _WORD.match(text, at)
            if word is not None:
                lines += [line] * _play(state, word[0].lower(), line)
            elif not text[at].isspace():
                raise RecordError(f"{text[at]!r} stands here", expected="squares such as f5d6c3", line=line)
            line += text[at] == "\n"
            at = word.end() if word else at + 1
        if not lines:
            raise RecordError("there is no game in it", expected="squares such as f5d6c3")
        return [Record(state.game, tuple(state.actions()), {}, state.outcome(), lines=tuple(lines))]

    def write(self, record: Record, headers: Mapping[str, str]) -> str:
        if next(record.states()) != record.game.start():
            raise RecordError("a transcript begins at the usual position", expected="a game that does too")
        squares = [record.game.square(action_codes.target_of(action)) for action in record.actions if action != _PASS]
        return "".join(squares) + "\n"


def _play(state: State, word: str, line: int) -> int:
    """Play a move, and before it the pass that is not written; how many actions it was."""
    passes = not state.over and state.legal_actions() == [_PASS]
    if passes:
        state.apply(_PASS)
    if word[0] == "p" or word == "--":
        if not passes:
            raise RecordError(f"move {state.turn + 1} is a pass", expected="a square: there are legal ones", line=line)
        return 1
    try:
        state.apply(state.parse(word))
    except ActionError as error:
        problem = error.sentence if isinstance(error, IllegalActionError) else str(error)
        legal = "no more squares" if state.over else f"a legal square such as {state.text(state.legal_actions()[0])}"
        raise RecordError(f"move {state.turn + 1}, {word}: {problem}", expected=legal, line=line) from error
    return 1 + passes
