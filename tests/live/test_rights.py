"""Permissions over the WebSocket: a row for each request, tried by everyone."""

from __future__ import annotations

from typing import Any, NamedTuple

import httpx
import pytest

from live.players import MINUTE, Player, begun, play_through, stranger
from live.test_lobby import new_name
from servers import Server

YES = "yes"
WHO = ("player", "other", "member", "stranger", "reader")

# Requests in a running public match in which the player is to move, and the answer to each kind of client.
# The player has made one move already, and so has the opponent.
COMMANDS: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"do": "act", "action": "f2-f3"}, {"player": YES, "other": "not_your_turn"}),
    ({"do": "act", "action": "d6-e6"}, {"player": "illegal", "other": "not_your_turn"}),
    ({"do": "offer", "offer": "draw"}, {"player": YES, "other": YES}),
    ({"do": "offer", "offer": "takeback"}, {"player": YES, "other": YES}),
    ({"do": "offer", "offer": "rematch"}, {"player": "too_early", "other": "too_early"}),
    ({"do": "accept", "offer": "draw"}, {"player": "no_offer", "other": "no_offer"}),
    ({"do": "accept", "offer": "takeback"}, {"player": "no_offer", "other": "no_offer"}),
    ({"do": "decline", "offer": "draw"}, {"player": "no_offer", "other": "no_offer"}),
    ({"do": "resign"}, {"player": YES, "other": YES}),
    ({"do": "abort"}, {"player": "too_late", "other": "too_late"}),
    ({"do": "claim"}, {"player": "not_absent", "other": "not_absent"}),
]
STRANGERS = {"member": "not_yours", "stranger": "not_logged_in", "reader": "read_only"}


class Accounts(NamedTuple):
    """Accounts that all the rows share: creating one takes a while, on purpose."""

    server: Server
    player: httpx.Client
    other: httpx.Client
    member: httpx.Client
    token: str  # the player's, with the scope for reading

    async def people(self) -> dict[str, Player]:
        """Two players, a member who does not play here, a client that is not logged in, and the player's program."""
        people = {
            "player": await Player(self.server, self.player).come(),
            "other": await Player(self.server, self.other).come(),
            "member": await Player(self.server, self.member).come(),
            "stranger": await stranger(self.server).come(),
            "reader": await stranger(self.server).come(Authorization=f"Bearer {self.token}"),
        }
        assert people["reader"].account == people["player"].account
        return people


@pytest.fixture(scope="module")
def accounts(server: Server) -> Accounts:
    player, other, member = (server.member(new_name("Name")) for _ in range(3))
    made = player.post(
        "/api/account/tokens", json={"label": "reader", "scopes": ["read"], "password": "correct horse"}
    ).json()
    return Accounts(server, player, other, member, made["secret"])


def said(answer: dict[str, Any]) -> str:
    return YES if answer["type"] == "ack" else str(answer["code"])


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize(("command", "answers"), COMMANDS, ids=lambda value: " ".join(map(str, value.values())))
def test_commands(accounts: Accounts, who: str, command: dict[str, Any], answers: dict[str, str]) -> None:
    async def story() -> None:
        people = await accounts.people()
        player, other = people["player"], people["other"]
        id, _ = await begun(player, other, clock=MINUTE)
        for mover, action in ((player, "f3-e3"), (other, "c6-d6")):
            answer = await mover.plays(id, action)
            for everyone in (player, other):
                await everyone.sees(id, answer["last"])
        before = list(player.logs[id])
        position = {"position": player.match(id).position} if command["do"] == "act" else {}
        answer = await people[who].asks("command", match=id, command=command | position)
        assert said(answer) == (answers | STRANGERS)[who]
        if said(answer) != YES:
            late = await stranger(accounts.server).come()
            await late.does("watch", match=id)
            assert late.logs[id] == before

    play_through(story)


@pytest.mark.parametrize(
    ("visibility", "answers"),
    [
        ("public", {"player": YES, "other": YES, "member": YES, "stranger": YES, "reader": YES}),
        ("private", {"player": YES, "other": YES, "member": "no_match", "stranger": "no_match", "reader": YES}),
    ],
)
def test_watching(accounts: Accounts, visibility: str, answers: dict[str, str]) -> None:
    async def story() -> None:
        people = await accounts.people()
        id, _ = await begun(people["player"], people["other"], visibility=visibility)
        for who, person in people.items():
            assert said(await person.asks("watch", match=id)) == answers[who], who
            if answers[who] != YES:
                assert id not in person.logs

    play_through(story)


@pytest.mark.parametrize(
    ("visibility", "kind", "answers"),
    [
        ("public", "challenge", {"player": "own_match", "other": YES, "member": "not_invited"}),
        ("private", "challenge", {"player": "own_match", "other": YES, "member": "no_match"}),
        ("public", "invite", {"player": "own_match", "other": "not_invited", "member": "not_invited"}),
        ("private", "invite", {"player": "own_match", "other": "no_match", "member": "no_match"}),
    ],
)
def test_joining_without_a_secret(accounts: Accounts, visibility: str, kind: str, answers: dict[str, str]) -> None:
    async def story() -> None:
        people = await accounts.people()
        opponent = {"kind": kind} | ({"name": people["other"].name} if kind == "challenge" else {})
        made = await people["player"].does(
            "create", game="cengers", clock=MINUTE, opponent=opponent, visibility=visibility
        )
        expected = answers | {"stranger": "not_logged_in", "reader": "read_only"}
        for who in ("player", "member", "stranger", "reader", "other"):
            assert said(await people[who].asks("join", match=made["match"])) == expected[who], who

    play_through(story)


@pytest.mark.parametrize(("who", "answer"), [("player", YES), ("other", YES), ("member", "no_match")])
def test_calling_off_a_challenge(accounts: Accounts, who: str, answer: str) -> None:
    async def story() -> None:
        people = await accounts.people()
        opponent = {"kind": "challenge", "name": people["other"].name}
        asked = {"game": "cengers", "clock": MINUTE, "opponent": opponent, "visibility": "private"}
        made = await people["player"].does("create", **asked)
        assert said(await people[who].asks_of(made["match"], "abort")) == answer

    play_through(story)
