"""`quincunx play --online` as real processes: against the Python client, by link, by name, and with a killed server."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import IO

import pytest

import quincunx
from quincunx.clients.remote import ByInvite, Client, CodeWanted, OnlineSeat, read_address
from quincunx.play.clocks import Fischer
from quincunx.play.commands import Decline, MakeOffer, Resign
from quincunx.play.view import count_moves
from quincunx.server import totp
from remote.people import guest, until
from servers import DEADLINE, Server


class Terminal:
    """A player at `quincunx play`, line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.shown = ""
        assert process.stdin is not None
        assert process.stdout is not None
        self._typed: IO[str] = process.stdin
        self._read: IO[str] = process.stdout

    def types(self, line: str) -> None:
        self._typed.write(line + "\n")
        self._typed.flush()

    def reads(self, form: str) -> re.Match[str]:
        """Read on until the pattern has appeared."""
        while not (found := re.search(form, self.shown)):
            part = os.read(self._read.fileno(), 4096).decode()
            assert part, f"no {form!r} in:\n{self.shown}"
            self.shown += part
        self.shown = self.shown[found.end() :]
        return found


@contextmanager
def terminal(*arguments: str, typed: str = "") -> Iterator[Terminal]:
    """The command with pipes; stdout and stderr are read together."""
    command = [sys.executable, "-m", "quincunx", *arguments]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, text=True, **pipes) as process:  # type: ignore[call-overload]
        watch = threading.Timer(DEADLINE * 2, process.kill)
        watch.start()
        try:
            yield Terminal(process)
        finally:
            watch.cancel()
            process.kill()


def play_a_turn(person: Terminal, seat: OnlineSeat, random: Random) -> None:
    """Play a random action for the side to move; at the prompt, after the position has been shown."""
    match = seat.match
    action = match.state.text(random.choice(match.state.legal_actions()))
    if match.state.to_move in seat.sides:
        seat.act(action)
    else:
        framed = match.state.game.spec.frame is not None
        shown = rf"Round: {match.state.turn // 2 + 1}\n" if framed else rf"Moves +{count_moves(match.state)}\n"
        person.reads(shown)
        person.reads(f"{match.state.game.players[match.state.to_move]}> ")
        person.types(action)
        until(seat, lambda seen: seen.version > match.version)


def test_a_link_is_printed_taken_and_played_to_the_end(server: Server) -> None:
    first = quincunx.games()["flipflop"].players[0]
    arguments = ("play", "flipflop", "--online", server.url, "--invite", "--side", first, "--clock", "none")
    with terminal(*arguments) as person, guest(server) as bob:
        address = read_address(person.reads(r"to your opponent: (\S+)")[1])
        seat, random = bob.join(address.match, address.secret), Random(1)
        assert seat.sides == (1,)
        while seat.match.status == "running":
            play_a_turn(person, seat, random)
        person.reads(r"Result: [^*]")
        person.types("quit")
        assert person.process.wait(DEADLINE) == 0


def test_a_link_is_accepted_and_the_match_resumed(server: Server) -> None:
    with guest(server) as ann:
        seat, random = ann.create("cengers", ByInvite(), colour="first"), Random(2)
        with terminal("play", "--online", seat.link) as person:
            until(seat, lambda match: match.status == "running")
            while seat.match.state.ply < 5:
                play_a_turn(person, seat, random)
            person.process.kill()
        with terminal("play", "--online", server.url, "--resume") as person:
            while seat.match.state.ply < 10:
                play_a_turn(person, seat, random)
            seat.ask(Resign())
            person.reads(r"Result: [^*]")  # also while the prompt is waiting
            person.types("quit")
            assert person.process.wait(DEADLINE) == 0


def test_two_terminals_find_each_other_and_one_leaves(server: Server) -> None:
    arguments = ("play", "checkers", "--online", server.url, "--clock", "15+10", "--find")
    with terminal(*arguments) as one, guest(server) as bob:
        one.reads("Looking for an opponent")
        seat = bob.seek("checkers", clock=Fischer(900, 10), seconds=DEADLINE)
        assert seat is not None
        while seat.match.state.to_move not in seat.sides:
            play_a_turn(one, seat, Random(1))
        seat.ask(Resign())
        one.reads(r"Result: [^*]")
        one.types("quit")
        assert one.process.wait(DEADLINE) == 0


def test_what_the_other_does_is_heard_while_the_prompt_waits(server: Server) -> None:
    """Moves, offers and their answers, the clock, the end, and the rematch appear without anything being typed."""
    with guest(server) as ann:
        seat = ann.create("cengers", ByInvite(), colour="first", clock=Fischer(900, 10))
        with terminal("play", "--online", seat.link, "--plain") as person:
            person.reads("waiting for x> ")
            seat.act("f3-f4")
            person.reads(r"x: f3-f4")
            person.reads(r"Clock: x 15:\d\d   o 1[45]:\d\d\s+o> ")
            person.types("c6-c5")
            person.reads("waiting for x> ")
            until(seat, lambda match: match.state.ply == 2)
            seat.ask(MakeOffer("draw"))
            person.reads("offers a draw: type accept or decline")
            person.types("decline")
            until(seat, lambda match: not match.offers)
            person.types("undo")
            person.reads("You have asked to take back your turn")
            until(seat, lambda match: "takeback" in match.offers)
            seat.ask(Decline("takeback"))
            person.reads("Your request to take back a turn was declined")
            person.types("clock\nhint")
            person.reads("Clock: x ")
            person.reads("get hints in a match between people")
            seat.ask(Resign())
            person.reads("One player resigned. o wins")
            person.reads("over> ")
            seat.ask(MakeOffer("rematch"))
            person.reads("offers a rematch: type accept or decline")
            person.types("accept")
            person.reads("The rematch begins")
            person.reads("x> ")
            until(seat, lambda match: match.rematch)
            again = seat.rematch()
            assert again is not None
            person.types("f3-f4")
            until(again, lambda match: match.state.ply == 1)


def test_a_member_logs_in_and_is_remembered(server: Server) -> None:
    server.member("Terminus")
    with terminal("login", "Terminus", "--online", server.url) as person:
        person.types("correct horse")
        person.reads("Logged in as Terminus at")
    with terminal("play", "cengers", "--online", server.url, "--bot", "o", "--level", "1") as person:
        person.reads("You are Terminus at")
        person.reads("x> ")
        person.types("resign\nquit")
        assert person.process.wait(DEADLINE) == 0
    with terminal("logout", "--online", server.url) as person:
        person.reads("Logged out")
    with terminal("play", "--online", server.url, "--resume") as person:
        person.reads("You are guest-")
        person.reads("no match there")
        assert person.process.wait(DEADLINE) == 2


def test_a_member_with_two_factor_authentication_is_asked_for_a_code(server: Server) -> None:
    client = server.member("Twofold")
    secret = client.post("/api/account/second-factor", json={"password": "correct horse"}).json()["secret"]
    step = time.time_ns() // 1_000_000 // totp.STEP
    confirmed = client.post("/api/account/second-factor/confirm", json={"code": totp.code_of(secret, step)})
    assert confirmed.status_code == 200
    with terminal("login", "Twofold", "--online", server.url) as person:
        person.types(f"correct horse\n{confirmed.json()['codes'][0]}")
        person.reads("Logged in as Twofold at")
    with terminal("login", "Twofold", "--online", server.url) as person:
        person.types("correct horse\n000000")
        person.reads("That code is wrong or has already been used.")
        assert person.process.wait(DEADLINE) == 2
    with Client(server.url) as twofold:
        with pytest.raises(CodeWanted) as wanted:
            twofold.log_in("Twofold", "correct horse")
        assert twofold.session == ""
        twofold.give_code(wanted.value.ticket, totp.code_of(secret, step + 1))
        assert twofold.name == "Twofold"


def test_a_token_of_the_environment_plays(server: Server, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    made = server.member("Tokener").post(
        "/api/account/tokens", json={"label": "t", "scopes": ["play", "read"], "password": "correct horse"}
    )
    monkeypatch.setenv("QUINCUNX_TOKEN", made.json()["secret"])
    with terminal("play", "cengers", "--online", server.url, "--bot", "o") as person:
        person.reads("You are Tokener at")
        person.reads("x> ")


def test_a_terminal_plays_on_when_the_server_was_killed(mortal: Server) -> None:
    with Client(mortal.url) as ann:
        ann.guest()
        seat, random = ann.create("cengers", ByInvite(), colour="first"), Random(4)
        with terminal("play", "--online", seat.link) as person:
            until(seat, lambda match: match.status == "running")
            while seat.match.state.ply < 4 or seat.match.state.to_move != 0:
                play_a_turn(person, seat, random)
            mortal.kill()
            person.reads("Connection lost")
            mortal.start()
            person.reads("Connected again")
            while seat.match.state.ply < 10:
                play_a_turn(person, seat, random)


def test_lines_wait_for_an_action_that_is_on_its_way(mortal: Server) -> None:
    """The server is stopped, not killed: no sign shows that it is unavailable."""
    with Client(mortal.url) as ann:
        ann.guest()
        seat = ann.create("cengers", ByInvite(), colour="second")
        with terminal("play", "--online", seat.link) as person:
            person.reads("x> ")
            mortal.freeze()
            person.types("f3-f4\nwhy c6-c5")
            person.reads("Sending")
            mortal.thaw()
            until(seat, lambda match: match.state.ply == 1)
            person.reads("c6-c5 is legal")  # a question about the position after that action


def test_a_line_of_actions_is_on_its_way_as_a_whole(mortal: Server) -> None:
    with Client(mortal.url) as ann:
        ann.guest()
        seat = ann.create("cengers", ByInvite(), colour="second")
        with terminal("play", "--online", seat.link) as person:
            person.types("f3-f4")
            until(seat, lambda match: match.state.ply == 1)
            seat.act("c6-c5")
            person.reads("c6-c5")
            mortal.freeze()
            person.types("f1-f3 f3-f5")
            person.reads("f1-f3 f3-f5: Sending")
            mortal.thaw()
            until(seat, lambda match: match.state.ply == 4)


def test_what_is_wrong_is_said_in_a_line(server: Server) -> None:
    def refused(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "quincunx", "play", *arguments], capture_output=True, text=True, timeout=DEADLINE
        )
        assert done.returncode == 2, done.stdout
        assert "Traceback" not in done.stderr
        return done.stderr.splitlines()[-1]

    silent = "http://127.0.0.1:1 does not answer: connection refused"
    assert refused("cengers", "--online", "http://127.0.0.1:1").endswith(silent)
    assert "expected a server" in refused("cengers", "--online", "ftp://x")
    assert "no such match" in refused("--online", f"{server.url}/join/nosuch#secret")
    assert "expected none, 60s" in refused("cengers", "--online", server.url, "--clock", "soon")
    assert "no player with that name" in refused("cengers", "--online", server.url, "--challenge", "Nobody-here")
