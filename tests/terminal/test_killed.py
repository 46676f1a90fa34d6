"""A program that is killed in the middle of a game, on the screen and at the prompt: another one continues the game."""

from __future__ import annotations

import re
from random import Random

import pytest

import quincunx
from quincunx.core.state import State
from terminal.arrow_keys import ArrowKeys
from terminal.test_cli import printed
from terminal.tmux import Terminal


@pytest.fixture(autouse=True)
def _same_home(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other commands use the same home folder as the terminal."""
    monkeypatch.setenv("XDG_DATA_HOME", terminal.home)


def kept() -> State:
    """The game as another program resumes it."""
    out = printed("play", "--resume", typed="quit\n")
    return quincunx.read_record(out[out.rindex("Game: ") :]).replay()


@pytest.mark.parametrize("key", ["hnefatafl", "flipflop"])
def test_the_screen_is_killed_after_every_turn(terminal: Terminal, key: str) -> None:
    random, state = Random(1), quincunx.game(key).start()
    terminal.start("play", key, "--bot", "nobody", "--screen", "large")
    for _ in range(3):
        action = random.choice(state.legal_actions())
        terminal.sees("to move")
        ArrowKeys(terminal, 0).play(state, action)
        terminal.sees(rf"\b{re.escape(state.text(action))}\b")
        terminal.kill()
        terminal.close()
        state.apply(action)
        assert kept() == state
        terminal.start("play", "--resume", "--screen", "large")


def test_the_prompt_is_killed_and_the_screen_goes_on(terminal: Terminal) -> None:
    terminal.start("play", "cengers", "--bot", "nobody", "--plain")
    terminal.sees("\nx>\n")
    terminal.keys("f3-f4", "Enter")
    terminal.sees("\no>\n")
    terminal.kill()
    terminal.close()
    terminal.start("play", "--resume")
    terminal.sees("Turn : o")
    state = kept()
    assert list(map(state.text, state.actions())) == ["f3-f4"]
    assert "running" in printed("history")
