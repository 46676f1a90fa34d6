"""What a guest leaves behind who becomes somebody else: it is said, and asked where somebody can answer."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from quincunx.clients.terminal.asking import ask
from quincunx.clients.terminal.keyboard import KEYBOARD

if TYPE_CHECKING:
    from quincunx.clients.local.house import House

MOST = 1000  # matches that are counted
YES = ("y", "yes")


def left_behind(house: House) -> str:
    """A sentence on the matches of the guest who plays here; empty where none would be lost."""
    from quincunx.clients.local.person import known_here

    guest = known_here(house)
    if guest is None or guest.kind != "guest":
        return ""
    count = len(house.read(lambda unit: unit.matches.of_account(guest.id, most=MOST)))
    stay = "1 match stays" if count == 1 else f"{count}{' or more' * (count == MOST)} matches stay"
    only = "only quincunx login NAME --new, which makes a new member, keeps the matches of a guest"
    return f"Of {guest.name} {stay} behind: {only}." if count else ""


def is_agreed(loss: str) -> bool:
    """Whether to go on: asked at a terminal, where something is lost."""
    if not loss or not KEYBOARD.is_terminal():
        return True
    answer = ask(f"{loss}\nGo on? [y/N] ")
    return answer is not None and answer.strip().lower() in YES


def warn(loss: str) -> None:
    """Say what has been lost, where nobody could be asked."""
    if loss and not KEYBOARD.is_terminal():
        print(loss, file=sys.stderr)
