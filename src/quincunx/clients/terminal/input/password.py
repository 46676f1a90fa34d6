"""Reads passwords and codes, without echo or from a pipe."""

from __future__ import annotations

import getpass
from typing import TYPE_CHECKING

from quincunx.clients.language import t
from quincunx.clients.terminal.input.keyboard import KEYBOARD
from quincunx.clients.terminal.input.prompts import ask
from quincunx.core.errors import OptionError
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.clients.remote import Client


def password_for(name: str) -> str:
    """Read the password without echo, or as a line from a pipe."""
    if KEYBOARD.is_terminal():
        return getpass.getpass(f"{t('terminal.prompt.password', name=name)} ")
    line = KEYBOARD.line()
    if line is None:
        raise OptionError(phrase("terminal.prompt.no_password"))
    return line


def log_in_there(client: Client, name: str) -> None:
    """Log in on a server with the password, and with a code if the server asks for one."""
    from quincunx.clients.remote import CodeWanted

    try:
        client.log_in(name, password_for(name))
    except CodeWanted as wanted:
        client.give_code(wanted.ticket, _code_for(name))


def _code_for(name: str) -> str:
    """Read a code: typed, or as the next line from a pipe."""
    code = ask(f"{t('terminal.prompt.code', name=name)} ") if KEYBOARD.is_terminal() else KEYBOARD.line()
    if code is None:
        raise OptionError(phrase("terminal.prompt.no_code"))
    return code.strip()
