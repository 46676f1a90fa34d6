"""Moderation over HTTP: who may do what to whom, its effects, and the entries in the audit log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import httpx
import pytest

from backends.games import keep, played
from live.players import UNTIMED, Player, begun, play_through
from quincunx.play.seats import Person
from quincunx.protocol.accounts import Role
from quincunx.store.audit import Actor
from quincunx.store.moderation import Moderator
from quincunx.store.recompute import differences
from quincunx.store.store import Store, Unit
from servers import Server, running, said

T = TypeVar("T")
PASSWORD = "correct horse"


class House:
    """A server with an admin, two moderators, and members on demand."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.admin = self.staff("Rita", "admin")
        self.moderator = self.staff("Mia", "moderator")
        self.other_moderator = self.staff("Moe", "moderator")
        self._count = 0

    def store(self, work: Callable[[Unit], T]) -> T:
        async def run() -> T:
            store = Store(self.server.database)
            try:
                return await store.write(work)
            finally:
                await store.close()

        return asyncio.run(run())

    def staff(self, name: str, role: Role) -> httpx.Client:
        client = self.server.member(name)
        self.store(lambda unit: unit.roles.put(id_of(client), role))
        return client

    def member(self) -> tuple[httpx.Client, str, str]:
        """A new member: the client, the id and the name."""
        self._count += 1
        name = f"Member{self._count}x"
        client = self.server.member(name)
        return client, id_of(client), name

    def match(self, *accounts: str) -> str:
        first, second = (Person(account, "x") for account in accounts)
        log = played("cengers", (first, second), winner=0, kind="pool", rated=True)
        return self.store(lambda unit: keep(unit, log))[0]

    def latest(self) -> dict[str, Any]:
        entry: dict[str, Any] = self.admin.get("/api/moderation/audit").json()[0]
        return entry


def id_of(client: httpx.Client) -> str:
    return str(client.get("/api/account").json()["id"])


def does(client: httpx.Client, path: str, reason: str = "because", **more: Any) -> httpx.Response:
    return client.post(f"/api/moderation/{path}", json={"reason": reason, **more})


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("moderation")
    with running(f"sqlite:///{folder / 'test.db'}", site=folder / "none", messages_a_second=1000) as server:
        yield House(server)
        assert not [line for line in server.log if line["level"] == "error"]


# who may do what to whom

ACTS: dict[str, dict[str, Any]] = {
    "ban": {"days": 7},
    "rename": {"name": "Renamed"},
    "close-sessions": {},
    "grant": {},
    "delete": {},
}


@pytest.mark.parametrize("act", ACTS)
def test_a_moderator_acts_on_members_and_an_admin_on_moderators_too(house: House, act: str) -> None:
    member, id, _ = house.member()
    moe, rita = id_of(house.other_moderator), id_of(house.admin)
    assert does(member, f"accounts/{id}/{act}", **ACTS[act]).status_code == 403
    for client, whom in ((house.moderator, moe), (house.moderator, rita), (house.admin, rita)):
        refused = does(client, f"accounts/{whom}/{act}", **ACTS[act])
        assert refused.status_code == 403, refused.text
    own = does(house.moderator, f"accounts/{id_of(house.moderator)}/{act}", **ACTS[act])
    assert own.status_code == 403
    allowed = does(house.moderator, f"accounts/{id}/{act}", **ACTS[act]).status_code
    assert allowed == (403 if act in ("grant", "delete") else 204)
    if allowed == 403:
        assert does(house.admin, f"accounts/{id}/{act}", **ACTS[act]).status_code == 204
    assert house.latest()["act"] == act.replace("-", "_")
    assert (house.latest()["account"], house.latest()["network"]) == (id, "127.0.0.1")
    does(house.admin, f"accounts/{id}/delete")  # so that the name is available again


def test_an_admin_makes_and_unmakes_moderators(house: House) -> None:
    member, id, _ = house.member()
    assert member.get("/api/session").json()["role"] is None
    assert does(house.admin, f"accounts/{id}/grant").status_code == 204
    assert member.get("/api/session").json()["role"] == "moderator"
    assert member.get("/api/moderation/reports").status_code == 200
    assert does(house.admin, f"accounts/{id}/revoke").status_code == 204
    assert member.get("/api/moderation/reports").status_code == 403


def test_a_token_is_nobody_here(house: House) -> None:
    wanted = {"label": "x", "scopes": ["read", "play"], "password": PASSWORD}
    made = house.moderator.post("/api/account/tokens", json=wanted)
    program = house.server.client(headers={"authorization": f"Bearer {made.json()['secret']}"})
    assert program.get("/api/moderation/audit").status_code == 403


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501, "two\nlines", "nul\0"])
def test_an_act_needs_a_reason(house: House, reason: str) -> None:
    _, id, _ = house.member()
    refused = does(house.moderator, f"accounts/{id}/ban", reason)
    assert refused.status_code == 400
    assert said(refused).startswith("Give a reason of at most 500 characters")


# what it does


def test_looking_somebody_up(house: House) -> None:
    _, id, name = house.member()
    seen = house.moderator.get("/api/moderation/accounts", params={"name": name.lower()}).json()
    assert (seen["dossier"]["account"]["id"], seen["within_reach"]) == (id, True)
    (session,) = seen["dossier"]["sessions"]
    assert session["network"] == "127.0.0.1"
    assert "digest" not in str(seen)
    peer = house.moderator.get(f"/api/moderation/accounts/{id_of(house.admin)}").json()
    assert (peer["dossier"]["role"], peer["within_reach"]) == ("admin", False)
    assert house.moderator.get("/api/moderation/accounts", params={"name": "Nobody7"}).status_code == 404


def test_a_banned_account_is_told_why_and_until_when_and_only_with_its_password(house: House) -> None:
    member, id, name = house.member()
    assert does(house.moderator, f"accounts/{id}/ban", "insults", days=7).status_code == 204
    assert member.get("/api/account").status_code == 401
    told = house.server.client().post("/api/login", json={"name": name, "password": PASSWORD})
    assert (told.status_code, told.json()["error"]) == (403, "banned")
    assert said(told).startswith("This account is banned until 20")
    assert said(told).endswith("UTC: insults")
    wrong = house.server.client().post("/api/login", json={"name": name, "password": "wrong password"})
    assert (wrong.status_code, "insults" in wrong.text) == (401, False)
    assert does(house.moderator, f"accounts/{id}/unban").status_code == 204
    assert house.server.client().post("/api/login", json={"name": name, "password": PASSWORD}).status_code == 200


def test_a_ban_closes_lines_at_once_and_gives_up_every_match(house: House) -> None:
    (bad, id, name), (good, _, _) = house.member(), house.member()

    async def story() -> None:
        ann, bob = await Player(house.server, bad, name).come(), await Player(house.server, good).come()
        match, _ = await begun(ann, bob)
        made = await ann.does("create", game="cengers", clock=UNTIMED, opponent={"kind": "invite"})
        await bob.does("watch", match=made["match"], secret=made["secret"])
        assert does(house.moderator, f"accounts/{id}/ban").status_code == 204
        await ann.ends()
        await bob.until(lambda: bob.match(match).status == "finished")
        assert bob.match(match).result is not None
        (side,) = bob.match(match).sides_of(bob.account)
        assert bob.match(match).result.winner == side
        await bob.sees_status(made["match"], "aborted")
        await bob.go()

    play_through(story)


def test_a_ban_from_elsewhere_reaches_the_lines_too(house: House) -> None:
    """As from the command line: the server finds the job in the database."""
    (client, id, name), (other, _, _) = house.member(), house.member()

    async def story() -> None:
        ann, bob = await Player(house.server, client, name).come(), await Player(house.server, other).come()
        await asyncio.to_thread(
            house.store, lambda unit: Moderator(unit, Actor(), 1).ban(unit.accounts.get(id), "abuse", None)
        )
        # creating a match makes the server look for jobs at once
        await bob.does("create", game="cengers", clock=UNTIMED, opponent={"kind": "bot", "level": 1})
        await ann.ends()
        await bob.go()

    play_through(story)


def test_renaming_reaches_lists_and_logs(house: House) -> None:
    (_, id, name), (_, other, _) = house.member(), house.member()
    match = house.match(id, other)
    assert does(house.moderator, f"accounts/{id}/rename", name="Polite").status_code == 204
    reserved = does(house.moderator, f"accounts/{id}/rename", name="Adm1n")
    assert (reserved.status_code, "Choose another" in said(reserved)) == (400, True)
    shown = house.server.client().get(f"/api/matches/{match}").json()
    assert shown["players"][0]["name"] == "Polite"
    assert name not in house.server.client().get(f"/api/matches/{match}/record").text
    assert house.server.client().get("/api/players/Polite").status_code == 200


def test_closed_sessions_and_deleted_accounts(house: House) -> None:
    member, id, name = house.member()
    assert does(house.moderator, f"accounts/{id}/close-sessions").status_code == 204
    assert member.get("/api/account").status_code == 401
    assert does(house.admin, f"accounts/{id}/delete").status_code == 204
    assert house.server.client().get(f"/api/players/{name}").status_code == 404
    assert does(house.admin, f"accounts/{id}/ban").status_code == 409
    entry = house.latest()
    assert (entry["act"], entry["account"], entry["account_name"]) == ("delete", id, "deleted")


def test_annulling_takes_the_points_back_and_says_so(house: House) -> None:
    (_, one, name), (_, other, _) = house.member(), house.member()
    match = house.match(one, other)
    client = house.server.client()
    assert client.get(f"/api/matches/{match}").json()["points"] is not None
    assert does(house.moderator, f"matches/{match}/annul", "engine use").status_code == 204
    told = client.get(f"/api/matches/{match}").json()
    assert (told["annulled"], told["points"]) == (True, None)
    (listed,) = client.get("/api/matches", params={"player": name}).json()
    assert listed["annulled"] is True
    assert client.get(f"/api/players/{name}").json()["ratings"] == []
    assert house.store(differences) == []
    assert does(house.moderator, f"matches/{match}/annul").status_code == 409
    mine = house.match(id_of(house.moderator), one)
    assert does(house.moderator, f"matches/{mine}/annul").status_code == 403
    assert does(house.admin, f"matches/{mine}/annul").status_code == 204


# reports


def test_a_report_reaches_the_moderators_and_is_closed_with_a_note(house: House) -> None:
    (ann, one, _), (_, other, name) = house.member(), house.member()
    match = house.match(one, other)
    report = {"kind": "cheating", "text": "too good <b>", "match": match, "side": 1}
    assert ann.post("/api/reports", json=report).status_code == 204
    again = ann.post("/api/reports", json=report)
    assert (again.status_code, "already" in said(again)) == (409, True)
    (found,) = [r for r in house.moderator.get("/api/moderation/reports").json() if r["subject"] == other]
    assert (found["match"], found["subject_name"], found["text"]) == (match, name, "too good <b>")
    assert does(house.moderator, f"reports/{found['id']}/close", "looked at it").status_code == 204
    assert does(house.moderator, f"reports/{found['id']}/close").status_code == 409
    seen = house.moderator.get(f"/api/moderation/accounts/{other}").json()["dossier"]
    assert [(r["note"], r["closed"] is not None) for r in seen["reports"]] == [("looked at it", True)]
    assert ann.get("/api/account/export").json()["reports"][0]["text"] == "too good <b>"


def test_who_may_report_whom(house: House) -> None:
    (ann, _, name), (_, other, other_name) = house.member(), house.member()
    guest = house.server.guest()
    stranger = house.server.guest()
    match = house.match(id_of(guest), other)

    def status(client: httpx.Client, **fields: Any) -> int:
        return client.post("/api/reports", json={"kind": "abuse", **fields}).status_code

    assert status(guest, match=match, side=1) == 204
    assert status(stranger, match=match, side=1) == 403
    assert status(guest, name=other_name) == 403
    assert status(guest, match=match, name=name) == 403
    assert status(ann, name=other_name, match=match) == 204
    assert status(ann, name="Mia", match=match) == 403, "who did not play in it"
    assert status(ann, name=name) == 400
    assert status(ann) == 400
    assert status(ann, name=other_name, text="x" * 1001) == 400
    assert status(ann, name=other_name, text="nul\0") == 400
    assert status(ann, match="nothing", side=0) == 404
    assert status(house.server.client(), name=other_name) == 401


def test_moderators_see_a_private_match_once_a_player_has_reported_it(house: House) -> None:
    (ann, mine, _), (_, other, _) = house.member(), house.member()
    match = house.match(mine, other)
    house.store(lambda unit: unit.matches.update(match, visibility="private"))
    assert house.moderator.get(f"/api/matches/{match}").status_code == 404
    assert ann.post("/api/reports", json={"kind": "abuse", "match": match, "side": 1}).status_code == 204
    assert house.moderator.get(f"/api/matches/{match}").status_code == 200
    assert house.server.client().get(f"/api/matches/{match}").status_code == 404


def test_a_report_of_a_moderator_is_for_the_admin(house: House) -> None:
    ann, _, _ = house.member()
    assert ann.post("/api/reports", json={"kind": "abuse", "name": "Mia"}).status_code == 204
    (report,) = [r for r in house.admin.get("/api/moderation/reports").json() if r["subject_name"] == "Mia"]
    for client in (house.moderator, house.other_moderator):
        assert report["id"] not in client.get("/api/moderation/reports").text
        assert does(client, f"reports/{report['id']}/close").status_code == 403


# names


@pytest.mark.parametrize("name", ["admin", "Adm1n", "MODERATOR", "root", "Quincunx", "bot", "level-3"])
def test_reserved_names_are_refused_in_a_clear_sentence(house: House, name: str) -> None:
    refused = house.server.client().post("/api/register", json={"name": name, "password": PASSWORD})
    assert refused.status_code == 400
    assert said(refused).endswith("Choose another one.")
