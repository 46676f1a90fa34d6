"""The games as environments of PettingZoo: `env("GAME")`. An agent that has several actions in a turn repeats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import aec_to_parallel

from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.games import game as game_of
from quincunx.research.numbering import ActionNumbers
from quincunx.research.observations import observations
from quincunx.research.pictures import Window, pixels, plain_text

AGENTS = ("player_0", "player_1")
SIZE = 480  # pixels

Illegal = Literal["raise", "random"]


def env(game: Game | str, **settings: Any) -> Environment:
    """An environment of a game; the settings are those of `Environment`."""
    return Environment(game, **settings)


def parallel_env(game: Game | str, **settings: Any) -> Any:
    """An environment in which both players give an action for each step, and play one after the other.

    It is only for games in which every turn is one action.
    """
    environment = Environment(game, **settings)
    environment.metadata = {**environment.metadata, "is_parallelizable": True}
    return aec_to_parallel(environment)


class Environment(AECEnv[str, Any, int]):
    """A game between two agents. It ends with 1 for the winner and -1 for the loser, or 0 for both.

    An illegal action raises IllegalActionError, which names the rule, or is replaced by a random legal one. With
    `max_cycles` the game is truncated once both players have played that many actions.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: Illegal = "raise",
        size: int = SIZE,
    ) -> None:
        super().__init__()
        self.game = game_of(game) if isinstance(game, str) else game
        self.actions = ActionNumbers(self.game)
        self.planes = observations(self.game)
        self.render_mode, self.max_cycles, self.illegal, self.size = render_mode, max_cycles, illegal, size
        self.metadata = {
            "name": f"quincunx_{self.game.key}_v1",
            "render_modes": ["human", "rgb_array", "ansi"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in AGENTS}
        self.observation_spaces = {agent: self._seen() for agent in AGENTS}
        self._window: Window | None = None
        self.board = self.game.start()

    def _seen(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, self.planes.most, self.planes.shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game; `options={"position": TEXT}` begins it at that position."""
        text = (options or {}).get("position")
        self.board = self.game.start() if text is None else self.game.position(text)
        self.random = Random(seed or 0)
        self.agents = list(AGENTS)
        self.played = [0, 0]
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, self.board.over)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.board.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        """The planes, from the view of the player to move, and a mask of the agent's legal actions."""
        mask, mover = np.zeros(len(self.actions), np.int8), self.board.to_move
        if agent == AGENTS[mover]:
            mask[[self.actions.number(action, mover) for action in self.board.legal_actions()]] = 1
        return {"observation": self.planes.of(self.board), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._play(action)
        self._clear_rewards()
        self._judge()
        self.agent_selection = AGENTS[self.board.to_move]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _play(self, number: int | None) -> None:
        mover = self.board.to_move
        if number is None:
            raise ValueError("an agent that is not done needs an action, got None")
        code = self.actions.action(int(number), mover)
        if self.illegal == "random" and not self.board.is_legal(code):
            legal = self.board.legal_actions()
            code = legal[self.random.below(len(legal))]
        self.board.apply(code)
        self.played[mover] += 1

    def _judge(self) -> None:
        """Note the end of the game, if it has ended."""
        outcome = self.board.outcome()
        if outcome is None:
            long = self.max_cycles is not None and min(self.played) >= self.max_cycles
            self.truncations = dict.fromkeys(AGENTS, long)
            return
        self.terminations = dict.fromkeys(AGENTS, True)
        for player, agent in enumerate(AGENTS):
            self.rewards[agent] = 0 if outcome.winner is None else 1 if outcome.winner == player else -1

    def render(self) -> Any:
        """The board as pixels (`rgb_array`), as text (`ansi`), or in a window (`human`)."""
        if self.render_mode == "rgb_array":
            return pixels(self.board, self.size)
        if self.render_mode == "ansi":
            return plain_text(self.board)
        if self.render_mode == "human":
            self._window = self._window or Window(str(self.game.spec.title))
            self._window.show(self.board, self.size)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None
