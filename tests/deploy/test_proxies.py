"""The samples for Caddy and nginx work: pages, logins and WebSockets reach a server over TLS, and metrics do not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from servers import DEADLINE, Server, running
from services import find_program, free_port

from .proxies import Caddy, Nginx, Proxy, unverified

KINDS: list[type[Proxy]] = [Caddy, Nginx]
STRANGER = "203.0.113.9"


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: kind.program)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Proxy, Server]]:
    """A proxy in front of two servers, one of which does not answer."""
    kind: type[Proxy] = request.param
    if find_program(kind.program) is None:
        pytest.skip(f"no {kind.program} on this machine (Debian: {kind.program})")
    folder = tmp_path_factory.mktemp("site")
    proxy = kind(folder / "proxy", [free_port()])
    with running(f"sqlite:///{folder / 'site.db'}", public_url=proxy.url, trusted_proxies="127.0.0.1") as server:
        proxy.servers.append(server.port)
        proxy.start()
        try:
            yield proxy, server
        finally:
            proxy.stop()


@pytest.mark.parametrize("kind", KINDS)
def test_the_program_accepts_the_file(kind: type[Proxy], tmp_path: Path) -> None:
    if find_program(kind.program) is None:
        pytest.skip(f"no {kind.program} on this machine (Debian: {kind.program})")
    checked = kind(tmp_path / "proxy", [8001, 8002]).check()
    assert checked.returncode == 0, checked.stderr
    assert "warn" not in checked.stderr.lower()


def test_users_reach_a_server(site: tuple[Proxy, Server]) -> None:
    proxy, server = site
    with proxy.client() as browser:
        assert browser.get("/api/games").status_code == 200
        made = browser.post("/api/guest", headers={"x-forwarded-for": STRANGER})
        assert made.status_code == 201
        assert "Secure" in made.headers["set-cookie"]
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    assert json.loads(asyncio.run(_welcome(proxy, cookies)))["account"]
    line = server.wait_for_log("done", route="/api/guest")
    assert line["network"] == "127.0.0.1"  # nobody can pretend to be somewhere else


async def _welcome(proxy: Proxy, cookies: str) -> str | bytes:
    url = proxy.url.replace("https", "wss") + "/live"
    asked = connect(
        url, additional_headers={"Cookie": cookies}, origin=proxy.url, ssl=unverified(), open_timeout=DEADLINE
    )
    async with asked as socket:
        return await asyncio.wait_for(socket.recv(), DEADLINE)


def test_another_sites_page_is_refused(site: tuple[Proxy, Server]) -> None:
    proxy, _ = site
    with proxy.client() as browser:
        assert browser.post("/api/guest", headers={"origin": "https://evil.example"}).status_code == 403


def test_metrics_and_readiness_are_not_public(site: tuple[Proxy, Server]) -> None:
    proxy, server = site
    assert httpx.get(f"{server.url}/ready").status_code == 200
    with proxy.client() as browser:
        assert {browser.get(path).status_code for path in ("/metrics", "/ready")} == {404}
        assert browser.get("/health").status_code == 200
