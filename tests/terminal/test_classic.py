"""Cengers on the screen of its document, by the document's keys."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.clients.terminal.screens.classic_screen import ClassicScreen
from quincunx.clients.terminal.screens.large_screen import LargeScreen
from quincunx.clients.terminal.text.frame import in_frame, path_name
from quincunx.words import phrase
from terminal import document
from terminal.driving import Player, settings_of, tell

FRIENDS = settings_of("cengers", bots=frozenset())


async def shows(player: Player, screen: list[str]) -> None:
    """Wait for a screen of the document; its lines must contain nothing else."""
    wanted = [line.rstrip() for line in screen]
    try:
        await player.until(lambda: player.lines()[: len(wanted)] == wanted)
    except TimeoutError:
        raise AssertionError("\n".join(["wanted", *wanted, "shown", *player.lines()])) from None


async def move(player: Player, actions: list[str]) -> None:
    """Z on the piece, X on each square it moves to, C."""
    squares = [action.split("-") for action in actions if action != "end"]
    await player.go(squares[0][0])
    await player.press("z")
    for _, target in squares:
        await player.go(target)
        await player.press("x")
    await player.press("c")


@pytest.mark.parametrize("run", document.runs(), ids=["opening", "ending"])
def test_the_documents_screens_by_the_documents_keys(run: list[list[str]]) -> None:
    async def story(player: Player) -> None:
        player.seat.match.state = document.state_of(run[0])
        player.screen._take_up()
        player.screen.draw()
        await shows(player, run[0])
        for actions, after in document.moves(run):
            await move(player, actions)
            await shows(player, after)

    tell(FRIENDS, story)


def test_a_move_is_taken_back_with_z_until_c_hands_it_over() -> None:
    async def story(player: Player) -> None:
        first, *_ = document.runs()[0]
        before = player.seat.match
        await player.go("h3")
        await player.press("z", "up", "x")
        await player.sees("5|.......x|")
        assert player.lines()[2].endswith("Turn : x")
        await player.press("x")
        await player.sees("The move is made: press C to play it, or Z to take it back.")
        await player.press("z")
        await shows(player, first)
        assert player.seat.match is before
        assert player.screen.cursor == player.seat.game.cell("h3")
        await player.press("up", "x", "c")
        await player.sees("Turn : o")

    tell(FRIENDS, story)


def test_jumps_go_on_with_x() -> None:
    async def story(player: Player) -> None:
        await player.go("f1")
        await player.press("z", "up", "up", "up", "x")
        await player.sees("(C4)")
        await player.press("c")
        await player.sees("(C5)")
        await player.go("f2")
        await player.press("z", "up", "up", "x")
        await player.sees("Press C to play the move")
        await player.press("c")
        await player.sees("Turn : o")
        assert player.seat.match.state.position().count("turn:1") or player.seat.match.state.turn == 1

    tell(FRIENDS, story)


def test_squares_are_named_by_the_signs_at_the_edges() -> None:
    game = quincunx.game("cengers")
    frame = game.spec.frame
    assert frame is not None
    assert in_frame(frame, phrase("cengers.refused.taken", square="f2")) == "row 7 column 6 is taken."
    assert in_frame(frame, phrase("cengers.refused.taken", square="z9")) == "z9 is taken."
    assert in_frame(frame, "Anna's b2 is a name.") == "Anna's b2 is a name."
    actions = [game.read_action(text) for text in ("c6-c4", "c4-e4", "end")]
    assert path_name(frame, actions) == "row 3 column 3 to row 5 column 3 to row 5 column 5"
    assert path_name(frame, actions[2:]) == ""


def test_what_is_wrong_says_why_in_one_line_and_changes_nothing() -> None:
    async def story(player: Player) -> None:
        first = document.runs()[0][0]
        for square, key, words in (
            ("a8", "z", "The piece on row 1 column 1 is your opponent's. (C1)"),
            ("d4", "z", "There is no piece on row 5 column 4. (C1)"),
            ("d4", "x", "Select a piece first"),
            ("d4", "c", "(C5)"),
            ("h1", "z", "The piece on row 8 column 8 can't move now."),
        ):
            await player.go(square)
            await player.press(key)
            await player.sees(words)
            await shows(player, first)
        await player.go("h3")
        await player.press("z")
        await player.go("g4")
        await player.press("x")
        await player.sees("(C2)")
        assert isinstance(player.screen, ClassicScreen)
        assert player.screen.draft is not None
        assert player.screen.draft.taken == player.seat.game.cell("h3")  # a wrong X does not release the piece

    tell(FRIENDS, story)


def test_the_other_screen_is_a_key_away() -> None:
    async def story(player: Player) -> None:
        assert isinstance(player.screen, ClassicScreen)
        await player.press("v")
        await player.until(lambda: isinstance(player.app.screen, LargeScreen))
        await player.press("v")
        await player.until(lambda: isinstance(player.app.screen, ClassicScreen))

    tell(FRIENDS, story)


def test_the_large_board_has_the_same_keys_and_the_same_draft() -> None:
    """C5: what X has played is a draft until C, also against a friend, where C would otherwise act for the friend."""

    async def story(player: Player) -> None:
        await player.go("h3")
        await player.press("z", "up", "x")
        await player.sees("Press C to play the move")
        assert player.seat.match.state.ply == 0
        await player.press("c")
        await player.until(lambda: player.seat.match.state.ply == 1)
        assert "(C" not in player.text()
        await player.go("c6")
        await player.press("enter", "down", "enter")
        await player.until(lambda: player.seat.match.state.ply == 2)

    tell(settings_of("cengers", bots=frozenset(), classic=False), story)


def test_a_chain_of_jumps_is_one_draft_and_one_commit() -> None:
    async def story(player: Player) -> None:
        for actions in (["f3-f4"], ["c6-c5"]):
            await move(player, actions)
        before = player.seat.match.version
        await player.go("f1")
        await player.press("z", "up", "up", "x")
        await player.sees("Press X to jump again, or C to play the move.")
        assert player.seat.match.version == before
        await player.press("up", "up", "x", "c")
        await player.until(lambda: player.seat.match.state.turn == 3)

    tell(FRIENDS, story)


def test_the_computer_answers_as_o() -> None:
    async def story(player: Player) -> None:
        first, *_ = document.moves(document.runs()[0])
        await move(player, first[0])
        await player.until(lambda: player.lines()[1].endswith("Round: 2"))
        assert player.lines()[2].endswith("Turn : x")

    tell(settings_of("cengers"), story)


def test_a_small_terminal_keeps_the_cursor_and_the_way_out_in_sight() -> None:
    async def story(player: Player) -> None:
        for direction, row in (("down", "8|.....xxx|"), ("up", "1|ooo.....|"), ("down", "8|.....xxx|")):
            await player.press(*[direction] * 8)
            await player.sees(row)
            assert "? help  Q quit" in player.lines()[-1]

    tell(FRIENDS, story, size=(40, 9))
