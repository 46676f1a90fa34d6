"""Other programs as agents: OpenSpiel's tree search and Stockfish."""

from __future__ import annotations

import shutil
import sys
from typing import Any

import chess
import chess.engine
import pyspiel

from quincunx import Game, State
from quincunx.search.agent import Budget

STOCKFISH = shutil.which("stockfish") or "/usr/games/stockfish"  # Debian's folder is not on every PATH
FEN_FIELDS = 6


class DrawnElsewhere(Exception):
    """The game is over, a draw by the other program's rules."""


class OpenSpiel:
    """OpenSpiel's Monte Carlo tree search in C++ with random rollouts. Moves are written `c3d4` or in our notation."""

    name = "OpenSpiel MCTS"

    def __init__(self, peer: str, game: Game, seed: int) -> None:
        self.peer = pyspiel.load_game(peer)
        self.seed = seed

    def choose(self, state: State, budget: Budget) -> int:
        """The action it would play within the budget's time."""
        position = self.position(state)
        if position.is_terminal():
            raise DrawnElsewhere
        bot = pyspiel.MCTSBot(
            self.peer,
            pyspiel.RandomRolloutEvaluator(1, self.seed + state.ply),
            uct_c=2.0,
            max_simulations=10_000_000,
            max_memory_mb=500,
            solve=True,
            seed=self.seed + state.ply,
            verbose=False,
            max_wall_clock_time=budget.seconds,
        )
        chosen = plain(position.action_to_string(bot.step(position)))
        return next(action for action in state.legal_actions() if plain(state.text(action)) == chosen)

    def position(self, state: State) -> Any:
        """The same position in OpenSpiel, rebuilt from its history; an earlier one if its rules have ended the game."""
        ours, theirs = state.game.start(), self.peer.new_initial_state()
        for action in state.actions():
            if theirs.is_terminal():
                break
            texts = {plain(theirs.action_to_string(other)): other for other in theirs.legal_actions()}
            theirs.apply_action(texts[plain(ours.text(action))])
            ours.apply(action)
        return theirs

    def stop(self) -> None:
        """Do nothing: it keeps to its time."""


class Stockfish:
    """Stockfish with one thread, limited to a rating. It gets all moves of the game, so that it sees repetitions."""

    name = "stockfish"

    def __init__(self, elo: int, game: Game, seed: int) -> None:
        try:
            self.engine = chess.engine.SimpleEngine.popen_uci(STOCKFISH)
        except FileNotFoundError:
            sys.exit(f"{STOCKFISH} is not there; on Debian: apt install stockfish")
        self.engine.configure({"Threads": 1, "Hash": 16, "UCI_LimitStrength": True, "UCI_Elo": elo})
        self.board: chess.Board | None = None
        self.known = 0

    def choose(self, state: State, budget: Budget) -> int:
        """The engine's move."""
        if self.board is None:
            self.board = chess.Board(" ".join(state.position().split()[:FEN_FIELDS]))
            self.known = state.ply
        for action in state.actions()[self.known :]:
            self.board.push_uci(plain(state.text(action)))
        self.known = state.ply
        move = self.engine.play(self.board, chess.engine.Limit(time=budget.seconds), game=self).move
        return next(action for action in state.legal_actions() if plain(state.text(action)) == str(move))

    def stop(self) -> None:
        """Do nothing: the engine keeps to its time."""

    def close(self) -> None:
        """End the engine's process."""
        self.engine.quit()


def plain(text: str) -> str:
    """A move without its punctuation: `e7e8q` for `e7-e8=Q`."""
    return text.replace("-", "").replace("=", "").lower()
