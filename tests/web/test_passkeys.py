"""Passkeys over HTTP: created by a user who has the password, and enough to log in without anything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from authenticator import PRESENT, Authenticator, to_text
from quincunx.server.passkeys import MOST_PASSKEYS
from servers import Server, running, said

PASSWORD = "correct horse"


class Browser:
    """A client at http://localhost, where browsers allow passkeys without HTTPS."""

    def __init__(self, server: Server) -> None:
        self.origin = f"http://localhost:{server.port}"
        self.client = httpx.Client(base_url=self.origin, timeout=60)

    def register(self, name: str) -> Browser:
        assert self.post("/api/register", name=name, password=PASSWORD).status_code == 201
        return self

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.client.post(path, json=body)

    def begin(self) -> dict[str, Any]:
        begun = self.post("/api/account/passkeys/options", password=PASSWORD)
        assert begun.status_code == 200, begun.text
        return dict(begun.json())

    def add(self, device: Authenticator, label: str = "phone") -> httpx.Response:
        begun = self.begin()
        credential = device.make(begun["options"])
        return self.post("/api/account/passkeys", ticket=begun["ticket"], label=label, credential=credential)

    def challenge(self) -> dict[str, Any]:
        return dict(self.client.post("/api/login/passkey/options").json()["options"])

    def log_in(self, device: Authenticator) -> httpx.Response:
        return self.post("/api/login/passkey", credential=device.sign(self.challenge()))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('passkeys') / 'test.db'}") as server:
        yield server
        assert not [line for line in server.log if line["level"] == "error"]


@pytest.fixture
def browser(server: Server, name: str) -> Browser:
    return Browser(server).register(name)


@pytest.fixture
def device(browser: Browser) -> Authenticator:
    """An authenticator whose passkey is registered."""
    device = Authenticator(browser.origin)
    assert browser.add(device).status_code == 201
    return device


def test_a_passkey_logs_in_by_itself_and_is_listed_with_its_label(
    server: Server, browser: Browser, device: Authenticator, name: str
) -> None:
    stranger = Browser(server)
    done = stranger.log_in(device)
    assert (done.status_code, done.json()["name"]) == (200, name)
    assert stranger.client.get("/api/account").json()["name"] == name
    (shown,) = browser.client.get("/api/account/security").json()["passkeys"]
    assert (shown["label"], shown["used"] is not None) == ("phone", True)
    exported = browser.client.get("/api/account/export")
    assert [passkey["label"] for passkey in exported.json()["passkeys"]] == ["phone"]
    assert to_text(device.id) not in exported.text


def test_what_is_asked_of_devices_is_two_factors(browser: Browser) -> None:
    options = browser.begin()["options"]
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert browser.challenge()["userVerification"] == "required"


def test_a_passkey_wants_the_password_once_more(browser: Browser) -> None:
    assert browser.post("/api/account/passkeys/options", password="wrong horse").status_code == 403
    assert browser.client.get("/api/account/security").json()["passkeys"] == []


def test_a_removed_passkey_opens_nothing(server: Server, browser: Browser, device: Authenticator) -> None:
    (shown,) = browser.client.get("/api/account/security").json()["passkeys"]
    address = f"/api/account/passkeys/{shown['id']}/remove"
    assert browser.post(address, password="wrong horse").status_code == 403
    assert browser.post(address, password=PASSWORD).status_code == 204
    assert browser.post(address, password=PASSWORD).status_code == 404
    assert Browser(server).log_in(device).status_code == 401


def test_nobody_removes_somebody_elses(
    server: Server, browser: Browser, device: Authenticator, other_name: str
) -> None:
    (shown,) = browser.client.get("/api/account/security").json()["passkeys"]
    other = Browser(server).register(other_name)
    assert other.post(f"/api/account/passkeys/{shown['id']}/remove", password=PASSWORD).status_code == 404
    assert Browser(server).log_in(device).status_code == 200


def test_a_challenge_counts_once(server: Server, device: Authenticator) -> None:
    browser = Browser(server)
    options = browser.challenge()
    cookies = dict(browser.client.cookies)
    signed = device.sign(options)
    assert browser.post("/api/login/passkey", credential=signed).status_code == 200
    with httpx.Client(base_url=browser.origin, cookies=cookies) as thief:
        assert thief.post("/api/login/passkey", json={"credential": signed}).status_code == 401
        assert thief.post("/api/login/passkey", json={"credential": device.sign(options)}).status_code == 401


def test_a_challenge_is_void_after_one_wrong_answer(server: Server, device: Authenticator) -> None:
    browser = Browser(server)
    options = browser.challenge()
    assert browser.post("/api/login/passkey", credential={}).status_code == 401
    assert browser.post("/api/login/passkey", credential=device.sign(options)).status_code == 401


def test_a_challenge_belongs_to_the_browser_that_asked(server: Server, device: Authenticator) -> None:
    signed = device.sign(Browser(server).challenge())
    other = Browser(server)
    other.challenge()
    assert other.post("/api/login/passkey", credential=signed).status_code == 401
    assert Browser(server).post("/api/login/passkey", credential=signed).status_code == 401


def test_the_cookie_of_a_challenge_is_out_of_reach(server: Server) -> None:
    done = Browser(server).client.post("/api/login/passkey/options")
    words = {word.strip().lower() for word in done.headers["set-cookie"].split(";")[1:]}
    assert {"httponly", "samesite=strict", "path=/", "max-age=300"} <= words


def _elsewhere(device: Authenticator) -> None:
    device.origin = "https://evil.example"


def _unverified(device: Authenticator) -> None:
    device.flags = PRESENT


def _of_somebody_else(device: Authenticator) -> None:
    device.user = b"somebody else"


def _forged(device: Authenticator) -> None:
    forger = Authenticator(device.origin)
    device._key = forger._key


@pytest.mark.parametrize("spoil", [_elsewhere, _unverified, _of_somebody_else, _forged])
def test_what_is_not_signed_by_the_device_for_this_site_is_refused(
    server: Server, device: Authenticator, spoil: Callable[[Authenticator], None]
) -> None:
    spoil(device)
    refused = Browser(server).log_in(device)
    assert refused.status_code == 401
    assert said(refused) == "This passkey is not registered here, or the request has expired."


def test_a_copied_device_is_found_out_by_its_count(server: Server, device: Authenticator) -> None:
    assert Browser(server).log_in(device).status_code == 200
    assert Browser(server).log_in(device).status_code == 200
    device.count -= 1
    assert Browser(server).log_in(device).status_code == 401


@pytest.mark.parametrize("spoil", [_elsewhere, _unverified])
def test_what_a_device_makes_for_another_site_is_not_taken(
    browser: Browser, spoil: Callable[[Authenticator], None]
) -> None:
    device = Authenticator(browser.origin)
    spoil(device)
    refused = browser.add(device)
    assert (refused.status_code, refused.json()["error"]) == (400, "no_passkey")
    assert browser.client.get("/api/account/security").json()["passkeys"] == []


def test_a_ticket_to_make_one_counts_once_and_for_one_session(server: Server, browser: Browser, name: str) -> None:
    begun, device = browser.begin(), Authenticator(browser.origin)
    body = {"ticket": begun["ticket"], "label": "x", "credential": device.make(begun["options"])}
    other = Browser(server)
    assert other.post("/api/login", name=name, password=PASSWORD).status_code == 200
    assert other.post("/api/account/passkeys", **body).status_code == 400
    assert browser.post("/api/account/passkeys", **body).status_code == 400  # it has been used by now


def test_a_device_is_known_once_and_there_are_so_many(server: Server, browser: Browser, device: Authenticator) -> None:
    assert browser.add(device).status_code == 409
    for number in range(1, MOST_PASSKEYS):
        assert browser.add(Authenticator(browser.origin), f"key {number}").status_code == 201
    refused = browser.post("/api/account/passkeys/options", password=PASSWORD)
    assert (refused.status_code, said(refused)) == (409, "You already have 10 passkeys. Remove one first.")


def test_without_a_name_of_its_own_a_server_has_no_passkeys(server: Server) -> None:
    """An address is not a name, and the name in the request's Host header is not trusted."""
    for host, may in {"127.0.0.1": False, "evil.example": False, f"localhost:{server.port}": True}.items():
        asked = httpx.post(f"{server.url}/api/login/passkey/options", headers={"host": host})
        assert (asked.status_code == 200) == may, asked.text


def test_an_account_that_is_gone_has_no_passkey(server: Server, browser: Browser, device: Authenticator) -> None:
    assert browser.post("/api/account/delete", password=PASSWORD).status_code == 204
    assert Browser(server).log_in(device).status_code == 401
