"""The state of a game: a machine over actions. When compiled, the games' methods are C virtual methods.

A game's state class implements five methods, and needs no code for undo, copying, hashing or repetition:

    generate   write the legal actions
    step       perform an action
    save/load  convert every field of the state to and from 64-bit words
    setup      set up the initial position

`make` saves a frame, then steps; `unmake` loads the frame. Copy and equality use the same words, so no field that
`save` writes can be forgotten. The first `position_words` of them are the position, and determine its key.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

import cython

from quincunx.core import action_codes, action_list, bits
from quincunx.core.errors import IllegalActionError, InvalidActionError, NothingToUndoError
from quincunx.core.outcome import Outcome, Refusal
from quincunx.core.undo_stack import Past, WordStack
from quincunx.words import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from quincunx.core.game import Game

HEAD = 9  # number of words in a frame that belong to the core
SKIPPED = 0xFFFFFF  # replaces a frame's action
TIMEOUT = action_codes.action(action_codes.TIMEOUT, 0, 0)
ROOM = 4096  # for counting a game's words, even if they are too many
COUNTED = WordStack()  # where they are written for that: a state needs less, and a server keeps one for each match
COUNTED.extend(HEAD + ROOM)


class State:
    """The state of a game. It is mutable: use `apply`, `undo` and `copy`."""

    game: Game
    to_move: int
    turn: int
    ply: int
    acted: int
    origin: str | None
    repetition: int
    fault: BaseException | None

    def __cinit__(self, game: Game) -> None:
        """Create the stacks. When compiled, this runs even if a subclass doesn't call `__init__`."""
        self.frames = WordStack()
        self.past = Past()

    def __init__(self, game: Game) -> None:
        if not cython.compiled:
            self.__cinit__(game)
        action_list.forget(self)  # those of a state that was at the same address
        self.game = game
        self.origin = None
        self.fault = None
        self.to_move = 0
        self.turn = 0
        self.ply = 0
        self.acted = 0
        self.reason = 0
        self.winner = action_codes.NOBODY
        self.repetition = game.options.get("repetition", 0)
        self.position_words = 0
        self.frame_words = 0
        self.setup()
        self.frame_words = self.save(COUNTED.data, HEAD)
        if self.frame_words > HEAD + action_codes.MAX_WORDS:
            raise NotImplementedError(f"{type(self).__name__} saves more than {action_codes.MAX_WORDS} words")
        if self.repetition:
            self.past.note(self.position_key())
        if self.fault is not None:
            self.check()

    # -- implemented by games --

    def setup(self) -> None:
        """Set the fields for the initial position."""

    def generate(self, out: list[int], end: int) -> int:
        """Write the legal actions to out[end:], in any order; return the new end. Not called once the game is over."""
        return -1  # not overridden: the class is an uncompiled subclass of the compiled one

    def step(self, action: int) -> None:
        """Perform the action. If it ends the turn, call `end_turn` and check whether the game is over."""

    def save(self, out: list[int], at: int) -> int:
        """Write every field to out[at:], starting with those of the position; return the end."""
        return at

    def load(self, words: list[int], at: int) -> None:
        """Read every field back from words[at:], in the order of `save`."""

    def position_key(self) -> int:
        """Return the hash of the position: the side to move and the first `position_words` words."""
        at = self.frames.extend(self.frame_words)
        self.save(self.frames.data, at)
        key = bits.mix(0, self.to_move + 1)
        for i in range(at, at + self.position_words):
            key = bits.mix(key, self.frames.data[i])
        self.frames.size = at
        return bits.finish(key)

    # -- used by games --

    def end_turn(self) -> None:
        """End the turn: the other player is to move."""
        self.to_move = 1 - self.to_move
        self.turn += 1
        self.acted = 0
        action_list.forget(self)

    def finish(self, winner: int, reason: int) -> None:
        """End the game, for the reason with this number in the game's list (counted from 1)."""
        self.winner = winner
        self.reason = reason

    def repeated(self) -> bool:
        """Note the position at the start of a turn; return whether it has occurred often enough for a draw."""
        return self.repetition != 0 and self.past.note(self.position_key()) >= self.repetition

    def forget(self) -> None:
        """Stop comparing with earlier positions, because none of them can occur again."""
        self.past.start = self.past.keys.size

    # -- used by searchers --

    def make(self, action: int) -> None:
        """Play an action that is known to be legal."""
        at = self.freeze()
        self.frames.data[at] = action
        self.advance(action)

    def unmake(self) -> None:
        """Take back the last action."""
        self.frames.size -= self.frame_words
        self.restore(self.frames, self.frames.size)

    def advance(self, action: int) -> None:
        """Play an action that is known to be legal, without saving a frame for `unmake`."""
        self.ply += 1
        self.acted += 1
        action_list.forget(self)
        self.step(action)

    def skip(self) -> None:
        """End the turn without an action. No rule allows this; searches use it to see what it would be worth."""
        at = self.freeze()
        self.frames.data[at] = SKIPPED
        self.end_turn()

    def skipped(self) -> bool:
        """Return whether the last turn was ended by `skip`."""
        return self.frames.size > 0 and self.frames.data[self.frames.size - self.frame_words] == SKIPPED

    def freeze(self) -> int:
        """Push the whole state as a frame; return the index where it starts."""
        at = self.frames.extend(self.frame_words)
        data = self.frames.data
        data[at] = 0
        data[at + 1] = self.to_move
        data[at + 2] = self.turn
        data[at + 3] = self.ply
        data[at + 4] = self.winner
        data[at + 5] = self.reason
        data[at + 6] = self.past.keys.size
        data[at + 7] = self.past.start
        data[at + 8] = self.acted
        self.save(data, at + HEAD)
        return at

    def restore(self, frames: WordStack, at: int) -> None:
        """Load the frame that starts at this index."""
        data = frames.data
        action_list.forget(self)
        self.to_move = data[at + 1]
        self.turn = data[at + 2]
        self.ply = data[at + 3]
        self.winner = data[at + 4]
        self.reason = data[at + 5]
        self.past.rewind(data[at + 6], data[at + 7])
        self.acted = data[at + 8]
        self.load(data, at + HEAD)

    def legal(self, action: int) -> bool:
        """Return whether the action is legal."""
        if not cython.compiled:
            buffer = [0] * action_codes.MAX_ACTIONS
        if self.reason:
            return False
        listed = action_list.recall(self, action)
        if listed >= 0:
            return listed != 0
        return action_list.has(buffer, self.generate(buffer, 0), action)

    def check(self) -> None:
        """Raise the pending exception of a plain Python game (core/plain), if any. Call this after running C code."""
        fault = self.fault
        if fault is not None:
            self.fault = None
            raise fault

    # -- used by Python callers --

    @property
    def key(self) -> int:
        """The position's 64-bit hash. Equal positions have equal keys; side to move and in-turn memory count."""
        key = self.position_key()
        if self.fault is not None:
            self.check()
        return key

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.reason != 0

    def legal_actions(self) -> list[int]:
        """Return the legal actions, sorted; the list is empty only if the game is over."""
        if not cython.compiled:
            buffer = [0] * action_codes.MAX_ACTIONS
        end = 0 if self.reason else self.generate(buffer, 0)
        if end < 0:
            raise NotImplementedError(f"{type(self).__name__} is plain Python, and must derive from PlainState")
        if self.fault is not None:
            self.check()
        action_list.sort(buffer, end)
        action_list.keep(self, buffer, end)  # so `apply` need not generate them again
        return action_list.listed(buffer, end)

    def is_legal(self, action: int) -> bool:
        """Return whether the action is legal now."""
        found = self.legal(_number(action))
        if self.fault is not None:
            self.check()
        return found

    def accepts(self, action: int) -> bool:
        """Return whether `apply` accepts the action: it is legal, or a timeout if the clock may end the turn."""
        number = _number(action)
        found = self.legal(number) or (number == TIMEOUT and not self.reason and self.accepts_timeout())
        self.check()
        return found

    def accepts_timeout(self) -> bool:
        """Return whether the clock may end the turn now, by the action `timeout`."""
        return False

    def apply(self, action: int) -> None:
        """Play an action; raise IllegalActionError, which names the rule, if it is not legal."""
        number = _number(action)
        if not self.legal(number) and not self.accepts(number):
            raise self.refused(number)
        self.make(number)
        if self.fault is not None:
            self.unmake()
            self.check()

    def undo(self) -> int:
        """Take back the last action and return it."""
        if self.frames.size == 0:
            raise NothingToUndoError(phrase("core.error.nothing_to_undo"))
        self.unmake()
        self.check()
        return int(self.frames.data[self.frames.size])

    def actions(self) -> list[int]:
        """Return the actions played since the start, or since the position that the state was read from."""
        return [int(self.frames.data[at]) for at in range(0, self.frames.size, self.frame_words)]

    def last_action(self) -> int | None:
        """Return the last action, or None if there is none."""
        return int(self.frames.data[self.frames.size - self.frame_words]) if self.frames.size else None

    def last_turn(self) -> list[int]:
        """Return the actions of the current turn so far; if there are none, those of the previous turn."""
        found: list[int] = []
        at = self.frames.size - self.frame_words
        last = at
        while at >= 0 and self.frames.data[at + 2] == self.frames.data[last + 2]:
            found.append(int(self.frames.data[at]))
            at -= self.frame_words
        found.reverse()
        return found

    def board(self) -> list[list[int]]:
        """Return the board as numbers, row by row from the top, starting at file a. 0 is an empty square."""
        spec, files = self.game.spec, self.game.board.files
        numbers = [0] * (files * self.game.board.ranks)
        for cell, letter in spec.position_letters(self).items():
            numbers[cell] = spec.code(letter)
        return [numbers[at : at + files] for at in range(len(numbers) - files, -1, -files)]

    def copy(self) -> Self:
        """Return an independent copy of the state, including its history."""
        other = type(self)(self.game)
        other.assign(self)
        return other

    def assign(self, other: State) -> None:
        """Become a copy of another state of the same game, including its history."""
        if other is self:
            return
        if other.game != self.game:
            raise ValueError(f"expected a state of {self.game}, got one of {other.game}")
        self.origin = other.origin
        self.frames.assign(other.frames)
        self.past.assign(other.past)
        at = other.freeze()
        self.restore(other.frames, at)
        other.frames.size = at
        other.check()
        self.check()

    def words(self) -> list[int]:
        """Return every field of the state as 64-bit words: equal states have equal words."""
        at = self.freeze()
        values = [int(self.frames.data[i]) for i in range(at, at + self.frame_words)]
        self.frames.size = at
        self.check()
        # leave out the bounds of the past in its list; only its contents matter
        return values[1:6] + values[HEAD - 1 :] + self.past.listed()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self.words() == other.words()

    __hash__ = None  # type: ignore[assignment]  # mutable; use `key`

    def __reduce__(self) -> tuple[object, ...]:
        return _replayed, (self.game, self.origin, self.actions())

    def __repr__(self) -> str:
        return f"<{self.game.key}: ply {self.ply}, {self.game.players[self.to_move]} to move>"

    def _repr_svg_(self) -> str:
        """Return a picture of the board, which notebooks show."""
        return self.game.notation.draw(self)

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None while the game goes on."""
        if not self.reason:
            return None
        winner = None if self.winner == action_codes.NOBODY else int(self.winner)
        return Outcome(winner, self.game.spec.reasons[self.reason - 1])

    def text(self, action: int) -> str:
        """Return the action as text, such as `d1-d4`."""
        return self.game.write_action(action)

    def parse(self, text: str) -> int:
        """Return the legal action that the text names."""
        action = self.game.read_action(text)
        if not self.accepts(action):
            raise self.refused(action)
        return action

    def why_not(self, text: str) -> Refusal | None:
        """Return the rule that forbids the action that the text names; None if it is legal."""
        try:
            action = self.game.read_action(text)
        except InvalidActionError as error:
            return Refusal("", error.sentence)
        return self.refusal(action)

    def refusal(self, action: int) -> Refusal | None:
        """Return the rule that forbids the action; None if it is legal."""
        return None if self.accepts(action) else self.explain(action)

    def explain(self, action: int) -> Refusal:
        """Return the rule that forbids an illegal action. If the game is over, that takes precedence."""
        spec = self.game.spec
        if self.reason:
            rule, sentence = spec.reason_rules[spec.reasons[self.reason - 1]]
            return Refusal(rule, phrase("core.refused.over", reason=sentence))
        return spec.refusal(self, action)

    def refused(self, action: int) -> InvalidActionError | IllegalActionError:
        """Return the error for an action that is not legal."""
        try:
            self.game.write_action(action)
        except InvalidActionError as error:
            return error
        refusal = self.explain(action)
        return IllegalActionError(refusal.rule, refusal.sentence)

    def position(self) -> str:
        """Return the state as one line of text, which `game.position` can read."""
        return self.game.notation.write_position(self)

    def seen(self) -> list[int]:
        """Return the keys of the positions that still count for repetition, sorted."""
        return self.past.listed()

    def resume(self, turn: int, ply: int, acted: int) -> None:
        """Continue a game in the middle, with these counters and without earlier positions."""
        self.turn = turn
        self.ply = ply
        self.acted = acted
        self.recall([self.position_key()] if self.repetition and acted == 0 else [])

    def recall(self, seen: Sequence[int]) -> None:
        """Replace the positions that count for repetition with these keys."""
        self.past = Past()
        for key in seen:
            self.past.note(key)

    def conclude(self, winner: int | None, reason: str) -> None:
        """End the game."""
        self.finish(action_codes.NOBODY if winner is None else winner, self.game.spec.reasons.index(reason) + 1)


def _number(action: int) -> int:
    """Return the action as a plain number; raise InvalidActionError if it is not a valid one."""
    number = action_list.plain(action)
    return number if number >= 0 else _indexed(action)


def _indexed(action: int) -> int:
    """Like `_number`, also for integers of other types."""
    try:
        number = action_list.plain(operator.index(action))
    except TypeError:
        number = -1
    if number < 0:
        raise InvalidActionError(
            phrase("core.action.unknown", action=repr(action)), phrase("core.action.number_expected")
        )
    return number


def _replayed(game: Game, origin: str | None, actions: Sequence[int]) -> State:
    state = game.start() if origin is None else game.position(origin)
    for action in actions:
        state.apply(action)
    return state
