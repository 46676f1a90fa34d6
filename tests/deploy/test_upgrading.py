"""An upgrade without downtime: two versions play one match on one database, and the previous one may come back."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import quincunx
from backends.later import ADDS, migration, next_version
from live.players import Player, begun, guest, play_through
from quincunx.store.upgrade import found, needed
from servers import Process, Server, running
from services import Redis

FEW = {"bots": 1, "site": "none"}


class NextVersion(Server):
    """A server of the next version of the program: a copy of this one with another migration."""

    package: Path

    def begin(self, words: list[str], environment: dict[str, str], errors: int) -> Process:
        """Start the process."""
        environment = environment | {"PYTHONPATH": str(self.package)}
        return subprocess.Popen([sys.executable, "-m", "quincunx", *words], env=environment, stderr=errors)


@pytest.fixture
def later(tmp_path: Path) -> Callable[[str], type[NextVersion]]:
    """Makes the next version of the program, with that migration."""

    def make(text: str) -> type[NextVersion]:
        copied = shutil.copytree(
            Path(quincunx.__file__).parent, tmp_path / "next" / "quincunx", ignore=shutil.ignore_patterns("site")
        )
        (copied / "store/migrations/versions" / f"v{next_version()}_next.py").write_text(text)
        return type("Made", (NextVersion,), {"package": copied.parent})

    return make


async def moves(player: Player, match: str) -> None:
    """Play the first legal action when it is the player's turn."""
    await player.until(lambda: player.match(match).state.to_move in player.match(match).sides_of(player.account))
    state = player.match(match).state
    answer = await player.plays(match, state.text(state.legal_actions()[0]))
    assert answer["type"] == "ack", answer


def test_two_versions_play_one_match_and_the_previous_one_may_come_back(
    new_postgresql: Callable[[], str], redis: Redis, later: Callable[[str], type[NextVersion]]
) -> None:
    database, settings = new_postgresql(), FEW | {"bus": redis.url}
    with running(database, **settings) as former:

        async def story() -> None:
            ann = await guest(former).come()
            with running(database, later(migration(ADDS, works_with=needed())), **settings) as server:
                assert found(database) == next_version()
                bob = await guest(server).come()
                match, players = await begun(ann, bob)
                for turn in range(4):
                    await moves(players[turn % 2], match)
                former.stop()
                former.start()  # on the database of the next version
                ann = await Player(former, ann.client).come()
                await ann.does("watch", match=match)
                players = [ann if player.account == ann.account else player for player in players]
                for turn in range(4):
                    await moves(players[turn % 2], match)
                await bob.sees(match, len(ann.logs[match]))

        play_through(story)
        assert not [line for line in former.log if line["level"] == "error"]
