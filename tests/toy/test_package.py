"""The first part of `docs/adding-a-game.md`, followed: the package on that page is installed and plays."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import servers

FILE = re.compile(r"\*\*`([\w./]+)`\*\*\n\n```\w+\n(.*?)```\n", re.DOTALL)
SEARCH = """
import quincunx
from quincunx.search.agent import Budget
from quincunx.search.bots import bot

game = quincunx.game("noughts")
state = game.position("2o/2o/x1x x")
for name in ("alphabeta", "mcts", "rollouts", "level 8"):
    print(name, state.text(bot(name, game, seed=1).choose(state, Budget(seconds=600, depth=3, nodes=500))))
print(quincunx.playouts(game.start(), 5, seed=1).playouts)
"""
ONLINE = """
import sys
from quincunx.clients.remote import AgainstBot, Client

with Client(sys.argv[1]) as person:
    person.guest()
    seat = person.create("noughts", AgainstBot(2), colour="first")
    while seat.match.status == "running":
        state = seat.match.state
        if state.to_move == 0:
            seat.act(state.text(state.legal_actions()[0]))
        else:
            assert seat.wait(120), "the bot does not answer"
    print(seat.match.result.reason, seat.match.record().replay() == seat.match.state)
"""


@pytest.fixture(scope="module")
def installed(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip has put the package, made of the files that the page shows."""
    project = tmp_path_factory.mktemp("project")
    page = (repository / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    for name, text in [*FILE.findall(page), ("noughts/__init__.py", "")]:
        file = project / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    into = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*command, "--target", str(into), str(project)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return into


@pytest.fixture(autouse=True)
def found(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that a test starts find the package, and have a folder of their own for their database."""
    paths = [str(installed), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def python(*arguments: str, typed: str = "") -> str:
    done = subprocess.run([sys.executable, *arguments], input=typed, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def quincunx(*arguments: str, typed: str = "") -> str:
    return python("-m", "quincunx", *arguments, typed=typed)


def test_the_command_line_knows_it() -> None:
    assert "noughts: Noughts and crosses. Three in a row." in quincunx("games")
    assert "**N2** Three in a row win." in quincunx("rules", "noughts")
    assert quincunx("perft", "noughts", "--depth", "5").splitlines()[-1] == "15120"


def test_two_play_it_in_a_pipe() -> None:
    out = quincunx("play", "noughts", "--bot", "nobody", "--plain", typed="b2\nb2\na1\na3\nb3\nc1\nquit\n")
    assert "b2 is taken." in out
    assert "Result: crosses (line)" in out


def test_a_bot_answers_in_a_pipe() -> None:
    out = quincunx("play", "noughts", "--side", "crosses", "--level", "1", "--plain", typed="b2\nrecord\nquit\n")
    (played,) = re.findall(r"^b2\s+([abc][123])$", out, re.MULTILINE)[:1]
    assert played != "b2"


def test_every_bot_searches_it() -> None:
    assert python("-c", SEARCH).split("\n") == ["alphabeta b1", "mcts b1", "rollouts b1", "level 8 b1", "5", ""]


def test_the_conformance_suite_passes(repository: Path) -> None:
    suite = [str(repository / "tests" / name) for name in ("conformance", "properties")]
    options = ["-p", "no:xdist", "-p", "no:cacheprovider", "-c", str(repository / "pyproject.toml"), "-k", "noughts"]
    out = python("-m", "pytest", *options, *suite)
    assert re.search(r"\b1[5-9] passed", out), out
    assert "skipped" not in out


def test_a_server_lists_it_and_its_bots_play_it(tmp_path: Path) -> None:
    with servers.running(f"sqlite:///{tmp_path / 'test.db'}", servers.Installed) as server:
        listed = {game["key"]: game for game in server.client().get("/api/games").json()}
        assert listed["noughts"]["title"] == "Noughts and crosses"
        assert "Three in a row win." in server.client().get("/api/games/noughts/rules").text
        reason, replays = python("-c", ONLINE, server.url).split()
    assert reason in ("line", "full")
    assert replays == "True"


def test_a_package_that_is_broken_is_left_out_with_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "broken-1.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    points = [
        "ludo = nowhere:LUDO",
        "chess = noughts.spec:NOUGHTS",
        "list = builtins:list",
        "nought = noughts.spec:NOUGHTS",
    ]
    (broken / "entry_points.txt").write_text("\n".join(["[quincunx.games]", *points]) + "\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]]))
    code = "import quincunx, warnings; warnings.simplefilter('always'); print(*quincunx.games())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == "noughts"
    for said in (
        "the game ludo (nowhere:LUDO) cannot be loaded: No module named 'nowhere'",
        "the game chess (noughts.spec:NOUGHTS) cannot be loaded: its key is 'noughts'",
        "the game list (builtins:list) cannot be loaded: expected an instance of quincunx.core.spec.Spec, got type",
    ):
        assert said in done.stderr
