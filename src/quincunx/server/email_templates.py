"""The mails that the server writes, in the language of whom they are for."""

from __future__ import annotations

from functools import cache
from typing import Literal

from quincunx.play.wording import Catalogue
from quincunx.protocol.security import EmailAddress
from quincunx.server.mail import Letter
from quincunx.server.words import words_of
from quincunx.store.errors import Missing

Change = Literal["password", "email", "passkey_added", "passkey_removed", "factor_on", "factor_off", "codes"]

CONFIRM = "/confirm#"  # pages of the browser client; what follows the # is sent to no server and stands in no log
RESET = "/reset#"

SIGNED = "Quincunx, {url}"
TITLES = {
    "confirm": "Confirm your e-mail address",
    "reset": "Reset the password of {name}",
    "changed": "Your account {name} was changed",
}
LINES = {
    "hello": "Hello {name},",
    "confirm": "Open this link to confirm your e-mail address:",
    "reset": "Someone, probably you, asked to reset your password. Open this link to choose a new one:",
    "hour": "The link works once and expires in an hour.",
    "not_you": "If this wasn't you, you can ignore this e-mail. Nothing will change.",
    "password": "Your password was changed. All devices were logged out, and all keys for programs were revoked.",
    "email": "Your e-mail address was changed or removed. No more e-mails will be sent to this address.",
    "passkey_added": "A passkey was added to your account.",
    "passkey_removed": "A passkey was removed from your account.",
    "factor_on": "Two-factor authentication was turned on. Logging in with your password now requires a code.",
    "factor_off": "Two-factor authentication was turned off. Logging in requires only your password now.",
    "codes": "New recovery codes were created for your account. The old ones no longer work.",
    "was_not_you": "If this wasn't you, change your password right away and check your account page:",
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
