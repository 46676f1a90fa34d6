"""Permissions over HTTP: every route for every role, row by row."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import httpx
import pytest
from msgspec import structs

import quincunx
from backends.games import keep, played
from quincunx.play.seats import Bot, Person
from quincunx.store.store import Store, Unit
from servers import Server, running

#                                        nobody guest member player reader gamer wrong
# reader and gamer are the player's tokens with the scopes `read` and `play`; wrong is an invalid token
TABLE = """
GET    /health                              200   200   200   200    200   200   200
GET    /ready                               200   200   200   200    200   200   200
GET    /api/openapi.json                    200   200   200   200    200   200   401
GET    /api/games                           200   200   200   200    200   200   401
GET    /api/games/GAME/rules                200   200   200   200    200   200   401
GET    /api/games/ARMED/content/white       200   200   200   200    200   200   401
POST   /api/games/ARMED/content/white/check 200   200   200   200    200   200   401
GET    /api/games/GAME/lessons              200   200   200   200    200   200   401
POST   /api/games/GAME/lessons/race/try     200   200   200   200    200   200   401
POST   /api/positions                       200   200   200   200    200   200   401
POST   /api/positions/read                  200   200   200   200    200   200   401
POST   /api/positions/why                   200   200   200   200    200   200   401
POST   /api/positions/forecast               200   200   200   200    200   200   401
GET    /api/puzzles                         200   200   200   200    200   200   401
GET    /api/puzzles/TAFL/next               200   200   200   200    200   200   401
GET    /api/puzzles/TAFL/daily              200   200   200   200    200   200   401
GET    /api/puzzles/TAFL/1                  200   200   200   200    200   200   401
POST   /api/puzzles/TAFL/1/try              400   400   400   400    400   400   401
POST   /api/puzzles/TAFL/1/hint             200   200   200   200    403   200   401
POST   /api/puzzles/TAFL/1/solution         200   200   200   200    403   200   401
GET    /api/words/de                        200   200   200   200    200   200   401
GET    /api/balance                         200   200   200   200    200   200   401
GET    /api/bots                            200   200   200   200    200   200   401
GET    /api/leaders/GAME                    200   200   200   200    200   200   401
GET    /api/players/NAME                    200   200   200   200    200   200   401
GET    /api/players/NAME/ratings/GAME       200   200   200   200    200   200   401
GET    /api/lobby                           200   200   200   200    200   200   401
GET    /api/watch                           200   200   200   200    200   200   401
GET    /api/matches                         200   200   200   200    200   200   401
GET    /api/matches/PUBLIC                  200   200   200   200    200   200   401
GET    /api/matches/PUBLIC/record           200   200   200   200    200   200   401
GET    /api/matches/PUBLIC/notation         200   200   200   200    200   200   401
GET    /api/matches/PUBLIC/scenes           200   200   200   200    200   200   401
GET    /api/matches/PRIVATE                 404   404   404   200    200   404   401
GET    /api/matches/PRIVATE/record          404   404   404   200    200   404   401
GET    /api/matches/PRIVATE/notation        404   404   404   200    200   404   401
GET    /api/matches/PUBLIC/review           404   404   404   404    404   404   401
POST   /api/matches/PUBLIC/review           401   202   202   202    202   403   401
POST   /api/matches/PRIVATE/review          401   404   404   202    202   403   401
GET    /api/session                         200   200   200   200    200   403   401
GET    /api/matches/PRIVATE/scenes          404   404   404   200    200   404   401
GET    /api/account                         401   200   200   200    200   403   401
GET    /api/account/matches                 401   200   200   200    200   403   401
GET    /api/account/stats                   401   200   200   200    200   403   401
GET    /api/account/sessions                401   200   200   200    403   403   401
GET    /api/account/tokens                  401   200   200   200    403   403   401
GET    /api/account/export                  401   200   200   200    403   403   401
DELETE /api/account/sessions/THEIRS         401   404   404   404    403   403   401
DELETE /api/account/tokens/THEIRS           401   404   404   404    403   403   401
POST   /api/reports                         401   403   204   204    403   403   401
GET    /api/moderation/accounts             401   403   403   403    403   403   401
GET    /api/moderation/accounts/ACCOUNT     401   403   403   403    403   403   401
POST   /api/moderation/accounts/ACCOUNT/ban 401   403   403   403    403   403   401
POST   /api/moderation/accounts/ACCOUNT/unban 401 403   403   403    403   403   401
POST   /api/moderation/accounts/ACCOUNT/rename 401 403  403   403    403   403   401
POST   /api/moderation/accounts/ACCOUNT/close-sessions 401 403 403 403 403 403   401
POST   /api/moderation/accounts/ACCOUNT/grant 401 403   403   403    403   403   401
POST   /api/moderation/accounts/ACCOUNT/revoke 401 403  403   403    403   403   401
POST   /api/moderation/accounts/ACCOUNT/delete 401 403  403   403    403   403   401
POST   /api/moderation/matches/PUBLIC/annul 401   403   403   403    403   403   401
GET    /api/moderation/reports              401   403   403   403    403   403   401
POST   /api/moderation/reports/REPORT/close 401   403   403   403    403   403   401
GET    /api/moderation/audit                401   403   403   403    403   403   401
POST   /api/account/tokens                  401   403   201   201    403   403   401
POST   /api/account/password                401   403   403   403    403   403   401
GET    /api/account/security                401   403   200   200    403   403   401
POST   /api/account/second-factor           401   403   403   403    403   403   401
POST   /api/account/second-factor/confirm   401   403   409   409    403   403   401
POST   /api/account/second-factor/remove    401   403   403   403    403   403   401
POST   /api/account/recovery-codes          401   403   201   201    403   403   401
POST   /api/account/passkeys/options        401   403   400   400    403   403   401
POST   /api/account/passkeys                401   403   400   400    403   403   401
POST   /api/account/passkeys/THEIRS/remove  401   403   403   403    403   403   401
POST   /api/account/email                   401   403   400   400    403   403   401
POST   /api/account/email/remove            401   403   204   204    403   403   401
POST   /api/email/confirm                   400   400   400   400    400   400   401
GET    /api/login/ways                      200   200   200   200    200   200   401
POST   /api/login/code                      401   401   401   401    401   401   401
POST   /api/login/passkey/options           400   400   400   400    400   400   401
POST   /api/login/passkey                   400   400   400   400    400   400   401
POST   /api/recovery/mail                   400   400   400   400    400   400   401
POST   /api/recovery/password               400   400   400   400    400   400   401
POST   /api/recovery/code                   400   400   400   400    400   400   401
POST   /api/guest                           201   200   200   200    200   403   401
POST   /api/register                        409   409   403   403    403   403   401
POST   /api/login                           401   401   401   401    401   401   401
POST   /api/account/delete                  401    -    403   403    403   403   401
POST   /api/logout                          401    -     -     -     403   403   401
DELETE /api/account/sessions                401    -     -     -     403   403   401
"""
# Roles such as moderator: test_moderation.py.
# A dash: it is allowed, but would end the session of the table; test_accounts.py tests it.

ROLES = ("nobody", "guest", "member", "player", "reader", "gamer", "wrong")
BODIES = {
    "/api/account/tokens": {"label": "x", "scopes": ["read"], "password": "correct horse"},
    "/api/account/password": {"current": "wrong", "new": "battery staple"},
    "/api/account/delete": {"password": "wrong"},
    "/api/account/second-factor": {"password": "wrong"},
    "/api/account/second-factor/confirm": {"code": "123456"},
    "/api/account/second-factor/remove": {"password": "wrong"},
    "/api/account/recovery-codes": {"password": "correct horse"},
    "/api/account/passkeys/options": {"password": "wrong"},
    "/api/account/passkeys": {"ticket": "wrong", "label": "x", "credential": {}},
    "/api/account/passkeys/THEIRS/remove": {"password": "wrong"},
    "/api/account/email": {"password": "wrong", "address": "ann@example.org"},
    "/api/account/email/remove": {"password": "correct horse"},
    "/api/email/confirm": {"ticket": "wrong"},
    "/api/login/code": {"ticket": "wrong", "code": "123456"},
    "/api/login/passkey": {"credential": {}},
    "/api/recovery/mail": {"name": "Player"},
    "/api/recovery/password": {"ticket": "wrong", "password": "battery staple"},
    "/api/recovery/code": {"name": "ROLE", "code": "wrong", "password": "battery staple"},
    "/api/register": {"name": "Stranger", "password": "correct horse"},
    "/api/positions": {"game": "cengers"},
    "/api/positions/read": {"game": "cengers", "text": "f1-e1"},
    "/api/positions/why": {"study": {"game": "cengers"}, "picks": [0]},
    "/api/positions/forecast": {"study": {"game": "cengers"}, "action": "f1-e1"},
    "/api/games/GAME/lessons/race/try": {"actions": []},
    "/api/puzzles/TAFL/1/try": {"turns": [["nonsense"]]},
    "/api/puzzles/TAFL/1/hint": {"turns": []},
    "/api/login": {"name": "ROLE", "password": "wrong"},
    "/api/reports": {"kind": "abuse", "name": "Stranger"},
    "/api/moderation/accounts/ACCOUNT/rename": {"reason": "x", "name": "Renamed"},
}
QUERIES = {"/api/moderation/accounts": {"name": "Stranger"}}
ROWS = [
    (method, path, role, int(status))
    for method, path, *statuses in (line.split() for line in TABLE.strip().splitlines())
    for role, status in zip(ROLES, statuses, strict=True)
    if status != "-"
]


class Cast:
    """A server with accounts, and two matches of the player's."""

    def __init__(self, server: Server) -> None:
        self.server = server
        player, stranger = server.member("Player"), server.member("Stranger")
        self.stranger = stranger
        secrets = {scope: self._token(player, scope) for scope in ("read", "play")}
        self.clients = {
            "nobody": server.client(),
            "guest": server.guest(),
            "member": server.member("Member"),
            "player": player,
            "reader": server.client(headers={"authorization": f"Bearer {secrets['read']}"}),
            "gamer": server.client(headers={"authorization": f"Bearer {secrets['play']}"}),
            "wrong": server.client(headers={"authorization": "Bearer qx_wrong"}),
        }
        public, private = asyncio.run(self._matches(player.get("/api/account").json()["id"]))
        theirs = stranger.get("/api/account/sessions").json()[0]["session"]["id"]
        self.words = {"PUBLIC": public, "PRIVATE": private, "NAME": "Player", "GAME": "cengers", "ARMED": "battlefield"}
        self.words |= {"THEIRS": theirs, "TAFL": "hnefatafl", "ACCOUNT": stranger.get("/api/account").json()["id"]}

    def _token(self, client: httpx.Client, scope: str) -> str:
        body = {"label": scope, "scopes": [scope], "password": "correct horse"}
        made = client.post("/api/account/tokens", json=body)
        return str(made.json()["secret"])

    async def _matches(self, account: str) -> tuple[str, str]:
        log = played("cengers", (Person(account, "Player"), Bot(1)), winner=0, kind="bot")
        hidden = [structs.replace(log[0], visibility="private"), *log[1:]]

        def work(unit: Unit) -> tuple[str, str]:
            public, private = keep(unit, log)[0], keep(unit, hidden)[0]
            unit.matches.update(private, visibility="private")
            return public, private

        store = Store(self.server.database)
        try:
            return await store.write(work)
        finally:
            await store.close()

    def ask(self, role: str, method: str, path: str) -> httpx.Response:
        client = self.clients[role]
        cookies = dict(client.cookies)
        usual = {"reason": "x"} if path.startswith("/api/moderation") else {}
        body = {key: value if value != "ROLE" else role for key, value in BODIES.get(path, usual).items()}
        address = "/".join(self.words.get(word, word) for word in path.split("/"))
        answer = client.request(method, address, json=body if method == "POST" else None, params=QUERIES.get(path))
        client.cookies.clear()
        client.cookies.update(cookies)  # one row's effect on the session does not carry over to the next
        return answer


@pytest.fixture(scope="module")
def cast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cast]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('who') / 'test.db'}") as server:
        yield Cast(server)
        assert not [line for line in server.log if line["level"] == "error"]


def test_everybody_may_do_what_the_table_says_and_nothing_else(cast: Cast) -> None:
    wrong = []
    for method, path, role, status in ROWS:
        answer = cast.ask(role, method, path)
        if answer.status_code != status:
            wrong.append(f"{role}: {method} {path} is {answer.status_code}, not {status}: {answer.text[:200]}")
    assert wrong == []


def test_the_table_has_every_route(cast: Cast) -> None:
    schema = cast.server.client().get("/api/openapi.json").json()
    routes = {(method.upper(), path) for path, operations in schema["paths"].items() for method in operations}
    told = {(method, path) for method, path, _, _ in ROWS}

    def covered(method: str, path: str) -> bool:
        parts = path.split("/")
        return any(
            known == method
            and len(row.split("/")) == len(parts)
            and all(part == word or part.startswith("{") for part, word in zip(parts, row.split("/"), strict=True))
            for known, row in told
        )

    assert [route for route in sorted(routes) if not covered(*route)] == []


def test_reading_does_nothing_that_writing_does(cast: Cast) -> None:
    """Routes that change something cannot be reached by a GET request, as from a picture or a link."""
    schema = cast.server.client().get("/api/openapi.json").json()
    writing = {path for path, operations in schema["paths"].items() if not {"get", "head"} & set(operations)}
    assert len(writing) > 10
    for path in sorted(writing):
        for method in ("GET", "HEAD", "OPTIONS"):
            answer = cast.clients["player"].request(method, re.sub(r"\{\w+\}", "1", path))
            assert answer.status_code in (204, 404, 405), (method, path)
            assert "set-cookie" not in answer.headers, (method, path)


def test_what_strangers_see_of_a_match_has_nothing_private(cast: Cast) -> None:
    listed = cast.ask("nobody", "GET", "/api/matches")
    assert [match["id"] for match in listed.json()] == [cast.words["PUBLIC"]]
    assert "invite" not in listed.text
    account = cast.clients["player"].get("/api/account").json()["id"]
    assert account not in listed.text


def test_the_record_replays(cast: Cast) -> None:
    answer = cast.ask("nobody", "GET", "/api/matches/PUBLIC/record")
    assert answer.headers["content-disposition"] == f'attachment; filename="quincunx-{cast.words["PUBLIC"]}.txt"'
    text = answer.text
    assert quincunx.read_record(text).replay().ply == 4


def test_a_players_page_and_the_leader_board(cast: Cast) -> None:
    profile = cast.ask("nobody", "GET", "/api/players/NAME").json()
    (line, hidden) = (profile["stats"][0], profile["stats"][1:])
    assert (line["opponent"], line["level"], line["stats"]["won"], hidden) == ("bot", 1, 2, [])
    assert cast.ask("nobody", "GET", "/api/leaders/GAME").json() == []
    assert cast.clients["nobody"].get("/api/players/Nobody").status_code == 404
    assert cast.clients["nobody"].get("/api/leaders/ludo").status_code == 404
