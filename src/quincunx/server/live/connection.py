"""A client's connection: its outgoing messages, its rate limit, and the matches that it watches."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import count

from quincunx.host.live_match import LiveMatch
from quincunx.host.news import News
from quincunx.protocol import messages
from quincunx.protocol.accounts import Account
from quincunx.server.live.news_text import news_text
from quincunx.server.live.send_buffers import MOST_A_LINE, SendBuffers, size_of
from quincunx.server.message_queue import MessageQueue

MOST_WAITING = 512  # unread messages: a slower client had better reconnect and resume
BURST = 3.0  # seconds' worth of messages that may come at once
PATIENCE = 200  # `too_fast` refusals before the connection is closed
MOST_WATCHED = 64
MOST_PAIRED = 32  # latest matches of which the client was notified, so that it is not notified again

_NUMBERS = count()  # of connections in this process


async def _is_logged_in() -> bool:
    return True


class Connection:
    """A client's connection, with or without an account."""

    def __init__(
        self, account: Account | None, plays: bool, rate: float, network: str = "", buffers: SendBuffers | None = None
    ) -> None:
        self.number = next(_NUMBERS)
        self.who = account
        self.network = network
        self.account = "" if account is None else account.id
        self.party = (
            self.account or f"@{network}"
        )  # whose connections are counted together: the account's, or the network's if there is no account
        self.plays = plays  # False for a token that may only read
        self.reads = True  # False for a token that may only play
        self.lag: int | None = None
        self.watched: dict[str, LiveMatch] = {}
        self.reading: dict[str, LiveMatch] = {}  # matches whose logs it is reading page by page
        self.is_logged_in: Callable[[], Awaitable[bool]] = _is_logged_in  # asks the database
        self._listed = 0  # a hash of the matches last sent to the client
        self.outgoing: MessageQueue[str | None] = MessageQueue()
        self.waiting = 0  # bytes, including those being sent
        self._buffers = SendBuffers() if buffers is None else buffers
        self._paired: list[str] = []
        self.answering = False
        self.finishing = False
        self.closing = False  # further messages from the client are ignored
        self.too_slow = False
        self._gone = False
        self.too_fast = 0
        self._rate = rate  # messages a second
        self._allowance = rate * BURST
        self._since = time.monotonic()

    @property
    def reader(self) -> str:
        """The account whose private data this connection may see; empty if only public data."""
        return self.account if self.reads else ""

    def send(self, text: str) -> None:
        """Queue a message without blocking; a client that does not read is disconnected."""
        if self.too_slow or self._gone:
            return
        much = self.waiting > 0 and self.waiting + size_of(text) > MOST_A_LINE
        if much or self.outgoing.qsize() >= MOST_WAITING:
            self.let_go()
        else:
            self._put(text)

    def on_news(self, news: News) -> None:
        """Send news of a match."""
        self.send(news_text(news))

    def say(self, message: messages.Outgoing) -> None:
        """Send one message. A match that has begun is announced only once, even if several hints report it."""
        if isinstance(message, messages.Paired):
            if message.match in self._paired:
                return
            self._paired = [*self._paired, message.match][-MOST_PAIRED:]
        self.send(messages.write(message))

    def note_listed(self, matches: Sequence[messages.Listed]) -> bool:
        """Note the matches sent to the client; returns whether they differ from the previous ones."""
        before, self._listed = self._listed, hash(tuple(matches))
        return before != self._listed

    def list_matches(self, matches: list[messages.Listed]) -> None:
        """Send the client its account's matches, unless they are the same as last time."""
        if self.reads and self.note_listed(matches):
            self.say(messages.Matches(matches=matches))

    def sent(self, text: str) -> None:
        """Note that a queued message has been sent."""
        self._buffers.remove(self, size_of(text))

    def close(self) -> None:
        """Close the connection when everything has been sent."""
        self.closing = True
        if not self.too_slow:
            self.outgoing.put_nowait(None)

    def let_go(self) -> None:
        """Disconnect a client that reads too slowly: drop its queued messages, and tell it to reconnect."""
        self.too_slow = self.closing = True
        self._buffers.note(self)
        while not self.outgoing.empty():
            text = self.outgoing.get_nowait()
            if text is not None:
                self.sent(text)
        self._put(messages.write(messages.Goodbye(reason="too_slow", after=1000)))
        self.outgoing.put_nowait(None)

    def leave(self) -> None:
        """Release the buffers of a closed connection."""
        self._gone = True
        self._buffers.remove(self, self.waiting)

    def _put(self, text: str) -> None:
        self.outgoing.put_nowait(text)
        self._buffers.add(self, size_of(text))

    def finish(self, goodbye: messages.Goodbye) -> None:
        """Say goodbye, and close the connection once its pending message is answered."""
        self.finishing = True
        self.say(goodbye)
        if not self.answering:
            self.close()

    def may_speak(self) -> bool:
        """Whether one more message is within the rate limit; counts those that are not."""
        now = time.monotonic()
        self._allowance = min(self._rate * BURST, self._allowance + (now - self._since) * self._rate)
        self._since = now
        if self._allowance < 1:
            self.too_fast += 1
            return False
        self._allowance -= 1
        return True

    def may_watch(self, match: str) -> bool:
        """Whether the client may watch that match in addition to those it is watching."""
        known = self.watched.keys() | self.reading.keys()
        return match in known or len(known) < MOST_WATCHED
