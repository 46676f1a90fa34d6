"""Sends e-mail in the background, so that a slow or broken mail server neither delays responses nor leaks anything."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import smtplib
import ssl
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import NamedTuple

from quincunx.server.config import Config, Smtp, read_smtp

log = logging.getLogger("quincunx.mail")

AT_ONCE = 2
MOST_WAITING = 200
SECONDS = 15  # for each answer of the mail server
LAST_SECONDS = 5  # for waiting e-mails when the server stops


class Letter(NamedTuple):
    """An e-mail to be sent."""

    to: str
    subject: str
    text: str


Writing = Callable[[], Awaitable[Letter | None]]  # finds out what to send, if anything


class Mailer:
    """Writes and sends e-mails in the background. The caller does not learn whether one was sent."""

    def __init__(self, config: Config) -> None:
        self._server = read_smtp(config.smtp_url) if config.smtp_url else None
        self._sender = config.mail_from
        self._waiting: asyncio.Queue[Writing] = asyncio.Queue(MOST_WAITING)
        self._workers: list[asyncio.Task[None]] = []

    @property
    def works(self) -> bool:
        """Whether a mail server is configured."""
        return self._server is not None

    def post(self, writing: Writing) -> None:
        """Queue an e-mail to be written and sent; does nothing if there is no mail server."""
        if self._server is None:
            return
        try:
            self._waiting.put_nowait(writing)
        except asyncio.QueueFull:
            log.warning("mail queue is full: an e-mail was dropped")

    async def start(self) -> None:
        """Start sending."""
        if self._server is not None:
            self._workers = [asyncio.create_task(self._work(self._server)) for _ in range(AT_ONCE)]

    async def stop(self) -> None:
        """Send the waiting e-mails if that is possible in time, then stop."""
        if self._workers:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._waiting.join(), LAST_SECONDS)
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)

    async def _work(self, server: Smtp) -> None:
        while True:
            writing = await self._waiting.get()
            try:
                letter = await writing()
                if letter is not None:
                    await asyncio.to_thread(deliver, server, self._sender, letter)
            except Exception as error:  # a failed e-mail must not stop the others
                log.warning("an e-mail could not be sent", extra={"cause": type(error).__name__})
            finally:
                self._waiting.task_done()


def deliver(server: Smtp, sender: str, letter: Letter) -> None:
    """Send a letter through the mail server."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, letter.to, letter.subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].strip("<> ") or "localhost")
    message["Auto-Submitted"] = "auto-generated"  # prevents automatic replies
    message.set_content(letter.text)
    with _connection(server) as line:
        if server.user:
            line.login(server.user, server.password)
        line.send_message(message)


def _connection(server: Smtp) -> smtplib.SMTP:
    if server.scheme == "smtps":
        return smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=ssl.create_default_context())
    line = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
    if server.scheme == "smtp+starttls":
        line.starttls(context=ssl.create_default_context())  # raises an error if the server does not support it
    return line
