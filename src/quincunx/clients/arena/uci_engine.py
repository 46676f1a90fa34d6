"""Another program as a player, over UCI. Nothing that it does harms more than its own game."""

from __future__ import annotations

import os
import queue
import shlex
import signal
import subprocess
import threading
from contextlib import suppress
from typing import IO

from quincunx.core.errors import ActionError
from quincunx.core.game import Game
from quincunx.core.state import State

CRASHED, HUNG, CHEATED = "crashed", "hung", "cheated"
START = 60.0  # seconds that a program has to start and to get ready
LONGEST_LINE = 1 << 16
HEARD = ("uciok", "readyok", "bestmove", "option")  # all other lines are left out when they arrive


class EngineFault(Exception):
    """The engine crashed, hung or cheated, as `reason` says; it loses the game."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class UciEngine:
    """A running engine. Every method raises EngineFault as soon as the engine is at fault."""

    def __init__(self, command: str, game: Game, margin: float) -> None:
        self.game, self.margin = game, margin
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                errors="replace",
                start_new_session=True,  # so that it can be killed together with what it has started
            )
        except (OSError, ValueError) as error:
            raise EngineFault(CRASHED) from error
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()
        try:
            self._get_ready()
        except EngineFault:
            self.close()
            raise

    def choose(self, state: State, seconds: float) -> int:
        """The engine's action; it has this time, and the margin."""
        self._tell(f"position startpos moves {' '.join(self._moves(state))}".removesuffix(" moves "))
        self._tell(f"go movetime {max(1, round(1000 * seconds))}")
        words = self._answer("bestmove", seconds + self.margin).split()
        try:
            return self.game.spec.codec(self.game).read(state, words[1])
        except (ActionError, IndexError) as error:
            raise EngineFault(CHEATED) from error

    def close(self) -> None:
        """End the engine, and everything that it has started."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        with suppress(OSError):  # the rest of what it was told cannot be written any more
            self._process.stdin.close()  # type: ignore[union-attr]  # it is a pipe

    def _get_ready(self) -> None:
        """Shake hands, and choose the game if the engine knows more than one."""
        self._tell("uci")
        options = []
        while (line := self._answer("", START)) != "uciok":
            options.append(line)
        variants = [line for line in options if line.startswith("option name UCI_Variant ")]
        if any(f"var {self.game.key}" in line for line in variants):
            self._tell(f"setoption name UCI_Variant value {self.game.key}")
        if any(line.startswith("option name Options ") for line in options):
            chosen = " ".join(f"{name}={value}" for name, value in self.game.options.items())
            self._tell(f"setoption name Options value {chosen}")
        self._tell("ucinewgame")
        self._tell("isready")
        self._answer("readyok", START)

    def _moves(self, state: State) -> list[str]:
        """The game so far, as the engine reads it."""
        codec, past, moves = self.game.spec.codec(self.game), self.game.start(), []
        for action in state.actions():
            moves.append(codec.write(past, action))
            past.apply(action)
        return moves

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except OSError as error:
            raise EngineFault(CRASHED) from error

    def _answer(self, first: str, seconds: float) -> str:
        """The next line that begins with this word."""
        while True:
            try:
                line = self._lines.get(timeout=seconds)
            except queue.Empty as error:
                raise EngineFault(HUNG) from error
            if line is None:
                raise EngineFault(CRASHED)
            if line.startswith(first):
                return line

    def _listen(self, output: IO[str]) -> None:
        """Pass on what the engine says, until it ends."""
        with suppress(OSError, ValueError):
            while line := output.readline(LONGEST_LINE):
                if line.startswith(HEARD):
                    self._lines.put(line.strip())
        self._lines.put(None)
        output.close()
