"""The HTTP half of the Python client: redirects, certificates, invalid answers, and the error messages."""

from __future__ import annotations

import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from quincunx.clients.remote import RemoteError, Unreachable
from quincunx.clients.remote.http import Http
from quincunx.play.errors import Refused

SECRET = {"token": {"token": "qx_secret"}, "session": {"cookie": "quincunx=secret"}}


class Heard(NamedTuple):
    """A received request."""

    method: str
    path: str
    who: str
    body: bytes


class Answer(NamedTuple):
    """The answer to a request."""

    status: int = 200
    body: bytes = b"{}"
    headers: tuple[tuple[str, str], ...] = ()


class Other:
    """A third party's server, with configurable answers."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.answers: dict[str, Answer] = {}
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                who = self.headers.get("authorization", "") + self.headers.get("cookie", "")
                outer.heard.append(Heard(self.command, self.path, who, body))
                answer = outer.answers.get(self.path, Answer())
                self.send_response(answer.status)
                for name, value in (*answer.headers, ("content-length", str(len(answer.body)))):
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer.body)

            do_GET = do_POST = answer

            def log_message(self, format: str, *args: object) -> None:
                """Log nothing."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.http.server_port
        self.url = f"http://127.0.0.1:{self.port}"

    @contextmanager
    def running(self) -> Iterator[Other]:
        thread = threading.Thread(target=self.http.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield self
        finally:
            self.http.shutdown()
            thread.join()
            self.http.server_close()


@pytest.fixture
def other() -> Iterator[Other]:
    with Other().running() as server:
        yield server


def sent_to(url: str, status: int) -> Answer:
    return Answer(status, b"", (("location", url),))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("known", SECRET.values(), ids=SECRET)
def test_what_is_read_may_have_moved(other: Other, status: int, known: dict[str, str]) -> None:
    other.answers["/old"] = sent_to("/new", status)
    other.answers["/new"] = Answer(body=b'{"here": 1}')
    assert Http(other.url, **known).get("/old") == {"here": 1}
    assert [(heard.method, heard.path) for heard in other.heard] == [("GET", "/old"), ("GET", "/new")]
    assert all("secret" in heard.who for heard in other.heard)


@pytest.mark.parametrize("known", SECRET.values(), ids=SECRET)
def test_nobody_else_is_told_who_asks(other: Other, known: dict[str, str]) -> None:
    other.answers["/old"] = sent_to(f"http://localhost:{other.port}/new", 302)
    Http(other.url, **known).get("/old")
    assert ["secret" in heard.who for heard in other.heard] == [True, False]


@pytest.mark.parametrize("known", SECRET.values(), ids=SECRET)
def test_a_server_at_another_port_is_somebody_else(other: Other, known: dict[str, str]) -> None:
    with Other().running() as neighbour:
        other.answers["/old"] = sent_to(f"{neighbour.url}/new", 302)
        Http(other.url, **known).get("/old")
        assert ["secret" in heard.who for heard in (*other.heard, *neighbour.heard)] == [True, False]


@pytest.mark.parametrize(
    ("server", "moved", "told"),
    [
        ("http://play.example", "https://play.example/new", True),
        ("http://play.example:80", "https://play.example:443/new", True),
        ("https://play.example:443", "https://play.example/new", True),
        ("https://play.example:8443", "https://play.example:8443/new", True),
        ("https://play.example", "http://play.example/new", False),
        ("https://play.example", "https://play.example:8443/new", False),
        ("http://play.example", "https://play.example:8443/new", False),
        ("http://play.example:8000", "https://play.example/new", False),
        ("http://play.example:8000", "https://play.example:8000/new", False),
        ("http://play.example", "https://other.example/new", False),
    ],
)
def test_who_asks_is_told_to_the_same_server_and_to_its_https(
    monkeypatch: pytest.MonkeyPatch, server: str, moved: str, told: bool
) -> None:
    heard: list[str] = []

    def answer(transport: httpx.HTTPTransport, request: httpx.Request) -> httpx.Response:
        heard.append(request.headers.get("authorization", ""))
        return httpx.Response(200, json={}) if len(heard) > 1 else httpx.Response(302, headers={"location": moved})

    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", answer)
    Http(server, token="qx_secret").get("/old")
    assert ["secret" in who for who in heard] == [True, told]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_what_is_to_be_done_is_not_sent_on(other: Other, status: int) -> None:
    other.answers["/api/login"] = sent_to("/elsewhere", status)
    with pytest.raises(RemoteError, match=f"the server answered {status}: is it a Quincunx server"):
        Http(other.url).post("/api/login", name="Ann", password="correct horse")
    assert [heard.path for heard in other.heard] == ["/api/login"]


def test_a_round_of_redirects_ends(other: Other) -> None:
    other.answers["/old"] = sent_to("/old", 302)
    with pytest.raises(Unreachable, match="redirects"):
        Http(other.url).get("/old")


def test_a_session_is_kept_until_it_is_ended(other: Other) -> None:
    other.answers["/in"] = Answer(headers=(("set-cookie", "quincunx=a; Path=/; HttpOnly"), ("set-cookie", "device=b")))
    other.answers["/out"] = Answer(headers=(("set-cookie", 'quincunx=""; Max-Age=0'),))
    http = Http(other.url)
    http.post("/in")
    assert http.cookie == "quincunx=a; device=b"
    http.post("/out")
    assert http.cookie == "device=b"
    http.get("/")
    assert [heard.who for heard in other.heard] == ["", "quincunx=a; device=b", "device=b"]


def test_answers_that_are_none(other: Other) -> None:
    other.answers["/page"] = Answer(body=b"<!doctype html>")
    other.answers["/nothing"] = Answer(204, b"")
    other.answers["/broken"] = Answer(502, b"Bad Gateway")
    other.answers["/no"] = Answer(403, b'{"error": "forbidden", "message": "not you"}')
    http = Http(other.url)
    assert http.get("/nothing") is None
    with pytest.raises(RemoteError, match="is not a Quincunx server"):
        http.get("/page")
    with pytest.raises(RemoteError, match="the server answered 502"):
        http.get("/broken")
    with pytest.raises(Refused, match="not you") as refused:
        http.get("/no")
    assert refused.value.code == "forbidden"


@pytest.mark.parametrize(
    ("server", "reason"),
    [("http://127.0.0.1:1", "connection refused"), ("http://nobody.invalid", "there is no such address")],
)
def test_why_nobody_answers_is_said_in_words(server: str, reason: str) -> None:
    with pytest.raises(Unreachable) as failed:
        Http(server).get("/")
    assert str(failed.value) == f"{server} does not answer: {reason}"


def test_only_certificates_that_the_system_trusts_will_do(
    other: Other, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    name = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *name]
    subprocess.run([*made, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    other.http.socket = context.wrap_socket(other.http.socket, server_side=True)
    url = other.url.replace("http:", "https:")
    with pytest.raises(Unreachable, match="certificate verify failed"):
        Http(url).get("/")
    assert other.heard == []
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    assert Http(url).get("/") == {}
