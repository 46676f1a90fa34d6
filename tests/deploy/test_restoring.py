"""A rehearsed restore: a backup made during play becomes a site again, and the match in it continues."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from live.players import Player, begun, guest, play_through
from postgresql import find_programs
from quincunx.cli import main
from servers import Server, running


class Rehearsal(NamedTuple):
    """A database, and how docs/operating.md backs it up and restores it."""

    database: str
    backup: Callable[[], None]
    restore: Callable[[], str]  # into another database; returns its address


@pytest.fixture(params=["sqlite", "postgresql"])
def rehearsal(request: pytest.FixtureRequest, tmp_path: Path) -> Rehearsal:
    if request.param == "sqlite":
        copy = tmp_path / "copy.db"
        database = f"sqlite:///{tmp_path / 'site.db'}"
        return Rehearsal(database, lambda: quincunx("db", "backup", str(copy), database), lambda: f"sqlite:///{copy}")
    make: Callable[[], str] = request.getfixturevalue("new_postgresql")
    programs = find_programs()
    assert programs is not None
    database, other, file = make(), make(), str(tmp_path / "site.dump")

    def restore() -> str:
        run(programs / "pg_restore", "--no-owner", "--exit-on-error", f"--dbname={other}", file)
        return other

    return Rehearsal(
        database, lambda: run(programs / "pg_dump", "--format=custom", f"--file={file}", database), restore
    )


def run(*words: str | Path) -> None:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def quincunx(*words: str) -> None:
    """Run a command on the database given as the last argument."""
    *command, database = words
    with pytest.raises(SystemExit) as left:
        main([*command, "--database", database])
    assert left.value.code == 0


def test_a_site_continues_from_its_backup(rehearsal: Rehearsal) -> None:
    clients: list[httpx.Client] = []
    matches: list[str] = []

    async def before(server: Server) -> None:
        ann, bob = [await player.come() for player in (guest(server), guest(server))]
        match, players = await begun(ann, bob)
        await moves(players[0], match)
        rehearsal.backup()
        await moves(players[1], match)
        clients.extend(player.client for player in players if player.client is not None)
        matches.append(match)

    async def after(server: Server) -> None:
        players = [await Player(server, client).come() for client in clients]  # they are still logged in
        for player in players:
            await player.does("watch", match=matches[0])
        state = players[0].match(matches[0]).state
        assert (state.ply, state.to_move) == (1, 1)  # moves made after the backup are lost, and nothing else
        for player in reversed(players):
            await moves(player, matches[0])

    with running(rehearsal.database, site="none") as server:
        play_through(lambda: before(server))
        server.kill()
    restored = rehearsal.restore()
    quincunx("db", "upgrade", restored)
    quincunx("db", "recompute", "--check", restored)
    with running(restored, site="none") as server:
        for client in clients:
            client.base_url = httpx.URL(server.url)
        play_through(lambda: after(server))


async def moves(player: Player, match: str) -> None:
    """Play the first legal action, and wait until it is acknowledged."""
    state = player.match(match).state
    await player.until(lambda: state.to_move in player.match(match).sides_of(player.account))
    answer = await player.plays(match, state.text(state.legal_actions()[0]))
    assert answer["type"] == "ack", answer
