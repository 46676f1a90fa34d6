"""This machine, as the setup sees it: running programs in the checkout, and printing messages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEAD_ASTRAY = ("PYTHONPATH", "PYTHONHOME")  # they point Python away from the environment that it must use


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
    """The environment without the variables that mislead Python."""
    kept = {name: value for name, value in os.environ.items() if name not in LEAD_ASTRAY}
    return kept | dict(extra)


def say(text: str) -> None:
    """Print a progress message."""
    print(f"bootstrap: {text}", flush=True)
