"""`quincunx login` and `quincunx logout`: who plays in this terminal, here or at a server."""

from __future__ import annotations

import argparse
import contextlib
import getpass
from typing import TYPE_CHECKING

from quincunx.clients import keyring
from quincunx.clients.terminal import leaving
from quincunx.clients.terminal.arguments import add_command
from quincunx.clients.terminal.asking import ask
from quincunx.clients.terminal.house import add_database, open_house, open_kept
from quincunx.clients.terminal.keyboard import KEYBOARD
from quincunx.core.errors import OptionError

if TYPE_CHECKING:
    from quincunx.clients.remote import Client
    from quincunx.clients.terminal.arguments import Commands

OUT = "Logged out. The next player here is a new guest."
STRANGER = "Nobody was logged in here."
CODE = "Code of {name}'s authenticator app, or a recovery code: "
UNCHANGED = "Nothing has changed."


def add_login(commands: Commands) -> None:
    """The commands' arguments."""
    login = add_command(commands, "login", _login, "play in this terminal under a name, the same as in the window")
    login.add_argument("name", metavar="NAME", help="your name; the password is asked for, or read from a pipe")
    login.add_argument("--new", action="store_true", help="become a member; a guest keeps all matches")
    logout = add_command(commands, "logout", _logout, "play as a new guest from now on")
    for parser in (login, logout):
        parser.add_argument("--online", metavar="URL", help="at this server instead of this machine's database")
        add_database(parser)


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


def _login(arguments: argparse.Namespace) -> None:
    if arguments.online is not None:
        _log_in_there(arguments)
        return
    from quincunx.clients.local import person

    with (open_house if arguments.new else open_kept)(arguments) as house:
        enter = person.register if arguments.new else person.log_in
        loss = "" if arguments.new else leaving.left_behind(house)
        if not leaving.is_agreed(loss):
            print(UNCHANGED)
            return
        account = enter(house, arguments.name, password_for(arguments.name))
    print(f"{account.name} plays here now.")
    leaving.warn(loss)


def _log_in_there(arguments: argparse.Namespace) -> None:
    from quincunx.clients.remote import Client, read_address

    server = read_address(arguments.online).server
    loss = "" if arguments.new else leaving.left_behind_at(server)
    if not leaving.is_agreed(loss):
        print(UNCHANGED)
        return
    guest = keyring.recall(server) if arguments.new else None  # who keeps every match
    with Client(server, session=guest or "") as client:
        if arguments.new:
            client.register(arguments.name, password_for(arguments.name))
        else:
            log_in_there(client, arguments.name)
        keyring.remember(server, client.session)
    print(f"{arguments.name} plays at {server} now.")
    leaving.warn(loss)


def _logout(arguments: argparse.Namespace) -> None:
    if arguments.online is not None:
        _log_out_there(arguments.online)
    else:
        _log_out_here(arguments)


def _log_out_here(arguments: argparse.Namespace) -> None:
    from quincunx.clients.local import person

    with open_kept(arguments) as house:
        loss = leaving.left_behind(house)
        if not leaving.is_agreed(loss):
            print(UNCHANGED)
            return
        print(OUT if person.log_out(house) else STRANGER)
    leaving.warn(loss)


def _log_out_there(url: str) -> None:
    from quincunx.clients.remote import read_address

    server = read_address(url).server
    loss = leaving.left_behind_at(server)
    if not leaving.is_agreed(loss):
        print(UNCHANGED)
        return
    print(OUT if _forgotten(server) else STRANGER)
    leaving.warn(loss)


def _forgotten(server: str) -> bool:
    """Here the session is forgotten in any case; there too, if the server can be reached."""
    from quincunx.clients.remote import Client, Refused, RemoteError

    session = keyring.recall(server)
    if session is not None:
        with contextlib.suppress(Refused, RemoteError), Client(server, session=session) as client:
            client.log_out()
    return keyring.forget(server)
