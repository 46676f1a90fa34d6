"""The e-mails that the server writes, in the language of whom they are for."""

from __future__ import annotations

from typing import Literal

from quincunx.protocol.security import EmailAddress
from quincunx.server.mail import Letter
from quincunx.words import Text, catalogue, phrase

Change = Literal["password", "email", "passkey_added", "passkey_removed", "factor_on", "factor_off", "codes"]

CONFIRM = "/confirm#"  # pages of the browser client; what follows the # is sent to no server and stands in no log
RESET = "/reset#"

ONE_HOUR = phrase("server.mail.one_hour")
IGNORE = phrase("server.mail.ignore")
WAS_NOT_YOU = phrase("server.mail.was_not_you")


def confirmation(to: EmailAddress, name: str, url: str, ticket: str) -> Letter:
    """To an address that somebody says is his."""
    lines = (phrase("server.mail.confirm"), f"{url}{CONFIRM}{ticket}", ONE_HOUR, IGNORE)
    return _letter(to, name, url, phrase("server.mail.confirm_subject"), *lines)


def reset(to: EmailAddress, name: str, url: str, ticket: str) -> Letter:
    """To whoever has forgotten the password."""
    lines = (phrase("server.mail.reset"), f"{url}{RESET}{ticket}", ONE_HOUR, IGNORE)
    return _letter(to, name, url, phrase("server.mail.reset_subject", name=name), *lines)


def changed(to: EmailAddress, name: str, url: str, change: Change) -> Letter:
    """To the owner of an account: something was changed that logging in depends on."""
    lines = (phrase(f"server.mail.changed.{change}"), WAS_NOT_YOU, f"{url}/account")
    return _letter(to, name, url, phrase("server.mail.changed_subject", name=name), *lines)


def _letter(to: EmailAddress, name: str, url: str, subject: Text, *lines: Text) -> Letter:
    """A letter with its greeting and its signature."""
    said = catalogue(to.language)
    text = map(said.say, (phrase("server.mail.hello", name=name), *lines, f"Quincunx, {url}"))
    return Letter(to.address, said.say(subject), "\n\n".join(text) + "\n")
