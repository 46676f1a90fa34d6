"""Mails to the owners of accounts, where there are a mail server and an address."""

from __future__ import annotations

from quincunx.protocol.accounts import Account
from quincunx.protocol.security import EmailAddress
from quincunx.server import email_templates
from quincunx.server.email_templates import Change
from quincunx.server.mail import Letter, Mailer
from quincunx.store.store import Store


class AccountEmails:
    """Tells people of what was changed about their accounts."""

    def __init__(self, store: Store, mailer: Mailer, url: str) -> None:
        self._store = store
        self._url = url.rstrip("/")
        self.mailer = mailer

    def tell(self, account: Account, change: Change) -> None:
        """A mail to whoever owns the account, that it was changed."""

        async def writing() -> Letter | None:
            email = await self._store.read(lambda unit: unit.emails.find(account.id))
            return None if email is None else email_templates.changed(email, account.name, self._url, change)

        self.mailer.post(writing)

    def tell_former(self, email: EmailAddress, account: Account) -> None:
        """A mail to an address that is the account's no more."""

        async def writing() -> Letter:
            return email_templates.changed(email, account.name, self._url, "email")

        self.mailer.post(writing)

    def ask_to_confirm(self, email: EmailAddress, account: Account, ticket: str) -> None:
        """A mail to an address that is to become the account's."""

        async def writing() -> Letter:
            return email_templates.confirmation(email, account.name, self._url, ticket)

        self.mailer.post(writing)
