"""`quincunx login` and `quincunx logout`: who plays in this terminal, here or at a server."""

from __future__ import annotations

import argparse
import getpass
import sys
from typing import TYPE_CHECKING

from quincunx.clients.terminal.arguments import add_command
from quincunx.clients.terminal.mine import add_database, open_house
from quincunx.core.errors import OptionError

if TYPE_CHECKING:
    from quincunx.clients.terminal.arguments import Commands


def add_login(commands: Commands) -> None:
    """The commands' arguments."""
    login = add_command(commands, "login", _login, "play in this terminal under a name, the same as in the window")
    login.add_argument("name", metavar="NAME", help="a member's name; the password is asked for, or read from a pipe")
    login.add_argument("--new", action="store_true", help="become a member; a guest keeps every match")
    logout = add_command(commands, "logout", _logout, "play as a new guest from now on")
    for parser in (login, logout):
        add_database(parser)


def password_for(name: str) -> str:
    """The password, typed unseen, or a line of a pipe."""
    if sys.stdin.isatty():
        return getpass.getpass(f"Password of {name}: ")
    line = sys.stdin.readline()
    if not line:
        raise OptionError("no password was given")
    return line.rstrip("\r\n")


def _login(arguments: argparse.Namespace) -> None:
    from quincunx.clients.local import person

    with open_house(arguments) as house:
        enter = person.register if arguments.new else person.log_in
        account = enter(house, arguments.name, password_for(arguments.name))
    print(f"{account.name} plays here now.")


def _logout(arguments: argparse.Namespace) -> None:
    from quincunx.clients.local import person

    with open_house(arguments) as house:
        known = person.log_out(house)
    print("Logged out: whoever plays here next is a new guest." if known else "Nobody was logged in here.")
