"""Two games as one match, with sides changed: created together, in every way to create a match, and rated once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from live.conftest import LIVELY
from live.players import MINUTE, UNTIMED, Player, begun, guest, member, play_through
from live.stored import read_stored
from live.test_lobby import new_name
from quincunx.play.events import Ended, Rematched
from quincunx.play.legs import FirstLeg, Leg, Total
from quincunx.play.seats import Bot
from servers import Server, running


async def follows(player: Player, id: str) -> str:
    """The second game, watched by the player."""
    await player.until(lambda: player.match(id).rematch)
    second = player.match(id).rematch
    await player.does("watch", match=second)
    await player.sees_status(second, "running")
    return second


def rating(player: Player) -> tuple[float, int]:
    """The player's only rating and the number of matches it is based on; a newcomer's if there is none."""
    assert player.client is not None
    ratings = player.client.get(f"/api/players/{player.name}").json()["ratings"]
    return (ratings[0]["rating"]["rating"], ratings[0]["played"]) if ratings else (1500, 0)


def test_the_second_game_begins_by_itself_with_the_sides_changed(server: Server) -> None:
    async def story() -> None:
        ann, bob, eve = await guest(server).come(), await guest(server).come(), await guest(server).come()
        id, _ = await begun(ann, bob, clock=MINUTE, legs=2, game="checkers")
        await eve.does("watch", match=id)
        mover = ann if ann.match(id).state.to_move == 0 else bob
        await mover.plays(id, ann.match(id).state.text(ann.match(id).state.legal_actions()[0]))
        answer = await ann.asks_of(id, "resign")
        await bob.sees(id, answer["last"])
        assert [type(event) for event in bob.events(id)[-2:]] == [Ended, Rematched]
        second = await follows(bob, id)
        assert (await ann.hears("paired", match=second))["match"] == second
        match, before = bob.match(second), bob.match(id)
        assert match.created.leg == Leg(2, FirstLeg(id, 1, before.state.turn))
        assert match.seats == list(reversed(before.seats))
        assert match.created.options == before.created.options  # the same options in both games
        assert match.times.left == (60_000, 60_000)
        assert await follows(eve, id) == second
        assert (await ann.asks_of(id, "offer", offer="rematch"))["code"] == "too_late"
        assert (await bob.asks_of(second, "abort"))["code"] == "too_late"

    play_through(story)


def test_the_total_is_told_and_the_rematch_is_of_two_games_again(on_either: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(on_either).come(), await guest(on_either).come()
        id, _ = await begun(ann, bob, legs=2)
        await ann.plays(id, "f3-e3")
        await ann.asks_of(id, "resign")
        second = await follows(bob, id)
        await bob.asks_of(second, "resign")
        await bob.sees_status(second, "finished")
        assert bob.match(second).total() == Total((1.0, 1.0), (1, 0), 1)
        told = await bob.hears("events", match=second, status="finished")
        assert told["total"] == {"points": [1.0, 1.0], "turns": [1, 0], "winner": 1}
        await ann.does("watch", match=second)
        await bob.asks_of(second, "offer", offer="rematch")
        await ann.asks_of(second, "accept", offer="rematch")
        await bob.until(lambda: bob.match(second).rematch)
        again = await follows(bob, second)
        assert bob.match(again).created.leg == Leg(1)
        assert bob.match(again).seats == bob.match(second).seats  # this time Bob begins on the first side

    play_through(story)


@pytest.mark.parametrize("opponent", [{"kind": "bot", "level": 1}, {"kind": "hot_seat", "name": "Ben"}])
def test_against_a_bot_and_at_one_screen(server: Server, opponent: dict[str, Any]) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        made = await ann.does("create", game="cengers", clock=UNTIMED, colour="first", opponent=opponent, legs=2)
        await ann.does("watch", match=made["match"])
        await ann.asks_of(made["match"], "resign")
        second = await follows(ann, made["match"])
        match = ann.match(second)
        assert match.seats == list(reversed(ann.match(made["match"]).seats))
        if isinstance(match.seats[0], Bot):
            await ann.until(lambda: ann.match(second).state.ply > 0)  # the bot begins
        await ann.asks_of(second, "resign")
        await ann.sees_status(second, "finished")
        assert ann.match(second).total() is not None

    play_through(story)


def test_by_challenge_and_called_off_before_the_first_game(server: Server) -> None:
    async def story() -> None:
        ann, bob = await member(server, new_name("Ann")).come(), await member(server, new_name("Bob")).come()
        opponent = {"kind": "challenge", "name": bob.name}
        made = await ann.does("create", game="cengers", clock=UNTIMED, opponent=opponent, legs=2)
        await bob.does("join", match=made["match"])
        await bob.does("watch", match=made["match"])
        await bob.asks_of(made["match"], "abort")
        await bob.sees_status(made["match"], "aborted")
        assert bob.match(made["match"]).rematch == ""

    play_through(story)


def test_the_pool_pairs_those_who_asked_for_the_same(server: Server) -> None:
    async def story() -> None:
        clock = {"kind": "fischer", "seconds": 881, "increment": 1}
        ann, bob, cid = [await guest(server).come() for _ in range(3)]
        await ann.does("seek", game="hnefatafl", clock=clock)
        await bob.does("seek", game="hnefatafl", clock=clock, legs=2)
        await cid.does("seek", game="hnefatafl", clock=clock, legs=2)
        paired = await bob.hears("paired")
        assert (await cid.hears("paired"))["match"] == paired["match"]
        await bob.does("watch", match=paired["match"])
        assert bob.match(paired["match"]).created.leg == Leg(1)
        assert not [message for message in ann.heard if message["type"] == "paired"]
        await ann.does("unseek")

    play_through(story)


@pytest.mark.parametrize("legs", [0, 3, -1, "2", 1.5, True, None, [2], {}])
def test_other_numbers_of_games_are_refused(server: Server, legs: object) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        asked = {"game": "cengers", "clock": UNTIMED, "legs": legs}
        for kind, more in (("create", {"opponent": {"kind": "invite"}}), ("seek", {})):
            await ann.asks("ping")
            assert (await ann.asks(kind, **asked, **more))["code"] == "malformed"

    play_through(story)


def test_a_rated_match_of_two_games_is_rated_once_and_listed_as_such(on_either: Server) -> None:
    async def story() -> None:
        ann, bob = await member(on_either, new_name("Ann")).come(), await member(on_either, new_name("Bob")).come()
        id, _ = await begun(ann, bob, clock=MINUTE, rated=True, legs=2)
        await ann.asks_of(id, "resign")
        second = await follows(bob, id)
        assert [rating(ann), rating(bob)] == [(1500, 0), (1500, 0)]
        await ann.asks_of(second, "resign")
        assert rating(bob)[0] > 1500 > rating(ann)[0]
        assert rating(ann)[1] == rating(bob)[1] == 1
        assert bob.client is not None
        listed = {
            each["id"]: (each["leg"], each["other_leg"]) for each in bob.client.get("/api/account/matches").json()
        }
        assert listed == {id: (1, second), second: (2, id)}

    play_through(story)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
def test_killed_between_the_games_nothing_is_lost(database: str) -> None:
    async def story() -> None:
        ann, bob = await member(server, "Ann").come(), await member(server, "Bob").come()
        id, _ = await begun(ann, bob, clock=MINUTE, rated=True, legs=2)
        answer = await ann.asks_of(id, "resign", id="once")
        server.kill()  # acknowledged just before
        server.start()
        for player in (ann, bob):
            await player.ends()
            await player.come()
        assert await ann.asks_of(id, "resign", id="once") == answer
        second = await follows(bob, id)
        await ann.does("watch", match=second)
        await bob.asks_of(second, "resign")
        await ann.sees_status(second, "finished")
        server.kill()
        stored = await read_stored(database, [id, second])
        assert stored.statuses == {id: "finished", second: "finished"}
        assert stored.jobs == []
        assert stored.differences == []

    with running(database, **LIVELY) as server:
        play_through(story)


def test_a_bot_that_begins_the_second_game_does_so_after_a_kill(tmp_path: Path) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        opponent = {"kind": "bot", "level": 1}
        made = await ann.does("create", game="cengers", clock=UNTIMED, colour="first", opponent=opponent, legs=2)
        await ann.asks_of(made["match"], "resign")
        server.kill()
        server.start()
        await ann.ends()
        await ann.come()
        await ann.does("watch", match=made["match"])
        second = await follows(ann, made["match"])
        await ann.until(lambda: ann.match(second).state.ply > 0)

    with running(f"sqlite:///{tmp_path}/one.db", **LIVELY) as server:
        play_through(story)
