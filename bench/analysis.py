"""How much analysis slows play: move times in running matches, with and without analysis, alternating in one run.

    python bench/analysis.py [--matches 200] [--seconds 10] [--rounds 5] [--lookers 4]

In every second round, a few clients analyse positions continuously, as many as they can, and request reviews of matches
they have played. All of that ends before the next round starts. The result is the p99 of such a round divided by the
p99 of its two neighbours: other work on the machine affects all rounds alike. How much the neighbours differ from each
other shows the noise.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile

import httpx

from load import measure
from load_clients import GAME, OPTIONS, Client, begin_games, connect_guests, known_line
from load_servers import Server, running_server

REVIEWED = 100  # actions in a match to review: more than there is time for
STUDY = {"game": "hnefatafl"}
MINUTE = 60
LONGEST = 300  # seconds for reviews
PATIENCE = 0.5  # seconds between two checks whether a review is done


class Looker:
    """A client that analyses positions and requests reviews of its own matches."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._reviewed = ""  # the id of the match
        address, headers = f"http://{client.server}", {"Cookie": client.cookie}
        self._http = httpx.AsyncClient(base_url=address, headers=headers, timeout=60)

    async def look(self, seed: int) -> None:
        """Analyse a position and request a review of a match."""
        self._reviewed = await self._played(seed)
        (await self._http.post(f"/api/matches/{self._reviewed}/review")).raise_for_status()
        await self.client.ask(type="analyse", study=STUDY, lines=5, seconds=MINUTE)

    async def _played(self, seed: int) -> str:
        """Play a match for both sides and resign."""
        made = await self.client.ask(
            type="create", game=GAME, options=OPTIONS, opponent={"kind": "hot_seat"}, clock={"kind": "none"}
        )
        match = str(made["match"])
        for played, (_, action) in enumerate(known_line(seed)[:REVIEWED]):
            command = {"do": "act", "action": action, "position": played + 1}
            await self.client.ask(type="command", match=match, command=command)
        await self.client.ask(type="command", match=match, command={"do": "resign"})
        return match

    async def rest(self) -> None:
        """Stop analysing, once the review is done."""
        await self.client.ask(type="stop")
        async with asyncio.timeout(LONGEST):
            while not await self._is_reviewed():
                await asyncio.sleep(PATIENCE)

    async def _is_reviewed(self) -> bool:
        answer = await self._http.get(f"/api/matches/{self._reviewed}/review")
        return bool(answer.raise_for_status().json()["state"] == "done")

    async def close(self) -> None:
        """Disconnect."""
        await self.client.close()
        await self._http.aclose()


async def bench(server: Server, matches: int, seconds: float, rounds: int, lookers: int) -> None:
    """Run rounds of play, every second one with analysis running beside it."""
    clients = await connect_guests([server.address], 2 * matches)
    looking = [Looker(client) for client in await connect_guests([server.address], lookers)]
    games = await begin_games(clients)
    await measure(server, games, float(matches), seconds / 2)  # warm-up
    by_chance, by_analysis = [], []
    before, _ = await measure(server, games, float(matches), seconds)
    for number in range(rounds):
        await asyncio.gather(*(looker.look(number) for looker in looking))
        beside, _ = await measure(server, games, float(matches), seconds)
        await asyncio.gather(*(looker.rest() for looker in looking))
        after, _ = await measure(server, games, float(matches), seconds)
        by_analysis.append(2 * beside / (before + after))
        by_chance.append(after / before)
        before = after
    print(f"p99 with {lookers} who look at positions and matches, by p99 without: {_told(by_analysis)}")
    print(f"p99 without after that, by p99 without before: {_told(by_chance)}")
    await asyncio.gather(*(somebody.close() for somebody in (*clients, *looking)))


def _told(ratios: list[float]) -> str:
    return f"median {statistics.median(ratios):.2f} ({', '.join(f'{ratio:.2f}' for ratio in ratios)})"


def main() -> None:
    """Start a server and run the clients."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--lookers", type=int, default=4)
    asked = parser.parse_args()
    folder = tempfile.TemporaryDirectory()
    with folder, running_server(f"sqlite:///{folder.name}/load.db") as server:
        asyncio.run(bench(server, asked.matches, asked.seconds, asked.rounds, asked.lookers))


if __name__ == "__main__":
    main()
