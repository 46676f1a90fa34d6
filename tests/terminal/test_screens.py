"""Every game on the terminal's screen: started, played to its end by keys, and at any size."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.widget import Widget

import quincunx
from quincunx.clients.terminal.screens.board_view import BoardView
from quincunx.clients.terminal.screens.classic_screen import FrameView
from quincunx.clients.terminal.screens.menu_screen import MenuScreen
from quincunx.clients.terminal.screens.side_panel import SidePanel
from quincunx.core import action_codes
from quincunx.play.seats import Person
from terminal.driving import SMALL, Player, settings_of, tell

SHORT = {
    **{key: {"quiet": 8} for key in ("hnefatafl", "copenhagen", "tablut", "brandubh")},
    **{key: {"quiet": 6} for key in ("battlefield", "chess")},
    **{key: {"quiet": 10} for key in ("checkers", "draughts")},
    "cengers": {"rounds": 5},
}
LARGEST = {"flipflop": {"n": 26}}
KEYS = list(quincunx.games())


@pytest.mark.parametrize("key", KEYS)
def test_a_whole_game_by_keys(key: str) -> None:
    async def story(player: Player) -> None:
        await player.play_on()
        assert player.screen.match.result is not None
        assert player.text().count(" in ") or "drawn" in player.text()

    tell(settings_of(key, classic=False, **SHORT.get(key, {})), story)


@pytest.mark.parametrize("size", [SMALL, (40, 12)])
@pytest.mark.parametrize("key", KEYS)
def test_the_cursor_stays_in_sight(key: str, size: tuple[int, int]) -> None:
    async def story(player: Player) -> None:
        board = player.app.screen.query_one(BoardView)
        files, ranks = board.grid.board.files, board.grid.board.ranks
        for direction, count in (("up", ranks), ("left", files), ("down", ranks), ("right", files)):
            for _ in range(count):
                player.app.simulate_key(direction)
            await player.settle()
            await player.until(lambda: "┗" in player.text() or "[" in player.text())

    tell(settings_of(key, bots=frozenset(), classic=False, **LARGEST.get(key, {})), story, size=size)


@pytest.mark.parametrize(("classic", "part"), [(False, SidePanel), (True, FrameView)])
def test_news_that_comes_while_the_screen_is_left_breaks_nothing(classic: bool, part: type[Widget]) -> None:
    """A redraw after the next refresh may find the widgets removed, for example when a rematch has begun."""

    async def story(player: Player) -> None:
        panel = player.app.screen.query_one(part)
        panel.call_after_refresh(player.screen.draw)
        await panel.query("*").remove()
        player.screen.sync()
        await panel.remove()
        player.screen.sync()
        await player.settle()

    tell(settings_of("cengers", classic=classic), story)


def test_the_board_grows_with_the_room() -> None:
    async def story(player: Player) -> None:
        board = player.app.screen.query_one(BoardView)
        sizes = []
        for width, height in ((80, 24), (120, 40), (60, 16)):
            await player.pilot.resize_terminal(width, height)
            await player.until(lambda: player.app.screen.size == (width, height))  # noqa: B023
            sizes.append((board.grid.cell_width, board.grid.cell_height))
        assert sizes == [(5, 2), (9, 4), (3, 1)]

    tell(settings_of("checkers", bots=frozenset()), story)


@pytest.mark.parametrize("key", KEYS)
def test_plain_ascii_without_colour(key: str) -> None:
    async def story(player: Player) -> None:
        assert player.text().isascii()
        for strip in player.app.screen._compositor.render_strips():
            strip = strip.apply_filter(player.app._less[0], player.app.screen.background_colors[1])
            assert all(segment.style is None or segment.style.color is None for segment in strip)

    tell(settings_of(key, bots=frozenset(), classic=False), story, ascii=True, colour=False)


def test_a_wrong_pick_says_why_with_the_rule_and_changes_nothing() -> None:
    async def story(player: Player) -> None:
        before = player.screen.match
        await player.go("d4")
        await player.press("z")
        await player.sees("There is no piece on d4. (H3)")
        await player.press("x")
        await player.sees("Select a piece first")
        await player.go("d1")
        await player.press("z")
        await player.go("e2")
        await player.press("x")
        await player.sees("(H3)")
        await player.press("c")
        await player.sees("(H2)")
        assert player.screen.match is before

    tell(settings_of("hnefatafl", bots=frozenset()), story)


def test_a_click_picks_and_a_right_click_resets() -> None:
    async def story(player: Player) -> None:
        board = player.app.screen.query_one(BoardView)
        await player.until(lambda: board.grid.cell_width == 5)  # after the layout

        async def click(square: str, button: int = 1) -> None:
            column, row = board.grid.place(player.seat.game.cell(square))
            lead, above = board._offset()
            await player.pilot.click(board, (column + lead + 1, row + above), button=button)

        def taken() -> tuple[int, ...]:
            return player.screen.hand.taken if player.screen.hand else ()

        await click("c3")
        await player.until(lambda: taken() == (player.seat.game.cell("c3"),))
        await click("c3", button=3)
        await player.until(lambda: taken() == ())
        await click("c3")
        await click("d4")
        await player.until(lambda: player.screen.match.state.ply == 1)
        assert player.screen.match.state.text(player.screen.match.state.last_action() or 0) == "c3-d4"

    tell(settings_of("checkers", bots=frozenset(), first="dark"), story)


def test_clicks_on_the_documents_screen_and_in_the_menu() -> None:
    async def story(player: Player) -> None:
        frame = player.app.screen.query_one(FrameView)
        await player.pilot.click(frame, (2 + 7, 2 + 5))  # h3
        await player.until(lambda: player.screen.cursor == player.seat.game.cell("h3"))
        await player.pilot.click(frame, (2 + 7, 2 + 4))
        await player.sees("5|.......x|")
        await player.press("c")
        await player.sees("Turn : o")
        await player.press("n")
        await player.sees("▸ Game          ◂ Cengers ▸")
        row = next(number for number, line in enumerate(player.lines()) if "Opponent" in line)
        await player.pilot.click(offset=(20, row))
        await player.sees("▸ Opponent      ◂ nobody: watch two bots ▸")
        row = next(number for number, line in enumerate(player.lines()) if "Opponent" in line)  # rows may have changed
        await player.pilot.click(offset=(20, row), button=3)
        await player.sees("▸ Opponent      ◂ a friend at this keyboard ▸")

    tell(settings_of("cengers", bots=frozenset()), story)


def test_a_hint_is_shown_and_not_played_and_a_turn_is_taken_back() -> None:
    async def story(player: Player) -> None:
        await player.press("h")
        await player.until(lambda: "Hint: " in player.text())
        assert player.screen.hint
        await player.sees("Hints        1")
        assert player.screen.match.hints == (1, 0)
        assert player.screen.match.state.ply == 0
        await player.do(player.screen.match.state.legal_actions()[0])
        await player.my_turn()
        assert player.screen.match.state.turn == 2
        await player.press("u")
        assert player.screen.match.state.ply == 0
        await player.sees("Taken back.")
        await player.press("u")
        await player.sees("You have not moved yet.")

    tell(settings_of("battlefield"), story)


def test_the_last_move_is_in_the_list_when_there_is_more_above_it() -> None:
    record = quincunx.read_record((Path(__file__).parent / "records" / "hnefatafl.txt").read_text())

    async def story(player: Player) -> None:
        for action in record.actions[:20]:
            player.seat.act(player.seat.match.state.text(action))
        await player.sees(" 20 ■")
        await player.sees(" 19 □")  # the other side's sign, also without colours
        await player.press("h")
        await player.sees("Hints")
        await player.sees(" 20 ■")

    tell(settings_of("hnefatafl", bots=frozenset()), story)


def test_there_are_no_hints_between_people() -> None:
    async def story(player: Player) -> None:
        player.seat.match.seats[1] = Person("somebody else", "Ann")
        await player.press("h")
        await player.sees("You can't get hints in a match between people.")
        assert not player.screen.hint

    tell(settings_of("hnefatafl", bots=frozenset()), story)


@pytest.mark.parametrize("key", KEYS)
def test_help_shows_keys_and_rules(key: str) -> None:
    rule, *_ = next(iter(quincunx.games()[key].reason_rules.values()))

    async def story(player: Player) -> None:
        seat = player.screen
        await player.press("question_mark")
        await player.sees("select the piece under the cursor")
        pages, scroll = [player.text()], player.app.screen.query_one(VerticalScroll)
        while scroll.scroll_y < scroll.max_scroll_y:
            before = scroll.scroll_y
            await player.press("pagedown")
            await player.until(lambda before=before: scroll.scroll_y > before)
            await player.pilot.wait_for_scheduled_animations()  # scrolling is animated, and ends less than a line away
            pages.append(player.text())
        assert any(rule in page for page in pages)
        for out in ("escape", "q", "question_mark"):
            await player.press(out)
            assert player.app.screen is seat
            await player.press("question_mark")

    tell(settings_of(key, bots=frozenset()), story)


def test_quitting_is_asked_once_and_keeps_the_game() -> None:
    async def story(player: Player) -> None:
        await player.press("q")
        await player.sees("Quit?")
        await player.press("n")
        assert player.screen
        await player.press("q")
        player.app.simulate_key("y")
        await player.ended()

    tell(settings_of("hnefatafl"), story)


def test_the_menu_starts_what_was_chosen() -> None:
    async def story(player: Player) -> None:
        assert isinstance(player.app.screen, MenuScreen)
        await player.sees("Hnefatafl")
        await player.press("right", "right", "down", *["left"] * 3)  # tablut, and the weakest bot
        await player.press("down", "right", "enter")  # the other side
        assert (player.seat.game.key, player.seat.sides) == ("tablut", (1,))
        assert player.seat.match.seats[0].level == 1  # type: ignore[union-attr]
        await player.press("n", "escape")
        assert player.screen

    tell(None, story)


def test_a_choice_is_asked_for_by_a_list() -> None:
    async def story(player: Player) -> None:
        state = player.seat.game.position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
        player.seat.match.state = state
        player.screen._take_up()
        promotion = next(action for action in state.legal_actions() if state.text(action) == "a7-a8=N")
        await player.do(promotion)
        assert player.screen.match.state.game.spec.pieces(player.seat.match.state)[56].glyph == "N"

    tell(settings_of("chess", bots=frozenset()), story)


def test_the_forecast_of_the_attack_pointed_at() -> None:
    async def story(player: Player) -> None:
        for text in ("e2-e4", "d7-d5"):
            player.seat.act(text)
        await player.until(lambda: player.screen.match.state.ply == 2)
        await player.go("e4")
        await player.press("z")
        await player.go("d5")
        await player.sees("strikes")
        await player.sees("HP")
        assert action_codes.kind_of(player.screen.hand.pointed(player.screen.cursor) or 0) == action_codes.MOVE  # type: ignore[union-attr]

    tell(settings_of("battlefield", bots=frozenset()), story)
