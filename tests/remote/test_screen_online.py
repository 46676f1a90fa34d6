"""`quincunx play --online` on the full screen of a real terminal, against an opponent with the Python client."""

from __future__ import annotations

import re
from random import Random

from quincunx.clients.remote import ByChallenge, ByInvite, Client, OnlineSeat, read_address
from quincunx.clients.seat_notices import DOWN
from quincunx.play.clocks import Fischer
from quincunx.play.commands import Accept, MakeOffer, Resign
from remote.people import guest, until
from servers import DEADLINE, Server
from terminal.arrow_keys import ArrowKeys
from terminal.tmux import Terminal


def play_on(terminal: Terminal, seat: OnlineSeat, random: Random, most: int) -> None:
    """Play a number of actions for both sides; the opponent's must appear on the screen by themselves."""
    fingers = ArrowKeys(terminal, 1 - seat.sides[0])
    for _ in range(most):
        match = seat.match
        action = random.choice(match.state.legal_actions())
        if match.state.to_move in seat.sides:
            seat.act(match.state.text(action))
        else:
            terminal.sees("Your turn")
            fingers.play(match.state, action)
        until(seat, lambda seen, version=match.version: seen.version > version)
        terminal.sees(rf"\b{re.escape(match.state.text(action))}\b")  # in the list of moves


def test_the_pool_a_killed_server_and_a_match_that_is_resumed(mortal: Server, terminal: Terminal) -> None:
    random = Random(1)
    with guest(mortal) as bob:
        terminal.start("play", "cengers", "--online", mortal.url, "--clock", "15+10")
        terminal.sees("Looking for an opponent")
        seat = bob.seek("cengers", clock=Fischer(900, 10), seconds=DEADLINE)
        assert seat is not None
        terminal.sees(r"1[45]:\d\d")  # the clock
        play_on(terminal, seat, random, 6)
        mortal.kill()
        terminal.sees(DOWN)
        mortal.start()
        terminal.sees("Connected again|Your opponent is back")
        play_on(terminal, seat, random, 4)
        terminal.keys("q")
        terminal.sees("Quit\\?")
        terminal.keys("y")
        command = "".join(terminal.sees("left with 0"))
        assert f"quincunx play --online {mortal.url} --resume={seat.id}" in command
        for _ in range(2):
            terminal.close()
            terminal.start("play", "--online", mortal.url, "--resume")
            play_on(terminal, seat, random, 2)
            terminal.kill()
        assert seat.match.state.ply == 14
        terminal.close()
        terminal.start("play", "--online", mortal.url, "--resume")
        terminal.sees("Cengers")
        seat.ask(Resign())
        terminal.sees("One player resigned")


def test_a_link_is_shown_until_somebody_has_come(server: Server, terminal: Terminal) -> None:
    terminal.start("play", "cengers", "--online", server.url, "--invite", "--side", "x")
    (link,) = re.findall(r"http\S+", "\n".join(terminal.sees("Send them this link:\n *http")))
    address = read_address(link)
    with guest(server) as bob:
        seat = bob.join(address.match, address.secret)
        terminal.until(lambda lines: "Send them" not in "\n".join(lines))
        play_on(terminal, seat, Random(2), 3)
        seat.ask(MakeOffer("draw"))
        terminal.sees("Your opponent offers a draw")
        terminal.keys("o")
        terminal.sees("accept the draw")
        terminal.keys("1")
        until(seat, lambda match: match.status == "finished")
        terminal.sees("The players agreed to a draw")
        terminal.keys("o")
        terminal.sees("offer a rematch")
        terminal.keys("1")
        until(seat, lambda match: match.offers)
        seat.ask(Accept("rematch"))
        again = seat.rematch()
        assert again is not None
        terminal.sees(r"Moves +0")  # the screen has switched to the new match
        play_on(terminal, again, Random(3), 2)


def test_a_member_is_challenged_and_accepts(server: Server, terminal: Terminal) -> None:
    server.member("Screener")
    terminal.start("login", "Screener", "--online", server.url)
    terminal.sees("Password of Screener")
    terminal.keys("correct horse", "Enter")
    terminal.sees("Logged in as Screener at")
    terminal.close()
    with guest(server) as ann:
        seat = ann.create("cengers", ByChallenge("Screener"), colour="first")
        terminal.start("play", "--online", server.url, "--accept")
        until(seat, lambda match: match.status == "running")
        play_on(terminal, seat, Random(4), 2)


def test_keys_are_heard_while_an_action_is_on_its_way(mortal: Server, terminal: Terminal) -> None:
    """The server is stopped, not killed: no sign shows that it is unavailable."""
    with Client(mortal.url) as ann:
        ann.guest()
        seat = ann.create("cengers", ByInvite(), colour="second")
        terminal.start("play", "--online", seat.link)
        terminal.sees("Your turn")
        state = seat.match.state
        mortal.freeze()
        try:
            ArrowKeys(terminal, 0).play(state, state.legal_actions()[0])
            terminal.sees("Sending")
            terminal.keys("?")
            terminal.sees("Keys")
            terminal.keys("Escape")
        finally:
            mortal.thaw()
        until(seat, lambda match: match.state.ply == 1)
        terminal.sees(r"\b" + re.escape(state.text(state.legal_actions()[0])))


def test_a_chain_of_jumps_is_on_its_way_as_a_whole(mortal: Server, terminal: Terminal) -> None:
    """On the document's screen, where C submits the whole move."""
    corner = ["Left"] * 8 + ["Down"] * 8
    with Client(mortal.url) as ann:
        ann.guest()
        seat = ann.create("cengers", ByInvite(), colour="second")
        terminal.start("play", "--screen", "classic", "--online", seat.link)
        terminal.sees("Turn : x")
        terminal.keys(*corner, *["Right"] * 5, "Up", "Up", "z", "Up", "x", "c")
        until(seat, lambda match: match.state.ply == 1)
        seat.act("c6-c5")
        terminal.sees("Round: 2")
        mortal.freeze()
        try:
            terminal.keys(*corner, *["Right"] * 5, "z", "Up", "Up", "x", "Up", "Up", "x", "c")
            terminal.sees("Sending")
        finally:
            mortal.thaw()
        until(seat, lambda match: match.state.ply == 4)
        terminal.sees("Turn : o")


def test_a_server_alone_opens_the_menu_with_somebody_there(server: Server, terminal: Terminal) -> None:
    terminal.start("play", "--online", server.url)
    terminal.sees("Opponent +somebody online")
    terminal.keys("Enter")
    terminal.sees("Which server")
    terminal.sees(re.escape(server.url))
    terminal.keys("Enter")
    terminal.sees("You are guest-")


def test_a_link_that_no_line_has_room_for_is_shown_whole_and_left_unbroken(server: Server, terminal: Terminal) -> None:
    def link(lines: list[str]) -> str:
        found = re.search(r"http://[^/]+/join/[\w-]+#[\w-]{22}", "".join(line.strip() for line in lines))
        return found[0] if found else ""

    terminal.start("play", "cengers", "--online", server.url, "--invite")
    terminal.resize(40, 24)
    shown = link(terminal.until(lambda lines: bool(link(lines))))
    terminal.keys("q")
    assert f"Send this link to your opponent: {shown}" in "".join(terminal.sees("left with 0"))
