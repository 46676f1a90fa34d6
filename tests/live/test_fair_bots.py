"""Many games against slow bots: players of quick bots, and players with little usage, wait for few of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from live.players import UNTIMED, Player, guest, play_through
from servers import Server, running

GREEDY = 3  # guests
EACH = 4  # games of each against a bot that uses all its thinking time


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which one bot thinks at a time."""
    url = f"sqlite:///{tmp_path_factory.mktemp('bots') / 'test.db'}"
    with running(url, bots=1, bot_seconds=0.6, messages_a_second=1000) as server:
        yield server


async def against(player: Player, level: int) -> str:
    asked = {"game": "cengers", "clock": UNTIMED, "colour": "first", "opponent": {"kind": "bot", "level": level}}
    made = await player.does("create", **asked)
    await player.does("watch", match=made["match"])
    return str(made["match"])


async def occupy(server: Server) -> list[tuple[Player, str]]:
    """Start all games of the greedy guests, and make a move in each."""
    games = []
    for _ in range(GREEDY):
        player = await guest(server).come()
        games += [(player, await against(player, 8)) for _ in range(EACH)]
    for player, id in games:
        assert (await player.plays(id, "f3-e3"))["type"] == "ack"
    return games


def answered(games: list[tuple[Player, str]]) -> int:
    return sum(player.match(id).state.ply == 2 for player, id in games)


async def end(games: list[tuple[Player, str]]) -> None:
    for player, id in games:
        await player.asks_of(id, "resign")


@pytest.mark.parametrize("level", [1, 8])
def test_who_has_used_little_waits_for_one_turn_of_the_others_at_most(small: Server, level: int) -> None:
    """Counts the other bots' answers before his own; all of them were requested before."""

    async def story() -> None:
        bob = await guest(small).come()
        id = await against(bob, level)
        games = await occupy(small)
        before = answered(games)
        assert before < GREEDY * EACH / 2  # otherwise there is nothing to wait for
        await bob.plays(id, "f3-e3")
        await bob.until(lambda: bob.match(id).state.ply == 2)
        assert answered(games) - before <= 2  # the one in progress, and one whose answer arrives before his
        await end(games)

    play_through(story)
