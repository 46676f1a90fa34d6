"""Games in PGN or PDN: the part common to both, above the grammar."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from quincunx.core.errors import ActionError, InvalidActionError, PositionError, RecordError
from quincunx.core.game import Game
from quincunx.core.outcome import Outcome
from quincunx.core.record_format import RecordFormat
from quincunx.core.state import State
from quincunx.notation.portable_game import PortableGame, Token, split_games, write_game
from quincunx.notation.record import Record
from quincunx.words import phrase

UNKNOWN = "?"
ROSTER = {"Event": UNKNOWN, "Site": UNKNOWN, "Date": "????.??.??", "Round": UNKNOWN}
LEFT, AGREED = "left", "agreed"  # reasons for games not ended by the rules, unless the file gives another
TERMINATIONS = {"time": "time forfeit", "abandoned": "abandoned"}  # our reason, and the tag's value


class PortableFormat(RecordFormat):
    """PGN or a similar format. In the result, white comes first; `white` is the number of white's side."""

    white: ClassVar[int]

    @abstractmethod
    def read_fen(self, game: Game, text: str) -> State:
        """Return the position in the FEN tag; raise PositionError if it is invalid."""

    @abstractmethod
    def write_fen(self, state: State) -> str:
        """Return the position as a value for the FEN tag."""

    def own_tags(self) -> dict[str, str]:
        """Return the tags that every file in this format has, besides the usual ones."""
        return {}

    # -- reading --

    def read(self, game: Game, text: str) -> list[Record]:
        """Return the records of all games in the text."""
        return [self._record(game, each) for each in split_games(text)]

    def _record(self, game: Game, portable: PortableGame) -> Record:
        """Return the record of the game. If it went on after a draw by the usual options, switch off that draw."""
        state, lines = self._played(game, portable)
        result = state.outcome()
        goes_on = len(lines) < len(portable.moves) or (
            result is not None and self._winner(portable, result.winner) is not None
        )
        if goes_on and result is not None and result.reason in game.options:
            options: dict[str, Any] = {**game.options, result.reason: 0}
            return self._record(Game(game.spec, game.notation, options), portable)
        if len(lines) < len(portable.moves):
            extra = portable.moves[len(lines)]
            problem = phrase("notation.file.move_after_end", move=extra.text[:20])
            raise RecordError(problem, expected=phrase("notation.file.no_more_moves"), line=extra.line)
        by_action = [line for line, actions in lines for _ in range(actions)]
        return Record(
            state.game,
            tuple(state.actions()),
            self._players(game, portable),
            self._result(portable, result),
            state.origin,
            lines=tuple(by_action),
            result_line=portable.result.line if portable.result else portable.line,
        )

    def _played(self, game: Game, portable: PortableGame) -> tuple[State, list[tuple[int, int]]]:
        """Return the state after the moves, up to the end of the game, and each move's line and number of actions."""
        state, notation = self._start(game, portable.tags.get("FEN")), game.spec.move_notation(game)
        lines: list[tuple[int, int]] = []
        for move in portable.moves:
            if state.over:
                break
            try:
                actions = notation.read_turn(state, move.text)
            except InvalidActionError as error:
                problem = phrase("notation.file.move", number=state.turn // 2 + 1, problem=error.problem)
                raise RecordError(problem, expected=error.expected, line=move.line) from error
            for action in actions:
                state.apply(action)
            lines.append((move.line, len(actions)))
        return state, lines

    def _start(self, game: Game, fen: Token | None) -> State:
        if fen is None:
            return game.start()
        try:
            return self.read_fen(game, fen.text)
        except (PositionError, ActionError) as error:
            problem = phrase("notation.file.invalid_fen", problem=getattr(error, "problem", error.text))
            expected = getattr(error, "expected", phrase("notation.file.position"))
            raise RecordError(problem, expected=expected, line=fen.line) from error

    def _players(self, game: Game, portable: PortableGame) -> dict[str, str]:
        """Return the names by side, without unknown ones."""
        names = {}
        for tag, side in (("White", self.white), ("Black", 1 - self.white)):
            name = " ".join(portable.tags[tag].text.split()) if tag in portable.tags else ""
            if name not in ("", UNKNOWN):
                names[game.players[side]] = name
        return {side: names[side] for side in game.players if side in names}

    def _result(self, portable: PortableGame, outcome: Outcome | None) -> Outcome | None:
        """Return how the game ended: by the rules, or else according to the file."""
        text = self._result_text(portable)
        if outcome is not None:
            if self._winner(portable, outcome.winner) is not None:
                line = portable.result.line if portable.result else portable.line
                problem = phrase("notation.result_is", result=text)
                raise RecordError(problem, expected=self._scored(outcome), line=line)
            return outcome
        if text == "*":
            return None
        if text == "1/2-1/2":
            return Outcome(None, AGREED)
        ended = portable.tags["Termination"].text.lower() if "Termination" in portable.tags else ""
        reason = next((reason for reason, words in TERMINATIONS.items() if words in ended), LEFT)
        return Outcome(self.white if text == "1-0" else 1 - self.white, reason)

    def _winner(self, portable: PortableGame, winner: int | None) -> str | None:
        """Return the file's result if it differs from the game's."""
        text = self._result_text(portable)
        return None if text in ("*", self._scored(Outcome(winner, ""))) else text

    def _result_text(self, portable: PortableGame) -> str:
        """Return the result after the moves, or else the Result tag's."""
        if portable.result is not None and portable.result.text != "*":
            return portable.result.text
        tag = portable.tags.get("Result")
        return tag.text if tag is not None and tag.text in ("1-0", "0-1", "1/2-1/2") else "*"

    def _scored(self, result: Outcome | None) -> str:
        if result is None:
            return "*"
        if result.winner is None:
            return "1/2-1/2"
        return "1-0" if result.winner == self.white else "0-1"

    # -- writing --

    def write(self, record: Record, headers: Mapping[str, str]) -> str:
        """Return the record as a file's text."""
        sides = record.game.players
        white, black = sides[self.white], sides[1 - self.white]
        result = self._scored(record.result)
        tags = ROSTER | {name: value for name, value in headers.items() if name in ROSTER}
        tags |= {"White": record.players.get(white, UNKNOWN), "Black": record.players.get(black, UNKNOWN)}
        tags |= {"Result": result, **self.own_tags()}
        start = next(record.states())
        if start != record.game.start():
            tags |= {"SetUp": "1", "FEN": self.write_fen(start)}
        if record.result is not None and record.result.reason in TERMINATIONS:
            tags["Termination"] = TERMINATIONS[record.result.reason]
        return write_game(tags, [*_numbered(record), result])


def _numbered(record: Record) -> list[str]:
    """Return the turns, with numbers before the turns of the side that moves first, and before the first turn."""
    notation, first = record.game.spec.move_notation(record.game), record.game.start().to_move
    words: list[str] = []
    last: int | None = None
    for state, action in zip(record.states(), record.actions, strict=False):
        word = notation.write(state, action)
        if state.turn == last:
            words[-1] += notation.joint + word
            continue
        if state.to_move == first or last is None:
            words.append(f"{state.turn // 2 + 1}{'.' if state.to_move == first else '...'}")
        words.append(word)
        last = state.turn
    return words
