"""A game with its spec and its validated options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from quincunx.core import action_codes
from quincunx.core.display import Board
from quincunx.core.errors import InvalidActionError, OptionError, PositionError
from quincunx.core.listing import any_of
from quincunx.core.spec import Kind, Notation, Spec
from quincunx.core.squares import last_square, square_cell, square_name
from quincunx.words import Text, phrase

if TYPE_CHECKING:
    from quincunx.core.state import State

_TEXTS = 16_384  # that many actions' texts are kept

_BARE = {"end": action_codes.END, "pass": action_codes.PASS, "timeout": action_codes.TIMEOUT}
_BARE_NAMES = {kind: name for name, kind in _BARE.items()}
_ACTION = re.compile(r"(?:([a-z]+):)?([a-z][0-9]+)(?:-?([a-z][0-9]+)(?:=([A-Za-z]))?)?")


class Game:
    """A game with its options. Immutable; two games are equal if they have the same key and options."""

    spec: Spec
    notation: Notation
    board: Board
    _options: dict[str, Any]
    _texts: dict[int, str]

    def __init__(self, spec: Spec, notation: Notation, options: Mapping[str, object]) -> None:
        self.__dict__.update(spec=spec, notation=notation, _options=_read_options(spec, options), _texts={})
        self.__dict__["board"] = spec.board(self)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a game is frozen; make another one with quincunx.game")

    @property
    def key(self) -> str:
        """The game's name in code and on the command line."""
        return self.spec.key

    @property
    def options(self) -> Mapping[str, Any]:
        """The validated options and their values, read-only."""
        return MappingProxyType(self._options)

    @property
    def players(self) -> tuple[Text, Text]:
        """The names of the two sides."""
        return self.spec.players

    def start(self) -> State:
        """Return the initial state."""
        return self.spec.new_state(self)

    def position(self, text: str) -> State:
        """Return the state that the text describes; raise PositionError if it is invalid."""
        return self.notation.read_position(self, text)

    def record(self, text: str) -> Any:
        """Return the record in the text; raise RecordError, with the line, if it is invalid."""
        return self.notation.read_record(self, text)

    def square(self, cell: int) -> str:
        """Return the name of a cell."""
        return square_name(cell, self.board.files)

    def cell(self, square: str) -> int:
        """Return the cell with this name; raise InvalidActionError if the board has no such square."""
        cell = square_cell(square, self.board.files, self.board.ranks)
        if cell is None:
            last = last_square(self.board.files, self.board.ranks)
            problem = phrase("core.square.unknown", square=_shortened(square))
            raise InvalidActionError(problem, phrase("core.square.expected", last=last))
        return cell

    def setup_cell(self, square: str) -> int:
        """Return the cell named in a position's text; raise PositionError if the board has no such square."""
        try:
            return self.cell(square)
        except InvalidActionError as error:
            raise PositionError(error.problem, expected=error.expected) from error

    def write_action(self, action: int) -> str:
        """Return an action as text; raise InvalidActionError if the number is not an action of this game."""
        text = self._texts.get(action)
        if text is None:
            text = self._spell(action)
            if len(self._texts) < _TEXTS:
                self._texts[action] = text
        return text

    def _spell(self, action: int) -> str:
        kind = action_codes.kind_of(action)
        origin, target = action_codes.origin_of(action), action_codes.target_of(action)
        cells = self.board.files * self.board.ranks
        if kind in _BARE_NAMES and origin == target == 0:
            return _BARE_NAMES[kind]
        if origin < cells and target < cells:
            if kind == action_codes.PLACE and origin == target:
                return self.square(target)
            path = f"{self.square(origin)}-{self.square(target)}"
            if kind == action_codes.MOVE:
                return path
            if action_codes.OWN <= kind < action_codes.OWN + len(self.spec.kinds):
                own = self.spec.kinds[kind - action_codes.OWN]
                return f"{own.prefix}{path}{own.suffix}"
        problem = phrase("core.action.no_number", number=str(action))
        raise InvalidActionError(problem, phrase("core.action.number_expected"))

    def read_action(self, text: str) -> int:
        """Return the action that the text names, legal or not; raise InvalidActionError if it names none.

        The hyphen between two squares may be left out.
        """
        word = "".join(text.split()).lower()
        if word in _BARE:
            return action_codes.action(_BARE[word], 0, 0)
        found = _ACTION.fullmatch(word)
        if found is None:
            raise self._no_action(word)
        prefix, origin, target, suffix = found.groups()
        if target is None:
            if prefix:
                problem = phrase("core.action.one_square", action=_shortened(word))
                raise InvalidActionError(problem, phrase("core.action.two_squares_expected", example=f"{prefix}:a1-b2"))
            return action_codes.action(action_codes.PLACE, self.cell(origin), self.cell(origin))
        kind = action_codes.MOVE if not prefix and not suffix else self._own_kind(word, prefix, suffix)
        return action_codes.action(kind, self.cell(origin), self.cell(target))

    def _no_action(self, word: str) -> InvalidActionError:
        return InvalidActionError(phrase("core.action.unknown", action=_shortened(word)), any_of(self._forms()))

    def _forms(self) -> list[str]:
        """Return the forms of an action's text, for an error message."""
        usual = "c3" if self.spec.places else "a1-b2"
        without = self.spec.without
        own = [f"{kind.prefix}a1-b2{kind.suffix}" for kind in self.spec.kinds if kind.name not in without]
        bare = [name for name in ("end", "pass") if name not in without]
        return [usual, *own, *bare]

    def _own_kind(self, word: str, prefix: str | None, suffix: str | None) -> int:
        wanted = (f"{prefix}:" if prefix else "", f"={suffix.upper()}" if suffix else "")
        for number, kind in enumerate(self.spec.kinds):
            if (kind.prefix, kind.suffix) == wanted:
                return action_codes.OWN + number
        raise self._no_action(word)

    def kind(self, action: int) -> Kind | None:
        """Return the action's kind if it is one of the game's own, else None."""
        number = action_codes.kind_of(action) - action_codes.OWN
        return self.spec.kinds[number] if 0 <= number < len(self.spec.kinds) else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.key, self.options) == (other.key, other.options)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"quincunx.game({self.key!r}{options})"


def _unknown_option(spec: Spec, name: str) -> Text:
    """Return the message for an unknown option, with the options that the game has."""
    known = [option.name for option in spec.options]
    if not known:
        return phrase("core.option.none", game=spec.key, option=repr(name))
    return phrase("core.option.unknown", game=spec.key, option=repr(name), known=known)


def _read_options(spec: Spec, given: Mapping[str, object]) -> dict[str, Any]:
    known = [option.name for option in spec.options]
    for name in given:
        if name not in known:
            raise OptionError(_unknown_option(spec, name))
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.read(option.default)
        for option in spec.options
    }


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
