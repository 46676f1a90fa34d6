"""Random messages over the WebSocket: every one gets its answer, nothing fails inside, and no match is lost."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from live.players import MINUTE, begun, guest, play_through, stranger
from quincunx.protocol import messages
from servers import Server

WORDS = st.sampled_from(
    ["id", "type", "match", "command", "do", "act", "offer", "draw", "game", "clock", "kind", "fischer", "MATCH"]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | WORDS
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=8), inner, max_size=5),
    max_leaves=12,
)
ACTIONS = st.lists(st.sampled_from(["f3-e3", "h3-h4", "timeout", "end"]), max_size=3) | JSON
COMMANDS = st.fixed_dictionaries(
    {"do": st.sampled_from(["act", "turn", "offer", "accept", "decline", "abort", "claim", "flag", "join"])},
    optional={
        "action": st.text(max_size=40) | st.sampled_from(["f3-e3", "timeout", "end", "pass", "heal:a1-a2"]),
        "actions": ACTIONS,
        "position": st.integers(-2, 9) | JSON,
        "offer": st.sampled_from(["draw", "takeback", "rematch"]) | JSON,
        "result": st.sampled_from(["win", "draw", "loss"]) | JSON,
    },
)
TAGS = [kind.__struct_config__.tag for kind in messages.Incoming.__args__]
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "match": st.just("MATCH") | JSON,
    "since": st.integers(-5, 50) | JSON,
    "scene": st.booleans() | JSON,
    "position": st.integers(-2, 9) | JSON,
    "picks": st.lists(st.integers(-1, 600) | st.text(max_size=70), max_size=10) | JSON,
    "action": st.sampled_from(["f3-e3", "timeout", "end", "heal:a1-a2"]) | JSON,
    "actions": ACTIONS,
    "lag": st.integers(-5, 100_000) | JSON,
    "secret": st.text(max_size=70) | JSON,
    "command": COMMANDS | JSON,
    "game": st.sampled_from(["cengers", "checkers", "draughts", "ludo"]) | JSON,
    "options": st.dictionaries(st.sampled_from(["n", "white", "first", "rounds"]), JSON, max_size=2) | JSON,
    "clock": st.just(MINUTE) | st.just({"kind": "days", "days": 10**30}) | JSON,
    "opponent": st.just({"kind": "bot", "level": 1}) | st.just({"kind": "challenge", "name": "\x00"}) | JSON,
    "colour": JSON,
    "rated": JSON,
    "visibility": JSON,
}
SHAPED = st.fixed_dictionaries({"type": st.sampled_from(TAGS), "id": st.text(max_size=70)}, optional=FIELDS)
TEXTS = SHAPED.map(json.dumps) | JSON.map(json.dumps) | st.text(max_size=200)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(TEXTS, min_size=5, max_size=40))
def test_every_message_is_answered_and_the_match_goes_on(on_either: Server, texts: list[str]) -> None:
    async def story() -> None:
        ann, bob = await guest(on_either).come(), await guest(on_either).come()
        id, _ = await begun(ann, bob)
        eve = await stranger(on_either).come()
        for player in (ann, eve):
            for text in texts:
                await player.sends(text.replace("MATCH", id))
        for player in (ann, eve):
            await player.does("ping", id="the last one")
            answers = [
                message
                for message in player.heard
                if message["type"] in ("ack", "answer", "refused", "pong") and "id" in message
            ]
            assert len(answers) >= len(texts)
            assert not [message for message in answers if message.get("code") == "failed"]
        late = await stranger(on_either).come()
        await late.does("watch", match=id)
        if late.match(id).status == "running":
            assert (await bob.asks_of(id, "resign"))["type"] == "ack"
        await asyncio.gather(*(player.go() for player in (ann, bob, eve, late)))

    play_through(story)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(blobs=st.lists(st.binary(max_size=300), min_size=1, max_size=10))
def test_bytes_are_refused(server: Server, blobs: list[bytes]) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        for blob in blobs:
            await ann.sends(blob)
        await ann.does("ping")
        assert len([message for message in ann.heard if message.get("code") == "malformed"]) == len(blobs)
        await ann.go()

    play_through(story)
