"""The screens in German: none of them shows an English text that has a German translation."""

from __future__ import annotations

import copy
import re
import time
from collections.abc import Iterator
from functools import cache

import pytest
from textual.screen import ModalScreen

from quincunx.clients import language
from quincunx.clients.terminal.screens.classic_screen import ClassicScreen
from quincunx.clients.terminal.screens.help_screen import HelpScreen
from quincunx.clients.terminal.screens.lobby_screen import LobbyScreen
from quincunx.clients.terminal.screens.progress_dialog import ProgressDialog
from quincunx.clients.terminal.seats.lobby import picks
from quincunx.clients.terminal.text import messages
from quincunx.play.clocks import Days, Fischer, PerTurn
from quincunx.play.events import Offer, Offered
from quincunx.protocol.lobby import LobbyShown, OnlinePlayer, OpenSeek
from quincunx.words import ENGLISH, areas
from quincunx.words.catalogue import Entry, read_area
from terminal.driving import Player, settings_of, tell
from terminal.memory import MemorySeat

GERMAN = "de"
OFFERS: tuple[Offer, ...] = ("draw", "takeback", "rematch")
FAMILIES = ("hnefatafl", "checkers", "battlefield", "cengers", "flipflop")
PLACEHOLDER = re.compile(r"\{\w+\}")
WORD = re.compile(r"[A-Za-z]{2,}")
GATHERING = LobbyShown(
    3,
    [OnlinePlayer("Ann", "member", True), OnlinePlayer("Bob", "guest", False)],
    1,
    [
        OpenSeek(
            id="1",
            name="Ann",
            rating=1500,
            provisional=True,
            game="flipflop",
            options={"n": 10},
            clock=PerTurn(60),
            rated=False,
            legs=2,
            since=0,
            mine=False,
        )
    ],
)


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    """Use German in this test only."""
    language.use(GERMAN)
    yield
    language.use(ENGLISH)


def lines_of(entry: Entry) -> set[str]:
    texts = [entry] if isinstance(entry, str) else entry.values()
    return {line for text in texts for line in text.splitlines()}


@cache
def english() -> list[re.Pattern[str]]:
    """Patterns of the English texts whose German text differs; short ones only for texts of the screens themselves."""
    found = []
    for area in areas():
        german, least = read_area(area, GERMAN), 1 if area == "screens" else 4
        for code, entry in read_area(area, ENGLISH).items():
            for line in lines_of(entry) - lines_of(german.get(code, "")):
                if len(WORD.findall(PLACEHOLDER.sub("", line))) >= least:
                    found.append(
                        re.compile(rf"(?<!\w){'.{1,60}?'.join(map(re.escape, PLACEHOLDER.split(line)))}(?!\w)")
                    )
    return found


def says_german(player: Player) -> None:
    """Check that no English text is on the screen, in one line or across several."""
    lines = player.lines()
    texts = [*lines, " ".join(line.strip() for line in lines)]
    seen = [(pattern.pattern, text) for pattern in english() for text in texts if pattern.search(text)]
    assert seen == [], player.text()


def test_the_check_finds_english() -> None:
    patterns = english()
    for text in ("1  offer a draw", "  Opponent   Regular (4)", "Ann is looking for a game: FlipFlop"):
        assert any(pattern.search(text) for pattern in patterns), text


def test_the_menu() -> None:
    async def story(player: Player) -> None:
        await player.sees("Brettspiele für zwei")
        says_german(player)
        for game in range(11):
            for _ in range(9 if game < 2 else 1):
                await player.press("down")
                says_german(player)
            while "▸ Spiel" not in player.text():
                await player.press("up")
            await player.press("right")
        await player.choose("Gegner", "jemand online")
        says_german(player)
        await player.choose("Gegner", "Freund an dieser Tastatur")
        says_german(player)
        await player.press("enter")
        await player.sees("Wie heißt dein Gegenüber?")
        says_german(player)
        await player.press("escape", "question_mark")
        await player.sees("Tasten")
        says_german(player)

    tell(None, story)


def test_a_server_that_is_not_there() -> None:
    async def story(player: Player) -> None:
        await player.choose("Gegner", "jemand online")
        await player.press("enter")
        await player.sees("Welcher Server?")
        says_german(player)
        await player.press(*"http://x", "enter")
        await player.sees("Welcher Server?")
        says_german(player)

    tell(None, story)


async def look_around(player: Player) -> None:
    """Open everything that can be opened in a match."""
    await player.my_turn()
    says_german(player)
    for key in ("x", "z", "c", "h", "o", "escape", "u", "question_mark"):
        await player.press(key)
        says_german(player)
    await player.until(lambda: isinstance(player.app.screen, HelpScreen))
    await player.press("pagedown")
    says_german(player)
    await player.press("escape", "q")
    await player.sees("Beenden?")
    says_german(player)
    await player.press("n")


@pytest.mark.parametrize("key", FAMILIES)
def test_a_match_of_each_family_and_its_end(key: str) -> None:
    async def story(player: Player) -> None:
        await look_around(player)
        for _ in range(2):
            await player.my_turn()
            before = player.screen.match.version
            await player.do(player.screen.match.state.legal_actions()[0])
            await player.until(lambda before=before: player.screen.match.version > before)
            says_german(player)
        await player.my_turn()
        await player.press("o")
        await player.sees("aufgeben")
        says_german(player)
        found = re.search(r"(\d)  aufgeben", player.text())
        assert found is not None
        await player.press(found[1])
        await player.sees("Du verlierst die Partie.")
        says_german(player)
        await player.press("j")
        await player.sees("hat aufgegeben.")
        says_german(player)
        await player.press("o")
        says_german(player)

    tell(settings_of(key, classic=False, clock=Fischer(300, 3)), story)


def test_choices_have_german_labels() -> None:
    async def story(player: Player) -> None:
        player.seat.match.state = player.seat.game.position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
        player.screen._take_up()
        for square, key in (("a7", "z"), ("a8", "x")):
            await player.go(square)
            await player.press(key)
        await player.sees("1  Umwandeln in Dame")
        says_german(player)
        await player.press("4")
        await player.until(lambda: player.seat.game.spec.pieces(player.seat.match.state)[56].glyph == "N")

    tell(settings_of("chess", bots=frozenset()), story)


def test_the_screen_of_a_document() -> None:
    async def story(player: Player) -> None:
        assert isinstance(player.screen, ClassicScreen)
        await look_around(player)
        await player.press("h")
        await player.sees("Zeile")
        says_german(player)
        origin, target = player.screen.hint
        for key, cell in (("z", origin), ("x", target)):
            await player.go(player.seat.game.square(cell))
            await player.press(key)
        await player.sees("C spielt den Zug")
        says_german(player)

    tell(settings_of("cengers"), story)


def test_offers_of_the_other_player() -> None:
    async def story(player: Player) -> None:
        seat = player.seat
        assert isinstance(seat, MemorySeat)
        seat.sides = (0,)
        for offer in OFFERS:
            seat.match = copy.copy(seat.match)
            seat.match.offers = {offer: Offered(at=0, side=1, offer=offer)}
            player.screen.sync()
            await player.sees("Antworte mit O.")
            says_german(player)
            await player.press("o")
            await player.sees("ablehnen")
            says_german(player)
            await player.press("escape")

    tell(settings_of("hnefatafl", bots=frozenset()), story)


def test_the_lobby_and_what_takes_a_while() -> None:
    async def story(player: Player) -> None:
        player.app.push_screen(LobbyScreen(GATHERING, "me", lambda: GATHERING))
        await player.sees("1 Person sucht eine Partie.")
        assert "zwei Partien" in player.text()
        says_german(player)
        await player.press("escape")
        player.app.push_screen(LobbyScreen(LobbyShown(1, [], 0, []), "me", lambda: GATHERING))
        await player.sees("Sonst ist niemand da.")
        says_german(player)
        await player.press("escape")
        player.app.push_screen(ProgressDialog(language.t("screens.online.opening"), lambda: time.sleep(1)))
        await player.sees("Esc bricht ab")
        says_german(player)
        await player.press("escape")
        await player.until(lambda: not isinstance(player.app.screen, ModalScreen))

    tell(None, story)
    assert [pick.name for pick in picks(GATHERING, "me")] == ["Ann", "Ann"]


def test_names_of_clocks_and_numbers() -> None:
    assert messages.clock_name(Fischer(90, 3)) == "1,5 Min. + 3 s"
    assert messages.clock_name(PerTurn(60)) == "1 Minute je Zug"
    assert messages.clock_name(Days(3)) == "3 Tage je Zug"
    assert messages.clock(90_000_000) == "1 T 1 Std"
