"""The games as games of OpenSpiel. Importing this module registers them: `pyspiel.load_game("quincunx_GAME")`.

The parameters are the game's options, and `position`: the text of the position at which the game begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.games import games, make_game
from quincunx.research.numbering import ActionNumbers
from quincunx.research.observations import observations
from quincunx.research.pictures import plain_text

PREFIX = "quincunx_"
POSITION = "position"
LONGEST = 100_000  # actions; the rules end every game long before


class OpenSpielGame(pyspiel.Game):
    """A game with its options. Actions are numbered as in `quincunx.research`. Each game is a subclass."""

    key: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.position = given.pop(POSITION, "")
        self.rules = make_game(self.key, given)
        self.numbers = ActionNumbers(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.numbers),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(make_game(self.key, {})), info, dict(params or {}))

    def new_initial_state(self, state: object = None) -> OpenSpielState:
        """The state at the start, or at the position in the parameters."""
        if state is not None:
            raise ValueError("a state of this game is made from its actions, or from the parameter `position`")
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """The planes as tensors; with perfect recall, the history of actions."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.rules)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class Held:
    """A state that is copied as states are copied, and not by playing it again."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __deepcopy__(self, memo: object) -> Held:
        return Held(self.state.copy())


class OpenSpielState(pyspiel.State):
    """A state. A player who has several actions in a turn is the current player several times."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        rules = game.rules
        self.held = Held(rules.position(game.position) if game.position else rules.start())
        self.numbers = Shared(game.numbers)

    @property
    def inner(self) -> State:
        """The state of Quincunx."""
        return self.held.state

    def current_player(self) -> int:
        """The player to move, or the mark of a game that is over."""
        return int(pyspiel.PlayerId.TERMINAL) if self.inner.over else self.inner.to_move

    def _legal_actions(self, player: int) -> list[int]:
        numbers = self.numbers.value
        return sorted(numbers.number(action, player) for action in self.inner.legal_actions())

    def _apply_action(self, action: int) -> None:
        self.inner.apply(self.numbers.value.action(action, self.inner.to_move))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.inner.text(self.numbers.value.action(action, player))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.inner.over

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser, otherwise 0 for both."""
        outcome = self.inner.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return plain_text(self.inner)


class Shared:
    """A value that copies of a state share."""

    def __init__(self, value: ActionNumbers) -> None:
        self.value = value

    def __deepcopy__(self, memo: object) -> Shared:
        return self


class Observer:
    """The planes of the player to move, as OpenSpiel's observers give them."""

    def __init__(self, game: Game) -> None:
        self.planes = observations(game)
        self.tensor = np.zeros(int(np.prod(self.planes.shape)), np.float32)
        self.dict = {self.planes.name: self.tensor.reshape(self.planes.shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the planes of a state to the tensor."""
        self.dict[self.planes.name][:] = self.planes.of(state.inner)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The position as text."""
        return state.inner.position()


def game_type(game: Game) -> Any:
    """What OpenSpiel knows about a game before it is loaded."""
    return pyspiel.GameType(
        short_name=f"{PREFIX}{game.key}",
        long_name=f"{game.spec.title} (Quincunx)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**game.options, POSITION: ""},
    )


def register() -> None:
    """Make all games known to OpenSpiel.

    It keeps what it is given beyond the end of Python. Only classes survive that, because they refer to themselves.
    """
    for key in games():
        kind = type(f"OpenSpielGame_{key}", (OpenSpielGame,), {"key": key})
        pyspiel.register_game(game_type(make_game(key, {})), kind)


register()
