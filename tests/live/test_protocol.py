"""The WebSocket protocol: resuming, sending twice, time, presence, and a clean refusal of everything else."""

from __future__ import annotations

import contextlib
import json
import re
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from live.players import MINUTE, UNTIMED, begun, guest, member, play_through, stranger
from live.test_lobby import new_name
from quincunx.protocol import messages
from quincunx.server.live.application import MOST_CONNECTIONS
from quincunx.server.live.connection import PATIENCE
from servers import Server, running


def test_who_comes_back_is_told_what_he_missed(on_either: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(on_either).come(), await guest(on_either).come()
        id, _ = await begun(ann, bob)
        await ann.plays(id, "f3-e3")
        await bob.sees(id, 3)
        await ann.go()
        await bob.plays(id, "c6-d6")
        await bob.sees(id, 4)
        told = len(ann.told)
        await ann.come()
        await ann.sees(id, 4)
        gap = next(message for message in ann.told[told:] if message["type"] == "events")
        assert (gap["first"], len(gap["events"])) == (4, 1)
        assert ann.logs[id] == bob.logs[id]

    play_through(story)


def test_the_same_command_twice_is_carried_out_once(on_either: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(on_either).come(), await guest(on_either).come()
        id, _ = await begun(ann, bob)
        first = await ann.plays(id, "f3-e3", id="move")
        again = await ann.asks_of(id, "act", id="move", action="f3-e3", position=1)
        assert first == again
        await bob.plays(id, "c6-d6")
        await ann.go()
        await ann.come()
        assert await ann.asks_of(id, "act", id="move", action="f3-e3", position=1) == first
        await ann.sees(id, 4)
        assert len(ann.logs[id]) == 4
        other = await bob.asks_of(id, "resign", id="move")  # an id of his own, even if others use the same one
        assert other["first"] == 5

    play_through(story)


def test_two_tabs_show_the_same_and_a_double_click_plays_once(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        id, _ = await begun(ann, bob)
        tab = await ann.another_tab().come()
        await tab.does("watch", match=id)
        answers = [await one.asks_of(id, "act", action="f3-e3", position=1) for one in (ann, tab)]
        assert [answer["type"] for answer in answers] == ["ack", "refused"]
        assert answers[1]["code"] == "stale"
        await tab.sees(id, 3)
        await ann.sees(id, 3)
        assert tab.logs[id] == ann.logs[id]

    play_through(story)


def test_a_refusal_names_the_rule(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        id, _ = await begun(ann, bob)
        answer = await ann.plays(id, "f3-d3")
        assert (answer["code"], answer["rule"]) == ("illegal", "C4")

    play_through(story)


def test_server_time_and_lag(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        before = time.time_ns() // 1_000_000
        pong = await ann.does("ping", lag=42)
        assert before - 1000 < pong["time"] < time.time_ns() // 1_000_000 + 1000  # it counts from its start
        await begun(ann, bob, clock=MINUTE)
        presence = await bob.hears("presence", watchers=2)
        assert presence["present"] == [True, True]
        assert presence["lag"] == [42, None]
        await ann.does("ping", lag=300)
        assert (await bob.hears("presence", lag=[300, None]))["match"] in bob.logs

    play_through(story)


def test_presence_and_when_a_claim_will_be_possible(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        id, _ = await begun(ann, bob, clock=MINUTE)
        await ann.hears("presence", watchers=2)
        ann.told.clear()
        before = (await ann.asks("ping"))["time"]
        await bob.go()
        presence = await ann.hears("presence", watchers=1)
        assert presence["present"] == [True, False]
        assert presence["claim_at"][0] is None
        assert (
            before <= presence["claim_at"][1] - 30_000 <= presence["time"]
        )  # from when he left, not from when the message is sent
        assert (await ann.asks_of(id, "claim"))["code"] == "not_absent"
        await bob.come()
        assert (await ann.hears("presence", watchers=2))["claim_at"] == [None, None]

    play_through(story)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json",
        "[]",
        "7",
        "{}",
        '{"type":"ping"}',
        '{"type":"ping","id":""}',
        '{"type":"nothing","id":"a"}',
        '{"type":"ping","id":"a","more":1}',
        '{"type":"command","id":"a","match":"m","command":{"do":"flag"}}',
        '{"type":"command","id":"a","match":"m","command":{"do":"act","action":"a1-a2"}}',
        '{"type":"command","id":"a","match":"m","command":{"do":"turn","actions":[],"position":1}}',
        '{"type":"draft","id":"a","match":"m","position":1,"actions":[]}',
        '{"type":"watch","id":"a","match":"m","since":-1}',
        '{"type":"ping","id":"a"}' * 2,
        "[" * 5000,
        '{"type":"ping","id":"\\ud800"}',
        '{"type":"ping","id":"a\\u0000b"}',
        '{"type":"watch","id":"a","match":"../m"}',
        '{"type":"watch","id":"a","match":"m","scene":1}',
        '{"type":"why","id":"a","match":"m","position":1,"picks":[]}',
        '{"type":"why","id":"a","match":"m","position":0,"picks":[1]}',
        '{"type":"why","id":"a","match":"m","position":1,"picks":[1,2,3,4,5,6,7,8,9]}',
        '{"type":"why","id":"a","match":"m","position":1,"picks":[-1]}',
        '{"type":"why","id":"a","match":"m","position":1,"picks":[1024]}',
        '{"type":"why","id":"a","match":"m","position":1,"picks":[1.5]}',
        '{"type":"why","id":"a","match":"m","position":1,"picks":[[1]]}',
        '{"type":"why","id":"a","match":"m","position":1,"picks":["' + "x" * 65 + '"]}',
        '{"type":"forecast","id":"a","match":"m","position":1,"action":"' + "x" * 33 + '"}',
    ],
)
def test_malformed_messages_are_refused_and_nothing_else_happens(server: Server, text: str) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        await ann.sends(text)
        assert (await ann.hears("refused"))["code"] == "malformed"
        await ann.does("ping")

    play_through(story)


def test_bytes_and_oversized_messages_are_refused(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        await ann.sends(b"\x00\xff")
        assert (await ann.hears("refused"))["code"] == "malformed"
        await ann.sends(json.dumps({"type": "ping", "id": "a" * messages.MOST_BYTES}))
        assert (await ann.hears("refused"))["code"] == "too_large"
        await ann.does("ping")
        await ann.sends("x" * 100_000)  # more than the server reads at all
        await ann.ends()
        assert ann.socket is not None
        assert ann.socket.close_code == 1009

    play_through(story)


def test_an_oversized_message_gets_its_answer(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        answer = await ann.asks("create", id="large", game="cengers", options={"n": "x" * messages.MOST_BYTES})
        assert (answer["id"], answer["code"]) == ("large", "too_large")

    play_through(story)


def test_who_is_sent_away_for_speed_is_told_so(tmp_path: Path) -> None:
    async def story() -> None:
        ann = await guest(slow).come()
        with contextlib.suppress(ConnectionError):
            for number in range(PATIENCE + 50):
                await ann.sends(json.dumps({"type": "ping", "id": f"n{number}"}))
        await ann.ends()
        assert ann.socket is not None
        assert ann.socket.close_code == 1008
        assert [message.get("code") for message in ann.heard].count("too_fast") == PATIENCE + 1

    with running(f"sqlite:///{tmp_path / 'slow.db'}", messages_a_second=1) as slow:
        play_through(story)


def test_too_fast_is_refused_and_then_cut_off(tmp_path: Path) -> None:
    async def story() -> None:
        ann = await guest(slow).come()
        for number in range(100):
            await ann.sends(json.dumps({"type": "ping", "id": f"n{number}"}))
        assert (await ann.hears("refused", code="too_fast"))["id"].startswith("n")
        bob = await guest(slow).come()
        await bob.does("ping")  # other clients are not slowed down
        with contextlib.suppress(ConnectionError):
            for number in range(1000):
                await ann.sends(json.dumps({"type": "ping", "id": f"m{number}"}))
        await ann.ends()

    with running(f"sqlite:///{tmp_path / 'slow.db'}", messages_a_second=20) as slow:
        play_through(story)


def test_a_foreign_page_cannot_connect_and_the_own_one_can(server: Server) -> None:
    async def story() -> None:
        ann = guest(server)
        for origin in ("https://elsewhere.example", "null", f"http://127.0.0.1:{server.port + 1}"):
            with pytest.raises((InvalidStatus, ConnectionClosed)):
                await ann.come(Origin=origin)
        await ann.come(Origin=server.url)
        assert ann.account

    play_through(story)


def test_a_token_that_is_wrong_is_told_so(server: Server) -> None:
    async def story() -> None:
        for header in ("Bearer qx_wrong", "Basic abc", "nonsense"):
            with pytest.raises((InvalidStatus, ConnectionClosed)):
                await stranger(server).come(Authorization=header)

    play_through(story)


def test_one_account_has_so_many_lines_and_no_more(server: Server) -> None:
    async def story() -> None:
        ann = guest(server)
        lines = [await ann.another_tab().come() for _ in range(MOST_CONNECTIONS)]
        with pytest.raises((InvalidStatus, ConnectionClosed)):
            await ann.another_tab().come()
        await lines[0].go()
        await guest(server).come()

    play_through(story)


def test_so_has_a_network_from_which_nobody_is_logged_in(tmp_path: Path) -> None:
    async def story() -> None:
        lines = [await stranger(server).come() for _ in range(MOST_CONNECTIONS)]
        with pytest.raises((InvalidStatus, ConnectionClosed)):
            await stranger(server).come()
        await guest(server).come()
        await lines[0].go()

    with running(f"sqlite:///{tmp_path / 'test.db'}") as server:
        play_through(story)


def test_who_is_not_logged_in_watches_only(server: Server) -> None:
    async def story() -> None:
        eve, ann, bob = await stranger(server).come(), await guest(server).come(), await guest(server).come()
        id, _ = await begun(ann, bob)
        await eve.does("watch", match=id)
        assert (await eve.plays(id, "f3-e3"))["code"] == "not_logged_in"
        asked = {"game": "cengers", "clock": UNTIMED, "opponent": {"kind": "invite"}}
        assert (await eve.asks("create", **asked))["code"] == "not_logged_in"
        assert (await eve.asks("seek", game="cengers", clock=UNTIMED))["code"] == "not_logged_in"

    play_through(story)


def test_who_logs_out_is_cut_off(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        assert ann.client is not None
        assert ann.client.post("/api/logout").status_code == 204
        await ann.ends()
        await ann.come()
        assert not ann.account

    play_through(story)


def test_who_logs_in_as_somebody_else_is_cut_off_as_who_he_was(server: Server) -> None:
    async def story() -> None:
        bob = await member(server, new_name("Bob")).come()
        ann = await guest(server).come()
        assert ann.client is not None
        body = {"name": bob.name, "password": "correct horse"}
        assert ann.client.post("/api/login", json=body).status_code == 200
        await ann.ends()
        await ann.come()
        assert ann.account == bob.account

    play_through(story)


def test_who_registers_comes_back_as_a_member(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        assert ann.client is not None
        account, name = ann.account, new_name("Ann")
        assert ann.client.post("/api/register", json={"name": name, "password": "correct horse"}).status_code == 201
        await ann.ends()
        await ann.come()
        assert (ann.account, ann.name) == (account, name)

    play_through(story)


def test_the_documentation_names_every_message_and_every_field(repository: Path) -> None:
    text = (repository / "docs" / "protocol.md").read_text()
    kinds = [*messages.Incoming.__args__, *messages.Outgoing.__args__]
    for kind in kinds:
        assert f"`{kind.__struct_config__.tag}`" in text, kind
        for field in kind.__struct_encode_fields__:
            assert re.search(rf"`{field}\??`", text), (kind, field)
