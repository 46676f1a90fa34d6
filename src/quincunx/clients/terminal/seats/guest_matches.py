"""Warns about the matches that a guest would lose by logging in or out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from quincunx.clients import keyring
from quincunx.clients.language import t
from quincunx.clients.terminal.input.keyboard import KEYBOARD
from quincunx.clients.terminal.input.prompts import ask
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.clients.local.database import LocalDatabase

MOST = 1000  # matches that are counted
YES = ("y", "yes", "j", "ja")
UNCHANGED = phrase("terminal.guest.unchanged")


def left_behind(local_db: LocalDatabase) -> str:
    """A sentence about the matches that the guest who plays here would lose; empty if there are none."""
    from quincunx.clients.local.account import known_here

    guest = known_here(local_db)
    if guest is None or guest.kind != "guest":
        return ""
    return _sentence(guest.name, len(local_db.read(lambda unit: unit.matches.of_account(guest.id, most=MOST))), "")


def left_behind_at(server: str) -> str:
    """The same for the guest who plays on a server; also empty if the server does not answer."""
    from quincunx.clients.remote import Client, Refused, RemoteError

    session = keyring.recall(server)
    if session is None:
        return ""
    try:
        with Client(server, session=session) as client:
            if not client.name or client.is_member():
                return ""
            return _sentence(client.name, len(client.history(most=MOST)), f" --online {server}")
    except (Refused, RemoteError):
        return ""


def _sentence(guest: str, count: int, where: str) -> str:
    if not count:
        return ""
    command = f"quincunx login NAME --new{where}"
    if count == MOST:
        return t("terminal.guest.many_stay", count=count, name=guest, command=command)
    return t("terminal.guest.matches_stay", count=count, name=guest, command=command)


def is_agreed(loss: str) -> bool:
    """Whether to continue; asks the player if something would be lost and input is a terminal."""
    if not loss or not KEYBOARD.is_terminal():
        return True
    answer = ask(f"{loss}\n{t('terminal.guest.go_on')} ")
    return answer is not None and answer.strip().lower() in YES


def warn(loss: str) -> None:
    """Print what has been lost if the player could not be asked."""
    if loss and not KEYBOARD.is_terminal():
        print(loss, file=sys.stderr)
