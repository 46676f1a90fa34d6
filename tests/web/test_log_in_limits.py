"""Password guessing: limited by name and by address, except on devices on which the user has logged in before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import httpx
import pytest

from quincunx.server.request_limits import FREE_TRIES, FREE_TRIES_OF_A_DEVICE, FREE_TRIES_OF_A_NAME, FREE_TRIES_OF_ALL
from servers import Installed, Server, running
from web.simultaneous import Posted, all_at_once, statuses

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A separate server, whose limits have not been used up."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('doors') / 'test.db'}") as server:
        yield server
        assert not [line for line in server.log if line["level"] == "error"]


@pytest.fixture(scope="module")
def slow_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The same with slow passwords: of many simultaneous ones, some are checked while others wait."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('doors') / 'slow.db'}", Installed) as server:
        yield server
        assert not [line for line in server.log if line["level"] == "error"]


class Street:
    """Addresses of this machine, all different."""

    def __init__(self) -> None:
        self._count = 0

    def new(self) -> str:
        self._count += 1
        return f"127.1.{self._count // 250}.{self._count % 250 + 1}"


STREET = Street()
GUESSES = FREE_TRIES_OF_A_NAME + 6  # enough that some are refused, even if the first delay ends early


def member(server: Server, name: str) -> httpx.Client:
    """A member at a new address, on a device that is known from now on."""
    client = server.client(transport=httpx.HTTPTransport(local_address=STREET.new()))
    assert client.post("/api/register", json={"name": name, "password": PASSWORD}).is_success
    return client


def attempt(name: str, password: str = "wrong guess", address: str = "", cookies: Mapping[str, str] = {}) -> Posted:
    return Posted(address or STREET.new(), "/api/login", {"name": name, "password": password}, dict(cookies))


def guesses(name: str) -> list[Posted]:
    """Guesses at a name, each from a different address."""
    return [attempt(name) for _ in range(GUESSES)]


def after(server: Server, before: list[Posted], *asked: Posted) -> list[int]:
    """The statuses after many guesses, some of which must be refused."""
    found = statuses(server, [*before, *asked])
    assert 429 in found[: len(before)]
    return found[len(before) :]


@pytest.mark.parametrize("name", ["Ann", "Nobody"])
def test_many_addresses_have_no_more_guesses_at_a_name_than_one(slow_house: Server, name: str) -> None:
    """Whether or not the name exists; on a new device, its owner has to wait as well."""
    if name == "Ann":
        member(slow_house, name).close()
    found = statuses(slow_house, [*guesses(name.upper()), attempt(name, PASSWORD)])
    assert FREE_TRIES_OF_A_NAME <= found.count(401) <= FREE_TRIES_OF_A_NAME + 2
    assert set(found) == {401, 429}
    assert found[-1] == 429


def test_who_has_logged_in_there_before_is_not_locked_out_by_strangers(house: Server) -> None:
    bea = member(house, "Bea")
    wrong, right = (attempt("bea", word, cookies=bea.cookies) for word in ("wrong guess", PASSWORD))  # from any address
    assert after(house, guesses("Bea"), wrong, right) == [401, 200]


def test_nor_where_the_strangers_sit_at_the_same_address(house: Server) -> None:
    cid, address = member(house, "Cid"), STREET.new()
    neighbours = [attempt(f"Somebody{number}", address=address) for number in range(FREE_TRIES_OF_ALL + 3)]
    assert after(house, neighbours, attempt("Cid", PASSWORD, address, cid.cookies)) == [200]


def test_a_session_confirms_its_password_whatever_strangers_do(house: Server) -> None:
    dan = member(house, "Dan")
    body = {"current": PASSWORD, "new": "battery staple"}
    assert after(house, guesses("Dan"), Posted(STREET.new(), "/api/account/password", body, dict(dan.cookies))) == [200]


def test_a_device_that_is_known_has_tries_of_its_own_and_no_more(house: Server) -> None:
    eve = member(house, "Eve")
    typed = [attempt("Eve", cookies=eve.cookies) for _ in range(FREE_TRIES_OF_A_DEVICE + 4)]
    assert after(house, typed, attempt("Eve")) == [401]  # strangers are counted separately


def test_a_device_is_a_stranger_to_other_accounts_and_after_a_new_password(house: Server) -> None:
    fay, gus = member(house, "Fay"), member(house, "Gus")
    former = dict(gus.cookies)
    gus.post("/api/account/password", json={"current": PASSWORD, "new": "battery staple"}).raise_for_status()
    known = attempt("Gus", "battery staple", cookies=gus.cookies)  # the device on which the new one was set
    strangers = [attempt("Gus", cookies=cookies) for cookies in (fay.cookies, former)]
    assert after(house, guesses("Gus"), *strangers, known) == [429, 429, 200]


def test_two_who_share_a_browser_are_both_known_there(house: Server) -> None:
    browser = member(house, "Hal")
    member(house, "Ida").close()
    browser.post("/api/login", json={"name": "Ida", "password": PASSWORD}).raise_for_status()
    for name in ("Hal", "Ida"):
        assert after(house, guesses(name), attempt(name, PASSWORD, cookies=browser.cookies)) == [200]


def test_a_device_that_somebody_has_made_up_is_a_stranger(house: Server) -> None:
    planted = ["x", "x." + "0" * 64, "a b.c", "." * 50, "x" * 3000]
    for number, device in enumerate(planted):
        address = STREET.new()
        tries = [attempt(f"Jon{number}", address=address, cookies={"quincunx-device": device}) for _ in range(9)]
        assert FREE_TRIES <= statuses(house, tries).count(401) < len(tries), device


def test_the_device_is_out_of_reach_of_scripts_and_foreign_pages(house: Server) -> None:
    with house.client() as client:
        done = client.post("/api/register", json={"name": "Kim", "password": PASSWORD})
    (header,) = [text for text in done.headers.get_list("set-cookie") if text.startswith("quincunx-device=")]
    words = {word.strip().lower() for word in header.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= words


def test_a_flood_from_one_address_keeps_nobody_else_waiting(slow_house: Server) -> None:
    """Twenty passwords from one address wait to be hashed; the next client's comes between them, not after."""
    member(slow_house, "Lea").close()
    flood = STREET.new()
    asked = [Posted(flood, "/api/register", {"name": f"Flood{number}", "password": PASSWORD}) for number in range(20)]
    answers = all_at_once(slow_house, [*asked, attempt("Lea", PASSWORD)])
    assert [answer.number for answer in answers].index(20) < 16
    assert {answer.status for answer in answers} == {200, 201}
