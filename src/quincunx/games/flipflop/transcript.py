"""Transcripts: an Othello game as a plain list of squares, `f5d6c3d3c4`. Passes are left out."""

from __future__ import annotations

import re
from collections.abc import Mapping

from quincunx.core import action_codes
from quincunx.core.errors import ActionError, IllegalActionError, RecordError
from quincunx.core.game import Game
from quincunx.core.record_format import RecordFormat
from quincunx.core.state import State
from quincunx.notation.record import Record
from quincunx.words import Text, phrase

_SQUARES = phrase("flipflop.transcript.squares_expected")
_PASS = action_codes.action(action_codes.PASS, 0, 0)
_WORD = re.compile(r"[a-h][1-8]|pass|pa|ps|--", re.IGNORECASE)
_WHOLE = re.compile(r"\s*(?:(?:[a-h][1-8]|pass|pa|ps|--)\s*)+", re.IGNORECASE)


class Transcript(RecordFormat):
    """A sequence of squares in lower or upper case, with or without spaces."""

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
                problem = phrase("flipflop.transcript.unreadable", sign=repr(text[at]))
                raise RecordError(problem, expected=_SQUARES, line=line)
            line += text[at] == "\n"
            at = word.end() if word else at + 1
        if not lines:
            raise RecordError(phrase("flipflop.transcript.empty"), expected=_SQUARES)
        return [Record(state.game, tuple(state.actions()), {}, state.outcome(), lines=tuple(lines))]

    def write(self, record: Record, headers: Mapping[str, str]) -> str:
        if next(record.states()) != record.game.start():
            raise RecordError(
                phrase("flipflop.transcript.other_start"), expected=phrase("flipflop.transcript.other_start_expected")
            )
        squares = [record.game.square(action_codes.target_of(action)) for action in record.actions if action != _PASS]
        return "".join(squares) + "\n"


def _play(state: State, word: str, line: int) -> int:
    """Play a move, and before it the omitted pass if there was one; return the number of actions."""
    passes = not state.over and state.legal_actions() == [_PASS]
    if passes:
        state.apply(_PASS)
    if word[0] == "p" or word == "--":
        if not passes:
            problem = phrase("flipflop.transcript.pass", number=state.turn + 1)
            raise RecordError(problem, expected=phrase("flipflop.transcript.pass_expected"), line=line)
        return 1
    try:
        state.apply(state.parse(word))
    except ActionError as error:
        fault = error.sentence if isinstance(error, IllegalActionError) else error.text
        problem = phrase("flipflop.transcript.illegal", number=state.turn + 1, word=word, fault=fault)
        raise RecordError(problem, expected=_expected(state), line=line) from error
    return 1 + passes


def _expected(state: State) -> Text:
    """Return what was expected instead of an illegal move."""
    if state.over:
        return phrase("flipflop.transcript.nothing_expected")
    return phrase("flipflop.transcript.legal_expected", square=state.text(state.legal_actions()[0]))
