"""`quincunx login`: play in this terminal under a name, here or on a server."""

from __future__ import annotations

import argparse

from quincunx.clients import keyring
from quincunx.clients.language import say, t
from quincunx.clients.terminal.input.database import add_database, open_kept, open_local_db
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.input.password import log_in_there, password_for
from quincunx.clients.terminal.seats import guest_matches


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_login)
    parser.add_argument("name", metavar="NAME", help="your name; the password is asked for, or read from a pipe")
    parser.add_argument("--new", action="store_true", help="register as a new member; a guest keeps all matches")
    parser.add_argument("--online", metavar="URL", help="use this server instead of the local database")
    add_database(parser)
    add_language(parser)


def _login(arguments: argparse.Namespace) -> None:
    if arguments.online is not None:
        _log_in_there(arguments)
        return
    from quincunx.clients.local import account as local_account

    with (open_local_db if arguments.new else open_kept)(arguments) as local_db:
        enter = local_account.register if arguments.new else local_account.log_in
        loss = "" if arguments.new else guest_matches.left_behind(local_db)
        if not guest_matches.is_agreed(loss):
            print(say(guest_matches.UNCHANGED))
            return
        account = enter(local_db, arguments.name, password_for(arguments.name))
    print(t("commands.login.here", name=account.name))
    guest_matches.warn(loss)


def _log_in_there(arguments: argparse.Namespace) -> None:
    from quincunx.clients.remote import Client, read_address

    server = read_address(arguments.online).server
    loss = "" if arguments.new else guest_matches.left_behind_at(server)
    if not guest_matches.is_agreed(loss):
        print(say(guest_matches.UNCHANGED))
        return
    guest = keyring.recall(server) if arguments.new else None  # a guest who registers keeps all matches
    with Client(server, session=guest or "") as client:
        if arguments.new:
            client.register(arguments.name, password_for(arguments.name))
        else:
            log_in_there(client, arguments.name)
        keyring.remember(server, client.session)
    print(t("commands.login.there", name=arguments.name, server=server))
    guest_matches.warn(loss)
