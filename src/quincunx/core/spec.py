"""What a game's folder must say about the game, apart from its compiled rules."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from quincunx.core.codec import Codec
from quincunx.core.display import Board, Forecast, Frame, HudRow, Piece
from quincunx.core.evaluator import Evaluator
from quincunx.core.move_notation import MoveNotation
from quincunx.core.options import Option
from quincunx.core.outcome import Refusal
from quincunx.core.record_format import RecordFormat
from quincunx.words import Text

if TYPE_CHECKING:
    from quincunx.core.game import Game
    from quincunx.core.state import State


@dataclass(frozen=True)
class Kind:
    """An action kind of the game's own: `heal:c1-d2` has a prefix, `e7-e8=Q` a suffix.

    `name` is for programs, `title` for people: the name, where there is none.
    """

    name: str
    prefix: str = ""
    suffix: str = ""
    title: Text = ""


@dataclass(frozen=True)
class Setup:
    """A position as it was read, before the game has judged it.

    One letter a cell ('' is empty), the game's own fields by name, the turn's number and how many actions it has had.
    """

    letters: tuple[str, ...]
    to_move: int
    turn: int
    acted: int
    fields: Mapping[str, str]


Cells = tuple[int, ...]


class Notation(Protocol):
    """Reads and writes positions and records; lives a level above."""

    def write_position(self, state: State) -> str: ...

    def read_position(self, game: Game, text: str) -> State: ...

    def read_record(self, game: Game, text: str) -> Any: ...


class Spec(ABC):
    """A game: facts, and the few questions a compiled state cannot answer for a person.

    A class stands for a family of games, which share their pieces, their words and their code; each game of the family
    is an instance of it. `key` is the game's name for programs and records, `title` its name for people.
    """

    players: ClassVar[tuple[Text, Text]]
    letters: ClassVar[str]  # every piece letter of the position text
    sides: ClassVar[str]  # the letters of the two sides in the position text
    reasons: ClassVar[tuple[str, ...]]  # of an outcome; the state counts them from 1
    reason_rules: ClassVar[Mapping[str, tuple[str, Text]]]  # reason: the rule's id, and a sentence for the player
    kinds: ClassVar[tuple[Kind, ...]] = ()  # numbered from action_codes.OWN
    places: ClassVar[bool] = False  # whether players put pieces on squares rather than move them
    light: ClassVar[int] = 1  # the side whose pieces are the light ones
    codes: ClassVar[Mapping[str, int]] = {}  # letter: its number in `state.board()`; left out, counted from 1
    person_side: ClassVar[int | None] = None  # the side that a person has against a bot, unless he chooses otherwise
    tells_moves: ClassVar[bool] = False  # whether a HUD row of its own has the number of the move
    drafts: ClassVar[bool] = False  # whether what is played with keys stays a draft until it is handed over
    frame: ClassVar[Frame | None] = None  # how the game's document prints the board, where it does
    told_reasons: ClassVar[tuple[str, ...]] = ()  # of an outcome that a position does not show, so that its text must
    positional: ClassVar[tuple[str, ...]] = ()  # fields of the position text that stand without their names

    def __init__(
        self,
        key: str,
        title: Text,
        summary: Text,
        options: tuple[Option, ...] = (),
        facts: Mapping[str, Any] | None = None,
        *,
        without: tuple[str, ...] = (),
        usual_clock: Mapping[str, Any] | None = None,
        abortable: bool = True,
    ) -> None:
        self.key = key
        self.title = title
        self.summary = summary
        self.options = options
        self.facts: Mapping[str, Any] = facts or {}  # what the state class reads; each family knows its own
        self.without = without  # actions that never come up in this game: kinds by name, `end`, `pass`
        self.usual_clock = usual_clock  # the clock that a match has unless another is chosen (play/clocks)
        self.abortable = abortable  # whether a match can be aborted once both players are there

    @property
    def package(self) -> str:
        """The package of the family, where its data lies."""
        return sys.modules[type(self).__module__].__package__ or ""

    @abstractmethod
    def new_state(self, game: Game) -> State:
        """The initial state."""

    @abstractmethod
    def board(self, game: Game) -> Board:
        """The board's geometry and marks."""

    @abstractmethod
    def pieces(self, state: Any) -> dict[int, Piece]:
        """The pieces by cell."""

    @abstractmethod
    def hud(self, state: Any) -> Sequence[HudRow]:
        """The lines beside the board, the game's own; moves made are added for every game."""

    @abstractmethod
    def refusal(self, state: Any, action: int) -> Refusal:
        """Which rule forbids an action that is well-formed but not legal, in a sentence a player understands."""

    @abstractmethod
    def position_fields(self, state: Any) -> dict[str, str]:
        """What the position text says besides board and side: positional fields always, the others where not usual."""

    @abstractmethod
    def set_up(self, game: Game, setup: Setup) -> State:
        """The state of a position that was read, counters aside; PositionError for one that no game could hold."""

    def position_letters(self, state: Any) -> dict[int, str]:
        """The letter of each piece in the position text, by cell."""
        return {cell: piece.glyph for cell, piece in self.pieces(state).items()}

    def code(self, letter: str) -> int:
        """The number of a piece in `state.board()`, by its letter in the position text."""
        return self.codes[letter] if self.codes else self.letters.index(letter) + 1

    def evaluator(self, game: Game) -> Evaluator:
        """What judges positions for the bots; without one of the game's own they see wins and losses only."""
        return Evaluator()

    def codec(self, game: Game) -> Codec:
        """How programs outside write the game's positions and actions."""
        return Codec()

    def move_notation(self, game: Game) -> MoveNotation:
        """How people write its moves."""
        return MoveNotation()

    def record_format(self, game: Game) -> RecordFormat | None:
        """The files in which other programs keep its games, if there are any."""
        return None

    def told_turn(self, to_move: int, fields: Mapping[str, str]) -> int | None:
        """The turn's number, where the game's own fields tell it (as a FEN does); then the text has no `turn`."""
        return None

    def prompt(self, state: Any) -> Text:
        """What the player may do in the middle of a turn, in a sentence; asked only there."""
        return ""

    def warning(self, state: Any) -> Text:
        """What the player must know at the beginning of a turn, in a sentence; asked only there."""
        return ""

    def forecast(self, state: Any, action: int) -> Forecast | None:
        """What the action will do, where the game has something to foretell."""
        return None

    def foretells(self, game: Game) -> bool:
        """Whether players want to be told, before they act, what an action will do."""
        return False

    def takes(self, state: Any, action: int) -> bool:
        """Whether the legal action captures, turns or attacks a piece of the other's; found out by playing it."""
        mover = state.to_move
        before = self._others(state, mover)
        state.apply(action)
        after = self._others(state, mover)
        state.undo()
        return after < before

    def threats(self, state: Any) -> tuple[Cells, Cells]:
        """The cells that each side attacks, in games where players want to see that."""
        return (), ()

    def _others(self, state: Any, mover: int) -> int:
        return sum(piece.owner != mover for piece in self.pieces(state).values())
