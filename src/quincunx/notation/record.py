"""Records: a small header, a blank line, then the actions in order, separated by white space.

    Game: KEY
    Option first: light
    Player dark: Ann
    Player light: Bob
    Hints dark: 2
    Result: dark (no_pieces)

    c3-d4 f6-e5 d4-f6 end
    ...

The header may be missing, in whole or in part. `Hints` counts those that a side was given. `Start:` gives a position
where the game did not begin at the usual one. `Result: draw (reason)` is a draw, `Result: *` a game that is not over. A
line that begins with `;` is a comment, and so is the rest of a line of actions from `;` on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
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
from quincunx.core.options import as_played
from quincunx.core.outcome import Outcome
from quincunx.core.state import State

_HEADER = re.compile(r"(Game|Option|Player|Hints|Result|Start)(?: +([^\s:]+))?:(?:\s*(.*))?")
_RESULT = re.compile(r"(.+?) \(([a-z_]+)\)")
_REASON = re.compile(r"[a-z_]+")
_COUNT = re.compile(r"[0-9]{1,6}")
_AT_ANY_TIME = ("left",)  # leaving belongs to the match, and may end a game that the rules would let go on
_EXPECTED_HEADER = "Game:, Option NAME:, Player SIDE:, Hints SIDE:, Result: or Start:"


@dataclass(frozen=True)
class Record:
    """A game that was played: the game with its options as drawn, the actions, who played with how many hints, its end.

    The result may be one that the rules alone do not give (a player left, a draw was agreed).
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
                raise RecordError(f"{side!r} is no side", expected=" or ".join(self.game.players))
            if not name or name != name.strip() or len(name.splitlines()) != 1:
                raise RecordError(f"{name[:40]!r} is no name", expected="one line with no space at its ends")
        for side, count in self.hints.items():
            if side not in self.game.players or count < 0:
                raise RecordError(f"{count} hints for {side!r}", expected="a side, and how many it had")
        if self.result and not _REASON.fullmatch(self.result.reason):
            raise RecordError(f"{self.result.reason[:40]!r} is no reason", expected="a word in lower case")

    @classmethod
    def of(
        cls,
        state: State,
        players: Mapping[str, str] | None = None,
        result: Outcome | None = None,
        hints: Mapping[str, int] | None = None,
    ) -> Record:
        """The record of how the state came about; the result is the state's own unless one is given."""
        given = {side: count for side, count in (hints or {}).items() if count}
        return cls(state.game, tuple(state.actions()), players or {}, result or state.outcome(), state.origin, given)

    def replay(self) -> State:
        """The state after all actions; RecordError names the line of the first that is not legal."""
        *_, state = self.states()
        outcome, result = state.outcome(), self.result
        if result is None or result == outcome:
            return state
        expected = "a result that the rules or the players can have given"
        if outcome is not None:
            expected = f"{_write_result(self.game, outcome)}, which is how the game ended"
        elif result.reason not in self.game.spec.reasons or result.reason in _AT_ANY_TIME:
            return state
        raise RecordError(f"the result is {_write_result(self.game, result)}", expected=expected, line=self.result_line)

    def states(self) -> Iterator[State]:
        """The starting state, then the state after each action: one object, moved on."""
        state = self.game.start() if self.start is None else self.game.position(self.start)
        yield state
        for number, action in enumerate(self.actions):
            try:
                state.apply(action)
            except ActionError as error:
                line = self.lines[number] if self.lines else 1
                problem = f"action {number + 1} is not legal: {error}"
                with suppress(InvalidActionError):
                    problem = f"action {number + 1}, {self.game.write_action(action)}, is not legal: {error}"
                expected = "no action, for the game is over" if state.over else _example(state)
                raise RecordError(problem, expected=expected, line=line) from error
            yield state

    def text(self) -> str:
        """The record as a file's text, which reads back as this record."""
        header = [f"Game: {self.game.key}"]
        header += [f"Option {name}: {_write_option(value)}" for name, value in self.game.options.items()]
        header += [f"Player {side}: {name}" for side, name in self.players.items()]
        header += [f"Hints {side}: {count}" for side, count in self.hints.items()]
        header.append(f"Result: {_write_result(self.game, self.result)}")
        if self.start is not None:
            header.append(f"Start: {self.start}")
        return "\n".join([*header, "", *_write_turns(self)]) + "\n"


def _example(state: State) -> str:
    return f"one such as {state.text(state.legal_actions()[0])}"


def read_record(game: Game, text: str) -> Record:
    """The record that the text holds. Options that it names replace those of the game."""
    reader = _Reader(game)
    for number, line in _lines(text):
        reader.read_line(number, line)
    return reader.record()


def is_own(game: Game, text: str) -> bool:
    """Whether a text is a record as this module reads it, rather than one in another format for the game."""
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
    """The key of the game that a record's header names."""
    for number, line in _lines(text):
        found = _HEADER.fullmatch(line)
        if found is None:
            problem = f"{line[:40]!r} stands before any Game:"
            raise RecordError(problem, expected="Game: and the game's key", line=number)
        if found[1] == "Game" and found[3]:
            return found[3].strip()
    raise RecordError("the record does not name its game", expected="Game: and the game's key")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, trimmed, with their numbers."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        trimmed = line.strip()
        if trimmed and not trimmed.startswith(";"):
            yield number, trimmed


class _Reader:
    """Takes a record's lines one by one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.options: dict[str, object] = {}
        self.lines: dict[str, int] = {}  # of each option
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
            raise RecordError(f"{line[:40]!r} is no header", expected=_EXPECTED_HEADER, line=number)
        else:
            self.tokens += [(number, token) for token in line.partition(";")[0].split()]

    def read_header(self, number: int, name: str, detail: str | None, value: str) -> None:
        if self.tokens:
            raise RecordError(
                f"{name}: stands after the first action", expected="the header before the actions", line=number
            )
        if (name, detail) in self.named:
            raise RecordError(
                f"{name}{' ' + detail if detail else ''}: stands twice", expected="each header once", line=number
            )
        if not value or (detail is None) == (name in ("Option", "Player", "Hints")):
            raise RecordError(f"{name}: is incomplete", expected=_EXPECTED_HEADER + " with a value", line=number)
        self.named.add((name, detail))
        if name == "Game" and value != self.game.key:
            raise RecordError(f"this is a record of {value[:40]!r}", expected=f"Game: {self.game.key}", line=number)
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
            raise RecordError(f"{side!r} is no side", expected=" or ".join(self.game.players), line=number)
        if name == "Player":
            self.players[side] = value
        elif not _COUNT.fullmatch(value):
            raise RecordError(f"the hints are {value[:20]!r}", expected="a whole number", line=number)
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
        """The game with the header's options, read one by one, so that a fault has its line."""
        game = self.game
        for name, value in self.options.items():
            try:
                Game(game.spec, game.notation, {name: value})
            except OptionError as error:
                raise RecordError(str(error), expected="an option of the game", line=self.lines[name]) from error
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
        raise RecordError(f"the option is broken: {error}", expected="one line of JSON", line=line) from error


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
        expected = f"{game.players[0]}, {game.players[1]} or draw with a (reason), or *"
        raise RecordError(f"the result is {text[:40]!r}", expected=expected, line=line)
    return Outcome(None if found[1] == "draw" else game.players.index(found[1]), found[2])


def _write_turns(record: Record) -> list[str]:
    """The actions, a few turns a line and never a turn in two."""
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
