"""Who is online and who is looking for a game, in the terminal; rated matches, and a player's choices for the pool."""

from __future__ import annotations

import asyncio
import random
import re
import subprocess
import sys
import threading
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from quincunx.clients.remote import ByInvite, Client, OnlineSeat
from quincunx.clients.terminal.screens import lobby_screen as screens_lobby
from quincunx.clients.terminal.screens.lobby_screen import LobbyScreen
from quincunx.clients.terminal.seats.factory import SeatFactory
from quincunx.play.clocks import Fischer, PerTurn
from quincunx.play.commands import Resign
from remote.people import guest, until
from remote.test_menu_online import enter
from remote.test_terminal_online import play_a_turn, terminal
from servers import DEADLINE, Server
from terminal.driving import Player, tell
from terminal.test_passes import FLIPFLOP


@contextmanager
def looking(client: Client, game: str, **wish: object) -> Iterator[list[OnlineSeat | None]]:
    """Keep a client in the pool meanwhile; the yielded list contains the seat once there is one."""
    found: list[OnlineSeat | None] = []
    seeker = threading.Thread(
        target=lambda: found.append(client.seek(game, seconds=DEADLINE, **wish)),  # type: ignore[arg-type]
        daemon=True,
    )
    seeker.start()
    while not client.lobby().seeking:
        assert seeker.is_alive()
        seeker.join(0.1)
    try:
        yield found
    finally:
        client.stop_seeking()
        seeker.join(DEADLINE)


def member(server: Server, name: str) -> Client:
    """A member with the Python client."""
    client = Client(server.url)
    client.register(name, "correct horse")
    return client


@pytest.fixture
def seats() -> Iterator[SeatFactory]:
    with closing(SeatFactory(Namespace(database=None, online=None, seconds=0.2, seed=1))) as seats:
        yield seats


def printed(*arguments: str, typed: str = "") -> str:
    command = [sys.executable, "-m", "quincunx", *arguments]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=DEADLINE)
    assert done.returncode == 0, done.stderr
    return done.stdout


async def bring_wildwood(player: Player) -> None:
    """Choose a custom army, and start the match."""
    await player.sees("Choose your army:")
    names = [line.split()[-1] for line in player.lines() if re.search(r"\d  \w+$", line)]
    await player.press(str(names.index("Wildwood") + 1))
    await player.until(lambda: player.app.seat is not None)
    (mine,) = player.seat.sides
    assert player.seat.game.options[("white", "black")[mine]] == "wildwood"


def test_the_lobby_is_printed_and_a_seek_is_played(mortal: Server) -> None:
    with guest(mortal) as bob, looking(bob, "flipflop", options={"n": 10}, clock=PerTurn(60)) as found:
        wanted = f"{bob.name} is looking for a game: FlipFlop, Board size 10, 1 minute a turn, casual"
        assert wanted in printed("lobby", mortal.url)
        with terminal("lobby", mortal.url) as person:
            person.reads(r"2 online, 1 is looking for a game\.")
            number = person.reads(rf"(\d)\. {bob.name} is looking")[1]
            person.types(number)
            person.reads("Joining the game: FlipFlop, Board size 10, 1 minute a turn, casual")
            person.reads("> ")
            until_found(found)
            assert found[0] is not None
            assert found[0].game.options["n"] == 10
            found[0].close()


def until_found(found: list[OnlineSeat | None]) -> None:
    """Wait until the pool has found an opponent."""
    waiting = threading.Event()
    for _ in range(int(DEADLINE / 0.05)):
        if found:
            return
        waiting.wait(0.05)
    raise AssertionError("the pool has found nobody")


def test_somebody_in_the_lobby_is_challenged(mortal: Server) -> None:
    with member(mortal, "Lobbyist") as bob:
        assert bob.name == "Lobbyist"
        with terminal("lobby", mortal.url, "cengers") as person:
            number = person.reads(r"(\d)\. Lobbyist\n")[1]
            person.types(number)
            challenge = bob.challenge(60)
            assert challenge is not None
            seat = bob.join(challenge.match)
            assert seat.game.key == "cengers"
            person.reads("Cengers: ")


def test_a_seek_that_is_gone_is_told_with_the_list_as_it_is_now(mortal: Server) -> None:
    with (
        guest(mortal) as bob,
        looking(bob, "cengers", clock=Fischer(300, 3)) as found,
        terminal("lobby", mortal.url) as person,
    ):
        number = person.reads(rf"(\d)\. {bob.name} is looking")[1]
        bob.stop_seeking()
        until_found(found)
        person.types(number)
        person.reads(f"{bob.name} is no longer looking for a game.")
        person.reads(r"\d online, .* looking for a game\.")


def test_the_menu_tells_that_a_seek_is_gone_above_the_list(
    mortal: Server, seats: SeatFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens_lobby, "EVERY", DEADLINE)  # the list is not refreshed
    with guest(mortal) as bob, looking(bob, "cengers", clock=Fischer(300, 3)) as found:

        async def story(player: Player) -> None:
            await enter(player, mortal)
            await player.press("2")
            await player.sees(f"{bob.name} is looking for a game")
            bob.stop_seeking()
            await asyncio.to_thread(until_found, found)
            await player.press("enter")
            await player.sees(f"{bob.name} is no longer looking for a game.")
            assert isinstance(player.app.screen, LobbyScreen)

        tell(None, story, seats=seats)


def test_an_army_is_brought_to_a_game_that_is_joined(mortal: Server, seats: SeatFactory) -> None:
    with guest(mortal) as bob:
        with looking(bob, "battlefield", clock=Fischer(300, 3)) as found, terminal("lobby", mortal.url) as person:
            person.types(person.reads(rf"(\d)\. {bob.name} is looking")[1])
            person.types(person.reads(r"(\d)\. Wildwood")[1])
            until_found(found)
            assert found[0] is not None
            (his,) = found[0].sides
            assert found[0].game.options[("black", "white")[his]] == "wildwood"

        async def story(player: Player) -> None:
            await enter(player, mortal)
            await player.press("2")
            await player.sees(f"{bob.name} is looking for a game")
            await player.press("enter")
            await bring_wildwood(player)

        with looking(bob, "battlefield", clock=Fischer(300, 3)):
            tell(None, story, seats=seats)


def test_guests_are_shown_and_cannot_be_challenged(mortal: Server, seats: SeatFactory) -> None:
    with guest(mortal) as bob:
        assert f"\n     {bob.name}\n" in (shown := printed("lobby", mortal.url))
        assert "Who do you want to play?" not in shown
        assert "Nobody else" not in shown

        async def story(player: Player) -> None:
            await enter(player, mortal)
            await player.press("2")
            await player.sees(bob.name)
            await player.press("enter")
            assert isinstance(player.app.screen, LobbyScreen)

        tell(None, story, seats=seats)


def test_an_empty_lobby_says_so(mortal: Server) -> None:
    out = printed("lobby", mortal.url)
    assert "1 online, nobody is looking for a game." in out
    assert "Nobody else is online." in out


def test_the_menu_shows_the_lobby_and_plays_who_is_picked(mortal: Server, seats: SeatFactory) -> None:
    with guest(mortal) as bob, looking(bob, "cengers", clock=Fischer(300, 3)) as found:

        async def story(player: Player) -> None:
            await enter(player, mortal)
            await player.press("2")
            await player.sees("2 online, 1 is looking for a game.")
            await player.sees(f"{bob.name} is looking for a game: Cengers, 5 min + 3 s,")
            await player.press("enter")
            await player.until(lambda: player.app.seat is not None)
            await asyncio.to_thread(until_found, found)
            assert found[0] is not None
            assert player.seat.id == found[0].id

        tell(None, story, seats=seats)


def test_rated_is_said_before_during_and_after_with_the_points(mortal: Server) -> None:
    mortal.member("Ratings")
    with terminal("login", "Ratings", "--online", mortal.url) as person:
        person.types("correct horse")
        person.reads("Logged in as Ratings at")
    with (
        member(mortal, "Bobbin") as bob,
        looking(bob, "cengers", clock=Fischer(300, 3), rated=True) as found,
        terminal("play", "cengers", "--online", mortal.url, "--rated") as person,
    ):
        person.reads("Looking for an opponent: Cengers, 5 min . 3 s, rated")
        person.reads(r"Cengers, rated: x (Ratings|Bobbin) \(1500\?\), o (Ratings|Bobbin) \(1500\?\)")
        until_found(found)
        seat = found[0]
        assert seat is not None
        seat.ask(Resign())
        points = person.reads(r"Rated: .*Ratings \+(\d+) \(1\d\d\d\?\)")
        assert int(points[1]) > 0
    assert re.search(r"Cengers +1\d\d\d\? ", printed("stats", "--online", mortal.url))


def test_a_member_is_offered_rated_matches_in_the_menu_and_sees_the_points(mortal: Server, seats: SeatFactory) -> None:
    with member(mortal, "Bobbin") as bob, looking(bob, "cengers", clock=Fischer(300, 3), rated=True) as found:
        mortal.member("Ratings")

        async def story(player: Player) -> None:
            await enter(player, mortal)
            assert "rated" not in player.text().replace("casual", "")
            await player.press("6", *"Ratings", "enter")
            await player.sees("Password of Ratings:")
            await player.press(*"correct horse", "enter")
            await player.sees("2  find an opponent: Cengers, 5 min + 3 s, rated")
            await player.press("2")
            await player.until(lambda: player.app.seat is not None)
            await asyncio.to_thread(until_found, found)
            assert found[0] is not None
            await player.sees("Rated")
            await asyncio.to_thread(found[0].ask, Resign())
            await player.sees("Ratings +")

        tell(None, story, seats=seats)


def test_an_army_of_ones_own_is_brought_to_the_pool(mortal: Server, seats: SeatFactory) -> None:
    with guest(mortal) as bob, looking(bob, "battlefield", clock=Fischer(300, 3)) as found:

        async def story(player: Player) -> None:
            await player.choose("Game", "Battlefield Chess")
            await player.sees("White's army")
            await player.choose("Opponent", "somebody online")
            await player.press("enter")
            await player.sees("Which server?")
            await player.press(*mortal.url, "enter")
            await player.sees("You are guest-")
            await player.press("1")
            await bring_wildwood(player)
            (mine,) = player.seat.sides
            assert player.seat.game.options[("black", "white")[mine]] == "standard"

        tell(None, story, seats=seats)
        assert found is not None


def test_the_command_line_brings_an_army_too(mortal: Server) -> None:
    arguments = ("play", "battlefield", "--online", mortal.url, "-o")
    with guest(mortal) as bob, looking(bob, "battlefield", clock=Fischer(300, 3)) as found:
        with terminal(*arguments, "white=wildwood") as person:
            person.reads("use -o army=NAME instead")
        with terminal(*arguments, "army=wildwood") as person:
            person.reads("your army Wildwood")
            until_found(found)
            assert found[0] is not None
            (his,) = found[0].sides
            assert found[0].game.options[("black", "white")[his]] == "wildwood"


def test_the_checkers_pool_has_a_time_for_each_turn(mortal: Server) -> None:
    """K8: in every way to create a match."""
    with guest(mortal) as bob:
        with looking(bob, "checkers") as found, terminal("play", "checkers", "--online", mortal.url) as person:
            person.reads("Looking for an opponent: Checkers, 1 minute a turn, casual")
            until_found(found)
            assert found[0] is not None
            assert found[0].match.created.clock == PerTurn(60)
        with terminal("play", "checkers", "--online", mortal.url, "--bot", "light") as person:
            person.reads(r"Clock: dark \d:\d\d   light \d:\d\d")


def test_online_too_a_forced_pass_is_said_and_not_asked_for(server: Server) -> None:
    with guest(server) as ann:
        seat = ann.create("flipflop", ByInvite(), colour="first")
        with terminal("play", "--online", seat.link, "--plain") as person:
            for action in FLIPFLOP:
                if seat.match.state.to_move in seat.sides:
                    until(seat, lambda match: match.status == "running")
                    seat.act(action)
                else:
                    person.reads("black> ")
                    person.types(action)
                    ply = seat.match.state.ply
                    until(seat, lambda match, ply=ply: match.state.ply > ply)
            person.reads("You have no move: the turn passes.")
            person.reads("waiting for white> ")
            assert seat.match.state.to_move == 0
            play_a_turn(person, seat, random.Random(1))


def test_a_guest_there_is_told_what_stays_behind(server: Server) -> None:
    server.member("Stayer")
    with terminal("play", "cengers", "--online", server.url, "--bot", "o", "--level", "1") as person:
        person.reads("x> ")
        person.types("quit")
        assert person.process.wait(DEADLINE) == 0
    with terminal("login", "Stayer", "--online", server.url) as person:
        person.types("correct horse")
        person.reads("Logged in as Stayer at")
        person.reads(r"1 match stays behind with guest-\S+\. .*: quincunx login NAME --new --online http")
    with terminal("logout", "--online", server.url) as person:
        person.reads("Logged out")
        assert person.process.wait(DEADLINE) == 0
        assert "stays behind" not in person.shown
    with terminal("play", "cengers", "--online", server.url, "--bot", "o", "--level", "1") as person:
        person.reads("x> ")
        person.types("quit")
        assert person.process.wait(DEADLINE) == 0
    with terminal("logout", "--online", server.url) as person:
        person.reads("1 match stays behind")
