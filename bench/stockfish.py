"""Strength at chess: level 8 against Stockfish held to a rating, one thread each, the same time a move.

    python bench/stockfish.py [--games N] [--seconds S] [--elo ELO] [--seed N] [--engine PATH]

Every opening, a fair one after a few random turns, is played with both colours. Needs `chess` from PyPI, and Stockfish
(Debian's package `stockfish`).
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import chess
import chess.engine

import quincunx
from quincunx import Game, State
from quincunx.search.agent import Budget
from quincunx.search.bots import bot
from quincunx.search.contest import opening, play_out
from quincunx.search.score import score

FEN_FIELDS = 6
DEBIAN = "/usr/games/stockfish"  # not on everybody's path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="rounded up to pairs (default: 100)")
    parser.add_argument("--seconds", type=float, default=0.2, help="a move (default: 0.2)")
    parser.add_argument("--elo", type=int, default=1800, help="Stockfish's UCI_Elo (default: 1800)")
    parser.add_argument("--seed", type=int, default=1, help="of the openings (default: 1)")
    parser.add_argument("--bot", default="level 8", help="who plays for us (default: level 8)")
    parser.add_argument("--engine", default=shutil.which("stockfish") or DEBIAN, help="Stockfish's program")
    arguments = parser.parse_args()
    with stockfish(arguments.engine, arguments.elo) as engine:
        pairs: list[float] = []
        for number in range((arguments.games + 1) // 2):
            results = play_pair(engine, arguments.bot, arguments.seed + number, arguments.seconds)
            pairs.append(sum(results) / 2)
            so_far = score(pairs)
            print(f"{2 * len(pairs):4} games  {results}  {so_far.mean:.1%} ± {so_far.error:.1%}", flush=True)


@contextmanager
def stockfish(program: str, elo: int) -> Iterator[chess.engine.SimpleEngine]:
    """Stockfish with one thread, held to the rating."""
    try:
        engine = chess.engine.SimpleEngine.popen_uci(program)
    except FileNotFoundError:
        sys.exit(f"{program} is not there; on Debian: apt install stockfish")
    with engine:
        engine.configure({"Threads": 1, "Hash": 16, "UCI_LimitStrength": True, "UCI_Elo": elo})
        yield engine


def play_pair(engine: chess.engine.SimpleEngine, name: str, seed: int, seconds: float) -> list[float]:
    """Our results (1, ½ or 0) from one opening, with white and with black."""
    game = quincunx.game("battlefield", "chess")
    start = opening(game, seed)
    return [play_one(engine, name, game, start.copy(), colour, seconds) for colour in (0, 1)]


def play_one(
    engine: chess.engine.SimpleEngine, name: str, game: Game, state: State, colour: int, seconds: float
) -> float:
    """Our result of one game."""
    ours, theirs = bot(name, game), Peer(engine, state)
    players = (ours, theirs) if colour == 0 else (theirs, ours)
    outcome = play_out(state, players, Budget(seconds)).outcome()
    assert outcome is not None
    return 0.5 if outcome.winner is None else float(outcome.winner == colour)


class Peer:
    """Stockfish as an agent. It gets the moves of the game, so that it knows of repetitions."""

    name = "stockfish"

    def __init__(self, engine: chess.engine.SimpleEngine, start: State) -> None:
        self.engine = engine
        self.board = chess.Board(" ".join(start.position().split()[:FEN_FIELDS]))
        self.known = start.ply
        self.game = object()  # tells the engine that a new game begins

    def choose(self, state: State, budget: Budget) -> int:
        """The engine's move."""
        for action in state.actions()[self.known :]:
            self.board.push_uci(uci(state, action))
        self.known = state.ply
        move = self.engine.play(self.board, chess.engine.Limit(time=budget.seconds), game=self.game).move
        return next(action for action in state.legal_actions() if uci(state, action) == str(move))

    def stop(self) -> None:
        """The engine keeps to its time."""


def uci(state: State, action: int) -> str:
    """An action as the protocol writes it: `e7e8q` for `e7-e8=Q`."""
    return state.text(action).replace("-", "").replace("=", "").lower()


if __name__ == "__main__":
    main()
