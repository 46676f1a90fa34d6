"""Accounts, stats, history and export in the terminal: the same as the server shows from the same database."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import commands
import quincunx
from servers import running
from terminal.pseudo_terminal import PseudoTerminal
from terminal.test_cli import printed, refused

PASSWORD = "correct horse"
FIRST, SECOND = quincunx.games()["flipflop"].players


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The default database of the user who runs the test."""
    url = f"sqlite:///{tmp_path / 'share' / 'mine.db'}"
    monkeypatch.setenv("QUINCUNX_DATABASE", url)
    return url


def test_nobody_has_played_yet(database: str, tmp_path: Path) -> None:
    for command in (["stats"], ["history"], ["export", "-"]):
        assert "Nobody has played here yet" in refused(*command)
    assert not list(tmp_path.iterdir()), "to look makes nothing"
    assert "Nobody was logged in" in printed("logout")
    assert "no match to resume" in refused("play", "--resume")
    assert "there is no match x;" in refused("play", "--resume", "x")
    assert "there is no game 'go'" in refused("stats", "--game", "go")
    assert "wrong name or password" in refused("login", "Ann", typed="wrong horse\n")
    assert "no password" in refused("login", "Ann")


def test_the_terminal_counts_what_the_server_counts(database: str, tmp_path: Path) -> None:
    assert "Logged in as Ann." in printed("login", "Ann", "--new", typed=f"{PASSWORD}\n")
    printed("play", "flipflop", "--bot", SECOND, "--level", "1", typed="resign\n")
    printed("play", "cengers", "--bot", "nobody", typed="resign\n")
    left = printed("play", "flipflop", "--bot", FIRST, "--level", "1", typed="quit\n")
    with running(database) as server, server.client() as window:
        window.post("/api/login", json={"name": "Ann", "password": PASSWORD}).raise_for_status()
        stats = window.get("/api/account/stats").json()
        matches = window.get("/api/account/matches").json()
        assert json.loads(printed("export", "-")) == window.get("/api/account/export").json()
    assert len(matches) == 3
    by_game = {line["game"]: line["stats"] for line in stats["stats"]}
    assert by_game.keys() == {"flipflop", "cengers"}, "a match against a friend counts too"
    sums = [by_game["flipflop"][name] for name in ("won", "lost", "drawn", "captures", "longest")]
    row = ["FlipFlop", "level", "1", FIRST, *map(str, sums), "0", "0"]
    assert row in [text.split() for text in printed("stats").splitlines()]
    assert "You have not finished a match yet." in printed("stats", "--game", "hnefatafl")
    history = printed("history").splitlines()
    assert [text.split()[0] for text in history[1:4]] == [match["id"] for match in matches]
    assert [re.search(r"running|won:|lost:", text)[0] for text in history[1:4]] == ["running", "lost:", "lost:"]  # type: ignore[index]
    assert len(printed("history", "--limit", "1").splitlines()) == 4
    assert "cengers" not in printed("history", "--game", "flipflop")
    assert re.search(r"quincunx play --resume=(\S+)", left)[1] == matches[0]["id"]  # type: ignore[index]


def test_an_export_does_not_overwrite(database: str, tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    assert "Nobody has played here yet" in refused("export", str(file))
    printed("login", "Ann", "--new", typed=f"{PASSWORD}\n")
    assert "0 matches of Ann" in printed("export", str(file))
    assert json.loads(file.read_text())["matches"] == []
    assert "File exists" in refused("export", str(file))


def test_logged_out_is_another_guest(database: str) -> None:
    printed("play", "flipflop", "--bot", "nobody", typed="quit\n")
    assert "running" in printed("history")
    done = commands.run("logout")
    assert "Logged out" in done.stdout
    assert re.search(r"1 match stays behind with guest-\S+\. .*: quincunx login NAME --new", done.stderr)
    said = refused("history")
    assert "Nobody is logged in here" in said
    assert "quincunx login NAME" in said


def test_a_guest_who_logs_in_is_told_what_stays_behind(database: str) -> None:
    printed("login", "Ann", "--new", typed=f"{PASSWORD}\n")
    printed("logout")
    printed("play", "flipflop", "--bot", "nobody", typed="quit\n")
    assert "stays behind" not in commands.run("login", "Ann", typed="wrong horse\n").stderr
    done = commands.run("login", "Ann", typed=f"{PASSWORD}\n")
    assert "Logged in as Ann." in done.stdout
    assert "1 match stays behind" in done.stderr
    assert "Ann has no matches yet." in printed("history")
    assert commands.run("logout").stderr == "", "a member comes back"


def test_at_a_terminal_a_guest_is_asked_first(database: str) -> None:
    printed("play", "flipflop", "--bot", "nobody", typed="quit\n")
    for answer, said in (("n", "Nothing has changed."), ("y", "Logged out")):
        terminal = PseudoTerminal("logout")
        terminal.sees("Continue? [y/N]")
        terminal.type(f"{answer}\r")
        terminal.sees(said)
        terminal.close()


def test_a_killed_game_goes_on_where_it_was(database: str) -> None:
    """Killed while it waits for the next line, as when a terminal window is closed."""
    command = [sys.executable, "-m", "quincunx", "play", "hnefatafl", "--bot", "nobody"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("a4-b4 d6-d5 actions\n")
        process.stdin.flush()
        for line in process.stdout:
            if "'actions' is not an action" in line:
                break
        process.send_signal(signal.SIGKILL)
    out = printed("play", "--resume", typed="quit\n")
    record = quincunx.read_record(out[out.rindex("Game: ") :])
    assert [record.game.write_action(action) for action in record.actions] == ["a4-b4", "d6-d5"]


def test_ids_that_are_no_ids(database: str) -> None:
    assert commands.run("play", "--resume", "../x").returncode == 2


@pytest.mark.parametrize(
    "command", [["stats"], ["history"], ["export", "-"], ["play", "--resume"], ["login", "Ann"], ["logout"]]
)
def test_a_database_that_is_not_there_is_not_made_by_looking(command: list[str], tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'mistyped.db'}"
    assert f"there is no database {tmp_path / 'mistyped.db'}" in refused(*command, "--database", url, typed="x\n")
    assert not list(tmp_path.iterdir())


def test_no_folder_is_made_for_a_database_that_is_named(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'mistyped' / 'mine.db'}"
    said = refused("play", "flipflop", "--bot", "nobody", "--database", url)
    assert f"there is no folder {tmp_path / 'mistyped'}" in said
    assert not list(tmp_path.iterdir())


def test_show_takes_the_id_of_a_match_as_replay_and_analyse_do(database: str) -> None:
    state = quincunx.game("flipflop").start()
    first = state.text(state.legal_actions()[0])
    printed("play", "flipflop", "--friend", "Bob", typed=f"{first}\nquit\n")
    id = printed("history").splitlines()[1].split()[0]
    assert printed("show", "flipflop", "--record", id) == printed("show", "flipflop", "--record", first)
    assert "the game of that match is flipflop, not cengers" in refused("show", "cengers", "--record", id)
