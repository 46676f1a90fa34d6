"""A prompt that can be interrupted by output: waits for a typed line or for news, whichever comes first."""

from __future__ import annotations

import threading
from collections import deque
from typing import NamedTuple

from quincunx.clients.terminal.input.keyboard import KEYBOARD, Keyboard


class Typed(NamedTuple):
    """A line from the player; None at the end of input."""

    line: str | None


class Console:
    """Prints lines, shows a prompt, and waits for a typed line or for news from another thread."""

    def __init__(self, keyboard: Keyboard = KEYBOARD) -> None:
        self._keyboard = keyboard
        self._prompt = ""  # shown and not answered yet
        self._heard = threading.Condition()
        self._lines: deque[str | None] = deque()
        self._news = False
        self._reader: threading.Thread | None = None

    @property
    def is_asking(self) -> bool:
        """Whether a prompt is waiting, with nothing printed below it."""
        return bool(self._prompt)

    def say(self, words: str) -> None:
        """Print one or more lines; below the prompt, if one is waiting."""
        if self._prompt:
            print()
            self._prompt = ""
        print(words, flush=True)

    def tell(self) -> None:
        """Report that something has happened. Thread-safe."""
        with self._heard:
            self._news = True
            self._heard.notify_all()

    def wait(self) -> None:
        """Wait until something has happened; lines typed meanwhile are kept for later."""
        with self._heard:
            self._heard.wait_for(lambda: self._news)
            self._news = False

    def ask(self, prompt: str, seconds: float | None = None) -> Typed | None:
        """Return the next line; None if something happens first, or after the time limit."""
        self._show(prompt)
        self._begin_to_read()
        with self._heard:
            self._heard.wait_for(lambda: self._news or self._lines, seconds)
            if self._news or not self._lines:
                self._news = False
                return None
            line = self._lines.popleft()
        self._answered(line)
        return Typed(line)

    def _show(self, prompt: str) -> None:
        if self._prompt != prompt:
            print("\n" * bool(self._prompt) + prompt, end="", flush=True)
            self._prompt = prompt

    def _answered(self, line: str | None) -> None:
        if line is None or not self._keyboard.is_terminal():
            print(flush=True)  # end the line, because Enter was not pressed
        self._prompt = ""

    def _begin_to_read(self) -> None:
        if self._reader is None:
            self._reader = threading.Thread(target=self._read, name="keyboard", daemon=True)
            self._reader.start()

    def _read(self) -> None:
        line: str | None = ""
        while line is not None:
            line = self._keyboard.line()
            with self._heard:
                self._lines.append(line)
                self._heard.notify_all()
