"""The account that plays at this keyboard: a guest until a member logs in.

If you log in as the same member in the terminal and in the window, both count the same matches. Until then each has
its own guest. A guest who registers keeps all matches.
"""

from __future__ import annotations

from pwdlib import PasswordHash

from quincunx.clients import keyring
from quincunx.clients.local.database import LocalDatabase, now
from quincunx.core.errors import QuincunxError
from quincunx.host.credentials import require_length, require_name, require_strong
from quincunx.protocol.accounts import Account
from quincunx.store.engine import read_url
from quincunx.store.errors import Missing
from quincunx.store.store import Unit
from quincunx.words import phrase


class LogInError(QuincunxError):
    """Raised for a wrong name or password."""


def here(local_db: LocalDatabase) -> Account:
    """The account that plays here; a guest account is created the first time."""
    known = known_here(local_db)
    if known is not None:
        return known
    guest = local_db.write(lambda unit: unit.accounts.add_guest(now()))
    _remember(local_db, guest)
    return guest


def was_here(database: str) -> bool:
    """Whether somebody has played with this database; does not open it."""
    return keyring.recall(_place(database)) is not None


def known_here(local_db: LocalDatabase) -> Account | None:
    """The account that plays here, if somebody has."""
    id = keyring.recall(_place(local_db.database))
    return None if id is None else local_db.read(lambda unit: _living(unit, id))


def log_in(local_db: LocalDatabase, name: str, password: str) -> Account:
    """Play here as a member from now on; raises LogInError if the name or the password is wrong."""
    found = local_db.read(lambda unit: unit.accounts.credentials(name))
    if found is None or not PasswordHash.recommended().verify(password, found[1]):
        raise LogInError(phrase("clients.local.wrong_login"))
    _remember(local_db, found[0])
    return found[0]


def register(local_db: LocalDatabase, name: str, password: str) -> Account:
    """Become a member; a guest who has played here keeps all matches. Refused says what is wrong with the name."""
    require_name(name)
    require_length(password)
    require_strong(password, name)
    known, hashed = known_here(local_db), PasswordHash.recommended().hash(password)

    def work(unit: Unit) -> Account:
        if known is not None and known.kind == "guest":
            return unit.accounts.make_member(known.id, name, hashed)
        return unit.accounts.add_member(name, hashed, now())

    member = local_db.write(work)
    _remember(local_db, member)
    return member


def log_out(local_db: LocalDatabase) -> bool:
    """Play as a new guest from now on; return whether an account was known here."""
    return keyring.forget(_place(local_db.database))


def _living(unit: Unit, id: str) -> Account | None:
    """The account, unless it has been deleted in the meantime."""
    try:
        account = unit.accounts.get(id)
    except Missing:
        return None
    return None if account.kind == "deleted" else account


def _remember(local_db: LocalDatabase, account: Account) -> None:
    keyring.remember(_place(local_db.database), account.id)


def _place(database: str) -> str:
    """The keyring's key for the database: its URL without the password."""
    return read_url(database).render_as_string(hide_password=True)
