"""A player who presses keys: the common part of the screen tests."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable

from textual.pilot import Pilot

from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.screens.app import TerminalApp
from quincunx.clients.terminal.screens.match_screen import MatchScreen
from quincunx.clients.terminal.screens.menu_form import MenuForm
from quincunx.clients.terminal.screens.menu_screen import SeatSource
from quincunx.clients.terminal.seats.match_settings import MatchSettings
from quincunx.core import action_codes
from quincunx.core.random import Random
from quincunx.games import make_game
from quincunx.play.walker import Walker
from servers import DEADLINE
from terminal.memory import MemorySeats

SMALL = (80, 24)
OWN = ("bots", "level", "seconds", "seed", "classic", "clock", "legs")  # settings that are not options of the game

Story = Callable[["Player"], Awaitable[None]]


class Player:
    """Presses keys in a running program and looks at what it shows."""

    def __init__(self, app: TerminalApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.random = Random(1)

    @property
    def screen(self) -> MatchScreen:
        """The match screen."""
        assert isinstance(self.app.screen, MatchScreen), self.app.screen
        return self.app.screen

    @property
    def seat(self) -> MatchSeat:
        """The player's seat."""
        assert self.app.seat is not None
        return self.app.seat

    async def press(self, *keys: str) -> None:
        """Press keys one by one, each after the previous one has been handled.

        The pilot is not used, since it waits after each key until the machine is idle, which a busy one never is.
        """
        for key in keys:
            self.app.simulate_key(key)
            await self.settle()

    async def settle(self) -> None:
        """Wait until pending work is done: a key goes from the program to the screen, and back to the program."""
        for _ in range(3):
            for pump in (self.app, self.app.screen):
                done = asyncio.Event()
                pump.call_later(done.set)
                async with asyncio.timeout(DEADLINE):
                    while not done.is_set() and pump in (self.app, self.app.screen):  # a dialog may close meanwhile
                        with contextlib.suppress(TimeoutError):
                            await asyncio.wait_for(done.wait(), 0.05)

    async def until(self, so: Callable[[], bool]) -> None:
        """Wait until the condition holds."""
        async with asyncio.timeout(DEADLINE):
            while not so():
                await asyncio.sleep(0.005)
        await self.settle()

    async def ended(self) -> None:
        """Wait until the program exits; no keys are handled afterwards."""
        async with asyncio.timeout(DEADLINE):
            while not self.app._exit:
                await asyncio.sleep(0.005)

    async def sees(self, words: str) -> None:
        """Wait until the text is on the screen, on one line or wrapped."""
        try:
            await self.until(lambda: words in self.text() or words in " ".join(self.text().split()))
        except TimeoutError:
            raise AssertionError(f"no {words!r} in\n{self.text()}") from None

    async def go(self, square: str) -> None:
        """Move the cursor to a square, with the arrow keys."""
        game = self.seat.game
        here, there, files = self.screen.cursor, game.cell(square), game.board.files
        across, up = there % files - here % files, there // files - here // files
        for key in ["right" if across > 0 else "left"] * abs(across) + ["up" if up > 0 else "down"] * abs(up):
            self.app.simulate_key(key)
        await self.until(lambda: self.screen.cursor == there)

    async def do(self, action: int) -> None:
        """Play an action by Z, X and C, and with the list of choices if there is one."""
        walker = Walker(self.screen.match.state)
        if action in walker.bare.values():
            await self.press("c")
            return
        await self._pick(walker, action)
        if self.seat.game.spec.drafts:
            await self.press("c")

    async def _pick(self, walker: Walker, action: int) -> None:
        square = self.seat.game.square
        path = next(path for path, found in walker.paths.items() if found == action)
        for number, pick in enumerate(path):
            if isinstance(pick, str):
                names = [other[-1] for other in walker.paths if other[:-1] == path[:-1]]
                await self.press(str(names.index(pick) + 1))
            else:
                await self.go(square(pick))
                last = number > 0 or action_codes.kind_of(action) == action_codes.PLACE
                await self.press("x" if last else "z")

    async def choose(self, label: str, value: str) -> None:
        """In the menu, go to a row with Down, and to a value with Right."""
        await self._press_until("down", rf"▸ {label} ")
        await self._press_until("right", rf"▸ {label} +◂ {re.escape(value)} ▸")

    async def _press_until(self, key: str, pattern: str) -> None:
        """Press a key until the pattern is on the screen."""
        try:
            async with asyncio.timeout(DEADLINE):
                while not re.search(pattern, self.text()):
                    await self.press(key)
        except TimeoutError:
            raise AssertionError(f"no {pattern!r} by {key} in\n{self.text()}") from None

    async def my_turn(self) -> bool:
        """Wait for the player's turn; returns False if the game is over instead."""
        await self.until(lambda: self.screen.match.status != "running" or self.screen.hand is not None)
        return self.screen.match.status == "running"

    async def play_on(self) -> None:
        """Play random actions until the game is over."""
        while await self.my_turn():
            actions = self.screen.match.state.legal_actions()
            before = self.screen.match.version
            await self.do(actions[self.random.below(len(actions))])
            await self.until(lambda before=before: self.screen.match.version > before)

    def lines(self) -> list[str]:
        """The lines on the screen."""
        strips = self.app.screen._compositor.render_strips()
        return [strip.text.rstrip() for strip in strips]

    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines())


def settings_of(key: str, **more: object) -> MatchSettings:
    """Settings for a quick game against the weakest bot; other keywords are options of the game."""
    own = {name: more.pop(name) for name in OWN if name in more}
    defaults = {"level": 1, "seconds": 0.05, "seed": 1}
    return MatchSettings(make_game(key, more), frozenset(more), **defaults | own)  # type: ignore[arg-type]


def tell(
    settings: MatchSettings | None,
    story: Story,
    *,
    size: tuple[int, int] = SMALL,
    ascii: bool = False,
    colour: bool = True,
    seats: SeatSource | None = None,
) -> None:
    """Run the program in a terminal of that size, and let a player act out the story."""

    async def run() -> None:
        local_db = seats or MemorySeats()
        seat = None if settings is None else local_db.open(settings)
        app = TerminalApp(local_db, MenuForm(settings), seat, ascii=ascii, colour=colour)
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            await player.until(
                lambda: app.screen.is_mounted and app.screen.size.width > 0 and len(app.screen_stack) > 1
            )
            await story(player)

    asyncio.run(run())
