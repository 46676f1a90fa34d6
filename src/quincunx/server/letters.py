"""The mails that the server writes, in the language of whom they are for."""

from __future__ import annotations

from functools import cache
from typing import Literal

from quincunx.play.wording import Catalogue
from quincunx.server.mail import Letter
from quincunx.server.words import words_of
from quincunx.store.emails import EmailAddress
from quincunx.store.errors import Missing

Change = Literal["password", "email", "passkey_added", "passkey_removed", "factor_on", "factor_off", "codes"]

CONFIRM = "/confirm#"  # pages of the browser client; what follows the # is sent to no server and stands in no log
RESET = "/reset#"

SIGNED = "Quincunx, {url}"
TITLES = {
    "confirm": "Confirm your e-mail address",
    "reset": "A new password for {name}",
    "changed": "Your account {name} was changed",
}
LINES = {
    "hello": "Hello {name},",
    "confirm": "please open this link to have mails about your account sent to this address:",
    "reset": "somebody, probably you, has forgotten your password. With this link you can set a new one:",
    "hour": "It works once, within an hour.",
    "not_you": "If you did not ask for this, ignore this mail: nothing changes.",
    "password": "your password was changed. Every session has ended, and every key for programs is void.",
    "email": "your e-mail address was changed or removed. This is the last mail to this address.",
    "passkey_added": "a passkey was added to your account.",
    "passkey_removed": "a passkey was removed from your account.",
    "factor_on": "the second factor was turned on: logging in with the password asks for a code from now on.",
    "factor_off": "the second factor was turned off: logging in asks for the password alone from now on.",
    "codes": "new recovery codes were made for your account. The old ones are void.",
    "was_not_you": "If that was not you, set a new password at once, then look through the account page:",
}


def confirmation(to: EmailAddress, name: str, url: str, ticket: str) -> Letter:
    """To an address that somebody says is his."""
    lines = (LINES["hello"], LINES["confirm"], f"{url}{CONFIRM}{ticket}", LINES["hour"], LINES["not_you"], SIGNED)
    return _letter(to, TITLES["confirm"], lines, name, url)


def reset(to: EmailAddress, name: str, url: str, ticket: str) -> Letter:
    """To whoever has forgotten the password."""
    lines = (LINES["hello"], LINES["reset"], f"{url}{RESET}{ticket}", LINES["hour"], LINES["not_you"], SIGNED)
    return _letter(to, TITLES["reset"], lines, name, url)


def changed(to: EmailAddress, name: str, url: str, change: Change) -> Letter:
    """To the owner of an account: something was changed that logging in depends on."""
    lines = (LINES["hello"], LINES[change], LINES["was_not_you"], f"{url}/account", SIGNED)
    return _letter(to, TITLES["changed"], lines, name, url)


def _letter(to: EmailAddress, title: str, lines: tuple[str, ...], name: str, url: str) -> Letter:
    said = _catalogue(to.language)
    subject, *parts = (said.say(line).replace("{name}", name).replace("{url}", url) for line in (title, *lines))
    return Letter(to.address, subject, "\n\n".join(parts) + "\n")


@cache
def _catalogue(language: str) -> Catalogue:
    """The sentences of a language; none where there are none, and English stays."""
    try:
        return Catalogue(words_of(language).sentences)
    except Missing:
        return Catalogue([])
