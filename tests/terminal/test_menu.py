"""The start menu on the screen: clocks, matches to resume, servers; and how to leave each screen."""

from __future__ import annotations

import pytest

from quincunx.clients.terminal.screens.classic_screen import ClassicScreen
from quincunx.clients.terminal.screens.large_screen import LargeScreen
from quincunx.clients.terminal.screens.menu_screen import MenuScreen
from quincunx.play.clocks import Fischer
from terminal.driving import Player, settings_of, tell
from terminal.memory import MemorySeats

FRIENDS: frozenset[int] = frozenset()


def test_a_clock_is_chosen_shown_and_counts_down() -> None:
    async def story(player: Player) -> None:
        await player.choose("Opponent", "a friend at this keyboard")
        await player.choose("Clock", "3 min + 2 s")
        await player.press("enter")
        await player.sees("What is your friend's name?")
        await player.press("enter")
        await player.sees("3:00")
        assert player.seat.match.created.clock == Fischer(180, 2)
        await player.sees("You       2:")
        await player.pilot.resize_terminal(60, 20)
        await player.sees("attackers 2:")  # without room for the side panel, in the title

    tell(None, story)


def test_the_documents_screen_has_the_clock_below_its_lines() -> None:
    async def story(player: Player) -> None:
        assert isinstance(player.screen, ClassicScreen)
        await player.sees("   o 5:00")
        await player.sees("x 4:")

    tell(settings_of("cengers", bots=FRIENDS, clock=Fischer(300, 3)), story)


def test_a_match_that_was_left_is_gone_on_with() -> None:
    left = MemorySeats().open(settings_of("checkers", bots=FRIENDS, first="dark"))
    left.act("c3-d4")

    async def story(player: Player) -> None:
        await player.sees("Resume")
        await player.choose("Resume", "Checkers")
        await player.sees("Press Enter on this line to resume it.")
        await player.press("enter")
        await player.until(lambda: isinstance(player.app.screen, LargeScreen))
        assert player.seat is left
        await player.sees("c3-d4")

    tell(None, story, seats=MemorySeats(left))


def test_a_server_that_is_not_there_is_said_and_asked_for_again() -> None:
    async def story(player: Player) -> None:
        await player.choose("Opponent", "somebody online")
        await player.press("enter")
        await player.sees("Which server?")
        await player.press(*"nowhere", "enter")
        await player.sees("Nowhere does not answer.")
        await player.press("escape")
        assert isinstance(player.app.screen, MenuScreen)
        assert player.app.seat is None
        await player.choose("Opponent", "a friend at this keyboard")
        await player.press("enter", "enter")
        await player.until(lambda: isinstance(player.app.screen, LargeScreen))

    tell(None, story)


@pytest.mark.parametrize(
    ("keys", "words", "out"),
    [
        ([], "Q quit", "escape"),
        (["question_mark"], "Escape back", "escape"),
        (["n"], "Esc back", "escape"),
        (["o"], "Esc back", "escape"),
        (["o", "2"], "y yes   n no", "n"),
        (["q"], "y yes   n no", "n"),
    ],
    ids=["match", "help", "menu", "offers", "resign", "quit"],
)
def test_every_screen_says_how_to_leave_it_and_ctrl_c_ends_them_all(keys: list[str], words: str, out: str) -> None:
    async def story(player: Player) -> None:
        seat = player.app.screen
        await player.press(*keys)
        await player.sees(words)
        await player.press(out)
        assert player.app.screen is seat
        await player.press(*keys)
        player.app.simulate_key("ctrl+c")
        await player.ended()
        assert player.seat.match.status == "running"  # and the match is still running

    tell(settings_of("hnefatafl", bots=FRIENDS), story)


def test_resigning_is_asked_once() -> None:
    async def story(player: Player) -> None:
        await player.press("o", "2")
        await player.sees("Resign?")
        await player.press("y")
        await player.until(lambda: player.screen.match.status == "finished")
        await player.sees("Defenders win.")

    tell(settings_of("hnefatafl", bots=FRIENDS), story)
