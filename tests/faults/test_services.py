"""The services that the fixtures start answer, can be suspended and killed, and come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import httpx

from haproxy import Proxy
from live.wires import CLOSE, Wire, until
from servers import running
from services import Redis


def test_redis_is_suspended_killed_and_started_again(redis: Redis) -> None:
    redis.freeze()
    assert redis.ask("PING") == ""
    redis.thaw()
    until(lambda: redis.ask("PING") == "+PONG")
    redis.kill()
    assert redis.ask("PING") == ""
    redis.start()
    assert redis.ask("PING") == "+PONG"


def test_the_proxy_cuts_connections_and_avoids_a_suspended_server(
    tmp_path: Path, new_proxy: Callable[[Mapping[str, int]], Proxy]
) -> None:
    with running(f"sqlite:///{tmp_path}/one.db") as server:
        proxy = new_proxy({"one": server.port})
        until(lambda: proxy.up() == {"one"})
        assert httpx.get(f"{proxy.url}/health").json() == {"status": "well"}
        wire = Wire(proxy)
        proxy.cut("one")
        assert CLOSE not in [frame.kind for frame in wire.frames()]
        server.freeze()
        until(lambda: proxy.up() == set())
        server.thaw()
        until(lambda: proxy.up() == {"one"})
