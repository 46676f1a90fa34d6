"""`quincunx play --resume`: finds the match, and refuses arguments that are for new matches."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from quincunx.clients.language import t
from quincunx.clients.terminal.input.game_options import game_filter
from quincunx.clients.terminal.input.parser import Parser
from quincunx.core.errors import OptionError
from quincunx.games import games
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.clients.local.database import LocalDatabase
    from quincunx.protocol.accounts import Account
    from quincunx.store.matches import Header
    from quincunx.store.store import Unit

# The store is imported in functions, so that other commands start without it.

LATEST = "latest"  # no match has this id
WAYS = ("find", "invite", "challenge", "accept")  # ways to a new match
SETTLED = ("option", "bot", "side", "friend", "level", "clock", "rated", *WAYS)


def add_resume(parser: Parser) -> None:
    """Add the option."""
    parser.add_argument(
        "--resume",
        metavar="ID",
        type=_id,
        nargs="?",
        const=LATEST,
        help="resume the match with this id, or the latest one (of GAME, if given)",
    )


def _id(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError(t("terminal.value.match"))
    return text


def refuse_more(arguments: argparse.Namespace) -> None:
    """Raise OptionError for arguments that are settled when a match is created."""
    if arguments.resume is None:
        return
    asked = [name for name in SETTLED if getattr(arguments, name) not in (None, False, [])]
    if arguments.legs > 1:
        asked.append("two-games")
    if asked:
        raise OptionError(phrase("terminal.resume.new_only", option=asked[0]))


def left(arguments: argparse.Namespace, local_db: LocalDatabase, account: Account) -> str:
    """The id of the match to resume: the one that is named, or the latest unfinished one."""
    game = game_filter(arguments)
    if arguments.resume != LATEST:
        found = local_db.read(lambda unit: _named(unit, account, arguments.resume))
        require_same(game, found.game)
        return found.id
    latest = local_db.read(lambda unit: unit.matches.of_account(account.id, game=game, status=("running",), most=1))
    if not latest:
        raise OptionError(phrase("terminal.resume.none", game=game or ""))
    return latest[0].id


def _named(unit: Unit, account: Account, id: str) -> Header:
    """The match with that id, if the account plays in it or no account does."""
    from quincunx.store.errors import Missing

    try:
        found = unit.matches.get(id)
    except Missing as missing:
        if id in games():
            raise OptionError(phrase("terminal.resume.latest_of", game=id)) from missing
        raise OptionError(phrase("terminal.resume.unknown", match=id)) from missing
    sitting = {seat.account for seat in found.seats if seat.account is not None}
    if sitting and account.id not in sitting:
        names = sorted(unit.accounts.names(sitting).values())
        raise OptionError(phrase("terminal.resume.not_yours", owners=names, name=account.name))
    return found


def require_same(wanted: str | None, found: str) -> None:
    """Raise OptionError if the match is of another game than the one that was named."""
    if wanted not in (None, found):
        raise OptionError(phrase("terminal.argument.other_game", found=found, wanted=wanted or ""))
