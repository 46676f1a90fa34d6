"""Accounts over HTTP, as a user sees them."""

from __future__ import annotations

import httpx
import pytest

from servers import Server, running, said

PASSWORD = "correct horse"


def log_in(client: httpx.Client, name: str, password: str = PASSWORD) -> httpx.Response:
    return client.post("/api/login", json={"name": name, "password": password})


def token(scope: str, password: str = PASSWORD) -> dict[str, object]:
    return {"label": "my bot", "scopes": [scope], "password": password}


def test_register_log_out_and_log_in(server: Server, name: str) -> None:
    client = server.member(name)
    assert client.get("/api/account").json()["name"] == name
    assert client.post("/api/logout").status_code == 204
    assert client.get("/api/account").status_code == 401
    assert log_in(client, name.upper()).json()["name"] == name
    assert client.get("/api/account").json()["kind"] == "member"


def test_a_name_that_cannot_be_had_is_refused_in_words(server: Server) -> None:
    with server.client() as client:
        refused = client.post("/api/register", json={"name": "x y", "password": PASSWORD})
    assert refused.status_code == 400
    assert said(refused) == "Use 3 to 20 letters, digits, _ or -, starting with a letter."


def test_the_cookie_is_out_of_reach_of_scripts_and_foreign_pages(server: Server, name: str) -> None:
    with server.client() as client:
        done = client.post("/api/register", json={"name": name, "password": PASSWORD})
    words = {word.strip().lower() for word in done.headers["set-cookie"].split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/", f"max-age={90 * 24 * 3600}"} <= words
    assert "secure" not in words
    assert "strict-transport-security" not in done.headers


def test_over_https_the_cookie_stays_there(own_database: str) -> None:
    with running(own_database, public_url="https://play.example") as server, server.client() as client:
        done = client.post("/api/guest", headers={"origin": "https://play.example"})
        assert done.status_code == 201
        assert done.headers["set-cookie"].startswith("__Host-quincunx=")
        assert "; Secure" in done.headers["set-cookie"]
        assert done.headers["strict-transport-security"] == "max-age=63072000; includeSubDomains"
        assert "strict-transport-security" in client.get("/").headers
        assert client.post("/api/guest", headers={"origin": server.url}).status_code == 403


def test_a_guest_who_registers_stays_the_same_and_the_old_cookie_is_void(server: Server, name: str) -> None:
    client = server.guest()
    guest, old = client.get("/api/account").json(), dict(client.cookies)
    assert guest["kind"] == "guest"
    assert client.post("/api/guest").json() == guest
    member = client.post("/api/register", json={"name": name, "password": PASSWORD}).json()
    assert (member["id"], member["kind"], member["name"]) == (guest["id"], "member", name)
    assert dict(client.cookies) != old
    assert httpx.get(f"{server.url}/api/account", cookies=old).status_code == 401


def test_logging_in_rotates_the_session(server: Server, name: str) -> None:
    client = server.member(name)
    old = dict(client.cookies)
    assert log_in(client, name).status_code == 200
    assert dict(client.cookies) != old
    assert httpx.get(f"{server.url}/api/account", cookies=old).status_code == 401


def test_a_cookie_that_somebody_planted_is_not_taken_over(server: Server, name: str) -> None:
    client = server.client(cookies={"quincunx": "planted"})
    client.post("/api/register", json={"name": name, "password": PASSWORD})
    assert client.cookies.get("quincunx", domain="127.0.0.1") not in ("planted", None)
    assert httpx.get(f"{server.url}/api/account", cookies={"quincunx": "planted"}).status_code == 401


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"name": "ab", "password": PASSWORD}, "3 to 20 letters"),
        ({"name": "a" * 21, "password": PASSWORD}, "3 to 20 letters"),
        ({"name": "Zoë", "password": PASSWORD}, "3 to 20 letters"),
        ({"name": "ann\n", "password": PASSWORD}, "3 to 20 letters"),
        ({"name": "<b>ann", "password": PASSWORD}, "3 to 20 letters"),
        ({"name": "ann\x00x", "password": PASSWORD}, "3 to 20 letters"),
        ({"name": "annette", "password": "short"}, "8 to 256 characters"),
        ({"name": "annette", "password": "x" * 257}, "8 to 256 characters"),
        ({"name": "annette", "password": PASSWORD, "kind": "admin"}, "kind"),
        ({"name": "annette"}, "password"),
        ([], "object"),
    ],
)
def test_what_is_wrong_with_a_registration_is_said(server: Server, body: object, wrong: str) -> None:
    with server.client() as client:
        refused = client.post("/api/register", json=body)
    assert refused.status_code == 400
    assert wrong in said(refused)
    assert PASSWORD not in refused.text


@pytest.mark.parametrize("name", ["ann\x00", "", "\u2028", "x" * 10_000, "'; --"])
def test_a_name_that_nobody_can_have_is_refused_at_the_door(server: Server, name: str) -> None:
    with server.client() as client:
        assert log_in(client, name).status_code == 400


def test_a_taken_name_is_refused(server: Server, name: str) -> None:
    server.member(name)
    with server.client() as client:
        refused = client.post("/api/register", json={"name": name.lower(), "password": PASSWORD})
    assert (refused.status_code, refused.json()["error"]) == (409, "conflict")


def test_a_password_of_any_signs_is_taken_exactly_as_it_is(own_database: str) -> None:
    nearly = {
        "seven lanterns swim": "Seven lanterns swim",
        "  spaces before and after  ": "spaces before and after",
        "GROSS und klein ohne Zahl": "gross und klein ohne zahl",
        "пять зелёных чайников": "пять зеленых чайников",
        "🦊 fox 🦊 hat 🦊 moon": "fox hat moon",
        "tabs\tand \x00 nothing seen": "tabs\tand nothing seen",
        "long walks by the river" * 8: ("long walks by the river" * 8)[:72],
    }
    with running(own_database) as server, server.client() as client:
        for number, (password, other) in enumerate(nearly.items()):
            server.member(f"Ann{number}", password).close()
            assert log_in(client, f"Ann{number}", other).status_code == 401
            assert log_in(client, f"Ann{number}", password).status_code == 200


def test_a_field_counts_in_its_own_place_only(server: Server, name: str) -> None:
    """Fields in the query, a form or a cookie are not accepted in place of the JSON body."""
    server.member(name)
    with server.client() as client:
        asked = {"name": name, "password": PASSWORD}
        assert client.post("/api/login", params=asked, json={"name": name}).status_code == 400
        assert client.post("/api/login", data=asked).status_code == 400
        assert client.post("/api/login", params={"name": f"No{name}"}, json=asked).json()["name"] == name
        session, device = client.cookies["quincunx"], client.cookies["quincunx-device"]
    for secret in (device, *device.split(".")):  # the device secret only shortens waits
        assert httpx.get(f"{server.url}/api/account", cookies={"quincunx": secret}).status_code == 401
    for place in ({"params": {"quincunx": session}}, {"headers": {"quincunx": session}}):
        assert httpx.get(f"{server.url}/api/account", **place).status_code == 401


def test_a_name_that_the_program_gives_out_is_refused_in_words(server: Server) -> None:
    with server.client() as client:
        refused = client.post("/api/register", json={"name": "guest-Ab12Cd", "password": PASSWORD})
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid")
    assert said(refused) == "That name is reserved. Choose another one."


def test_a_wrong_password_and_an_unknown_name_sound_alike(server: Server, name: str) -> None:
    server.member(name)
    with server.client() as client:
        wrong, unknown = log_in(client, name, "wrong password"), log_in(client, f"No{name}", "wrong password")
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() | {"id": ""} == unknown.json() | {"id": ""}  # every request has a different id
    assert len(wrong.content) == len(unknown.content)
    skipped = {"date", "x-request-id"}
    assert {key: value for key, value in wrong.headers.items() if key not in skipped} == {
        key: value for key, value in unknown.headers.items() if key not in skipped
    }


def test_many_failures_slow_down_their_address_and_nobody_else(own_database: str, name: str) -> None:
    """Two addresses, reported by a trusted proxy."""
    with running(own_database, trusted_proxies="127.0.0.1") as server:
        server.member(name)
        with server.client(headers={"x-forwarded-for": "192.0.2.66"}) as stranger:
            refused = [log_in(stranger, name, f"guess {n} guess") for n in range(7)]
            assert [done.status_code for done in refused] == [401] * 5 + [429] * 2
            assert int(refused[-1].headers["retry-after"]) >= 1
            assert log_in(stranger, name).status_code == 429  # the right one too: it would be revealed
            assert log_in(stranger, f"No{name}").status_code == 401  # other names are counted separately
        with server.client(headers={"x-forwarded-for": "192.0.2.7"}) as owner:
            assert log_in(owner, name).status_code == 200


def test_one_address_makes_so_many_accounts_an_hour(own_database: str) -> None:
    with running(own_database, accounts_per_hour=3) as server:
        codes = []
        for _ in range(5):
            with server.client() as client:
                codes.append(client.post("/api/guest").status_code)
        assert codes == [201, 201, 201, 429, 429]


def test_registration_may_be_closed(own_database: str) -> None:
    with running(own_database, registration="closed") as server, server.client() as client:
        assert client.post("/api/register", json={"name": "Ann", "password": PASSWORD}).status_code == 403
        assert client.post("/api/guest").status_code == 201


def test_a_new_password_ends_every_other_session(server: Server, name: str) -> None:
    here = server.member(name)
    there = server.client()
    assert log_in(there, name).status_code == 200
    refused = here.post("/api/account/password", json={"current": "wrong", "new": "battery staple"})
    assert refused.status_code == 403
    done = here.post("/api/account/password", json={"current": PASSWORD, "new": "battery staple"})
    assert done.status_code == 200
    assert here.get("/api/account").status_code == 200
    assert there.get("/api/account").status_code == 401
    assert log_in(there, name).status_code == 401
    assert log_in(there, name, "battery staple").status_code == 200


def test_a_new_password_voids_every_token(server: Server, name: str) -> None:
    client = server.member(name)
    secret = client.post("/api/account/tokens", json=token("read")).json()["secret"]
    with server.client(headers={"authorization": f"Bearer {secret}"}) as bot:
        assert bot.get("/api/account").status_code == 200
        body = {"current": PASSWORD, "new": "battery staple"}
        assert client.post("/api/account/password", json=body).status_code == 200
        assert bot.get("/api/account").status_code == 401
    assert client.get("/api/account/tokens").json() == []


def test_sessions_are_listed_and_revoked(server: Server, name: str) -> None:
    here, there = server.member(name), server.client(headers={"user-agent": "Lynx"})
    log_in(there, name)
    sessions = here.get("/api/account/sessions").json()
    assert sorted(entry["current"] for entry in sessions) == [False, True]
    (other,) = [entry["session"] for entry in sessions if not entry["current"]]
    assert other["agent"] == "Lynx"
    assert here.delete(f"/api/account/sessions/{other['id']}").status_code == 204
    assert here.delete(f"/api/account/sessions/{other['id']}").status_code == 404
    assert there.get("/api/account").status_code == 401
    assert here.delete("/api/account/sessions").status_code == 204
    assert here.get("/api/account").status_code == 401


def test_a_token_is_shown_once_and_does_what_its_scopes_say(server: Server, name: str) -> None:
    client = server.member(name)
    made = client.post("/api/account/tokens", json=token("play")).json()
    secret, known = made["secret"], made["token"]
    assert secret not in client.get("/api/account/tokens").text
    with server.client(headers={"authorization": f"Bearer {secret}"}) as bot:
        assert bot.get("/api/account").status_code == 403  # it may play, but not read
        assert bot.get("/api/account/tokens").status_code == 403
    reader = client.post("/api/account/tokens", json=token("read")).json()["secret"]
    with server.client(headers={"authorization": f"Bearer {reader}"}) as bot:
        assert bot.get("/api/account").json()["name"] == name
    assert client.delete(f"/api/account/tokens/{known['id']}").status_code == 204
    with server.client(headers={"authorization": f"Bearer {secret}"}) as bot:
        assert bot.get("/api/account").status_code == 401


def test_a_token_wants_the_password_once_more(server: Server, name: str) -> None:
    client = server.member(name)
    assert client.post("/api/account/tokens", json={"label": "my bot", "scopes": ["read"]}).status_code == 400
    assert client.post("/api/account/tokens", json=token("read", "wrong horse")).status_code == 403
    assert client.get("/api/account/tokens").json() == []


def test_a_deleted_account_is_gone(server: Server, name: str) -> None:
    client = server.member(name)
    assert client.post("/api/account/delete", json={"password": "wrong"}).status_code == 403
    assert client.post("/api/account/delete", json={"password": PASSWORD}).status_code == 204
    assert client.get("/api/account").status_code == 401
    assert log_in(client, name).status_code == 401
    assert server.member(name).get("/api/account").status_code == 200  # the name is available again


def test_a_download_is_named_by_the_server(server: Server, name: str) -> None:
    client = server.member(name)
    exported = client.get("/api/account/export", params={"filename": "evil.html"})
    assert exported.headers["content-disposition"] == f'attachment; filename="quincunx-{name}.json"'
    assert exported.headers["content-type"].startswith("application/json")


def test_the_export_has_what_is_known_and_no_secret(server: Server, name: str) -> None:
    client = server.member(name)
    secret = client.post("/api/account/tokens", json=token("play")).json()["secret"]
    exported = client.get("/api/account/export")
    assert exported.json()["account"]["name"] == name
    assert [token["label"] for token in exported.json()["tokens"]] == ["my bot"]
    assert secret not in exported.text
    assert "argon2" not in exported.text
    assert client.cookies["quincunx"] not in exported.text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"origin": "OWN"}, 201),
        ({"sec-fetch-site": "same-origin"}, 201),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "OWN.evil.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ],
)
def test_foreign_pages_change_nothing(server: Server, headers: dict[str, str], status: int) -> None:
    own = {key: value.replace("OWN", server.url) for key, value in headers.items()}
    with server.client(headers=own) as client:
        assert client.post("/api/guest").status_code == status


def test_no_secret_stands_in_the_log(server: Server, name: str) -> None:
    client = server.member(name, "a very secret thing")
    log_in(client, name, "another secret thing")
    secret = client.post("/api/account/tokens", json=token("play", "a very secret thing")).json()["secret"]
    with server.client(headers={"authorization": f"Bearer {secret}"}) as bot:
        bot.get("/api/account?password=secret+in+a+query")
    text = "".join(server.output)
    for word in ("secret thing", secret, client.cookies["quincunx"], "secret+in"):
        assert word not in text
