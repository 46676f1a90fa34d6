"""`quincunx logout`: play as a new guest from now on, here or on a server."""

from __future__ import annotations

import argparse
import contextlib

from quincunx.clients import keyring
from quincunx.clients.language import say, t
from quincunx.clients.terminal.input.database import add_database, open_kept
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.seats import guest_matches


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_logout)
    parser.add_argument("--online", metavar="URL", help="use this server instead of the local database")
    add_database(parser)
    add_language(parser)


def _logout(arguments: argparse.Namespace) -> None:
    if arguments.online is not None:
        _log_out_there(arguments.online)
    else:
        _log_out_here(arguments)


def _log_out_here(arguments: argparse.Namespace) -> None:
    from quincunx.clients.local import account as local_account

    with open_kept(arguments) as local_db:
        loss = guest_matches.left_behind(local_db)
        if not guest_matches.is_agreed(loss):
            print(say(guest_matches.UNCHANGED))
            return
        print(_goodbye(local_account.log_out(local_db)))
    guest_matches.warn(loss)


def _log_out_there(url: str) -> None:
    from quincunx.clients.remote import read_address

    server = read_address(url).server
    loss = guest_matches.left_behind_at(server)
    if not guest_matches.is_agreed(loss):
        print(say(guest_matches.UNCHANGED))
        return
    print(_goodbye(_forgotten(server)))
    guest_matches.warn(loss)


def _goodbye(was_known: bool) -> str:
    return t("commands.logout.out" if was_known else "commands.logout.nobody")


def _forgotten(server: str) -> bool:
    """Forget the session here, and end it on the server if that can be reached."""
    from quincunx.clients.remote import Client, Refused, RemoteError

    session = keyring.recall(server)
    if session is not None:
        with contextlib.suppress(Refused, RemoteError), Client(server, session=session) as client:
            client.log_out()
    return keyring.forget(server)
