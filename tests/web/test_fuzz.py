"""Any request gets an answer that matches the API's description; never a 500."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from http.cookiejar import DefaultCookiePolicy
from urllib.parse import quote

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from quincunx.server.app import create_app
from quincunx.server.config import Config
from servers import Server, running

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
DESCRIPTION = create_app(Config()).openapi_schema.to_schema()
schema = schemathesis.openapi.from_dict(DESCRIPTION)
few = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def fuzzed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on either database; at the end it must be healthy, with no errors in its log."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'test.db'}"
    else:
        make: Callable[[], str] = request.getfixturevalue("new_postgresql")
        url = make()
    site = tmp_path_factory.mktemp("site")  # even if no client has been built
    (site / "index.html").write_text("a page")
    with running(url, site=site, hosts="x") as server:
        yield server
        assert httpx.get(f"{server.url}/ready").status_code == 200
        assert server.stop() == 0
        assert [line for line in server.log if line["level"] == "error"] == []


class Somebody:
    """A guest who is always logged in, and a session for all requests sent as that guest."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.client = server.guest()
        self.line = requests.Session()
        self.line.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # fuzzed requests set no cookies
        self._in_doubt = False

    def here(self) -> httpx.Client:
        """The guest's client; a new one if a fuzzed request has logged it out."""
        if self._in_doubt and self.client.get("/api/account").status_code != 200:
            self.client = self.server.guest()
        self._in_doubt = False
        return self.client

    def answered(self, method: str, status: int) -> None:
        """Only a successful change can end the session: then it is checked before the next request."""
        self._in_doubt = status == 401 or (method != "GET" and status < 400)


@pytest.fixture(scope="module")
def somebody(fuzzed: Server) -> Somebody:
    return Somebody(fuzzed)


# Answers that may depend on the database are tested on PostgreSQL, which is stricter about what it is sent.
# How bytes are split into requests does not depend on it; see below.
on_one = pytest.mark.parametrize("fuzzed", ["postgresql"], indirect=True)


@on_one
@schema.parametrize()
@few
def test_any_request_has_an_answer_from_the_description(
    case: schemathesis.Case, fuzzed: Server, somebody: Somebody
) -> None:
    cookies = dict(somebody.here().cookies)
    answer = case.call_and_validate(base_url=fuzzed.url, session=somebody.line, cookies=cookies, checks=CHECKS)
    somebody.answered(case.method.upper(), answer.status_code)


ROUTES = sorted((method.upper(), path) for path, operations in DESCRIPTION["paths"].items() for method in operations)
QUOTED = re.compile("(%[0-9a-f]{2})+")
WORDS = st.one_of(
    st.sampled_from(
        ["..", "%00", "%ff", "%2e%2e%2f", "a" * 5000, "'; DROP TABLE accounts; --", "\U0001f600", "NaN", "-1"]
    ),
    st.text(min_size=1, max_size=20),
)
BODIES = st.one_of(
    st.binary(max_size=200),
    st.sampled_from(
        [b"", b"null", b"[" * 2000, b'{"name": "\\ud800"}', b'{"name": 1e999}', b"{}", b"\xff\xfe", b'{"a":1}{']
    ),
)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    route=st.sampled_from(ROUTES),
    words=st.lists(WORDS, min_size=3, max_size=3),
    query=st.dictionaries(st.sampled_from(["before", "status", "game", "x"]), WORDS, max_size=3),
    body=BODIES,
    kind=st.sampled_from(["application/json", "text/plain", "multipart/form-data", "application/x-msgpack", "x"]),
)
def test_damaged_requests_are_refused(
    somebody: Somebody,
    route: tuple[str, str],
    words: list[str],
    query: dict[str, str],
    body: bytes,
    kind: str,
) -> None:
    method, path = route
    parts = [words[number % 3] if part.startswith("{") else part for number, part in enumerate(path.split("/"))]
    address = "/".join(part if QUOTED.fullmatch(part) else quote(part, safe="") for part in parts)
    answer = somebody.here().request(method, address, params=query, content=body, headers={"content-type": kind})
    somebody.answered(method, answer.status_code)
    assert answer.status_code < 500, answer.text


@on_one
@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x00\x01\x02\r\n\r\n",
        b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
        b"GET /api/account HTTP/1.1\r\nHost: x\r\nCookie: quincunx=" + b"x" * 60_000 + b"\r\n\r\n",
        b"GET /api/account HTTP/1.1\r\nHost: x\r\nCookie: \xff\xfe; quincunx=\xe9\r\n\r\n",
        b"GET /api/account HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xe9\r\n\r\n",
        b'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n{"a',
    ],
)
def test_broken_lines_do_not_break_the_server(fuzzed: Server, raw: bytes) -> None:
    with socket.create_connection(("127.0.0.1", fuzzed.port), timeout=60) as line:
        line.sendall(raw)
        line.shutdown(socket.SHUT_WR)
        answer = line.recv(65536)
    assert not answer.startswith(b"HTTP/1.1 5")
    assert httpx.get(f"{fuzzed.url}/ready").status_code == 200


@on_one
@pytest.mark.parametrize(
    "headers",
    [
        "Content-Length: 3\r\nTransfer-Encoding: chunked",  # read as chunks, and not JSON
        "Content-Length: 3\r\nContent-Length: 60",
        "Content-Length: 3, 60",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: identity, chunked",
        "Content-Length : 3",
        "X: y\r\n\tContent-Length: 3\r\nTransfer-Encoding:\x0bchunked",
    ],
)
def test_no_request_hides_in_another(fuzzed: Server, headers: str) -> None:
    """Whatever length is declared, a body is not taken for a second request."""
    hidden = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
    body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(hidden), hidden)
    host = f"127.0.0.1:{fuzzed.port}"
    start = f"POST /api/login HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n{headers}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", fuzzed.port), timeout=60) as line:
        line.sendall(start.encode() + body)
        line.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1 ") == 1
