"""`quincunx doctor`: it names what is missing and how to get it, and fails only for what somebody asked for."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest

import commands
from quincunx.clients.terminal.commands.doctor import PARTS
from quincunx.clients.terminal.extras import INCLUDED, OF_PACKAGES
from terminal.test_extras import LOCAL, bare


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment with a home of its own, without a display."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return kept | {"XDG_DATA_HOME": str(tmp_path), "TERM": "xterm-256color"}


def verdicts(out: str) -> dict[str, str]:
    """The verdict of each part."""
    return {line.split()[0]: line[12:].split("  ")[0].strip() for line in out.splitlines() if not line.startswith(" ")}


def test_it_examines_every_part_and_creates_nothing(home: dict[str, str], tmp_path: Path) -> None:
    done = commands.run("doctor", environment=home)
    assert (done.returncode, done.stderr) == (0, "")
    found = verdicts(done.stdout)
    assert list(found) == list(PARTS)
    assert {found[name] for name in ("program", "local", "terminal", "server", "data", "database")} == {"ok"}
    assert found["display"] == found["window"] == "missing"
    assert not list(tmp_path.iterdir())


def test_what_is_missing_fails_only_if_it_is_asked_for(home: dict[str, str]) -> None:
    done = commands.run("doctor", "display", "data", environment=home)
    assert done.returncode == 1
    assert verdicts(done.stdout) == {"display": "missing", "data": "ok"}
    assert commands.run("doctor", "data", environment=home).returncode == 0
    assert "the parts are program, engine, " in commands.run("doctor", "dsplay").stderr


@pytest.mark.parametrize(
    ("settings", "part", "told"),
    [
        ({"DATABASE": "postgresql://me:secret@127.0.0.1:1/none"}, "database", "postgresql://me:***@127.0.0.1:1/none: "),
        ({"DATABASE": "postgresql://127.0.0.1:1/none", "BUS": "redis://:secret@127.0.0.1:1/0"}, "bus", "127.0.0.1:1/0"),
        ({"PORT": "many"}, "database", "QUINCUNX_PORT"),
    ],
)
def test_what_the_settings_name_and_does_not_work_fails(
    home: dict[str, str], settings: dict[str, str], part: str, told: str
) -> None:
    wanted = {f"QUINCUNX_{name}": value for name, value in settings.items()}
    done = commands.run("doctor", environment=home | wanted)
    assert (done.returncode, verdicts(done.stdout)[part], done.stderr) == (1, "fails", "")
    (line,) = (line for line in done.stdout.splitlines() if line.startswith(part))
    assert told in line
    assert "secret" not in done.stdout


def test_a_bare_installation_says_how_to_get_the_rest(tmp_path: Path) -> None:
    done = bare("doctor", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "pip install 'quincunx[terminal]'" in done.stdout
    assert verdicts(done.stdout)["database"] == "missing"
    needs = dict(re.findall(r"^(\w+) +missing +this needs .*'quincunx\[(\w+)\]'$", done.stdout, re.MULTILINE))
    assert needs == {"database": "local", "bus": "local", "page": "server", "window": "server"}
    some = bare("doctor", "local", "postgres", known=LOCAL, home=tmp_path)
    assert (some.returncode, verdicts(some.stdout)) == (1, {"local": "ok", "postgres": "missing"})


def test_the_extras_are_those_of_the_project(repository: Path) -> None:
    extras = tomllib.loads((repository / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    included = {
        name: tuple(extra for line in lines if line.startswith("quincunx[") for extra in line[9:-1].split(","))
        for name, lines in extras.items()
        if name != "all"
    }
    assert {name: inner for name, inner in included.items() if inner} == INCLUDED
    assert set(OF_PACKAGES.values()) == set(included)
