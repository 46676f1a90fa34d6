"""From the terminal's start menu to an opponent on a real server, by keys."""

from __future__ import annotations

import asyncio
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing

import pytest

from quincunx.clients.remote import Client, read_address
from quincunx.clients.terminal.screens.menu_screen import MenuScreen
from quincunx.clients.terminal.seats.factory import SeatFactory
from quincunx.play.commands import Resign
from quincunx.server import totp
from remote.people import guest, until
from servers import DEADLINE, Server
from terminal.driving import Player, tell


@pytest.fixture
def seats() -> Iterator[SeatFactory]:
    arguments = Namespace(database=None, online=None, seconds=0.2, seed=1)
    with closing(SeatFactory(arguments)) as seats:
        yield seats


@pytest.fixture
def bob(server: Server) -> Iterator[Client]:
    with guest(server) as client:
        yield client


async def enter(player: Player, server: Server) -> None:
    """Go to the menu of the server."""
    await player.choose("Game", "Cengers")
    await player.choose("Opponent", "somebody online")
    await player.press("enter")
    await player.sees("Which server?")
    await player.press(*server.url, "enter")
    await player.sees("You are guest-")


async def play_a_turn(player: Player) -> None:
    """Play a turn on the document's screen."""
    assert await player.my_turn()
    await player.go("f3")
    await player.press("z", "up", "x", "c")


def test_somebody_is_invited_by_a_link_and_the_match_gone_on_with(
    server: Server, seats: SeatFactory, bob: Client
) -> None:
    async def invites(player: Player) -> None:
        await enter(player, server)
        await player.press("3")
        await player.sees("Send them this link:")
        await player.sees(player.seat.link)
        address = read_address(player.seat.link)
        his = await asyncio.to_thread(bob.join, address.match, address.secret)
        await play_a_turn(player)
        await asyncio.to_thread(until, his, lambda match: match.state.ply == 1)
        assert seats.how_to_resume(player.seat) == f"quincunx play --online {server.url} --resume={his.id}"

    async def goes_on(player: Player) -> None:
        await player.choose("Opponent", "somebody online")
        await player.press("enter", "enter")  # the server used last time
        await player.sees("7  resume Cengers")
        await player.press("7")
        await player.until(lambda: player.app.seat is not None)
        his = await asyncio.to_thread(bob.open, player.seat.id)
        assert his.match.state.ply == 1
        await asyncio.to_thread(his.ask, Resign())
        await player.sees("Winner: x")

    tell(None, invites, seats=seats)
    tell(None, goes_on, seats=seats)


def test_somebody_is_found_and_looking_can_be_given_up(server: Server, seats: SeatFactory, bob: Client) -> None:
    async def story(player: Player) -> None:
        await enter(player, server)
        await player.press("1")
        await player.sees("Looking for an opponent: Cengers")
        await player.press("escape")
        await player.sees("invite an opponent with a link")
        await player.press("1")
        await player.sees("Looking for an opponent")
        his = await asyncio.to_thread(bob.seek, "cengers", seconds=DEADLINE)
        assert his is not None
        await player.until(lambda: player.app.seat is not None)
        assert player.seat.id == his.id

    tell(None, story, seats=seats)


def test_what_goes_wrong_is_said_and_asked_anew(server: Server, seats: SeatFactory) -> None:
    server.member("Menuhin")
    menuetto = server.member("Menuetto")
    secret = menuetto.post("/api/account/second-factor", json={"password": "correct horse"}).json()["secret"]
    first = totp.code_of(secret, time.time_ns() // 1_000_000 // totp.STEP)
    code = menuetto.post("/api/account/second-factor/confirm", json={"code": first}).json()["codes"][0]

    async def story(player: Player) -> None:
        await enter(player, server)
        await player.press("4")
        await player.sees("Type a member's name:")
        await player.press(*"Nobody-here", "enter")
        await player.sees("There is no player with that name")
        for password, words in (("wrong horse", "is wrong"), ("correct horse", "You are Menuhin at")):
            await player.press("6", *"Menuhin", "enter")
            await player.sees("Password of Menuhin:")
            await player.press(*password, "enter")
            assert password not in player.text()
            await player.sees(words)
        await player.press("7", *"Menuetto", "enter")  # members can also play rated matches
        await player.sees("Password of Menuetto:")
        await player.press(*"correct horse", "enter")
        await player.sees("Code of Menuetto's authenticator app, or a recovery code:")
        await player.press(*code, "enter")
        await player.sees("You are Menuetto at")
        await player.press("6")
        await player.press(*f"{server.url}/join/nosuch", "enter")
        await player.sees("There is no such match.")
        await player.press("escape", "escape")
        assert isinstance(player.app.screen, MenuScreen)

    tell(None, story, seats=seats)
