"""Records: a small header, a blank line, then the actions in order, separated by whitespace.

    Game: KEY
    Option first: light
    Player dark: Ann
    Player light: Bob
    Hints dark: 2
    Result: dark (no_pieces)

    c3-d4 f6-e5 d4-f6 end
    ...

All or part of the header may be missing. `Hints` gives the number of hints that a side received. `Start:` gives the
starting position if it is not the usual one. `Result: draw (reason)` is a draw, `Result: *` an unfinished game. A line
that starts with `;` is a comment, as is the rest of a line of actions after `;`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from quincunx.core import action_codes
from quincunx.core.errors import (
    ActionError,
    InvalidActionError,
    OptionError,
    PositionError,
    RecordError,
)
from quincunx.core.game import Game
from quincunx.core.listing import any_of
from quincunx.core.options import as_played
from quincunx.core.outcome import Outcome
from quincunx.core.state import State
from quincunx.words import Text, phrase

_HEADER = re.compile(r"(Game|Option|Player|Hints|Result|Start)(?: +([^\s:]+))?:(?:\s*(.*))?")
_RESULT = re.compile(r"(.+?) \(([a-z_]+)\)")
_REASON = re.compile(r"[a-z_]+")
_COUNT = re.compile(r"[0-9]{1,6}")
SHOWN = 6  # actions in a record's `repr`
_AT_ANY_TIME = ("left",)  # a player can leave the match before the rules end the game
_HEADERS = ("Game:", "Option NAME:", "Player SIDE:", "Hints SIDE:", "Result:", "Start:")


@dataclass(frozen=True, repr=False)
class Record:
    """A played game: the game with its options as drawn, the actions, the players and their hints, and the result.

    The result may be one that doesn't follow from the rules: a player left, or a draw was agreed.
    """

    game: Game
    actions: tuple[int, ...]
    players: Mapping[str, str] = field(default_factory=dict, hash=False)
    result: Outcome | None = None
    start: str | None = None
    hints: Mapping[str, int] = field(default_factory=dict, hash=False)
    lines: tuple[int, ...] = field(default=(), repr=False, compare=False)
    result_line: int = field(default=1, repr=False, compare=False)

    def __post_init__(self) -> None:
        for side, name in self.players.items():
            if side not in self.game.players:
                raise RecordError(phrase("notation.no_side", side=repr(side)), expected=_sides(self.game))
            if not name or name != name.strip() or len(name.splitlines()) != 1:
                raise RecordError(
                    phrase("notation.record.no_name", name=repr(name[:40])), expected=phrase("notation.record.name")
                )
        for side, count in self.hints.items():
            if side not in self.game.players or count < 0:
                problem = phrase("notation.record.hints_of_side", count=count, side=repr(side))
                raise RecordError(problem, expected=phrase("notation.record.side_and_count"))
        if self.result and not _REASON.fullmatch(self.result.reason):
            problem = phrase("notation.record.no_reason", reason=repr(self.result.reason[:40]))
            raise RecordError(problem, expected=phrase("notation.record.reason"))

    @classmethod
    def of(
        cls,
        state: State,
        players: Mapping[str, str] | None = None,
        result: Outcome | None = None,
        hints: Mapping[str, int] | None = None,
    ) -> Record:
        """Return the record of a state's history; the result defaults to the state's outcome."""
        given = {side: count for side, count in (hints or {}).items() if count}
        return cls(state.game, tuple(state.actions()), players or {}, result or state.outcome(), state.origin, given)

    def replay(self) -> State:
        """Return the state after all actions; raise RecordError, with the line, at the first illegal one."""
        *_, state = self.states()
        outcome, result = state.outcome(), self.result
        if result is None or result == outcome:
            return state
        expected = phrase("notation.record.possible_result")
        if outcome is not None:
            expected = phrase("notation.record.result_of_game", result=_write_result(self.game, outcome))
        elif result.reason not in self.game.spec.reasons or result.reason in _AT_ANY_TIME:
            return state
        problem = phrase("notation.result_is", result=_write_result(self.game, result))
        raise RecordError(problem, expected=expected, line=self.result_line)

    def states(self) -> Iterator[State]:
        """Yield the starting state, then the state after each action. It is always the same object."""
        state = self.game.start() if self.start is None else self.game.position(self.start)
        yield state
        for number, action in enumerate(self.actions):
            try:
                state.apply(action)
            except ActionError as error:
                line = self.lines[number] if self.lines else 1
                raise RecordError(self._illegal(number, error), expected=_legal(state), line=line) from error
            yield state

    def _illegal(self, number: int, error: ActionError) -> Text:
        """Return what is wrong with the action with this number, counted from 0."""
        try:
            action = self.game.write_action(self.actions[number])
        except InvalidActionError:
            return phrase("notation.record.invalid_action", number=number + 1, problem=error.text)
        return phrase("notation.record.illegal_action", number=number + 1, action=action, problem=error.text)

    def __repr__(self) -> str:
        """Return the game, the number of actions and the result, and the last actions."""
        last = "".join(f" {self.game.write_action(action)}" for action in self.actions[-SHOWN:])
        cut = " …" if len(self.actions) > SHOWN else ""
        return f"<{self.game.key}: {_write_result(self.game, self.result)}, {len(self.actions)} actions:{cut}{last}>"

    def text(self) -> str:
        """Return the record as a file's text, which can be read back."""
        header = [f"Game: {self.game.key}"]
        header += [f"Option {name}: {_write_option(value)}" for name, value in self.game.options.items()]
        header += [f"Player {side}: {name}" for side, name in self.players.items()]
        header += [f"Hints {side}: {count}" for side, count in self.hints.items()]
        header.append(f"Result: {_write_result(self.game, self.result)}")
        if self.start is not None:
            header.append(f"Start: {self.start}")
        return "\n".join([*header, "", *_write_turns(self)]) + "\n"


def _legal(state: State) -> Text:
    """Return what can be played, for an error message."""
    if state.over:
        return phrase("notation.record.no_more_actions")
    return phrase("notation.record.one_such_as", action=state.text(state.legal_actions()[0]))


def _sides(game: Game) -> Text:
    """Return the names of the sides in records, for an error message; they are the same in every language."""
    return any_of([str(side) for side in game.players])


def read_record(game: Game, text: str) -> Record:
    """Return the record in the text. Options in the record replace those of the game."""
    reader = _Reader(game)
    for number, line in _lines(text):
        reader.read_line(number, line)
    return reader.record()


def is_own(game: Game, text: str) -> bool:
    """Return whether a text is a record in this module's format, rather than in another format of the game."""
    for _, line in _lines(text):
        if _HEADER.fullmatch(line) or line.startswith("Game"):
            return True
        try:
            action = game.read_action(line.partition(";")[0].split()[0])
        except InvalidActionError:
            return False
        return game.spec.places or action_codes.kind_of(action) != action_codes.PLACE
    return True


def named_game(text: str) -> str:
    """Return the key of the game that a record's header names."""
    for number, line in _lines(text):
        found = _HEADER.fullmatch(line)
        if found is None:
            problem = phrase("notation.record.before_game", line=repr(line[:40]))
            raise RecordError(problem, expected=phrase("notation.record.game"), line=number)
        if found[1] == "Game" and found[3]:
            return found[3].strip()
    raise RecordError(phrase("notation.record.game_missing"), expected=phrase("notation.record.game"))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that aren't blank or comments, stripped, with their numbers."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        trimmed = line.strip()
        if trimmed and not trimmed.startswith(";"):
            yield number, trimmed


class _Reader:
    """Reads a record line by line."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.options: dict[str, object] = {}
        self.lines: dict[str, int] = {}  # each option's line number
        self.players: dict[str, str] = {}
        self.hints: dict[str, int] = {}
        self.result: str | None = None
        self.result_line = 1
        self.start: str | None = None
        self.start_line = 1
        self.named: set[tuple[str, str | None]] = set()
        self.tokens: list[tuple[int, str]] = []

    def read_line(self, number: int, line: str) -> None:
        found = _HEADER.fullmatch(line)
        if found:
            self.read_header(number, found[1], found[2], (found[3] or "").strip())
        elif ": " in line.partition(";")[0] or line.endswith(":"):
            problem = phrase("notation.record.no_header", line=repr(line[:40]))
            raise RecordError(problem, expected=any_of(_HEADERS), line=number)
        else:
            self.tokens += [(number, token) for token in line.partition(";")[0].split()]

    def read_header(self, number: int, name: str, detail: str | None, value: str) -> None:
        if self.tokens:
            raise RecordError(
                phrase("notation.record.header_after_actions", header=f"{name}:"),
                expected=phrase("notation.record.headers_first"),
                line=number,
            )
        if (name, detail) in self.named:
            raise RecordError(
                phrase("notation.record.header_twice", header=f"{name} {detail}:" if detail else f"{name}:"),
                expected=phrase("notation.record.header_once"),
                line=number,
            )
        if not value or (detail is None) == (name in ("Option", "Player", "Hints")):
            raise RecordError(
                phrase("notation.record.header_incomplete", header=f"{name}:"),
                expected=phrase("notation.record.header_with_value", headers=any_of(_HEADERS)),
                line=number,
            )
        self.named.add((name, detail))
        if name == "Game" and value != self.game.key:
            problem = phrase("notation.record.other_game", game=repr(value[:40]))
            raise RecordError(problem, expected=f"Game: {self.game.key}", line=number)
        if name == "Option":
            self.options[detail or ""] = _read_option(value, number)
            self.lines[detail or ""] = number
        elif name in ("Player", "Hints"):
            self.read_side(number, name, detail or "", value)
        elif name == "Result":
            self.result, self.result_line = value, number
        elif name == "Start":
            self.start, self.start_line = value, number

    def read_side(self, number: int, name: str, side: str, value: str) -> None:
        if side not in self.game.players:
            raise RecordError(phrase("notation.no_side", side=repr(side)), expected=_sides(self.game), line=number)
        if name == "Player":
            self.players[side] = value
        elif not _COUNT.fullmatch(value):
            problem = phrase("notation.record.number_of_hints", value=repr(value[:20]))
            raise RecordError(problem, expected=phrase("notation.whole_number"), line=number)
        else:
            self.hints[side] = int(value)

    def record(self) -> Record:
        game = self.build_game()
        result = _read_result(game, self.result, self.result_line)
        if self.start is not None:
            try:
                game.position(self.start)
            except PositionError as error:
                raise RecordError(error.problem, expected=error.expected, line=self.start_line) from error
        actions = []
        for number, token in self.tokens:
            try:
                actions.append(game.read_action(token))
            except InvalidActionError as error:
                raise RecordError(error.problem, expected=error.expected, line=number) from error
        lines = tuple(number for number, _ in self.tokens)
        return Record(game, tuple(actions), self.players, result, self.start, self.hints, lines, self.result_line)

    def build_game(self) -> Game:
        """Return the game with the header's options, validated one by one, so that errors have a line number."""
        game = self.game
        for name, value in self.options.items():
            try:
                Game(game.spec, game.notation, {name: value})
            except OptionError as error:
                expected = phrase("notation.record.option")
                raise RecordError(error.text, expected=expected, line=self.lines[name]) from error
        named = as_played(game.spec.options, self.options)
        return Game(game.spec, game.notation, {**game.options, **named})


def _write_option(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _read_option(value: str, line: int) -> object:
    if not value.startswith("{"):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise RecordError(
            phrase("notation.record.broken_option"), expected=phrase("notation.record.json"), line=line
        ) from error


def _write_result(game: Game, result: Outcome | None) -> str:
    if result is None:
        return "*"
    winner = "draw" if result.winner is None else game.players[result.winner]
    return f"{winner} ({result.reason})"


def _read_result(game: Game, text: str | None, line: int) -> Outcome | None:
    if text is None or text == "*":
        return None
    found = _RESULT.fullmatch(text)
    if found is None or found[1] not in (*game.players, "draw"):
        winners = any_of([*map(str, game.players), "draw"])
        raise RecordError(
            phrase("notation.result_is", result=repr(text[:40])),
            expected=phrase("notation.record.result", winners=winners),
            line=line,
        )
    return Outcome(None if found[1] == "draw" else game.players.index(found[1]), found[2])


def _write_turns(record: Record) -> list[str]:
    """Return the actions, with a few turns per line and no turn split across lines."""
    lines: list[str] = []
    turn: list[str] = []
    line = ""
    states = record.states()
    last = next(states).turn
    for action, state in zip(record.actions, states, strict=True):
        turn.append(record.game.write_action(action))
        if state.turn != last:
            last = state.turn
            joined = " ".join(turn)
            if line and len(line) + len(joined) > 88:
                lines.append(line)
                line = joined
            else:
                line = f"{line}   {joined}" if line else joined
            turn = []
    return [part for part in [*lines, line, " ".join(turn)] if part]
