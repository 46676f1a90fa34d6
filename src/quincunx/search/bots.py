"""Bots by name: `random`, `rollouts`, `mcts`, `alphabeta`, and `level 1` to `level 8`."""

from __future__ import annotations

from collections.abc import Callable

from quincunx.core.errors import UnknownBotError
from quincunx.core.evaluation import SHIPPED, evaluator_of
from quincunx.core.game import Game
from quincunx.core.prober import Prober
from quincunx.core.state import State
from quincunx.search.agent import Agent, RandomAgent, Search, SearchAgent
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.exact_search import ExactSearch
from quincunx.search.lazy_smp import LazySmp
from quincunx.search.levels import LEVELS, LevelAgent, levels_of
from quincunx.search.mcts import MonteCarlo, Rollouts
from quincunx.search.transposition_table import TranspositionTable
from quincunx.words import phrase

MEGABYTES = 16  # for a bot's table


def bot_names() -> list[str]:
    """The names that `bot` accepts, from weak to strong."""
    return ["random", *(f"level {level.number}" for level in LEVELS), "rollouts", "mcts", "alphabeta"]


def bot(name: str, game: Game, seed: int = 0, threads: int = 1, evaluation: str = SHIPPED) -> Agent:
    """The bot with that name for a game. The seed determines any random choices.

    The evaluation is `shipped` (the network that comes with the game, if there is one), `classic`, or a network's file.
    """
    if name == "random":
        return RandomAgent(seed)
    if name == "mcts":
        return SearchAgent(name, _monte_carlo(game, MonteCarlo, seed, evaluation))
    if name == "rollouts":
        return SearchAgent(name, _monte_carlo(game, Rollouts, seed, evaluation))
    if name == "alphabeta":
        return SearchAgent(name, _strongest(game, threads, evaluation))
    for level in levels_of(game.spec):
        if name == f"level {level.number}":
            # only the strongest level uses threads, because then the same seed need not give the same game, and exact
            # results, because the others must be able to err
            strongest = level == LEVELS[-1]
            begin = _strongest(game, threads, evaluation) if strongest else _alpha_beta(game, 1, evaluation)
            return LevelAgent(level, begin, game.spec.evaluator(game).grain, seed)
    raise UnknownBotError(phrase("search.unknown_bot", bot=repr(name), bots=bot_names()))


def _strongest(game: Game, threads: int, evaluation: str) -> Callable[[State], Search]:
    begin, solver = _alpha_beta(game, threads, evaluation, game.spec.prober(game)), game.spec.solver(game)
    if solver is None:
        return begin
    return lambda state: ExactSearch(state, solver, begin(state))


def _alpha_beta(
    game: Game, threads: int, evaluation: str, prober: Prober | None = None
) -> Callable[[State], AlphaBeta | LazySmp]:
    evaluator, table = evaluator_of(game, evaluation), TranspositionTable(MEGABYTES)
    if threads == 1:
        return lambda state: AlphaBeta(state, evaluator, table, prober)
    return lambda state: LazySmp(state, evaluator, table, threads, prober)


def _monte_carlo(game: Game, kind: type[MonteCarlo], seed: int, evaluation: str) -> Callable[[State], Search]:
    evaluator = evaluator_of(game, evaluation)
    return lambda state: kind(state, evaluator, seed + state.ply)
