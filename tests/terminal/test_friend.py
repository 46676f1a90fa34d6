"""A friend at the same keyboard: the account has a side, the friend a name, and the result counts (H)."""

from __future__ import annotations

import re

import commands
import quincunx
from quincunx.clients.terminal.screens.large_screen import LargeScreen
from quincunx.play.seats import Friend, Person
from terminal.driving import Player, settings_of, tell
from terminal.test_cli import printed, refused

FIRST, SECOND = quincunx.games()["hnefatafl"].players


def test_the_friend_is_named_on_the_command_line_and_the_result_counts() -> None:
    out = printed("play", "hnefatafl", "--friend", "Bob", "--side", SECOND, typed="resign\nquit\n")
    assert f"Hnefatafl: {FIRST} Bob, {SECOND} guest-" in out
    assert re.search(rf"Hnefatafl +{SECOND} +Bob +lost: ", printed("history"))
    assert re.search(rf"^Hnefatafl +friend +{SECOND} +0 +1 +0 ", printed("stats"), re.MULTILINE)


def test_a_friend_named_like_a_bot_is_still_a_friend() -> None:
    printed("play", "hnefatafl", "--friend", "level 3", "--side", SECOND, "--language", "de", typed="quit\n")
    assert re.search(r" +level 3 +läuft$", printed("history", "--language", "de"), re.MULTILINE)


def test_a_friend_without_a_name_is_called_friend() -> None:
    assert f"{SECOND} Friend" in printed("play", "hnefatafl", "--bot", "nobody", typed="quit\n")


def test_whoever_is_asked_names_the_friend() -> None:
    out = printed("play", typed="hnefatafl\nnobody\nBob\nquit\n")
    assert "Your friend's name [Friend]: " in out
    assert f"{SECOND} Bob" in out


def test_a_friends_name_that_is_too_long_is_asked_for_again() -> None:
    out = printed("play", typed=f"hnefatafl\nnobody\n{'B' * 41}\nBob\nquit\n")
    assert "Expected a name of up to 40 characters, got 'BBB" in out
    assert f"{SECOND} Bob" in out


def test_the_side_is_checked_once_the_game_is_chosen() -> None:
    done = commands.run("play", "--side", "foo", "--plain", typed="hnefatafl\nnobody\n\n")
    assert done.returncode == 2
    assert f"--side: expected {FIRST} or {SECOND}, got 'foo'" in done.stderr
    assert f"{FIRST} Bob, {SECOND} guest-" in printed(
        "play", "--side", SECOND, "--friend", "Bob", "--plain", typed="hnefatafl\nquit\n"
    )
    assert f"{SECOND} guest-" in printed("play", "--side", SECOND, "--plain", typed="hnefatafl\nquit\n")


def test_what_cannot_be_is_said() -> None:
    assert "leave one out" in refused("play", "hnefatafl", "--friend", "Bob", "--bot", SECOND)
    assert "leave out --online" in refused("play", "hnefatafl", "--friend", "Bob", "--online", "http://127.0.0.1:1")
    assert "a name of up to 40 characters" in refused("play", "hnefatafl", "--friend", " ")


def test_the_menu_asks_for_the_friends_name_and_for_ones_side() -> None:
    async def story(player: Player) -> None:
        await player.choose("Opponent", "a friend at this keyboard")
        await player.choose("You play", SECOND)
        await player.press("enter")
        await player.sees("What is your friend's name?")
        await player.press(*["backspace"] * len("Friend"), *"Bob", "enter")
        await player.until(lambda: isinstance(player.app.screen, LargeScreen))
        first, second = player.seat.match.seats
        assert first == Friend("Bob")
        assert isinstance(second, Person)
        await player.sees("Bob")

    tell(None, story)


def test_what_was_captured_of_each_side_stands_there_in_words() -> None:
    """H: the HUD shows how many pieces of each side were captured."""
    assert "Captured  1 defender\n" in printed("show", "hnefatafl", "--record", "d11-d9 f8-d8 a7-d7")

    async def story(player: Player) -> None:
        await player.sees("Captured  none")
        for action in ("d11-d9", "f8-d8", "a7-d7"):
            player.seat.act(action)
        await player.sees("Captured  1 defender\n")
        captured = next(at for at, line in enumerate(player.lines()) if "Captured" in line)
        assert player.lines()[captured + 1].endswith("●")

    tell(settings_of("hnefatafl", bots=frozenset()), story)
