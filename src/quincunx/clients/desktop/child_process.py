"""Child processes of the program, which end when it does."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path

from quincunx.clients.language import ENVIRONMENT, spoken

PATIENCE = 20.0  # seconds that a process has to end


class ChildProcess:
    """A module of this package as a process: it exchanges lines with the program and exits at the end of its input."""

    def __init__(self, module: str, *arguments: str, log: Path) -> None:
        self.log = log
        with os.fdopen(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", f"{__package__}.{module}", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=os.environ | {ENVIRONMENT[0]: spoken()},
                text=True,
                start_new_session=True,  # Ctrl-C goes to the program only, which then stops its children
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout

    def line(self) -> str:
        """Wait for its next line; empty if it has ended."""
        return self._output.readline().strip()

    def tell(self, line: str) -> bool:
        """Send it a line; return whether that was still possible."""
        try:
            self._input.write(f"{line}\n")
            self._input.flush()
        except (OSError, ValueError):
            return False
        return True

    def stop(self) -> int:
        """Close its input and wait until it has exited; kill it if it hangs."""
        with contextlib.suppress(OSError):  # it has ended already, before it read its last line
            self._input.close()
        try:
            return self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()
        finally:
            self._output.close()

    def last_words(self) -> str:
        """The last line of its log."""
        lines = [line for line in self.log.read_text(errors="replace").splitlines() if line.strip()]
        return lines[-1] if lines else ""
