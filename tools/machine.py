"""This machine, as the setup sees it: running programs in the checkout, and printing messages."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The first two point Python away from the environment that it must use. The last is common in containers, where every
# process of the tests would compile all modules again.
LEFT_OUT = ("PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE")


class Failure(Exception):
    """A step that failed, with a message for the person at the terminal."""


def run(command: Sequence[str | Path], folder: Path = ROOT, **environment: str) -> None:
    """Run a program; stop if it fails."""
    try:
        code = subprocess.call([str(part) for part in command], cwd=folder, env=environment_with(environment))
    except OSError as error:
        raise Failure(f"cannot run {command[0]}: {error.strerror}") from error
    if code:
        raise Failure(f"{' '.join(map(str, command[:4]))} … ended with {code}")


def run_together(commands: Sequence[Sequence[str | Path]], **environment: str) -> None:
    """Run programs in parallel. The output of each is shown when it has ended, so that outputs do not mix."""
    failed = []
    with ThreadPoolExecutor(len(commands)) as threads:
        for command, done in zip(commands, threads.map(partial(_captured, environment), commands), strict=True):
            print(done.stdout, end="", flush=True)
            if done.returncode:
                failed.append(f"{' '.join(map(str, command[1:]))} ended with {done.returncode}")
    if failed:
        raise Failure("; ".join(failed))


def _captured(environment: Mapping[str, str], command: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
    words = [str(part) for part in command]
    return subprocess.run(
        words,
        cwd=ROOT,
        env=environment_with(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )


class Background:
    """A program that runs at low priority beside others. Its output is shown at the end, whatever else fails."""

    def __init__(self, command: Sequence[str | Path]) -> None:
        self._name = " ".join(map(str, command[1:]))
        self._output = tempfile.TemporaryFile("w+", errors="replace")  # noqa: SIM115
        words = ["nice", *map(str, command)]
        self._process = subprocess.Popen(
            words,
            cwd=ROOT,
            env=environment_with({}),
            stdout=self._output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def wait(self) -> None:
        """Wait until it has ended; stop if it fails."""
        if code := self._process.wait():
            raise Failure(f"{self._name} ended with {code}")

    def __enter__(self) -> Background:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        """End it and what it has started, if something else has failed meanwhile, and show its output."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGTERM)
            self._process.wait()
        self._output.seek(0)
        print(self._output.read(), end="", flush=True)
        self._output.close()


def become(command: Sequence[str | Path]) -> None:
    """Replace this process by a program: on Ctrl-C, this process would kill the program before it has stopped."""
    words = [str(part) for part in command]
    if os.name == "nt":
        sys.exit(subprocess.call(words, cwd=ROOT, env=environment_with({})))
    os.chdir(ROOT)
    os.execve(words[0], words, environment_with({}))


def answer(command: Sequence[str | Path]) -> str:
    """The output of a program, or an empty text if it fails."""
    words = [str(part) for part in command]
    try:
        done = subprocess.run(
            words, cwd=ROOT / "tools", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment_with({})
        )
    except OSError:
        return ""
    return done.stdout.decode(errors="replace").strip() if done.returncode == 0 else ""


def environment_with(extra: Mapping[str, str]) -> dict[str, str]:
    """The environment without the variables that mislead or slow down Python."""
    kept = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    return kept | dict(extra)


def say(text: str) -> None:
    """Print a progress message."""
    print(f"bootstrap: {text}", flush=True)
