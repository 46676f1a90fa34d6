"""Guessing at passwords: slowed down by name and by address, never at the cost of who has logged in there before."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

import quincunx
from quincunx.server.doors import FREE_TRIES, FREE_TRIES_OF_A_DEVICE, FREE_TRIES_OF_A_NAME, FREE_TRIES_OF_ALL
from servers import DEADLINE, Server, running

pytestmark = pytest.mark.skipif(not quincunx.compiled, reason="once is enough: the run of the compiled build has it")

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose limits nobody else has used up."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('doors') / 'test.db'}") as server:
        yield server
        assert not [line for line in server.log if line["level"] == "error"]


class Street:
    """Addresses of this machine, each new."""

    def __init__(self) -> None:
        self._count = 0

    def new(self) -> str:
        self._count += 1
        return f"127.1.{self._count // 250}.{self._count % 250 + 1}"


STREET = Street()


def visitor(server: Server, address: str = "", **options: object) -> httpx.Client:
    """Somebody at an address of his own."""
    return server.client(transport=httpx.HTTPTransport(local_address=address or STREET.new()), **options)


def tries(client: httpx.Client, name: str, password: str = "wrong guess") -> httpx.Response:
    return client.post("/api/login", json={"name": name, "password": password})


def guessed(server: Server, name: str, count: int) -> list[httpx.Response]:
    """What guesses at a name are answered, each from another address."""
    answers = []
    for _ in range(count):
        with visitor(server) as client:
            answers.append(tries(client, name))
    return answers


def member(server: Server, name: str) -> httpx.Client:
    """A member at a new address, on a device that is known from then on."""
    client = visitor(server)
    assert client.post("/api/register", json={"name": name, "password": PASSWORD}).status_code == 201
    return client


def test_many_addresses_have_no_more_guesses_at_a_name_than_one(house: Server) -> None:
    member(house, "Ann").close()
    answers = guessed(house, "ANN", FREE_TRIES_OF_A_NAME + 1)
    assert [answer.status_code for answer in answers] == [401] * FREE_TRIES_OF_A_NAME + [429]
    assert int(answers[-1].headers["retry-after"]) >= 1
    with visitor(house) as client:
        assert tries(client, "Ann", PASSWORD).status_code == 429  # on a new device its owner waits as well


def test_a_name_that_nobody_has_is_answered_the_same(house: Server) -> None:
    answers = guessed(house, "Nobody", FREE_TRIES_OF_A_NAME + 1)
    assert [answer.status_code for answer in answers] == [401] * FREE_TRIES_OF_A_NAME + [429]
    assert answers[0].json() == {"error": "not_logged_in", "message": "name or password is wrong"}


def test_who_has_logged_in_there_before_is_not_locked_out_by_strangers(house: Server) -> None:
    bea = member(house, "Bea")
    bea.post("/api/logout")
    assert guessed(house, "Bea", FREE_TRIES_OF_A_NAME + 1)[-1].status_code == 429
    assert tries(bea, "Bea").status_code == 401
    assert tries(bea, "bea", PASSWORD).status_code == 200
    moved = visitor(house, cookies=dict(bea.cookies))  # wherever he takes it
    assert tries(moved, "Bea", PASSWORD).status_code == 200


def test_nor_where_the_strangers_sit_at_the_same_address(house: Server) -> None:
    cid = member(house, "Cid")
    cid.post("/api/logout")
    address = STREET.new()
    with visitor(house, address) as neighbour:
        answers = [tries(neighbour, f"Somebody{number}") for number in range(FREE_TRIES_OF_ALL + 1)]
    assert [answer.status_code for answer in answers] == [401] * FREE_TRIES_OF_ALL + [429]
    with visitor(house, address, cookies=dict(cid.cookies)) as moved:
        assert tries(moved, "Cid", PASSWORD).status_code == 200


def test_a_session_confirms_its_password_whatever_strangers_do(house: Server) -> None:
    dan = member(house, "Dan")
    assert guessed(house, "Dan", FREE_TRIES_OF_A_NAME + 1)[-1].status_code == 429
    changed = dan.post("/api/account/password", json={"current": PASSWORD, "new": "battery staple"})
    assert changed.status_code == 200


def test_a_device_that_is_known_has_tries_of_its_own_and_no_more(house: Server) -> None:
    eve = member(house, "Eve")
    eve.post("/api/logout")
    answers = [tries(eve, "Eve").status_code for _ in range(FREE_TRIES_OF_A_DEVICE + 1)]
    assert answers == [401] * FREE_TRIES_OF_A_DEVICE + [429]
    assert guessed(house, "Eve", 1)[0].status_code == 401  # strangers have theirs


def test_a_device_is_a_stranger_to_other_accounts_and_after_a_new_password(house: Server) -> None:
    fay, gus = member(house, "Fay"), member(house, "Gus")
    old = dict(gus.cookies)
    gus.post("/api/account/password", json={"current": PASSWORD, "new": "battery staple"})
    assert guessed(house, "Gus", FREE_TRIES_OF_A_NAME)[-1].status_code == 401
    with visitor(house, cookies=dict(fay.cookies)) as other, visitor(house, cookies=old) as former:
        assert tries(other, "Gus").status_code == 429
        assert tries(former, "Gus").status_code == 429
    gus.post("/api/logout")
    assert tries(gus, "Gus", "battery staple").status_code == 200  # here the new one was set


def test_two_who_share_a_browser_are_both_known_there(house: Server) -> None:
    browser = member(house, "Hal")
    member(house, "Ida").close()
    browser.post("/api/logout")
    assert tries(browser, "Ida", PASSWORD).status_code == 200
    for name in ("Hal", "Ida"):
        assert guessed(house, name, FREE_TRIES_OF_A_NAME + 1)[-1].status_code == 429
        assert tries(browser, name, PASSWORD).status_code == 200


@pytest.mark.parametrize("planted", ["x", "x." + "0" * 64, "a b.c", "é", "." * 50, "x" * 3000])
def test_a_device_that_somebody_has_made_up_is_a_stranger(house: Server, planted: str) -> None:
    with visitor(house, headers={"cookie": f"quincunx-device={planted}".encode()}) as client:
        answers = [tries(client, f"Jon{len(planted)}").status_code for _ in range(FREE_TRIES + 1)]
    assert answers == [401] * FREE_TRIES + [429]


def test_the_device_is_out_of_reach_of_scripts_and_foreign_pages(house: Server) -> None:
    with visitor(house) as client:
        done = client.post("/api/register", json={"name": "Kim", "password": PASSWORD})
    (header,) = [text for text in done.headers.get_list("set-cookie") if text.startswith("quincunx-device=")]
    words = {word.strip().lower() for word in header.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= words


def test_a_flood_from_one_address_keeps_nobody_else_waiting(house: Server) -> None:
    """Twenty passwords of one address wait to be hashed; the next person's comes between them, not after."""
    answered: list[str] = []
    flood, lock = STREET.new(), threading.Lock()
    member(house, "Lea").close()

    def ask(who: str, address: str, path: str, name: str) -> None:
        with visitor(house, address) as client:
            answer = client.post(path, json={"name": name, "password": PASSWORD})
        with lock:
            answered.append(who)
        assert answer.status_code in (200, 201), answer.text

    with ThreadPoolExecutor(21) as threads:
        asked = [threads.submit(ask, "flood", flood, "/api/register", f"Flood{number}") for number in range(20)]
        while waiting(house) < 15:
            assert len(answered) < 20
        asked.append(threads.submit(ask, "Lea", STREET.new(), "/api/login", "Lea"))
        for done in asked:
            done.result(DEADLINE)
    assert len(answered) - answered.index("Lea") > 3


def waiting(server: Server) -> int:
    """How many passwords wait to be hashed."""
    found = re.search(r"^quincunx_passwords_waiting (\d+)", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)
    assert found
    return int(found[1])
