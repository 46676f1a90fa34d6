"""E-mails to the owners of accounts, if a mail server and the owner's address are known."""

from __future__ import annotations

from quincunx.protocol.accounts import Account
from quincunx.protocol.security import EmailAddress
from quincunx.server import email_templates
from quincunx.server.email_templates import Change
from quincunx.server.mail import Letter, Mailer
from quincunx.store.store import Store


class AccountEmails:
    """Notifies people of changes to their accounts."""

    def __init__(self, store: Store, mailer: Mailer, url: str) -> None:
        self._store = store
        self._url = url.rstrip("/")
        self.mailer = mailer

    def tell(self, account: Account, change: Change) -> None:
        """Notify the owner of an account that it was changed."""

        async def writing() -> Letter | None:
            email = await self._store.read(lambda unit: unit.emails.find(account.id))
            return None if email is None else email_templates.changed(email, account.name, self._url, change)

        self.mailer.post(writing)

    def tell_former(self, email: EmailAddress, account: Account) -> None:
        """Notify an address that it no longer belongs to the account."""

        async def writing() -> Letter:
            return email_templates.changed(email, account.name, self._url, "email")

        self.mailer.post(writing)

    def ask_to_confirm(self, email: EmailAddress, account: Account, ticket: str) -> None:
        """Ask the owner of a new address to confirm it."""

        async def writing() -> Letter:
            return email_templates.confirmation(email, account.name, self._url, ticket)

        self.mailer.post(writing)
