"""A game's usual clock (K8), in every way to create a match, and what running out and leaving mean there (K9)."""

from __future__ import annotations

from typing import Any

import pytest

from live.players import Player, guest, member, play_through
from live.test_lobby import new_name
from quincunx.play.clocks import Clock, Fischer, PerTurn, Untimed
from servers import Server, english

A_TURN = PerTurn(60)
SECOND = {"kind": "turn", "seconds": 1}


async def clock_of(player: Player, match: str) -> Clock:
    """The clock of a created match."""
    await player.does("watch", match=match)
    return player.match(match).created.clock


@pytest.mark.parametrize(
    ("game", "usual", "in_the_pool"), [("checkers", A_TURN, A_TURN), ("cengers", Untimed(), Fischer(300, 3))]
)
def test_k8_the_usual_clock_in_every_way_to_a_match(
    server: Server, game: str, usual: Clock, in_the_pool: Clock
) -> None:
    async def story() -> None:
        ann, bob = await member(server, new_name("Ann")).come(), await member(server, new_name("Bob")).come()
        opponents: list[dict[str, Any]] = [
            {"kind": "bot", "level": 1},
            {"kind": "hot_seat"},
            {"kind": "invite"},
            {"kind": "challenge", "name": bob.name},
        ]
        for opponent in opponents:
            made = await ann.does("create", game=game, opponent=opponent)
            assert await clock_of(ann, made["match"]) == usual, opponent
        chosen = await ann.does("create", game=game, opponent={"kind": "invite"}, clock={"kind": "days", "days": 2})
        assert await clock_of(ann, chosen["match"]) != usual
        for player in (ann, bob):
            await player.does("seek", game=game)
        assert await clock_of(ann, (await ann.hears("paired"))["match"]) == in_the_pool

    play_through(story)


@pytest.mark.parametrize("opponent", [{"kind": "hot_seat"}, {"kind": "bot", "level": 1}])
def test_k8_running_out_passes_the_turn_at_one_screen_and_against_a_bot(
    server: Server, opponent: dict[str, Any]
) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        made = await ann.does(
            "create", game="checkers", clock=SECOND, opponent=opponent, colour="first", options={"first": "dark"}
        )
        id = made["match"]
        await ann.does("watch", match=id)
        await ann.until(lambda: ann.match(id).state.turn > 0)
        state = ann.match(id).state
        assert state.text(state.actions()[0]) == "timeout"
        assert ann.match(id).status == "running"

    play_through(story)


@pytest.mark.parametrize("opponent", [{"kind": "hot_seat"}, {"kind": "bot", "level": 1}, {"kind": "invite"}])
def test_k9_leaving_loses_from_the_moment_that_both_are_there(server: Server, opponent: dict[str, Any]) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        made = await ann.does("create", game="checkers", opponent=opponent, colour="first", options={"first": "dark"})
        id = made["match"]
        await ann.does("watch", match=id)
        if "secret" in made:
            await bob.does("join", match=id, secret=made["secret"])
        refused = await ann.asks_of(id, "abort")
        assert (refused["code"], english(refused["sentence"])[-15:]) == ("too_late", "You can resign.")
        await ann.asks_of(id, "resign")
        await ann.sees_status(id, "finished")
        assert ann.match(id).result == (1, "left")

    play_through(story)
