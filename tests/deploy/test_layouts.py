"""A site as the files in deploy/ lay it out: its processes with their commands and settings, behind their proxy."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from haproxy import HAPROXY, Link
from live.players import UNTIMED, Player, begun, play_through
from live.wires import until
from postgresql import url_at
from servers import DEADLINE
from services import Redis, find_program

from .layouts import Deployed, Started, own, read_compose, unit
from .proxies import Caddy, Nginx, Proxy, unverified

SOME = 24  # requests: enough that a proxy which chooses at random sends some to every server that it uses


class Visitor(Player):
    """A player who comes through the proxy, over TLS."""

    options = {"ssl": unverified()}

    async def come(self, **headers: str) -> Player:
        """Connect, as a page of the site does."""
        return await super().come(Origin=self.server.url, **headers)


class Site(NamedTuple):
    """The proxy, the servers behind it, and what connects the second one to the database."""

    proxy: Proxy
    one: Deployed
    other: Deployed
    link: Link

    async def visitor(self) -> Player:
        """A guest."""
        client = self.proxy.client()
        assert (await asyncio.to_thread(client.post, "/api/guest")).status_code == 201
        return await Visitor(self.proxy, client).come()  # type: ignore[arg-type]

    def asked(self) -> list[bool]:
        """Whether each of the servers gets some of several requests; all of them are answered."""
        before = [self._answers(server) for server in (self.one, self.other)]
        with self.proxy.client() as browser:
            assert {browser.get("/api/games").status_code for _ in range(SOME)} == {200}
        until(lambda: self._answers(self.one) + self._answers(self.other) >= sum(before) + SOME)
        return [self._answers(server) > count for server, count in zip((self.one, self.other), before, strict=True)]

    def _answers(self, server: Deployed) -> int:
        return len([line for line in server.log if line.get("route") == "/api/games"])


def composed() -> dict[str, Started]:
    """The processes of deploy/compose.yaml."""
    return own(read_compose())


def units() -> dict[str, Started]:
    """Those of the systemd units."""
    ports = {"server-1": "8001", "server-2": "8002"}
    servers = {name: unit("quincunx@.service", port) for name, port in ports.items()}
    return servers | {"workers": unit("quincunx-workers@.service", "8101")}


@pytest.fixture(params=[(Caddy, composed), (Nginx, units)], ids=["compose", "systemd"])
def site(
    request: pytest.FixtureRequest, tmp_path: Path, new_postgresql: Callable[[], str], shared_redis: Redis
) -> Iterator[Site]:
    kind, started = request.param
    for program in (kind.program, HAPROXY):
        if find_program(program) is None:
            pytest.skip(f"no {program} on this machine (Debian: {program})")
    database, processes = new_postgresql(), started()
    server, _, name = database.rpartition("/")
    link = Link(tmp_path, "link", int(server.rpartition(":")[2]))
    proxy: Proxy = kind(tmp_path / "proxy", [])
    bus = {"bus": shared_redis.url}
    here = {"public_url": proxy.url, "trusted_proxies": "127.0.0.1"}
    with ExitStack() as stack:
        stack.callback(link.stop)
        link.start()
        servers = []
        for process, address in (("server-1", database), ("server-2", url_at(link.port, name))):
            servers.append(Deployed(processes[process], database=address, **bus, **here))
            stack.callback(end, servers[-1])
        more = here if "QUINCUNX_PUBLIC_URL" in processes["workers"].environment else {}
        stack.callback(end, Deployed(processes["workers"], database=database, **bus, **more))
        proxy.servers += [server.port for server in servers]
        stack.callback(proxy.stop)
        proxy.start()
        yield Site(proxy, *servers, link)


def end(server: Deployed) -> None:
    """Stop a process, unless it has been stopped already."""
    if server.process.poll() is None:
        server.stop()


def test_people_play_and_a_server_that_stops_is_replaced(site: Site) -> None:
    async def story() -> None:
        ann, bob = await site.visitor(), await site.visitor()
        match, (x, o) = await begun(ann, bob)
        assert (await x.plays(match, "f3-e3"))["type"] == "ack"
        await o.sees(match, len(x.logs[match]))
        bot = {"kind": "bot", "level": 8}
        made = await ann.does("create", game="cengers", clock=UNTIMED, colour="first", opponent=bot)
        await ann.does("watch", match=made["match"])
        assert (await ann.plays(made["match"], "f3-e3"))["type"] == "ack"
        await ann.until(lambda: ann.match(made["match"]).state.ply == 2)  # a worker has played, servers have no bots
        assert await asyncio.to_thread(site.asked) == [True, True]
        assert await asyncio.to_thread(site.one.stop) == 0
        assert await asyncio.to_thread(site.asked) == [False, True]
        for player in (ann, bob):
            if any(message["type"] == "goodbye" for message in player.heard):
                await player.ends()
                await player.come()
        assert (await o.plays(match, "c6-d6"))["type"] == "ack"
        await x.sees(match, len(o.logs[match]))

    play_through(story)


@pytest.mark.parametrize("site", [(Caddy, composed)], ids=["compose"], indirect=True)
def test_caddy_avoids_a_server_that_is_not_ready(site: Site) -> None:
    """It is alive, and would answer."""
    site.link.cut()
    until(lambda: httpx.get(f"{site.other.url}/ready", timeout=DEADLINE).status_code == 503)
    until(lambda: site.asked() == [True, False])
    assert httpx.get(f"{site.other.url}/health").status_code == 200
    site.link.mend()
    until(lambda: site.asked() == [True, True])
