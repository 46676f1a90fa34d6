"""A token's scopes apply on the socket too: a program that only plays sees no more than a stranger."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from live.players import MINUTE, Message, Player, begun, play_through, stranger
from live.test_lobby import new_name
from servers import Server

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def owner(server: Server) -> Callable[[str], tuple[Player, str]]:
    client = server.member(new_name("Owner"))

    def with_token(scopes: str) -> tuple[Player, str]:
        made = client.post(
            "/api/account/tokens", json={"label": scopes, "scopes": scopes.split(), "password": PASSWORD}
        )
        return Player(server, client), made.json()["secret"]

    return with_token


async def program(owner: Player, secret: str) -> Player:
    return await stranger(owner.server).come(Authorization=f"Bearer {secret}")


def questions(match: str, position: int) -> list[tuple[str, Message]]:
    at = {"match": match, "position": position}
    return [
        ("watch", {"match": match}),
        ("watch", {"match": match, "scene": True}),
        ("why", {**at, "picks": [0]}),
        ("forecast", {**at, "action": "f3-e3"}),
        ("draft", {**at, "actions": ["f3-e3"]}),
        ("hint", at),
    ]


def test_a_token_for_playing_reads_no_private_match(server: Server, owner: Callable[[str], tuple[Player, str]]) -> None:
    async def story() -> None:
        ann, secret = owner("play")
        await ann.come()
        made = await ann.does(
            "create",
            game="cengers",
            clock=MINUTE,
            colour="first",
            opponent={"kind": "bot", "level": 1},
            visibility="private",
        )
        match = made["match"]
        await ann.does("watch", match=match)
        bot = await program(ann, secret)
        assert next(message for message in bot.heard if message["type"] == "welcome").get("matches", []) == []
        before = list(ann.logs[match])
        for type, fields in questions(match, ann.match(match).position):
            assert (await bot.asks(type, **fields))["code"] == "no_match", type
        assert match not in bot.logs
        assert ann.logs[match] == before  # the hint was not counted
        acted = {"do": "act", "action": "f3-e3", "position": ann.match(match).position}
        assert (await bot.asks("command", match=match, command=acted))["type"] == "ack"  # it may still play

    play_through(story)


def test_with_both_scopes_it_reads_and_plays(server: Server, owner: Callable[[str], tuple[Player, str]]) -> None:
    async def story() -> None:
        ann, secret = owner("read play")
        await ann.come()
        opponent = {"kind": "bot", "level": 1}
        asked = {"game": "cengers", "clock": MINUTE, "colour": "first", "opponent": opponent, "visibility": "private"}
        match = (await ann.does("create", **asked))["match"]
        bot = await program(ann, secret)
        listed = next(message for message in bot.heard if message["type"] == "welcome")["matches"]
        assert match in [row["match"] for row in listed]
        await bot.does("watch", match=match)
        for type, fields in questions(match, bot.match(match).position)[2:]:
            assert (await bot.asks(type, **fields))["type"] == "answer", type

    play_through(story)


def test_a_token_for_playing_watches_what_everybody_may(
    server: Server, owner: Callable[[str], tuple[Player, str]]
) -> None:
    async def story() -> None:
        ann, secret = owner("play")
        bob = Player(server, server.guest())
        match, _ = await begun(await ann.come(), await bob.come())
        bot = await program(ann, secret)
        await bot.does("watch", match=match)
        assert bot.logs[match] == ann.logs[match]

    play_through(story)
