"""The interface that a game implements besides its compiled rules."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from quincunx.core import action_codes
from quincunx.core.codec import Codec
from quincunx.core.display import Board, Forecast, Frame, HudRow, Piece
from quincunx.core.distances import DistanceMaker
from quincunx.core.evaluator import Evaluator
from quincunx.core.exact import Solver, TableMaker
from quincunx.core.geometry import Pairs
from quincunx.core.move_notation import MoveNotation
from quincunx.core.options import Option
from quincunx.core.outcome import Refusal
from quincunx.core.prober import Prober
from quincunx.core.record_format import RecordFormat
from quincunx.core.small_boards import SmallBoard
from quincunx.words import Text

if TYPE_CHECKING:
    from quincunx.core.game import Game
    from quincunx.core.state import State


_BARE = {"end": action_codes.END, "pass": action_codes.PASS}


@dataclass(frozen=True)
class Kind:
    """A game-specific kind of action: `heal:c1-d2` has a prefix, `e7-e8=Q` a suffix.

    `name` is for programs, `title` for people; the title defaults to the name.
    """

    name: str
    prefix: str = ""
    suffix: str = ""
    title: Text = ""


@dataclass(frozen=True)
class Setup:
    """A parsed position that the game has not validated yet.

    It has one letter per cell ('' is empty), the game's own fields by name, the turn's number, and the number of
    actions so far in this turn.
    """

    letters: tuple[str, ...]
    to_move: int
    turn: int
    acted: int
    fields: Mapping[str, str]


Cells = tuple[int, ...]


class Notation(Protocol):
    """Reads and writes positions and records; implemented in the layer above."""

    def write_position(self, state: State) -> str: ...

    def read_position(self, game: Game, text: str) -> State: ...

    def read_record(self, game: Game, text: str) -> Any: ...

    def draw(self, state: State) -> str: ...


class Spec(ABC):
    """A game: facts about it, and the few answers for people that a compiled state cannot give.

    Each class is a family of games that share their pieces, texts and code; each game of the family is an instance.
    `key` is the game's name for programs and records, `title` its name for people.
    """

    players: ClassVar[tuple[Text, Text]]
    letters: ClassVar[str]  # every piece letter of the position text
    sides: ClassVar[str]  # the letters of the two sides in the position text
    reasons: ClassVar[tuple[str, ...]]  # why a game can end; the state counts them from 1
    reason_rules: ClassVar[Mapping[str, tuple[str, Text]]]  # reason: the rule's id, and a sentence for the player
    kinds: ClassVar[tuple[Kind, ...]] = ()  # numbered from action_codes.OWN
    places: ClassVar[bool] = False  # whether players place pieces on squares rather than move them
    light: ClassVar[int] = 1  # the side whose pieces are the light ones
    codes: ClassVar[Mapping[str, int]] = {}  # letter: its number in `state.board()`; if empty, counted from 1
    flip: ClassVar[int] = 0  # the bits of a cell to invert for player 1's view; 0 if both have the same view
    person_side: ClassVar[int | None] = None  # the default side of a person against a bot
    tells_moves: ClassVar[bool] = False  # whether an own HUD row numbers the moves, one of each side being one move
    drafts: ClassVar[bool] = False  # whether keyboard input remains a draft until the turn is handed over
    frame: ClassVar[Frame | None] = None  # how the game's source document prints the board, if it does
    told_reasons: ClassVar[tuple[str, ...]] = ()  # reasons not shown by the board, so the position text gives them
    positional: ClassVar[tuple[str, ...]] = ()  # fields that the position text gives without their names

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
        self.facts: Mapping[str, Any] = facts or {}  # parameters for the state class, different in each family
        self.without = without  # actions that never occur in this game: names of kinds, `end`, `pass`
        self.usual_clock = usual_clock  # the default clock of a match (play/clocks)
        self.abortable = abortable  # whether a match can be aborted once both players are there

    @property
    def package(self) -> str:
        """The package of the family, which contains its data."""
        return sys.modules[type(self).__module__].__package__ or ""

    @abstractmethod
    def new_state(self, game: Game) -> State:
        """Return the initial state."""

    @abstractmethod
    def board(self, game: Game) -> Board:
        """Return the board's geometry and marks."""

    @abstractmethod
    def pieces(self, state: Any) -> dict[int, Piece]:
        """Return the pieces by cell."""

    @abstractmethod
    def hud(self, state: Any) -> Sequence[HudRow]:
        """Return the game's own lines beside the board; the number of moves is added for every game."""

    @abstractmethod
    def refusal(self, state: Any, action: int) -> Refusal:
        """Return the rule that forbids a well-formed but illegal action, with a sentence for the player."""

    @abstractmethod
    def position_fields(self, state: Any) -> dict[str, str]:
        """Return the game's own fields of the position text: positional ones always, others if not the default."""

    @abstractmethod
    def set_up(self, game: Game, setup: Setup) -> State:
        """Return the state of a parsed position, except for its counters; raise PositionError if it is impossible."""

    def position_letters(self, state: Any) -> dict[int, str]:
        """Return the letter of each piece in the position text, by cell."""
        return {cell: piece.glyph for cell, piece in self.pieces(state).items()}

    def code(self, letter: str) -> int:
        """Return the number in `state.board()` of the piece with this letter in the position text."""
        return self.codes[letter] if self.codes else self.letters.index(letter) + 1

    def action_space(self, game: Game) -> list[int]:
        """Return every action that player 0 can have in any position, sorted, and maybe some more; no timeouts.

        Player 1 has the same ones, from player 1's view (`flip`).
        """
        found = [action_codes.action(_BARE[name], 0, 0) for name in _BARE if name not in self.without]
        if self.places:
            cells = range(game.board.files * game.board.ranks)
            found += [action_codes.action(action_codes.PLACE, cell, cell) for cell in cells]
        else:
            found += [action_codes.action(action_codes.MOVE, *pair) for pair in self.paths(game, None)]
        for number, kind in enumerate(self.kinds):
            if kind.name not in self.without:
                found += [action_codes.action(action_codes.OWN + number, *pair) for pair in self.paths(game, kind)]
        return sorted(found)

    def paths(self, game: Game, kind: Kind | None) -> Pairs:
        """Return the origins and targets of player 0's moves, or of actions of a kind of the game's own."""
        cells = range(game.board.files * game.board.ranks)
        return [(origin, target) for origin in cells for target in cells]

    def evaluator(self, game: Game) -> Evaluator:
        """Return the evaluator for bots; with the default one, bots only see wins and losses."""
        return Evaluator()

    def solver(self, game: Game) -> Solver | None:
        """Return a new solver, which knows exact results of some positions, or None if there is none."""
        return None

    def prober(self, game: Game) -> Prober | None:
        """Return the exact values that a search can look up at every node, or None if there are none."""
        return None

    def table_maker(self) -> TableMaker | None:
        """Return what makes the game's endgame tables, or None if the game has none."""
        return None

    def distance_maker(self) -> DistanceMaker | None:
        """Return what makes the game's table of distances, or None if it has none."""
        return None

    def small_board(self, size: int) -> SmallBoard | None:
        """Return the game on a board of this size to be solved from the start, or None if it cannot be."""
        return None

    def codec(self, game: Game) -> Codec:
        """Return the encoding of positions and actions for external programs."""
        return Codec()

    def move_notation(self, game: Game) -> MoveNotation:
        """Return the notation in which people write the game's moves."""
        return MoveNotation()

    def record_format(self, game: Game) -> RecordFormat | None:
        """Return the file format of other programs for this game, if there is one."""
        return None

    def told_turn(self, to_move: int, fields: Mapping[str, str]) -> int | None:
        """Return the turn's number if the game's own fields give it (as in a FEN); the text then has no `turn`."""
        return None

    def prompt(self, state: Any) -> Text:
        """Return a sentence on what the player can do now; called only in the middle of a turn."""
        return ""

    def warning(self, state: Any) -> Text:
        """Return a sentence that the player must know, such as a check; called only at the start of a turn."""
        return ""

    def forecast(self, state: Any, action: int) -> Forecast | None:
        """Return what the action will do, or None if the game has no forecast for it."""
        return None

    def has_forecast(self, game: Game) -> bool:
        """Return whether the game shows players a forecast before they act."""
        return False

    def takes(self, state: Any, action: int) -> bool:
        """Return whether the legal action captures, turns or attacks an opponent's piece. By default, try it out."""
        mover = state.to_move
        before = self._others(state, mover)
        state.apply(action)
        after = self._others(state, mover)
        state.undo()
        return after < before

    def threats(self, state: Any) -> tuple[Cells, Cells]:
        """Return the cells that each side attacks, for games that show them."""
        return (), ()

    def _others(self, state: Any, mover: int) -> int:
        return sum(piece.owner != mover for piece in self.pieces(state).values())
