"""Turns picks into actions: a path of cells and, if that is still ambiguous, a named choice.

All clients use it, so that no client needs to know a game. It only uses the legal actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.core import action_codes
from quincunx.core.game import Game
from quincunx.core.outcome import Refusal
from quincunx.core.state import State
from quincunx.words import Text, phrase

Pick = int | str  # a cell, or the name of a choice
Path = tuple[Pick, ...]

_BARE = {action_codes.END: "end", action_codes.PASS: "pass"}  # the actions without cells
_LABELS = {name: phrase(f"play.choice.{name}") for name in ("move", "end", "pass", "timeout")}


@dataclass(frozen=True, slots=True)
class Step:
    """The result of a pick: a complete action, the reason why it is invalid, or neither if more picks are needed."""

    action: int | None = None
    refusal: Refusal | None = None


class Walker:
    """The picks made so far in a state, and what can be picked next.

    If only one piece may continue the current turn, it is already picked.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.bare = {
            _BARE[action_codes.kind_of(action)]: action for action in state.legal_actions() if _is_bare(action)
        }
        self.paths = _paths(state)
        self._next = _continuations(self.paths)
        self._forced = _forced(state, self.paths)
        self.picks: Path = self._forced

    def cells(self) -> frozenset[int]:
        """The cells that can be picked next."""
        return frozenset(pick for pick in self._next.get(self.picks, ()) if isinstance(pick, int))

    def choices(self) -> tuple[str, ...]:
        """The named choices that can be picked next: a promotion, an action on a neighbour, and `end` or `pass`."""
        return (*(pick for pick in self._next.get(self.picks, ()) if isinstance(pick, str)), *self.bare)

    def labels(self) -> dict[str, Text]:
        """The labels of all choices that can come up in this state, by name."""
        picks = {path[-1]: None for path in self.paths}
        return {pick: choice_label(self.state.game, pick) for pick in (*picks, *self.bare) if isinstance(pick, str)}

    def pick(self, pick: Pick) -> Step:
        """Pick a cell or a choice. An invalid pick resets the selection and returns the reason."""
        path = (*self.picks, pick)
        action = self.bare.get(pick) if isinstance(pick, str) else None
        action = self.paths.get(path, action)
        if action is not None:
            self.reset()
            return Step(action=action)
        if path in self._next:
            self.picks = path
            return Step()
        refusal = self._refusal(pick)
        self.reset()
        return Step(refusal=refusal)

    def reset(self) -> None:
        """Forget the picks."""
        self.picks = self._forced

    def _refusal(self, pick: Pick) -> Refusal:
        state = self.state
        if isinstance(pick, str):
            return _choice_refusal(state, pick)
        if not 0 <= pick < state.game.board.files * state.game.board.ranks:
            return Refusal("", phrase("play.pick.no_square"))
        if self.picks:
            origin = self.picks[0]
            assert isinstance(origin, int)
            return state.explain(action_codes.action(action_codes.MOVE, origin, pick))
        if state.game.spec.places:
            return state.explain(action_codes.action(action_codes.PLACE, pick, pick))
        return _stuck_refusal(state, pick)


def why(state: State, picks: Sequence[Pick]) -> Refusal | None:
    """Why these picks are invalid, or None if they form an action or the beginning of one."""
    walker = Walker(state)
    walker.picks = ()  # so that picking a piece other than the one that must continue is refused
    for number, pick in enumerate(picks, 1):
        step = walker.pick(pick)
        if step.refusal is not None:
            return step.refusal
        if step.action is not None:
            return None if number == len(picks) else Refusal("", phrase("play.pick.several_actions"))
    return None


def _is_bare(action: int) -> bool:
    return action_codes.kind_of(action) in _BARE


def _paths(state: State) -> dict[Path, int]:
    """Every legal action with cells, by its path; actions with the same cells have a choice at the end."""
    cells = {action: _cells(action) for action in state.legal_actions() if not _is_bare(action)}
    shared = Counter(cells.values())
    return {
        path if shared[path] == 1 else (*path, choice_name(state, action)): action for action, path in cells.items()
    }


def _continuations(paths: dict[Path, int]) -> dict[Path, dict[Pick, None]]:
    """What can be picked after each prefix of a path, in order and without duplicates."""
    following: dict[Path, dict[Pick, None]] = {}
    for path in paths:
        for depth, pick in enumerate(path):
            following.setdefault(path[:depth], {})[pick] = None
    return following


def _cells(action: int) -> Path:
    if action_codes.kind_of(action) == action_codes.PLACE:
        return (action_codes.target_of(action),)
    return (action_codes.origin_of(action), action_codes.target_of(action))


def choice_name(state: State, action: int) -> str:
    """The name of the action as a choice."""
    own = state.game.kind(action)
    return own.name if own else "move"


def choice_label(game: Game, name: str) -> Text:
    """The label of the choice with that name."""
    titles = {kind.name: kind.title for kind in game.spec.kinds}
    return _LABELS.get(name) or titles.get(name) or name


def _forced(state: State, paths: dict[Path, int]) -> Path:
    origins = {path[0] for path in paths}
    return (origins.pop(),) if state.acted and len(origins) == 1 and all(len(path) > 1 for path in paths) else ()


def _choice_refusal(state: State, choice: str) -> Refusal:
    for kind, name in _BARE.items():
        if name == choice:
            return state.explain(action_codes.action(kind, 0, 0))
    return Refusal("", phrase("play.pick.no_choice", choice=repr(choice)))


def _stuck_refusal(state: State, cell: int) -> Refusal:
    """Why no move can begin on the cell: the most frequent refusal, or a general sentence if moves differ in theirs."""
    cells = state.game.board.files * state.game.board.ranks
    refusals = Counter(
        state.explain(action_codes.action(action_codes.MOVE, cell, target)) for target in range(cells) if target != cell
    )
    rule, sentence = refusals.most_common(1)[0][0]
    if len(refusals) == 1:
        return Refusal(rule, sentence)
    return Refusal(rule, phrase("play.pick.stuck_piece", square=state.game.square(cell)))
