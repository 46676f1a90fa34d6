"""Numbers and options on the command line: what makes no sense is refused at once, in a line that says what would."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.cli import main

FIRST = next(iter(quincunx.games()))


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said against the arguments: one line, and exit code 2."""
    with pytest.raises(SystemExit) as leaving:
        main(arguments)
    shown = capsys.readouterr()
    assert (leaving.value.code, shown.out) == (2, ""), shown
    assert shown.err.count("\n") == 1
    return shown.err


@pytest.mark.parametrize(
    ("command", "option", "least"),
    [
        (("analyse", "-"), "--nodes", 1),
        (("lab", "tune", FIRST), "--nodes", 1),
        (("lab", "tune", FIRST), "--games", 2),
        (("lab", "chances", FIRST), "--nodes", 1),
        (("lab", "chances", FIRST), "--games", 1),
        (("lab", "puzzles", FIRST), "--nodes", 1),
        (("lab", "puzzles", FIRST), "--count", 1),
        (("random", FIRST), "--games", 1),
        (("lab", "balance", FIRST), "--games", 1),
        (("match", "random", "random", "--game", FIRST), "--games", 2),
        (("lab", "calibrate", FIRST), "--games", 2),
        (("balance",), "--level", 1),
        (("history",), "--limit", 1),
    ],
)
def test_too_few_to_do_anything_are_refused(
    capsys: pytest.CaptureFixture[str], command: tuple[str, ...], option: str, least: int
) -> None:
    said = refused(capsys, *command, option, str(least - 1))
    assert f"{option}: expected a whole number from {least} to " in said
    assert f", got {least - 1} " in said


@pytest.mark.parametrize("command", ["window", "serve"])
@pytest.mark.parametrize("port", ["99999", "-1"])
def test_ports_are_named_with_their_range(capsys: pytest.CaptureFixture[str], command: str, port: str) -> None:
    said = refused(capsys, command, "--port", port)
    assert f"--port: expected a whole number from 0 to 65535, got {port} " in said


def test_what_goes_not_together_or_comes_twice_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["balance"], ["lab", "balance"]):
        said = refused(capsys, *command, FIRST, "--level", "99")
        assert "--level: expected a whole number from 1 to 8, got 99 " in said
    assert "--step goes with a game: quincunx learn GAME --step 3" in refused(capsys, "learn", "--step", "3")
    assert "option 'n' is given twice" in refused(capsys, "show", "flipflop", "-o", "n=8", "-o", "n=10")


def test_where_nothing_is_shipped_it_is_said_what_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["balance", FIRST, "--level", "3"])
    assert leaving.value.code == 0
    assert capsys.readouterr().out == "There are no measurements for level 3, only for 2, 4, 6.\n"


@pytest.mark.parametrize("command", ["match", "lab calibrate"])
def test_an_odd_number_of_games_is_made_even_and_that_is_said(capsys: pytest.CaptureFixture[str], command: str) -> None:
    which = ("random", "random", "--game", "cengers") if command == "match" else ("cengers",)
    with pytest.raises(SystemExit) as leaving:
        main([*command.split(), *which, "-o", "rounds=3", "--games", "3", "--seconds", "0.001", "--workers", "1"])
    assert leaving.value.code == 0
    shown = capsys.readouterr()
    assert "games go in pairs: 4, not 3" in shown.err
    assert ("4 games: " if command == "match" else "--games 4 ") in shown.out
