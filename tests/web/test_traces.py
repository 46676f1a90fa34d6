"""Traces: request ids, the security log, and log lines as JSON or text, never with a secret in them."""

from __future__ import annotations

import logging
import os
import pty
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from litestar import Litestar, get
from litestar.testing import TestClient

from quincunx.server.errors import HANDLERS
from quincunx.server.logs import REQUEST, JsonLines, RequestIdFilter, TextLines
from quincunx.server.request_ids import RequestIds
from quincunx.server.security_log import trace_close
from servers import DEADLINE, Server, running, said

PASSWORD = "correct horse"
ID = re.compile(r"[0-9a-f]{16}")


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose log is checked, with a proxy on this machine."""
    folder = tmp_path_factory.mktemp("traces")
    with running(f"sqlite:///{folder / 'test.db'}", site=folder / "none", trusted_proxies="127.0.0.1") as server:
        yield server


def security(server: Server, request: str) -> dict[str, Any]:
    """The security log's line about a request, which may be written after the answer."""
    deadline = time.monotonic() + DEADLINE
    while time.monotonic() < deadline:
        lines = [line for line in server.log if line.get("request") == request]
        found = [line for line in lines if line["logger"] == "quincunx.security"]
        if found:
            return found[0]
        server.client().get("/health")
    raise AssertionError("no such line")


def test_every_answer_has_an_id_of_its_own(server: Server) -> None:
    ids = [httpx.get(server.url + path).headers["x-request-id"] for path in ("/health", "/", "/api/none", "/health")]
    assert all(ID.fullmatch(id) for id in ids)
    assert len(set(ids)) == len(ids)


def test_a_refusal_shows_the_id_and_a_strangers_is_not_taken(server: Server) -> None:
    refused = httpx.get(f"{server.url}/api/account", headers={"x-request-id": "chosen"})
    assert refused.status_code == 401
    assert refused.json()["id"] == refused.headers["x-request-id"] != "chosen"
    foreign = httpx.post(f"{server.url}/api/guest", headers={"origin": "https://evil.example"})
    assert foreign.json()["id"] == foreign.headers["x-request-id"]


def test_a_trusted_proxys_id_is_taken_if_it_is_well_formed(own_server: Server) -> None:
    def told(id: str) -> str:
        headers = {"x-request-id": id, "x-forwarded-for": "192.0.2.9"}
        return httpx.get(f"{own_server.url}/health", headers=headers).headers["x-request-id"]

    assert told("4f2a-proxy.7") == "4f2a-proxy.7"
    assert ID.fullmatch(told("x" * 65))
    assert ID.fullmatch(told("a b"))


def test_what_goes_wrong_inside_names_the_id_that_the_log_has(caplog: pytest.LogCaptureFixture) -> None:
    @get("/broken")
    async def broken() -> None:
        raise RuntimeError("a secret of the house")

    app = Litestar([broken], exception_handlers=HANDLERS, logging_config=None)
    with TestClient(RequestIds(app, [])) as client:  # type: ignore[arg-type]
        caplog.handler.addFilter(RequestIdFilter())
        answer = client.get("/broken")
    id = answer.headers["x-request-id"]
    assert said(answer) == f"Something went wrong on the server. Try again. If you report this, mention {id}."
    assert "secret" not in answer.text
    assert [line.request for line in caplog.records if line.message == "failed"] == [id]  # type: ignore[attr-defined]


def test_log_ins_are_traced_by_account_and_network_never_by_what_was_typed(own_server: Server) -> None:
    member = own_server.member("Traced")
    id = member.get("/api/account").json()["id"]
    headers = {"x-forwarded-for": "192.0.2.9"}

    def log_in(name: str, password: str) -> dict[str, Any]:
        body = {"name": name, "password": password}
        return security(
            own_server,
            own_server.client().post("/api/login", json=body, headers=headers).headers["x-request-id"],
        )

    done = log_in("traced", PASSWORD)
    assert (done["what"], done["route"], done["about"], done["network"]) == ("done", "/api/login", id, "192.0.2.9")
    failed = log_in("Traced", "not my password")
    assert (failed["what"], failed["status"], failed["about"]) == ("refused", 401, id)
    unknown = log_in("hunter2isMyPassword", "x")
    assert (unknown["what"], "about" in unknown) == ("refused", False)
    written = "".join(own_server.output)
    for secret in (PASSWORD, "not my password", "hunter2isMyPassword", *member.cookies.values()):
        assert secret not in written


def test_changes_log_outs_and_refusals_are_traced(own_server: Server) -> None:
    member = own_server.member("Changing")
    id = member.get("/api/account").json()["id"]
    changed = member.post("/api/account/password", json={"current": PASSWORD, "new": "battery staple 7"})
    assert changed.status_code == 200
    line = security(own_server, changed.headers["x-request-id"])
    assert (line["what"], line["account"], line["route"]) == ("done", id, "/api/account/password")
    line = security(own_server, member.get("/api/moderation/audit").headers["x-request-id"])
    assert (line["what"], line["status"], line["account"]) == ("refused", 403, id)
    line = security(own_server, member.post("/api/logout").headers["x-request-id"])
    assert (line["what"], line["account"]) == ("done", id)
    assert "battery staple" not in "".join(own_server.output)


def test_what_moderators_do_is_traced_even_where_they_only_look(own_server: Server) -> None:
    moderator, member = own_server.member("Looking"), own_server.member("LookedAt")
    mine, theirs = (client.get("/api/account").json()["id"] for client in (moderator, member))
    grant = ["admin", "grant", "Looking", "moderator", "--reason", "trusted", "--database", own_server.database]
    subprocess.run([sys.executable, "-m", "quincunx", *grant], check=True)
    looked = moderator.get("/api/moderation/accounts", params={"name": "LookedAt"})
    banned = moderator.post(f"/api/moderation/accounts/{theirs}/ban", json={"reason": "abuse"})
    for answer in (looked, banned):
        line = security(own_server, answer.headers["x-request-id"])
        assert (line["what"], line["account"], line["about"]) == ("done", mine, theirs)


def test_a_limit_that_is_met_is_traced(own_server: Server) -> None:
    own_server.member("Guessed")
    with own_server.client(headers={"x-forwarded-for": "192.0.2.77"}) as client:
        for _ in range(50):
            answer = client.post("/api/login", json={"name": "Guessed", "password": "wrong"})
            if answer.status_code == 429:
                break
    line = security(own_server, answer.headers["x-request-id"])
    assert (line["what"], line["level"], line["network"]) == ("limited", "warning", "192.0.2.77")


def test_sockets_of_other_pages_are_traced(own_server: Server) -> None:
    refused = httpx.get(
        f"{own_server.url}/live",
        headers={
            "origin": "https://evil.example",
            "connection": "upgrade",
            "upgrade": "websocket",
            "sec-websocket-version": "13",
            "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        },
    )
    assert refused.status_code == 403
    line = security(own_server, refused.headers["x-request-id"])
    assert (line["what"], line["status"], line["route"]) == ("refused", 403, "/live")


@pytest.mark.parametrize(("code", "level"), [(1008, "WARNING"), (1013, "WARNING"), (4500, "WARNING"), (1001, None)])
def test_a_socket_that_is_cut_off_is_traced(caplog: pytest.LogCaptureFixture, code: int, level: str | None) -> None:
    with caplog.at_level("INFO"):
        trace_close({"type": "websocket", "client": ("192.0.2.1", 1)}, code)  # type: ignore[typeddict-item]
    assert [line.levelname for line in caplog.records] == ([level] if level else [])


# lines


def record(**extra: object) -> logging.LogRecord:
    made = logging.getLogger("quincunx.x").makeRecord("quincunx.x", 20, "", 0, "it happened", (), None, extra=extra)
    RequestIdFilter().filter(made)
    return made


def test_a_line_has_the_id_of_the_request_it_belongs_to() -> None:
    token = REQUEST.set("4f2a")
    try:
        assert '"request": "4f2a"' in JsonLines().format(record(ms=1))
        assert TextLines().format(record(ms=1)).endswith("INFO    quincunx.x: it happened ms=1 request=4f2a")
    finally:
        REQUEST.reset(token)
    assert "request" not in JsonLines().format(record())


@pytest.mark.parametrize("lines", [JsonLines(), TextLines()])
def test_lines_have_the_time_in_utc(lines: logging.Formatter, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that those of two machines can be compared, in any season."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    made = record()
    made.created = 1_800_000_000.0
    assert re.search(r"2027-01-15T08:00:00(\.\d+)?Z", lines.format(made))
    monkeypatch.undo()
    time.tzset()


def test_text_stays_in_its_line_and_moves_no_cursor() -> None:
    line = TextLines().format(record(agent="x\nERROR forged\x1b[2J\x9b"))
    assert "\n" not in line
    assert line.isprintable()


@pytest.mark.parametrize(("form", "begins"), [("auto", r"[\d-]+T\d\d:\d\d:\d\dZ INFO"), ("json", r"\{")])
def test_a_terminal_shows_text_unless_json_is_wanted(tmp_path: Any, form: str, begins: str) -> None:
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "quincunx", "serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/test.db"]
    process = subprocess.Popen(command, stderr=follower, env=os.environ | {"QUINCUNX_LOG_FORMAT": form})
    os.close(follower)
    try:
        with os.fdopen(leader, "rb", buffering=0) as terminal:
            first = terminal.read(4096).decode()
    finally:
        process.terminate()
        process.wait()
    assert re.match(begins, first)
    assert "listening" in first
