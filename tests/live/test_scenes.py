"""Scenes over the WebSocket: sent on request, the same to everyone, with the questions that clients may ask."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

import quincunx
from live.players import UNTIMED, Player, begun, guest, play_through, stranger
from play.test_passes import FLIPFLOP, actions_of
from quincunx.play.scene import match_scene, scene
from quincunx.words.wire import encode_text
from servers import Server


def scenes(player: Player, id: str) -> list[dict[str, Any]]:
    """The scenes of a match received so far."""
    return [scene for message in player.heard if message.get("match") == id for scene in message.get("scenes", [])]


def positions(told: dict[str, Any]) -> list[int]:
    """The positions that a message shows, in order."""
    return [scene["position"] for scene in told.get("scenes", [])]


def expected(player: Player, id: str) -> Any:
    """The scene of the match according to its events, as JSON."""
    return json.loads(msgspec.json.encode(match_scene(player.match(id)), enc_hook=encode_text))


def test_scenes_are_for_those_who_ask(server: Server) -> None:
    async def story() -> None:
        ann, bob, eve = await guest(server).come(), await guest(server).come(), await stranger(server).come()
        id, _ = await begun(ann, bob)
        await eve.does("watch", match=id, scene=True)
        assert scenes(eve, id) == [expected(eve, id)]
        await ann.plays(id, "f3-e3")
        await ann.sees(id, 3)
        await eve.sees(id, 3)
        assert scenes(eve, id)[-1] == expected(ann, id)
        assert scenes(eve, id)[-1]["position"] == 3
        assert scenes(ann, id) == []
        await eve.does("watch", match=id, since=3)  # scenes are no longer requested
        await bob.plays(id, "c6-d6")
        await eve.sees(id, 4)
        assert len(scenes(eve, id)) == 2

    play_through(story)


def test_who_comes_back_gets_a_picture_also_when_nothing_has_happened(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        id, _ = await begun(ann, bob)
        ann.told.clear()
        await ann.does("watch", match=id, since=2, scene=True)
        told = await ann.hears("events")
        assert (told["first"], told["events"], [told["position"]]) == (3, [], positions(told))
        await ann.does("watch", match=id, since=99, scene=True)
        assert (await ann.hears("events"))["first"] == 3

    play_through(story)


@pytest.mark.parametrize("key", quincunx.games())
def test_a_client_that_knows_no_game_plays_by_scenes_alone(server: Server, key: str) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        made = await ann.does("create", game=key, clock=UNTIMED, opponent={"kind": "hot_seat"})
        id, random = made["match"], Random(7)
        await ann.does("watch", match=id, scene=True)
        for _ in range(30):
            seen = scenes(ann, id)[-1]
            actions = [action for _, action, _ in seen["paths"]] + seen["choices"]
            if not actions:
                break
            answer = await ann.asks_of(id, "act", action=random.choice(actions), position=seen["position"])
            assert answer["type"] == "ack"
            await ann.sees(id, answer["last"])
            assert scenes(ann, id)[-1] == expected(ann, id)

    play_through(story)


def test_a_takeback_and_the_end_are_shown(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        id, _ = await begun(ann, bob)
        await bob.does("watch", match=id, since=2, scene=True)
        first = scenes(bob, id)[-1]
        await ann.plays(id, "f3-e3")
        await ann.asks_of(id, "offer", offer="takeback")
        await bob.sees(id, 4)
        assert [seen["position"] for seen in scenes(bob, id)] == [1, 3]  # an offer does not change the position
        await bob.asks_of(id, "accept", offer="takeback")
        await bob.sees(id, 5)
        assert scenes(bob, id)[-1] == first | {"position": 5}
        await ann.asks_of(id, "resign")
        await bob.sees_status(id, "finished")
        last = scenes(bob, id)[-1]
        assert (last["paths"], last["outcome"]) == ([], {"winner": 1, "reason": "left"})

    play_through(story)


HOPS = ["h1-f1", "f1-d1"]


async def a_chain_is_on(ann: Player) -> str:
    """A match at one screen in which the next turn can be two jumps."""
    made = await ann.does("create", game="cengers", clock=UNTIMED, opponent={"kind": "hot_seat"}, visibility="public")
    await ann.does("watch", match=made["match"])
    for action in ("f1-e1", "a6-a5"):
        answer = await ann.plays(made["match"], action)
        await ann.sees(made["match"], answer["last"])
    return str(made["match"])


def test_a_turn_is_one_commit_with_a_scene_for_every_hop(server: Server) -> None:
    async def story() -> None:
        ann, eve = await guest(server).come(), await stranger(server).come()
        id = await a_chain_is_on(ann)
        await eve.does("watch", match=id, scene=True)
        await eve.hears("events")
        answer = await ann.asks_of(id, "turn", actions=HOPS, position=ann.match(id).position)
        first = answer["first"]
        assert (answer["type"], answer["last"]) == ("ack", first + len(HOPS) - 1)
        told = await eve.hears("events")
        assert (told["first"], [event["action"] for event in told["events"]]) == (first, HOPS)
        assert positions(told) == list(range(first, first + len(HOPS)))
        assert [scene["action"] for scene in told["scenes"]] == HOPS
        await ann.sees(id, answer["last"])
        assert told["scenes"][-1] == expected(ann, id)
        await eve.does("watch", match=id, since=1, scene=True)  # a returning client gets only the current scene
        assert positions(await eve.hears("events")) == [answer["last"]]

    play_through(story)


def test_a_turn_is_played_as_a_whole_or_not_at_all(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        id = await a_chain_is_on(ann)
        position = ann.match(id).position
        broken = await ann.asks_of(id, "turn", actions=[HOPS[0], "f1-h1"], position=position)
        assert (broken["code"], broken["rule"]) == ("illegal", "C5")
        beyond = await ann.asks_of(id, "turn", actions=[*HOPS, "c6-d6"], position=position)
        assert beyond["code"] == "invalid"
        assert (await ann.asks_of(id, "turn", actions=HOPS, position=position - 1))["code"] == "stale"
        assert (await ann.asks_of(id, "turn", actions=[], position=position))["code"] == "malformed"
        await ann.does("ping")
        assert ann.match(id).position == position
        done = await ann.asks_of(id, "turn", id="whole", actions=HOPS, position=position)
        assert await ann.asks_of(id, "turn", id="whole", actions=HOPS, position=position) == done

    play_through(story)


def test_f3_a_forced_pass_is_told_with_the_turn_before_it_and_seen_after_it(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        made = await ann.does("create", game="flipflop", opponent={"kind": "hot_seat"})
        id, actions = made["match"], [action for _, action in actions_of(FLIPFLOP, 14)]
        await ann.does("watch", match=id)
        for action in actions[:-1]:
            await ann.sees(id, (await ann.plays(id, action))["last"])
        await ann.does("watch", match=id, since=len(ann.logs[id]), scene=True)
        ann.told.clear()
        answer = await ann.plays(id, actions[-1])
        assert answer["last"] == answer["first"] + 1
        told = await ann.hears("events")
        assert [(event["action"], event.get("forced", False)) for event in told["events"]] == [
            (actions[-1], False),
            ("pass", True),
        ]
        first, second = told["scenes"]
        assert (first["action"], first["choices"], second["action"]) == (actions[-1], ["pass"], "pass")
        assert second["to_move"] == 1 - first["to_move"]
        assert (await ann.asks_of(id, "act", action="pass", position=first["position"]))["code"] == "stale"

    play_through(story)


def test_a_draft_is_seen_and_not_played(server: Server) -> None:
    async def story() -> None:
        ann, eve = await guest(server).come(), await stranger(server).come()
        id = await a_chain_is_on(ann)
        position = ann.match(id).position
        told = await ann.asks("draft", match=id, position=position, actions=HOPS[:1])
        state = ann.match(id).state.copy()
        state.apply(state.parse(HOPS[0]))
        assert told["scene"] == json.loads(msgspec.json.encode(scene(state, position), enc_hook=encode_text))
        assert "end" in told["scene"]["choices"]
        whole = (await eve.asks("draft", match=id, position=position, actions=HOPS))["scene"]
        assert (whole["paths"], whole["choices"]) == ([], [])  # the turn would be over
        refused = await ann.asks("draft", match=id, position=position, actions=[HOPS[0], "f1-h1"])
        assert (refused["code"], refused["rule"]) == ("illegal", "C5")
        assert (await ann.asks("draft", match=id, position=position - 1, actions=HOPS))["code"] == "stale"
        assert ann.match(id).position == position

    play_through(story)


def test_why_picks_lead_nowhere(server: Server) -> None:
    async def story() -> None:
        ann, bob, eve = await guest(server).come(), await guest(server).come(), await stranger(server).come()
        id, _ = await begun(ann, bob)
        game = quincunx.game("cengers")
        for player in (ann, eve):
            told = await player.asks("why", match=id, position=1, picks=[game.cell("f3"), game.cell("d3")])
            assert (told["type"], told["rule"], told["forecast"]) == ("answer", "C4", None)
            assert told["sentence"]
        told = await ann.asks("why", match=id, position=1, picks=[game.cell("f3")])
        assert (told["rule"], told["sentence"]) == ("", "")
        assert (await ann.asks("why", match=id, position=2, picks=[3]))["code"] == "stale"
        assert (await ann.asks("why", match="nowhere", position=1, picks=[3]))["code"] == "no_match"

    play_through(story)


def test_what_an_action_would_do(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        made = await ann.does("create", game="battlefield", clock=UNTIMED, opponent={"kind": "hot_seat"})
        id, random = made["match"], Random(3)
        await ann.does("watch", match=id, scene=True)
        while not (attacks := [action for _, action, takes in scenes(ann, id)[-1]["paths"] if takes]):
            seen = scenes(ann, id)[-1]
            action = random.choice(seen["paths"])[1]
            answer = await ann.asks_of(id, "act", action=action, position=seen["position"])
            await ann.sees(id, answer["last"])
        position = scenes(ann, id)[-1]["position"]
        told = await ann.asks("forecast", match=id, position=position, action=attacks[0])
        assert told["forecast"]["changes"]
        answer = await ann.asks_of(id, "act", action=attacks[0], position=position)
        await ann.sees(id, answer["last"])
        assert scenes(ann, id)[-1]["story"] == told["forecast"]
        asked = {"match": id, "position": scenes(ann, id)[-1]["position"]}
        assert (await ann.asks("forecast", **asked, action="a1-a1"))["code"] == "illegal"
        assert (await ann.asks("forecast", **asked, action="dance"))["code"] == "invalid"
        assert (await ann.asks("forecast", match=id, position=position, action=attacks[0]))["code"] == "stale"

    play_through(story)


def test_games_without_forecasts_say_so(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        id, _ = await begun(ann, bob)
        told = await ann.asks("forecast", match=id, position=1, action="f3-e3")
        assert (told["type"], told["forecast"]) == ("answer", None)

    play_through(story)


def test_a_private_match_tells_strangers_nothing(server: Server) -> None:
    async def story() -> None:
        ann, bob, eve = await guest(server).come(), await guest(server).come(), await guest(server).come()
        made = await ann.does(
            "create", game="cengers", clock=UNTIMED, opponent={"kind": "invite"}, visibility="private"
        )
        id = made["match"]
        for type, fields in (
            ("why", {"picks": [1]}),
            ("forecast", {"action": "f3-e3"}),
            ("draft", {"actions": ["f3-e3"]}),
        ):
            assert (await eve.asks(type, match=id, position=1, **fields))["code"] == "no_match"
        assert (await eve.asks("watch", match=id, scene=True))["code"] == "no_match"
        await bob.does("watch", match=id, secret=made["secret"], scene=True)
        assert scenes(bob, id)
        assert (await bob.asks("why", match=id, position=1, picks=[1]))["type"] == "answer"

    play_through(story)
