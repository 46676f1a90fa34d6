"""The database stops answering during a commit that it carries out: everybody is told of the events soon."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from quincunx.host.bot_scheduler import add_bots
from quincunx.host.fair_shares import FairShares
from quincunx.host.host import Host
from quincunx.host.host_clock import HostClock
from quincunx.host.match_factory import MatchRequest
from quincunx.host.news import MatchNews, News
from quincunx.play.commands import Act
from quincunx.play.opponents import AgainstBot
from quincunx.store.errors import Unavailable
from quincunx.store.store import Store, Unit
from quincunx.store.upgrade import upgrade
from servers import DEADLINE

T = TypeVar("T")


class ForgetfulStore(Store):
    """A database that carries out the write of one event of a match, and fails before it says so."""

    event: tuple[str, int] | None = None

    async def write(self, work: Callable[[Unit], T]) -> T:
        result = await super().write(work)
        if self.event is not None:
            match, version = self.event
            if await self.read(lambda unit: unit.log.read(match, version - 1)):
                self.event = None
                raise Unavailable("away", "connection lost")
        return result


class Watcher:
    """A subscriber that counts the events it was told."""

    account = ""
    lag: int | None = None

    def __init__(self) -> None:
        self.events = 0
        self.told = asyncio.Event()

    def on_news(self, news: News) -> None:
        if isinstance(news, MatchNews):
            self.events = news.first - 1 + len(news.rows)
            self.told.set()


def test_a_bots_turn_that_was_committed_unnoticed_is_told(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'host.db'}"
    upgrade(url)

    async def story() -> None:
        store, watcher = ForgetfulStore(url), Watcher()
        host = Host(store, HostClock(), bot_workers=1, bot_seconds=0.05)
        add_bots(host, FairShares(), bots=1, seconds=0.05)
        account = await store.write(lambda unit: unit.accounts.add_guest(1))
        id = (await host.factory.create(account, MatchRequest("hnefatafl", AgainstBot(1), colour="first"), "a")).id
        host.start()
        live = host.matches.keep(id)
        async with host.matches.hold(id):
            live.join(watcher)
        action = live.match.state.text(live.match.state.legal_actions()[0])
        answer = len(live.log) + 2
        store.event = id, answer
        await host.referee.ask(id, account.id, Act(action, live.match.position), "b")
        async with asyncio.timeout(DEADLINE):
            while watcher.events < answer:
                watcher.told.clear()
                await watcher.told.wait()
        assert store.event is None
        assert live.match.bot_to_move() is None
        await host.stop()
        await store.close()

    asyncio.run(story())
