"""The Python client against a real server: every game, every way to start a match, and accounts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import pytest
from websockets.sync.client import connect

import quincunx
from live.long_matches import LONG, long_match
from pages import write_program
from quincunx.clients.remote import (
    AgainstBot,
    ByChallenge,
    ByInvite,
    Client,
    OnlineSeat,
    Refused,
    RemoteError,
    Unreachable,
    read_address,
)
from quincunx.play.clocks import PerTurn
from quincunx.play.commands import Abort, Accept, MakeOffer, Resign
from quincunx.play.legs import Leg, Total
from remote.people import begun, guest, play_on, until
from servers import DEADLINE, Server


@pytest.mark.parametrize("game", quincunx.games())
def test_a_whole_game_of_two(server: Server, game: str) -> None:
    with guest(server) as ann, guest(server) as bob:
        seats = begun(ann, bob, game)
        assert (seats[0].sides, seats[1].sides) == ((0,), (1,))
        play_on(seats, Random(4), 5000)
        assert seats[0].match == seats[1].match
        assert seats[0].match.status == "finished"
        seats[1].ask(MakeOffer("rematch"))
        until(seats[0], lambda match: match.offers)
        seats[0].ask(Accept("rematch"))
        again = seats[0].rematch()
        assert again is not None
        assert again.sides == (1,)


def test_a_long_match_is_read_page_by_page(server: Server) -> None:
    with guest(server) as ann, guest(server) as bob:
        id = long_match(server, ann.account, bob.account)
        hers = ann.open(id)
        assert hers.version == LONG
        his = bob.open(id)
        hers.act("f3-e3")
        until(his, lambda match: match.version > LONG)
        assert his.match == hers.match


def test_a_match_of_two_games(server: Server) -> None:
    """By link: the second game is followed like a rematch, with the sides changed, and the total is known."""
    with guest(server) as ann, guest(server) as bob:
        hers = ann.create("cengers", ByInvite(), colour="first", legs=2)
        link = read_address(hers.link)
        his = bob.join(link.match, link.secret)
        hers.act("f3-f4")
        until(his, lambda match: match.state.ply == 1)
        his.ask(Resign())
        until(hers, lambda match: match.rematch)
        second, other = hers.rematch(), his.rematch()
        assert second is not None
        assert other is not None
        assert (second.sides, other.sides) == ((1,), (0,))
        with pytest.raises(Refused, match="you can resign the second, but not abort it"):
            second.ask(Abort())
        second.ask(Resign())
        until(other, lambda match: match.status == "finished")
        assert other.match.total() == Total((1.0, 1.0), (0, 1), 0)
        assert [listed.leg for listed in ann.history()] == [2, 1]


def test_the_pool_finds_somebody_for_two_games(server: Server) -> None:
    clock = PerTurn(97)
    with guest(server) as ann, guest(server) as bob, guest(server) as cid:
        assert cid.seek("cengers", clock=clock, seconds=0.1) is None
        found: list[object] = []
        seeking = threading.Thread(target=lambda: found.append(ann.seek("cengers", clock=clock, legs=2)))
        seeking.start()
        seat = bob.seek("cengers", clock=clock, legs=2, seconds=DEADLINE)
        seeking.join(DEADLINE)
        assert seat is not None
        assert seat.match.created.leg == Leg(1)
        assert isinstance(found[0], OnlineSeat)
        assert found[0].id == seat.id


def test_who_is_there_a_rated_match_of_the_pool_and_its_points(server: Server) -> None:
    clock = PerTurn(98)
    with Client(server.url) as ann, Client(server.url) as bob:
        for client, name in ((ann, "Lobby_Ann"), (bob, "Lobby_Bob")):
            client.register(name, "correct horse")
        found: list[OnlineSeat | None] = []
        wish = {"clock": clock, "rated": True}
        seeking = threading.Thread(target=lambda: found.append(ann.seek("flipflop", **wish)))  # type: ignore[arg-type]
        seeking.start()
        while not (seeks := [seek for seek in bob.lobby().seeks if seek.name == "Lobby_Ann"]):
            pass
        (seek,) = seeks
        assert (seek.game, seek.rated, seek.provisional, seek.mine) == ("flipflop", True, True, False)
        assert "Lobby_Bob" not in [player.name for player in bob.lobby().players]  # has not opened a connection yet
        his = bob.seek(seek.game, clock=clock, rated=seek.rated, seconds=DEADLINE)
        seeking.join(DEADLINE)
        hers = found[0]
        assert his is not None
        assert hers is not None
        assert his.match.created.rated
        assert bob.match(his.id).points is None
        his.ask(Resign())
        until(hers, lambda match: match.status == "finished")
        points = bob.match(his.id).points
        assert points is not None
        won, lost = points[hers.sides[0]], points[his.sides[0]]
        assert won is not None
        assert lost is not None
        assert (won.before, won.after, lost.after, won.provisional) == (1500, 1662, 1338, True)


def test_in_the_pool_each_has_options_and_an_army_of_his_own(server: Server) -> None:
    clock = PerTurn(99)
    with guest(server) as ann, guest(server) as bob:
        found: list[OnlineSeat | None] = []
        seeking = threading.Thread(
            target=lambda: found.append(ann.seek("battlefield", clock=clock, own={"army": "wildwood"}))
        )
        seeking.start()
        seat = bob.seek("battlefield", clock=clock, own={"army": "emberfall"}, seconds=DEADLINE)
        seeking.join(DEADLINE)
        assert seat is not None
        armies = [seat.match.created.options[side] for side in ("white", "black")]
        assert armies[seat.sides[0]] == "emberfall"
        assert armies[1 - seat.sides[0]] == "wildwood"
        with pytest.raises(Refused, match="In the pool this option always has its usual value: Draw by repetition"):
            bob.seek("battlefield", clock=clock, options={"repetition": 0})


def test_against_a_bot_with_a_takeback(server: Server) -> None:
    with guest(server) as ann:
        seat = ann.create("flipflop", AgainstBot(1), colour="first")
        seat.act(seat.match.state.text(seat.match.state.legal_actions()[0]))
        until(seat, lambda match: match.state.to_move == 0 and match.state.ply)
        seat.ask(MakeOffer("takeback"))
        assert seat.match.state.ply == 0
        with pytest.raises(Refused) as refused:
            seat.act("z9")
        assert refused.value.sentence.startswith("There is no square 'z9'")
        seat.ask(Resign())
        assert seat.match.result is not None


def test_against_somebody_at_a_bare_socket(server: Server) -> None:
    """The opponent speaks JSON like a browser, without the client."""
    browser = server.guest()
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    with (
        guest(server) as ann,
        connect(server.url.replace("http", "ws") + "/live", additional_headers={"Cookie": cookies}) as socket,
    ):
        seat = ann.create("flipflop", ByInvite(), colour="first")
        match, secret = seat.id, seat.secret
        socket.send(json.dumps({"type": "join", "id": "1", "match": match, "secret": secret}))
        socket.send(json.dumps({"type": "watch", "id": "2", "match": match, "scene": True}))
        random, number = Random(2), 2
        while (heard := json.loads(socket.recv(DEADLINE)))["type"] != "events" or heard["status"] != "finished":
            scene = heard["scenes"][-1] if heard.get("scenes") else None
            if heard["type"] == "refused":
                raise AssertionError(heard)
            if not scene or heard["status"] != "running":
                continue
            actions = [path[1] for path in scene["paths"]] + scene["choices"]
            if scene["to_move"] == 1:
                number += 1
                act = {"do": "act", "action": random.choice(actions), "position": scene["position"]}
                socket.send(json.dumps({"type": "command", "id": str(number), "match": match, "command": act}))
            else:
                until(seat, lambda seen, heard=heard: seen.position >= heard["position"])
                seat.act(random.choice(actions))
        until(seat, lambda seen: seen.status == "finished")
        assert seat.match.result is not None


def test_the_pool_brings_two_together(server: Server) -> None:
    with guest(server) as ann, guest(server) as bob:
        found = []
        thread = threading.Thread(target=lambda: found.append(ann.seek("checkers", clock=PerTurn(60))))
        thread.start()
        his = bob.seek("checkers", clock=PerTurn(60), seconds=DEADLINE)
        thread.join(DEADLINE)
        assert his is not None
        assert found[0].id == his.id
        assert bob.seek("checkers", clock=PerTurn(61), seconds=0) is None


def test_a_challenge_is_taken_or_called_off(server: Server) -> None:
    server.member("Challenged")
    with guest(server) as ann, Client(server.url) as bob:
        bob.log_in("Challenged", "correct horse")
        assert bob.name == "Challenged"
        hers = ann.create("cengers", ByChallenge("Challenged"))
        coming = bob.challenge(DEADLINE)
        assert coming is not None
        assert coming.by == ann.name
        assert [match.id for match in bob.matches()] == [hers.id]
        his = bob.join(coming.match)
        until(hers, lambda match: match.status == "running")
        assert {*hers.sides, *his.sides} == {0, 1}
        another = ann.create("cengers", ByChallenge("Challenged"))
        assert bob.challenge(DEADLINE) is not None
        bob.command(another.id, Abort())
        until(another, lambda match: match.status == "aborted")


def test_who_comes_back_is_the_same(server: Server) -> None:
    with guest(server) as ann:
        seat, session, name = ann.create("cengers", AgainstBot(1), colour="first"), ann.session, ann.name
        seat.close()
        seat.close()
    with Client(server.url, session=session) as ann:
        assert ann.name == name
        assert ann.open(ann.matches()[0].id).sides == (0,)
        ann.register("CameBack", "correct horse")
        assert ann.name == "CameBack"
        assert len(ann.matches()) == 1


def test_a_token_plays(server: Server) -> None:
    member = server.member("Botowner")
    made = member.post(
        "/api/account/tokens", json={"label": "bot", "scopes": ["play", "read"], "password": "correct horse"}
    ).json()
    with Client(server.url, token=made["secret"]) as bot:
        assert bot.name == "Botowner"
        assert bot.create("cengers", AgainstBot(1)).match.status == "running"
    with Client(server.url, token="qx_wrong") as stranger:
        with pytest.raises(Refused, match="not valid"):
            stranger.matches()
        with pytest.raises(RemoteError, match="refused the connection"):
            stranger.create("cengers", AgainstBot(1))


def test_refusals_are_in_the_servers_words(server: Server) -> None:
    with Client(server.url) as nobody:
        with pytest.raises(Refused) as refused:
            nobody.log_in("Nobody", "wrong horse")
        assert refused.value.sentence == "The name or the password is wrong."
        with pytest.raises(Refused) as refused:
            nobody.create("cengers", AgainstBot(1))
        assert refused.value.code == "not_logged_in"
        with pytest.raises(Refused) as refused:
            nobody.open("nosuchmatch")
        assert refused.value.code == "no_match"


def test_a_stranger_may_watch(server: Server) -> None:
    with guest(server) as ann, guest(server) as bob, Client(server.url) as eve:
        seats = begun(ann, bob)
        seen = eve.open(seats[0].id)
        assert seen.sides == ()
        play_on(seats, Random(1), 6)
        until(seen, lambda match: match == seats[0].match)
        assert seats[0].note == ""
        bob.close()
        until(seats[0], lambda match: seats[0].note == "Your opponent is away.")


def test_addresses_and_links() -> None:
    assert read_address("play.example.org").server == "http://play.example.org"
    assert read_address("https://h:1/join/ab#cd") == ("https://h:1", "ab", "cd")
    assert read_address("http://[::1]:8000/match/ab") == ("http://[::1]:8000", "ab", "")
    assert read_address("https://h/").live == "wss://h/live"
    for wrong in ("", "ftp://h", "http://h/what/ab", "http://h:x", "http://"):
        with pytest.raises(RemoteError):
            read_address(wrong)


def test_where_no_server_is() -> None:
    with Client("http://127.0.0.1:1") as client:
        with pytest.raises(Unreachable):
            client.guest()
        with pytest.raises(Unreachable):
            client.seek("cengers")


@pytest.fixture
def example(repository: Path, tmp_path: Path) -> Path:
    """The example bot of the docs, in a file."""
    return write_program(repository / "docs" / "remote.md", tmp_path)


def started(example: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(example), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | environment)


def test_the_example_goes_on_where_it_was_killed(server: Server, example: Path) -> None:
    made = server.member("Phoenix").post(
        "/api/account/tokens", json={"label": "bot", "scopes": ["play", "read"], "password": "correct horse"}
    )
    token, random = made.json()["secret"], Random(6)
    with guest(server) as bob:
        seat = bob.create("cengers", ByChallenge("Phoenix"), colour="first")
        for plies in (4, 8):
            bot = started(example, server.url, "cengers", QUINCUNX_TOKEN=token)
            until(seat, lambda match: match.status == "running")
            while seat.match.state.ply < plies:
                state = seat.match.state
                if state.to_move == 0:
                    seat.act(state.text(random.choice(state.legal_actions())))
                else:
                    until(seat, lambda match, state=state: match.state.ply > state.ply)
            bot.kill()
            bot.communicate()
