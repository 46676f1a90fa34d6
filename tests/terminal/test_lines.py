"""Play in line mode: in a pipe, at a prompt that waits, and against the clock."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import IO

import pytest

import quincunx
from quincunx.clients.terminal.input.keyboard import Keyboard
from quincunx.clients.terminal.lines import match_news
from quincunx.clients.terminal.lines.console import Console, Typed
from quincunx.play.clocks import Clock, Fischer, Untimed
from quincunx.play.events import Created
from quincunx.play.match import Match
from quincunx.play.seats import Bot, Person
from terminal.test_cli import printed

FIRST, SECOND = quincunx.games()["cengers"].players


def last_record(out: str) -> quincunx.Record:
    return quincunx.read_record(out[out.rindex("Game: ") :])


# -- in a pipe --


def test_a_bot_answers_before_the_next_line_is_read() -> None:
    typed = "f3-f4\nundo\nf3-f4\nrecord\nquit\n"
    out = printed("play", "cengers", "--bot", SECOND, "--level", "1", "--plain", typed=typed)
    assert "Taken back." in out
    actions = [quincunx.game("cengers").write_action(action) for action in last_record(out).actions]
    assert actions[0] == "f3-f4"
    assert len(actions) >= 2, "the bot has answered"


def test_a_command_with_too_much_behind_it_is_not_done() -> None:
    out = printed("play", "cengers", "--bot", "nobody", "--plain", typed="f3-f4\nc6-c5\nundo 3\nresign now\nquit\n")
    assert "undo takes nothing after it, but got '3'." in out
    assert "resign takes nothing after it, but got 'now'." in out
    assert len(last_record(out).actions) == 2


def test_the_rematch_follows_with_the_sides_changed() -> None:
    out = printed("play", "cengers", "--side", FIRST, "--level", "1", typed="resign\nrematch\nresign\nquit\n")
    assert "Type rematch to play again" in out
    assert "The rematch begins." in out
    results = re.findall(r"Result: (\w+)", out)
    assert results == [SECOND, FIRST], "the same person has lost on both sides"


def test_a_rematch_of_two_at_one_keyboard() -> None:
    out = printed("play", "cengers", "--bot", "nobody", typed="resign\nrematch\nf3-f4\nquit\n")
    assert out.count("Result: ") == 2
    assert len(last_record(out).actions) == 1


def test_what_stands_where_is_said_in_words() -> None:
    out = printed("play", "battlefield", "--bot", "nobody", typed="pieces\ncard e1\nclock\nquit\n")
    assert re.search(r"^white: \D+ (.* )?e1\b", out, re.MULTILINE)
    assert re.search(r"^e1: \D+ \(white\), HP \d", out, re.MULTILINE)
    assert "There is no clock." in out


def test_the_clock_stands_above_every_prompt() -> None:
    out = printed("play", "cengers", "--bot", "nobody", "--clock", "5+3", typed="f3-f4\nquit\n")
    assert len(re.findall(rf"^Clock: {FIRST} [45]:\d\d   {SECOND} [45]:\d\d$", out, re.MULTILINE)) == 2


def test_draws_are_declined_by_bots_and_agreed_on_at_one_keyboard() -> None:
    two_turns = "f3-f4\nc6-c5\n"
    agreed = printed("play", "cengers", "--bot", "nobody", typed=f"{two_turns}draw\nquit\n")
    assert "The players agreed to a draw." in agreed
    declined = printed("play", "cengers", "--bot", SECOND, "--level", "1", typed="f3-f4\ndraw\nquit\n")
    assert "The draw was declined." in declined


def test_standard_input_may_be_closed() -> None:
    command = f"{sys.executable} -m quincunx play cengers --bot nobody <&-"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0
    assert [line for line in done.stderr.splitlines() if "is running uncompiled" not in line] == []
    assert "To resume: quincunx play --resume=" in done.stdout


# -- at a prompt --


@pytest.fixture
def typing() -> Iterator[tuple[Console, IO[str]]]:
    """A console, and the writing end of its input pipe."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "w", buffering=1) as typed:
        yield Console(Keyboard(reading)), typed
    # the reader keeps its descriptor until it gets the end of input


def test_news_come_below_the_prompt_which_is_asked_again(
    typing: tuple[Console, IO[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    console, typed = typing
    threading.Timer(0, console.tell).start()
    assert console.ask("x> ") is None
    console.say("o: b3")
    typed.write("hint\nb4")
    assert console.ask("x> ") == Typed("hint")
    typed.close()
    assert console.ask("x> ") == Typed("b4")
    assert console.ask("x> ") == Typed(None)
    assert capsys.readouterr().out == "x> \no: b3\nx> \nx> \nx> \n"


def test_a_prompt_that_waits_is_not_repeated(
    typing: tuple[Console, IO[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    console, typed = typing
    for _ in range(3):
        console.tell()
        assert console.ask("x> ") is None
    assert console.ask("x> ", 0) is None
    assert console.is_asking
    typed.write("\n")
    assert console.ask("x> ") == Typed("")
    assert capsys.readouterr().out == "x> \n"


def test_lines_wait_while_only_news_are_waited_for(typing: tuple[Console, IO[str]]) -> None:
    console, typed = typing
    typed.write("early\n")
    console.tell()
    console.wait()
    assert console.ask("x> ") == Typed("early")


# -- the clock --


def begun(clock: Clock) -> Match:
    """A match that began at time 0, with the first side's clock running."""
    game = quincunx.game("cengers")
    facts = {"game": game.key, "options": dict(game.options), "kind": "bot"}
    return Match(Created(at=0, seats=(Person("a", "Ann"), Bot(1)), clock=clock, **facts))


def test_the_next_mark_of_the_own_clock() -> None:
    match = begun(Fischer(90, 0))
    low = match_news.running_low(match, (0,), 0)
    assert low is not None
    assert (low.mark, low.seconds) == (60, 30.0)
    assert not low.is_over(match, 29_000)
    assert low.is_over(match, 30_000)
    low = match_news.running_low(match, (0,), 30_000)
    assert low is not None
    assert (low.mark, low.seconds) == (30, 30.0)
    assert match_news.running_low(match, (0,), 85_000) is None, "too late for words"
    assert match_news.running_low(match, (1,), 0) is None, "the other's clock"
    assert match_news.running_low(begun(Untimed()), (0,), 0) is None


def test_only_games_with_turns_that_can_be_ended_offer_it() -> None:
    for key, offered in (("chess", False), ("battlefield", True)):
        out = printed("play", key, "--bot", "nobody", typed="help\nbogus\nquit\n")
        assert ("\n  end  " in out) is offered
        assert ("end" in out[out.index("'bogus' is not a") :].splitlines()[0]) is offered
        assert "  pass" not in out


def test_in_the_middle_of_a_turn_the_prompt_says_what_can_be_done() -> None:
    out = printed("play", "cengers", "--friend", "Bob", typed="f3-f4\nc6-c5\nf1-f3\nquit\n")
    assert "Jump again, or end your turn (type end)." in out
