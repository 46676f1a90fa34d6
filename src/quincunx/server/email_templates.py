"""The e-mails that the server writes, in the language of the recipient."""

from __future__ import annotations

from typing import Literal

from quincunx.protocol.security import EmailAddress
from quincunx.server.mail import Letter
from quincunx.words import Text, catalogue, phrase

Change = Literal["password", "email", "passkey_added", "passkey_removed", "factor_on", "factor_off", "codes"]

CONFIRM = "/confirm#"  # pages of the browser client; the part after the # is never sent to a server or logged
RESET = "/reset#"

ONE_HOUR = phrase("server.mail.one_hour")
IGNORE = phrase("server.mail.ignore")
WAS_NOT_YOU = phrase("server.mail.was_not_you")


def confirmation(to: EmailAddress, name: str, url: str, ticket: str) -> Letter:
    """The e-mail to a new address, to confirm it."""
    lines = (phrase("server.mail.confirm"), f"{url}{CONFIRM}{ticket}", ONE_HOUR, IGNORE)
    return _letter(to, name, url, phrase("server.mail.confirm_subject"), *lines)


def reset(to: EmailAddress, name: str, url: str, ticket: str) -> Letter:
    """The e-mail to a member who has forgotten the password."""
    lines = (phrase("server.mail.reset"), f"{url}{RESET}{ticket}", ONE_HOUR, IGNORE)
    return _letter(to, name, url, phrase("server.mail.reset_subject", name=name), *lines)


def changed(to: EmailAddress, name: str, url: str, change: Change) -> Letter:
    """The e-mail to the owner of an account after a change of its security settings."""
    lines = (phrase(f"server.mail.changed.{change}"), WAS_NOT_YOU, f"{url}/account")
    return _letter(to, name, url, phrase("server.mail.changed_subject", name=name), *lines)


def _letter(to: EmailAddress, name: str, url: str, subject: Text, *lines: Text) -> Letter:
    """A letter with greeting and signature."""
    said = catalogue(to.language)
    text = map(said.say, (phrase("server.mail.hello", name=name), *lines, f"Quincunx, {url}"))
    return Letter(to.address, said.say(subject), "\n\n".join(text) + "\n")
