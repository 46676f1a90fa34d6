"""Passwords and codes, typed unseen or read from a pipe."""

from __future__ import annotations

import getpass
from typing import TYPE_CHECKING

from quincunx.clients.terminal.input.keyboard import KEYBOARD
from quincunx.clients.terminal.input.prompts import ask
from quincunx.core.errors import OptionError

if TYPE_CHECKING:
    from quincunx.clients.remote import Client

CODE = "Code of {name}'s authenticator app, or a recovery code: "


def password_for(name: str) -> str:
    """The password, typed unseen, or a line of a pipe."""
    if KEYBOARD.is_terminal():
        return getpass.getpass(f"Password of {name}: ")
    line = KEYBOARD.line()
    if line is None:
        raise OptionError("no password was given: type it, or let a pipe have it as its first line")
    return line


def log_in_there(client: Client, name: str) -> None:
    """Log in at a server: the password, and a code where the server asks for one."""
    from quincunx.clients.remote import CodeWanted

    try:
        client.log_in(name, password_for(name))
    except CodeWanted as wanted:
        client.give_code(wanted.ticket, _code_for(name))


def _code_for(name: str) -> str:
    """A code, typed or the next line of a pipe."""
    code = ask(CODE.format(name=name)) if KEYBOARD.is_terminal() else KEYBOARD.line()
    if code is None:
        raise OptionError("no code was given: type it, or let a pipe have it as its second line")
    return code.strip()
