"""The server in a few steps, in both builds: a user registers, comes back after a restart, and looks around."""

from __future__ import annotations

from servers import Installed, running


def test_somebody_comes_and_comes_back(own_database: str) -> None:
    with running(own_database, Installed) as server:
        client = server.member("Ann")
        assert len(client.get("/api/games").json()) == 11
        assert server.stop() == 0
        server.start()
        with server.client(cookies=dict(client.cookies)) as again:
            assert again.get("/api/account").json()["name"] == "Ann"
            assert again.get("/api/account/matches").json() == []
        assert server.stop() == 0
        assert not [line for line in server.log if line["level"] == "error"]
