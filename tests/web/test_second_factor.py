"""The second factor and recovery codes over HTTP."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from quincunx.server import totp
from servers import Server, running

PASSWORD, NEW = "correct horse", "battery staple"


class Guarded:
    """A member who logs in with codes.

    The current code confirms the setup, and the next one, which is already valid, is left for the test: for half a
    minute, nothing depends on the time.
    """

    def __init__(self, server: Server, name: str) -> None:
        self.server, self.name = server, name
        self.client = server.member(name)
        begun = self.post("/api/account/second-factor", password=PASSWORD)
        assert begun.status_code == 200, begun.text
        self.begun = begun.json()
        self.secret = self.begun["secret"]
        self.step = 0
        self.codes: list[str] = []

    def turn_on(self) -> Guarded:
        self.step = time.time_ns() // 1_000_000 // totp.STEP
        done = self.post("/api/account/second-factor/confirm", code=self.first())
        assert done.status_code == 200, done.text
        self.codes = done.json()["codes"]
        return self

    def first(self) -> str:
        return totp.code_of(self.secret, self.step)

    def code(self) -> str:
        return totp.code_of(self.secret, self.step + 1)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.client.post(path, json=body)

    def ticket(self, password: str = PASSWORD) -> tuple[httpx.Client, str]:
        """The first step, with another client."""
        client = self.server.client()
        done = client.post("/api/login", json={"name": self.name, "password": password})
        assert done.status_code == 202, done.text
        assert "set-cookie" not in done.headers
        assert client.get("/api/account").status_code == 401
        return client, done.json()["ticket"]

    def log_in(self, code: str, password: str = PASSWORD) -> httpx.Response:
        client, ticket = self.ticket(password)
        return client.post("/api/login/code", json={"ticket": ticket, "code": code})

    def security(self) -> dict[str, Any]:
        return dict(self.client.get("/api/account/security").json())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("factor") / "test.db"
    with running(f"sqlite:///{file}", secret_key="k" * 40) as server:
        yield server
        assert not [line for line in server.log if line["level"] == "error"]


@pytest.fixture
def begun(server: Server, name: str) -> Guarded:
    return Guarded(server, name)


@pytest.fixture
def guarded(begun: Guarded) -> Guarded:
    return begun.turn_on()


def test_a_second_factor_is_asked_for_once_a_first_code_has_confirmed_it(begun: Guarded) -> None:
    assert begun.begun["link"].startswith(f"otpauth://totp/Quincunx:{begun.name}?secret={begun.secret}")
    assert begun.begun["picture"].startswith("<svg")
    assert begun.server.client().post("/api/login", json={"name": begun.name, "password": PASSWORD}).status_code == 200
    refused = begun.post("/api/account/second-factor/confirm", code="000000")
    assert (refused.status_code, refused.json()["error"]) == (400, "wrong_code")
    assert begun.security()["second_factor"] is None
    begun.turn_on()
    assert begun.security()["second_factor"] is not None
    assert begun.log_in(begun.code()).json()["name"] == begun.name
    assert begun.post("/api/account/second-factor", password=PASSWORD).status_code == 409
    assert begun.post("/api/account/second-factor/confirm", code=begun.code()).status_code == 409


def test_a_code_counts_once_and_none_before_it(guarded: Guarded) -> None:
    assert guarded.log_in(guarded.first()).status_code == 400  # it was used to confirm the setup
    code = guarded.code()
    assert guarded.log_in(code).status_code == 200
    again = guarded.log_in(code)
    assert (again.status_code, again.json()["error"]) == (400, "wrong_code")
    assert guarded.log_in(guarded.first()).status_code == 400


def test_a_ticket_counts_once_and_for_few_tries(guarded: Guarded) -> None:
    client, ticket = guarded.ticket()
    assert client.post("/api/login/code", json={"ticket": ticket, "code": guarded.code()}).status_code == 200
    again = client.post("/api/login/code", json={"ticket": ticket, "code": guarded.code()})
    assert (again.status_code, again.json()["error"]) == (401, "not_logged_in")
    client, ticket = guarded.ticket()
    tried = [client.post("/api/login/code", json={"ticket": ticket, "code": "wrong"}).status_code for _ in range(6)]
    assert tried == [400] * 5 + [401]


def test_guesses_are_slowed_down_whatever_the_ticket(guarded: Guarded) -> None:
    tickets = [guarded.ticket() for _ in range(3)]
    tried = [
        client.post("/api/login/code", json={"ticket": ticket, "code": "000000"}).status_code
        for client, ticket in tickets
        for _ in range(3)
    ]
    assert tried[:5] == [400] * 5
    assert 429 in tried[5:]
    assert guarded.log_in(guarded.codes[0]).status_code == 200  # recovery codes cannot be guessed, so the owner gets in


def test_a_ticket_is_void_once_the_password_is_another(guarded: Guarded) -> None:
    client, ticket = guarded.ticket()
    assert guarded.post("/api/account/password", current=PASSWORD, new=NEW).status_code == 200
    refused = client.post("/api/login/code", json={"ticket": ticket, "code": guarded.code()})
    assert refused.status_code == 401
    assert guarded.log_in(guarded.code(), NEW).status_code == 200


def test_turning_it_off_wants_the_password_and_a_code(guarded: Guarded) -> None:
    address = "/api/account/second-factor/remove"
    assert guarded.post(address, password="wrong horse", code=guarded.code()).status_code == 403
    assert guarded.post(address, password=PASSWORD).json()["error"] == "code_wanted"
    assert guarded.post(address, password=PASSWORD, code="000000").json()["error"] == "wrong_code"
    assert guarded.post(address, password=PASSWORD, code=guarded.code()).status_code == 204
    assert guarded.security()["second_factor"] is None
    done = guarded.server.client().post("/api/login", json={"name": guarded.name, "password": PASSWORD})
    assert done.status_code == 200


def test_what_else_the_account_rests_on_wants_a_code_too(guarded: Guarded) -> None:
    for path in ("recovery-codes", "email/remove", "passkeys/none/remove"):
        assert guarded.post(f"/api/account/{path}", password=PASSWORD).json()["error"] == "code_wanted"


def test_a_recovery_code_stands_in_for_a_code_once(guarded: Guarded) -> None:
    assert len(set(guarded.codes)) == 10
    assert guarded.log_in(guarded.codes[0]).status_code == 200
    assert guarded.log_in(guarded.codes[0]).status_code == 400
    assert guarded.log_in(guarded.codes[1].upper().replace("-", " ")).status_code == 200
    assert guarded.security()["recovery_codes"] == 8


def test_new_recovery_codes_replace_the_old_ones(guarded: Guarded) -> None:
    body = {"password": PASSWORD, "code": guarded.code()}
    fresh = guarded.post("/api/account/recovery-codes", **body).json()["codes"]
    assert not set(fresh) & set(guarded.codes)
    assert guarded.log_in(guarded.codes[0]).status_code == 400
    assert guarded.log_in(fresh[0]).status_code == 200


def test_a_recovery_code_sets_a_new_password_and_the_second_factor_stays(guarded: Guarded) -> None:
    made = guarded.post("/api/account/tokens", label="bot", scopes=["read"], password=PASSWORD).json()["secret"]
    with guarded.server.client() as stranger:
        body = {"name": guarded.name, "code": guarded.codes[0], "password": NEW}
        assert stranger.post("/api/recovery/code", json=body | {"password": "password1"}).status_code == 400
        assert stranger.post("/api/recovery/code", json=body).status_code == 204
        assert stranger.post("/api/recovery/code", json=body).status_code == 400  # it can be used once
        bot = stranger.get("/api/account", headers={"authorization": f"Bearer {made}"})
    assert bot.status_code == 401
    assert guarded.client.get("/api/account").status_code == 401
    assert guarded.log_in(guarded.code(), NEW).status_code == 200


def test_recovering_tells_nobody_who_is_here(server: Server, name: str) -> None:
    server.member(name)
    with server.client() as client:
        answers = [
            client.post("/api/recovery/code", json={"name": who, "code": "aaaa-bbbb", "password": NEW})
            for who in (name, f"No{name}")
        ]
    assert {answer.status_code for answer in answers} == {400}
    first, second = (answer.json() | {"id": ""} for answer in answers)  # every request has a different id
    assert first == second


def test_guessing_recovery_codes_is_slowed_down(server: Server, name: str) -> None:
    server.member(name)
    with server.client() as client:
        body = {"name": name, "code": "aaaa-bbbb", "password": NEW}
        tried = [client.post("/api/recovery/code", json=body).status_code for _ in range(9)]
    assert tried[:5] == [400] * 5
    assert 429 in tried[5:]


def test_neither_database_nor_export_nor_log_tells_a_secret(guarded: Guarded) -> None:
    exported = guarded.client.get("/api/account/export")
    assert exported.json()["second_factor_since"] is not None
    assert exported.json()["recovery_codes_left"] == 10
    _, ticket = guarded.ticket()
    with sqlite3.connect(guarded.server.database.removeprefix("sqlite:///")) as connection:
        stored = "\n".join(connection.iterdump())
    for secret in (guarded.secret, guarded.codes[3], guarded.codes[3].replace("-", ""), ticket):
        assert secret not in exported.text + stored + "".join(guarded.server.output)
