"""The first part of `docs/adding-a-game.md`, followed: the package on that page is installed and can be played."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import servers
import toy_package

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
ON_SCREEN = """
from terminal.driving import Player, tell


async def story(player: Player) -> None:
    await player.choose("Game", "Noughts and crosses")
    await player.choose("Opponent", "a friend at this keyboard")
    await player.press("enter")
    await player.sees("What is your friend's name?")
    await player.press("enter")
    await player.my_turn()
    for square in ("b2", "a1", "b1", "a2"):
        await player.go(square)
        await player.press("x")
        await player.my_turn()
    await player.press("x")
    await player.sees("a2 is taken.")
    await player.go("b3")
    await player.press("x")
    await player.sees("Three in a row")
    assert player.screen.match.result.reason == "line"


tell(None, story)
"""
FRAGILE = """
from noughts.spec import Noughts


class Unplayable(Noughts):
    def new_state(self, game):
        raise LookupError("no start")


class Stuck(Noughts):
    def new_state(self, game):
        state = super().new_state(game)
        state.choices = lambda: []
        return state


class Unseen(Noughts):
    def pieces(self, state):
        raise LookupError("no pieces")


class Unlisted(Noughts):
    def threats(self, state):
        raise LookupError("no threats")


UNPLAYABLE = Unplayable("unplayable", "Unplayable", "It does not start.")
STUCK = Stuck("stuck", "Stuck", "It has no choices.")
UNSEEN = Unseen("unseen", "Unseen", "It has no pieces.")
UNLISTED = Unlisted("unlisted", "Unlisted", "It has no threats.")
AGAIN = Noughts("noughts", "Noughts again", "Three in a row.")
LOUD = Noughts("Loud", "Loud", "Its key has a capital.")
"""


@pytest.fixture(scope="module")
def installed(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toy_package.install(repository / "docs" / "adding-a-game.md", tmp_path_factory.mktemp("toy"))


@pytest.fixture(autouse=True)
def found(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs started by a test find the package, and use a separate folder for their database."""
    monkeypatch.setenv("PYTHONPATH", toy_package.python_path(installed))
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


def test_two_play_it_on_the_screen(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", toy_package.python_path(repository / "tests"))
    python("-c", ON_SCREEN)


def test_it_is_told_in_german() -> None:
    assert "noughts: Tic-Tac-Toe. Drei in einer Reihe." in quincunx("games", "--language", "de")
    out = quincunx("play", "noughts", "--bot", "nobody", "--plain", "--language", "de", typed="b2\nb2\nquit\n")
    assert "b2 ist besetzt." in out


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
        assert listed["noughts"]["title"] == {"code": "noughts.title"}
        assert "Three in a row win." in server.client().get("/api/games/noughts/rules").text
        assert server.client().get("/api/words/de").json()["phrases"]["noughts.taken"] == "{square} ist besetzt."
        reason, replays = python("-c", ONLINE, server.url).split()
    assert reason in ("line", "full")
    assert replays == "True"


def test_a_package_that_is_broken_is_left_out_with_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        "ludo = nowhere:LUDO",
        "chess = noughts.spec:NOUGHTS",
        "list = builtins:list",
        "nought = noughts.spec:NOUGHTS",
        "unplayable = fragile.spec:UNPLAYABLE",
        "stuck = fragile.spec:STUCK",
        "unseen = fragile.spec:UNSEEN",
        "Loud = fragile.spec:LOUD",
    ]
    add_package("broken", points, tmp_path, monkeypatch)
    games, warned = listed()
    assert games[-1] == "noughts"
    for said in (
        "the game ludo (nowhere:LUDO) cannot be loaded: No module named 'nowhere'",
        "the game chess (noughts.spec:NOUGHTS) cannot be loaded: its key is 'noughts'",
        "the game list (builtins:list) cannot be loaded: expected an instance of quincunx.core.spec.Spec, got type",
        "the game unplayable (fragile.spec:UNPLAYABLE) cannot be loaded: no start",
        "the game stuck (fragile.spec:STUCK) cannot be loaded: NoughtsState has no choices",
        "the game unseen (fragile.spec:UNSEEN) cannot be loaded: no pieces",
        "the game Loud (fragile.spec:LOUD) cannot be loaded: the key 'Loud' must match [a-z]",
    ):
        assert said in warned


@pytest.mark.parametrize(("name", "left_out"), [("zebra", "fragile.spec:AGAIN"), ("antelope", "noughts.spec:NOUGHTS")])
def test_of_two_games_with_one_key_that_of_the_first_package_by_name_stays(
    name: str, left_out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_package(name, ["noughts = fragile.spec:AGAIN"], tmp_path, monkeypatch)
    games, warned = listed()
    assert games.count("noughts") == 1
    assert warned.count("cannot be loaded") == 1
    assert f"the game noughts ({left_out}) cannot be loaded: " in warned


def test_a_game_that_cannot_be_shown_leaves_the_others_in_the_servers_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_package("broken", ["unlisted = fragile.spec:UNLISTED"], tmp_path, monkeypatch)
    assert "unlisted" in listed()[0]
    with servers.running(f"sqlite:///{tmp_path / 'test.db'}", servers.Installed) as server:
        for _ in range(2):
            shown = [game["key"] for game in server.client().get("/api/games").json()]
            assert "noughts" in shown
            assert "unlisted" not in shown
        rules = server.client().get("/api/games/unlisted/rules", params={"language": "de"})
        assert "It has no threats." in rules.text, "without a rulebook, a game has its summary"
        server.stop()
        assert [line["game"] for line in server.log if line["what"] == "a game cannot be shown"] == ["unlisted"]


def add_package(name: str, points: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs started by the test find another package, with these entry points."""
    described = folder / f"{name}-1.dist-info"
    described.mkdir()
    (described / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (described / "entry_points.txt").write_text("\n".join(["[quincunx.games]", *points]) + "\n")
    (folder / "fragile").mkdir()
    (folder / "fragile" / "__init__.py").touch()
    (folder / "fragile" / "spec.py").write_text(FRAGILE)
    monkeypatch.setenv("PYTHONPATH", toy_package.python_path(folder))


def listed() -> tuple[list[str], str]:
    """The keys of the games in a new program, and its warnings."""
    code = "import quincunx, warnings; warnings.simplefilter('always'); print(*quincunx.games())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split(), done.stderr
