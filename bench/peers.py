"""Speed of random play compared with other libraries, on one thread: playouts and plies per second.

    python bench/peers.py [--seconds S] [GAME ...]

There are two ways to play, and each is compared only with itself. `native`: the library plays whole random games by
itself. `Python`: a loop in Python lists the legal moves, picks one and plays it. The last column says how many times as
many plies per second our engine makes in the same way. `perft` counts nodes instead of plies.

The rules differ a little (draw limits, a chain of jumps as one move or several), so plies are more comparable than
playouts. Native peers do not report how long their games were: their plies are playouts times the mean length measured
through Python.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from random import random
from typing import NamedTuple

import quincunx
from quincunx import Game
from quincunx.core.perft import Playouts

ROUNDS = 3  # the best of this many
NATIVE, PYTHON, PERFT = "native", "Python", "perft"
PERFT_DEPTH = 4


class Speed(NamedTuple):
    """Playouts and plies per second; perft has no playouts."""

    playouts: float | None
    plies: float


Measure = Callable[[float], Speed]  # the speed measured in a run of that many seconds


class Contestant(NamedTuple):
    """A library, the way it plays, and how to measure it."""

    name: str
    way: str
    measure: Measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"only these of: {', '.join(CONTESTS)}")
    parser.add_argument("--seconds", type=float, default=1.5, help="for each row (default: 1.5)")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.games if name not in CONTESTS]
    if unknown:
        parser.error(f"there is no {unknown[0]} here; expected {', '.join(CONTESTS)}")
    print(f"{'':15} {'':14} {'':6} {'playouts/s':>12} {'plies/s':>13} {'ours':>8}")
    for name in arguments.games or CONTESTS:
        print_contest(name, arguments.seconds)


def print_contest(game: str, seconds: float) -> None:
    """Print a row for each contestant as soon as it is measured; the first one of each way is ours."""
    ours_by_way: dict[str, float] = {}
    for library in CONTESTS[game]:
        try:
            contestants = library()
        except ModuleNotFoundError as error:
            print(f"{game:15} not installed: {error.name}")
            continue
        for name, way, measure in contestants:
            speed = best(measure, seconds)
            ratio = ours_by_way.setdefault(way, speed.plies) / speed.plies
            playouts = "" if speed.playouts is None else f"{speed.playouts:,.0f}"
            print(f"{game:15} {name:14} {way:6} {playouts:>12} {speed.plies:>13,.0f} {ratio:>7,.1f}×", flush=True)


def best(measure: Measure, seconds: float) -> Speed:
    """The fastest of a few runs: the others were disturbed."""
    return max((measure(seconds / ROUNDS) for _ in range(ROUNDS)), key=lambda speed: speed.plies)


# -- how to measure --


def by_games(play: Callable[[], int]) -> Measure:
    """Measure a function that plays one random game and returns its plies."""

    def measure(seconds: float) -> Speed:
        games, plies, started = 0, 0, time.perf_counter()
        while (spent := time.perf_counter() - started) < seconds:
            plies += play()
            games += 1
        return Speed(games / spent, plies / spent)

    return measure


def by_batches(run: Callable[[int], object], play: Callable[[], int]) -> Measure:
    """Measure a function that plays a number of random games by itself; `play` gives the length of one."""

    def measure(seconds: float) -> Speed:
        games, batch, started = 0, 1, time.perf_counter()
        while (spent := time.perf_counter() - started) < seconds:
            run(batch)
            games += batch
            batch = max(1, games // 4)
        length = sum(play() for _ in range(20)) / 20
        return Speed(games / spent, games / spent * length)

    return measure


def by_nodes(count: Callable[[], int]) -> Measure:
    """Measure a function that counts the nodes of a tree."""

    def measure(seconds: float) -> Speed:
        nodes, started = 0, time.perf_counter()
        while (spent := time.perf_counter() - started) < seconds:
            nodes += count()
        return Speed(None, nodes / spent)

    return measure


# -- quincunx --


def ours(key: str) -> list[Contestant]:
    """Our engine, in both ways."""
    game = quincunx.game(key)
    return [
        Contestant("quincunx", NATIVE, lambda seconds: our_playouts(game, seconds)),
        Contestant("quincunx", PYTHON, by_games(lambda: our_game(game))),
    ]


def our_playouts(game: Game, seconds: float) -> Speed:
    player = Playouts(game.start(), seed=1)
    games, batch, started = 0, 1, time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        player.run(batch)
        games += batch
        batch = max(1, games // 4)
    return Speed(games / spent, player.tally().plies / spent)


def our_game(game: Game) -> int:
    state = game.start()
    while actions := state.legal_actions():
        state.apply(actions[int(random() * len(actions))])
    return state.ply


# -- OpenSpiel --


def openspiel(name: str) -> list[Contestant]:
    """OpenSpiel, in both ways. Its rollouts in C++ are reached through a search with a single simulation."""
    import pyspiel

    game = pyspiel.load_game(name)

    def rollouts(count: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
        bot = pyspiel.MCTSBot(
            game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=100, solve=False, seed=1, verbose=False
        )
        bot.mcts_search(game.new_initial_state())

    def play() -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
            plies += 1
        return plies

    return [
        Contestant("OpenSpiel", NATIVE, by_batches(rollouts, play)),
        Contestant("OpenSpiel", PYTHON, by_games(play)),
    ]


# -- other peers --


def rust_reversi() -> list[Contestant]:
    """rust-reversi; its playouts in Rust are those of a search whose tree never grows."""
    import rust_reversi

    def playouts(count: int) -> None:
        rust_reversi.MctsSearch(count, 1.0, count + 1).get_move(rust_reversi.Board())

    def play() -> int:
        board, plies = rust_reversi.Board(), 0
        while not board.is_game_over():
            moves = board.get_legal_moves_vec()
            if moves:
                board.do_move(moves[int(random() * len(moves))])
            else:
                board.do_pass()
            plies += 1
        return plies

    return [
        Contestant("rust-reversi", NATIVE, by_batches(playouts, play)),
        Contestant("rust-reversi", PYTHON, by_games(play)),
    ]


def py_draughts() -> list[Contestant]:
    from draughts import AmericanBoard

    def play() -> int:
        board, plies = AmericanBoard(), 0
        while not board.game_over:
            moves = board.legal_moves
            board.push(moves[int(random() * len(moves))])
            plies += 1
        return plies

    return [Contestant("py-draughts", PYTHON, by_games(play))]


def python_chess() -> list[Contestant]:
    import chess

    def play() -> int:
        board = chess.Board()
        while board.halfmove_clock < 100 and (moves := list(board.legal_moves)):
            board.push(moves[int(random() * len(moves))])
        return board.ply()

    return [Contestant("python-chess", PYTHON, by_games(play))]


def pyhnefatafl() -> list[Contestant]:
    import hnefatafl

    def play() -> int:
        board, plies = hnefatafl.Board(), 0
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(random() * len(moves))])
            plies += 1
        return plies

    return [Contestant("pyhnefatafl", PYTHON, by_games(play))]


# -- chess perft --


def our_perft() -> list[Contestant]:
    state = quincunx.game("chess").start()
    return [Contestant("quincunx", PERFT, by_nodes(lambda: quincunx.perft(state, PERFT_DEPTH)))]


def python_chess_perft() -> list[Contestant]:
    import chess

    def count(board: chess.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    return [Contestant("python-chess", PERFT, by_nodes(lambda: count(chess.Board(), PERFT_DEPTH)))]


CONTESTS: dict[str, list[Callable[[], list[Contestant]]]] = {
    "othello": [partial(ours, "othello"), partial(openspiel, "othello"), rust_reversi],
    "draughts": [partial(ours, "draughts"), partial(openspiel, "checkers"), py_draughts],
    "chess": [partial(ours, "chess"), partial(openspiel, "chess"), python_chess],
    "chess-perft": [our_perft, python_chess_perft],
    "tafl": [partial(ours, "hnefatafl"), pyhnefatafl],
}


if __name__ == "__main__":
    main()
