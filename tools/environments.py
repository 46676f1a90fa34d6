"""Virtual environments with the project installed; only what has changed is done again."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

from machine import ROOT, Failure, answer, run, say

LEAST_PYTHON = (3, 11)
VENV = ROOT / ".venv"
BUILT_FROM = ("pyproject.toml", "CMakeLists.txt", "src")
COMPILERS = ("cc", "gcc", "clang")
QT = "PySide6.QtWebEngineCore"


def install(*groups: str) -> None:
    """Make the environment, and build and install the project if anything has changed."""
    install_into(VENV, *groups)
    if not is_compiled(VENV):
        say("no compiled core: the games play all the same, only slower (a C compiler makes them fast)")


def install_into(folder: Path, *groups: str) -> None:
    """Make an environment with these requirement groups and the project; skips what is already done."""
    make_environment(folder)
    stamp = folder / "installed.json"
    known = json.loads(stamp.read_text()) if stamp.exists() else {"build": "", "groups": {}}
    wanted = {group: requirements(group) for group in ("build", "all", *groups)}
    build = fingerprint()
    if known["build"] == build and all(known["groups"].get(group) == lines for group, lines in wanted.items()):
        return
    say("installing (the first time takes a minute)")
    pip(folder, "install", "--quiet", *(line for lines in wanted.values() for line in lines))
    if known["build"] != build:
        pip(folder, "install", "--quiet", "--no-build-isolation", ".")
    stamp.write_text(json.dumps({"build": build, "groups": known["groups"] | wanted}))


def install_window() -> None:
    """Install what the program window needs, if there is a screen to show it on."""
    there = answer([interpreter(VENV), "-c", f"import importlib.util as u; u.find_spec('{QT}') and print('yes')"])
    if there or not has_display():
        return
    say("installing the program window (Qt: 260 MB to fetch, so a minute or more; only this once)")
    try:
        pip(VENV, "install", "--quiet", *requirements("desktop"))
    except Failure:
        say("that could not be had: a browser's window does, too")


def has_display() -> bool:
    """Whether there may be a screen; the program itself checks more closely."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY"))


def make_environment(folder: Path) -> None:
    """Make a virtual environment with pip; an incomplete one is made again."""
    if sys.version_info < LEAST_PYTHON:
        raise Failure(f"needs Python {'.'.join(map(str, LEAST_PYTHON))} or newer; this is {sys.version.split()[0]}")
    if interpreter(folder).exists() and answer([interpreter(folder), "-m", "pip", "--version"]):
        return
    say(f"making {folder.name}")
    try:
        venv.create(folder, with_pip=True, clear=True, symlinks=os.name != "nt")
    except (OSError, subprocess.CalledProcessError) as error:
        raise Failure(f"cannot make {folder.name} ({error}); on Debian: apt install python3-venv") from error


def requirements(name: str) -> list[str]:
    """The requirements of a dependency group in pyproject.toml, or of an extra of the project."""
    import tomllib  # new in 3.11, so imported after the version check

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = project["project"]["optional-dependencies"] | project["dependency-groups"]
    return [inner for line in named[name] for inner in _expanded(str(line))]


def _expanded(line: str) -> list[str]:
    """A requirement; the project's own extras are replaced by what they require, since no registry has the project."""
    if not line.startswith("quincunx["):
        return [line]
    return [inner for extra in line[len("quincunx[") : -1].split(",") for inner in requirements(extra)]


def fingerprint() -> str:
    """A digest of everything that the project's installation depends on."""
    digest = hashlib.sha256(repr((sys.version, find_compiler())).encode())
    for name in BUILT_FROM:
        for file in files(ROOT / name, "__pycache__"):
            digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()


def files(path: Path, without: str) -> Iterator[Path]:
    """The file, or all files in the folder in order, except those in folders with an excluded name."""
    if path.is_file():
        yield path
    elif path.name != without and path.is_dir():
        for inner in sorted(path.iterdir()):
            yield from files(inner, without)


def find_compiler() -> str | None:
    """The C compiler, or None."""
    named = os.environ.get("CC")
    return next((found for name in ([named] if named else COMPILERS) if (found := shutil.which(name))), None)


def is_compiled(folder: Path) -> bool:
    """Whether the installed project is compiled."""
    return answer([interpreter(folder), "-c", "import quincunx; print(quincunx.compiled)"]) == "True"


def require_compiled() -> None:
    """Stop if there is a compiler but the build has fallen back: the sources do not compile."""
    if find_compiler() and not is_compiled(VENV):
        raise Failure("the core did not compile; see why with: .venv/bin/pip install -v --no-build-isolation .")


def interpreter(folder: Path) -> Path:
    """The environment's Python."""
    return script(folder, "python")


def script(folder: Path, name: str) -> Path:
    """A script in the environment."""
    return folder / ("Scripts" if os.name == "nt" else "bin") / (f"{name}.exe" if os.name == "nt" else name)


def pip(folder: Path, *arguments: str, **environment: str) -> None:
    """Run the environment's pip."""
    run([interpreter(folder), "-m", "pip", "--disable-pip-version-check", *arguments], **environment)
