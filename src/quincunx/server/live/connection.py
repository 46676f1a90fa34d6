"""One client's connection: what it is told, how fast it may speak, and what it watches."""

from __future__ import annotations

import asyncio
import time

from quincunx.server.live import messages
from quincunx.server.live.tables import Table
from quincunx.store.accounts import Account

MOST_WAITING = 512  # messages on their way to a client: a slower one is better off to come back and resume
BURST = 3.0  # seconds' worth of messages that may come at once
PATIENCE = 200  # refusals for speed before the connection is closed
MOST_WATCHED = 64


class Connection:
    """A client, known or not."""

    def __init__(self, account: Account | None, plays: bool, rate: float, network: str = "") -> None:
        self.who = account
        self.account = "" if account is None else account.id
        self.network = network
        self.party = (
            self.account or f"@{network}"
        )  # whose lines are counted together: where nobody is known, a network's
        self.plays = plays  # a token may be for reading only
        self.reads = True  # or for playing only
        self.lag: int | None = None
        self.watched: dict[str, Table] = {}
        self.seeks: set[str] = set()
        self.outgoing: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self.answering = False
        self.finishing = False
        self.closing = False  # nothing that it says from then on is heard
        self.too_slow = False
        self.too_fast = 0
        self._rate = rate  # messages a second
        self._allowance = rate * BURST
        self._since = time.monotonic()

    @property
    def reader(self) -> str:
        """The account that may be read of over this line; empty for who sees what strangers see."""
        return self.account if self.reads else ""

    def send(self, text: str) -> None:
        """Put a message on its way, without waiting; a client that does not read is let go."""
        if self.too_slow:
            return
        try:
            self.outgoing.put_nowait(text)
        except asyncio.QueueFull:
            self._let_go()

    def say(self, message: messages.Outgoing) -> None:
        """Send one message."""
        self.send(messages.write(message))

    def close(self) -> None:
        """Close the connection when everything has been sent."""
        self.closing = True
        if self.outgoing.full():
            self._let_go()
        elif not self.too_slow:
            self.outgoing.put_nowait(None)

    def _let_go(self) -> None:
        """It reads too slowly: what waits is dropped, and it may come back for it."""
        self.too_slow = self.closing = True
        while not self.outgoing.empty():
            self.outgoing.get_nowait()
        self.outgoing.put_nowait(messages.write(messages.Goodbye(reason="too_slow", after=1000)))
        self.outgoing.put_nowait(None)

    def finish(self, goodbye: messages.Goodbye) -> None:
        """Say goodbye, and close the connection once what it has asked for is answered."""
        self.finishing = True
        self.say(goodbye)
        if not self.answering:
            self.close()

    def may_speak(self) -> bool:
        """Whether a message is within what a client may send; counts those that are not."""
        now = time.monotonic()
        self._allowance = min(self._rate * BURST, self._allowance + (now - self._since) * self._rate)
        self._since = now
        if self._allowance < 1:
            self.too_fast += 1
            return False
        self._allowance -= 1
        return True
