"""Games of bots, random games that end in as many ways as possible, and positions from them."""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.core import action_codes
from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.search.agent import Budget
from quincunx.search.bots import bot
from quincunx.search.tournament import play_out

BOT = "level 3"  # limited by nodes, so it plays the same game everywhere
NO_LIMIT = Budget(seconds=3600)
GAMES = 3  # at least this many games, whatever their ends
TRIES = 60  # random games that are played to find further ends
LONGEST = 600  # actions; a longer game is left out


def sample_games(game: Game) -> list[State]:
    """Finished games: one of a bot against itself, then random ones; after the first few, each ends in a new way."""
    found = [bot_game(game)]
    for seed in range(TRIES):
        state = random_game(game, seed)
        ends = {each.outcome() for each in found}
        if state.over and (len(found) < GAMES or state.outcome() not in ends):
            found.append(state)
    return found


def bot_game(game: Game) -> State:
    """A game of a bot against itself."""
    return play_out(game.start(), (bot(BOT, game, seed=1), bot(BOT, game, seed=2)), NO_LIMIT)


def random_game(game: Game, seed: int) -> State:
    """A random game. In every second one, players often move back, so that positions are repeated."""
    state, random = game.start(), Random(seed)
    while not state.over and state.ply < LONGEST:
        actions = state.legal_actions()
        back = _way_back(state) if seed % 2 and random.below(4) else None
        state.apply(back if back in actions else actions[random.below(len(actions))])
    return state


def _way_back(state: State) -> int | None:
    """The action that would take back the player's last one, if two turns of one action each came before."""
    played = state.actions()
    if len(played) < 2 or state.acted:
        return None
    last = played[-2]
    origin, target = action_codes.origin_of(last), action_codes.target_of(last)
    return action_codes.action(action_codes.kind_of(last), target, origin)


def sample_paths(games: list[State], each: int) -> Iterator[list[int]]:
    """The actions that lead to the start, and to positions that are evenly spread over each game."""
    yield []
    for state in games:
        actions = state.actions()
        for number in range(1, each + 1):
            yield actions[: len(actions) * number // each]
