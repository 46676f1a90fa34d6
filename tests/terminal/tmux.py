"""A real terminal: tmux, with keys sent to it and its screen read back."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from servers import DEADLINE

KEPT = ("PYTHONPATH", "NO_COLOR", "XDG_DATA_HOME", "QUINCUNX_LANGUAGE", "LC_ALL", "COVERAGE_PROCESS_START")


class Terminal:
    """A terminal of fixed size with the program in it."""

    def __init__(self, folder: Path, width: int = 80, height: int = 24, **environment: str) -> None:
        self._folder = folder
        self._socket = folder / "tmux.sock"
        self.home = str(folder / "share")
        self._environment = os.environ | {"XDG_DATA_HOME": self.home}
        self._environment = {
            name: value for name, value in self._environment.items() if name not in ("TMUX", "NO_COLOR")
        }
        self._environment |= environment
        (folder / "tmux.conf").write_text("set -g default-terminal screen-256color\n")
        self._configuration = folder / "tmux.conf"
        self._size = ("-x", str(width), "-y", str(height))

    def start(self, *arguments: str) -> None:
        """Run `quincunx` with these arguments."""
        self._socket = self._folder / f"tmux{time.monotonic_ns()}.sock"  # the previous one may still be closing
        command = shlex.join([sys.executable, "-m", "quincunx", *arguments])
        command += "; echo left with $?; cat"  # a pane whose program has exited may lose its last output
        settings = [
            part for name in KEPT if name in self._environment for part in ("-e", f"{name}={self._environment[name]}")
        ]
        self._tmux("-f", str(self._configuration), "new-session", "-d", *self._size, *settings, command)

    def keys(self, *keys: str) -> None:
        """Press keys, by their names in tmux."""
        self._tmux("send-keys", *keys)

    def resize(self, width: int, height: int) -> None:
        """Resize the window."""
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    def lines(self) -> list[str]:
        """The lines on the screen."""
        return [line.rstrip() for line in self._tmux("capture-pane", "-p").split("\n")]

    def coloured(self) -> str:
        """The screen with the escape codes for colours."""
        return self._tmux("capture-pane", "-p", "-e")

    def until(self, so: Callable[[list[str]], bool]) -> list[str]:
        """Wait until the condition holds and the screen is complete, that is, twice the same; returns its lines."""
        deadline = time.monotonic() + DEADLINE
        before, lines = None, self.lines()
        while lines != before or not so(lines):
            assert time.monotonic() < deadline, "\n".join(lines)
            time.sleep(0.02)  # between two checks
            before, lines = lines, self.lines()
        return lines

    def sees(self, words: str) -> list[str]:
        """Wait until the pattern is on the screen."""
        return self.until(lambda lines: re.search(words, "\n".join(lines)) is not None)

    def kill(self) -> None:
        """Kill it, like a power cut: the program cannot react."""
        shell = int(self._tmux("list-panes", "-F", "#{pane_pid}"))
        (program,) = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
        os.kill(int(program), signal.SIGKILL)
        self.sees("left with 137")

    def close(self) -> None:
        """Close the terminal and the program in it."""
        subprocess.run(["tmux", "-S", str(self._socket), "kill-server"], capture_output=True, timeout=30)

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-u", "-S", str(self._socket), *arguments]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, timeout=30, check=True)
        return done.stdout
