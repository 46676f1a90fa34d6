"""The dialogue with another program: its commands, line by line, and the answers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib import metadata

from quincunx.clients.engine.background_search import BackgroundSearch, unit_of
from quincunx.clients.engine.limits import read_limits
from quincunx.clients.engine.settings import EngineSettings, usual_game
from quincunx.core.errors import QuincunxError
from quincunx.core.state import State
from quincunx.search.transposition_table import TranspositionTable


class Conversation:
    """Carries out commands and answers them. Only `quit` and the end of the input end it."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._lock = threading.Lock()
        self._tell = tell
        self.settings = EngineSettings(usual_game())
        self.state: State = self.settings.game.start()
        self.table = TranspositionTable(self.settings.megabytes)
        self.search: BackgroundSearch | None = None
        self._commands: dict[str, Callable[[Sequence[str]], None]] = {
            "uci": self._uci,
            "isready": lambda words: self.tell("readyok"),
            "ucinewgame": lambda words: self._forget(),
            "setoption": self._set_option,
            "position": self._position,
            "go": self._go,
            "stop": lambda words: self.stop(),
            "ponderhit": lambda words: self.stop(),
            "d": lambda words: self.tell(f"info string {self.state.position()}"),
        }

    def tell(self, text: str) -> None:
        """Write a line. Thread-safe."""
        with self._lock:
            self._tell(text)

    def hear(self, line: str) -> None:
        """Carry out a command line; unknown commands are ignored, as the protocol requires."""
        command, *words = line.split() or [""]
        if command not in self._commands:
            return
        try:
            self._commands[command](words)
        except QuincunxError as error:
            self._tell_error(str(error))

    def stop(self) -> None:
        """Stop the current search, which reports its best move."""
        if self.search is not None:
            self.search.stop()
            self.search = None

    def finish(self) -> None:
        """End the current search: wait for it if it ends by itself, stop it otherwise."""
        if self.search is not None and not self.search.limits.waits:
            self.search.join()
        self.stop()

    def _uci(self, words: Sequence[str]) -> None:
        self.tell(f"id name Quincunx {metadata.version('quincunx')}")
        self.tell("id author the authors of Quincunx")
        for option in self.settings.declarations():
            self.tell(option)
        self.tell("uciok")

    def _set_option(self, words: Sequence[str]) -> None:
        name, _, value = " ".join(words).partition(" value ")
        name = name.removeprefix("name ").strip()
        self.finish()
        if name.lower() == "clear hash":
            self._forget()
            return
        before, self.settings = self.settings, self.settings.changed(name, value.strip())
        if self.settings.megabytes != before.megabytes:
            self._forget()
        if self.settings.game != before.game:
            self._forget()
            self.state = self.settings.game.start()
            self.tell(f"info string scores are hundredths of {unit_of(self.settings)}")

    def _forget(self) -> None:
        self.finish()
        self.table = TranspositionTable(self.settings.megabytes)

    def _position(self, words: Sequence[str]) -> None:
        """Set the position: `startpos`, `fen` or `text`, then `moves` and actions. An invalid one changes nothing."""
        self.finish()
        at = list(words).index("moves") if "moves" in words else len(words)
        where, moves = words[:at], words[at + 1 :]
        game = self.settings.game
        codec = game.spec.codec(game)
        state = codec.position(game, " ".join(where[1:])) if where[:1] in (["fen"], ["text"]) else game.start()
        for move in moves:
            state.apply(codec.read(state, move))
        self.state = state

    def _go(self, words: Sequence[str]) -> None:
        self.finish()
        limits = read_limits(words, self.state.to_move)
        for fault in limits.faults:
            self._tell_error(fault)
        limits = replace(limits, only=tuple(filter(self._is_move, limits.only)))
        self.search = BackgroundSearch(self.state, self.settings, limits, self.table, self.tell)

    def _is_move(self, text: str) -> bool:
        """Whether a text is a legal move here; reports the error if not."""
        try:
            self.settings.game.spec.codec(self.settings.game).read(self.state, text)
        except QuincunxError as error:
            self._tell_error(str(error))
            return False
        return True

    def _tell_error(self, words: str) -> None:
        self.tell(f"info string error: {' '.join(words.split())}")


def converse(lines: Iterable[str]) -> None:
    """Answer the commands on the input until `quit` or its end."""
    conversation = Conversation(lambda text: print(text, flush=True))
    for line in lines:
        if line.strip() == "quit":
            conversation.stop()
            return
        conversation.hear(line)
    conversation.finish()
