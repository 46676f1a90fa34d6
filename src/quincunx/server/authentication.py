"""Logging in by any method, and confirming the password or a code before security settings are changed."""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar import Request, Response
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException

from quincunx.play.errors import Refused
from quincunx.protocol.accounts import Account
from quincunx.protocol.security import Proof
from quincunx.protocol.sessions import Session
from quincunx.server import totp
from quincunx.server.encryption import Encryption
from quincunx.server.identity import LOG_IN_FIRST, Asker, now, session_cookie
from quincunx.server.known_devices import device_cookie
from quincunx.server.passwords import Passwords
from quincunx.server.rate_limits import network
from quincunx.server.request_limits import RequestLimits, address_of, whence
from quincunx.server.security_log import about
from quincunx.store.store import Store, Unit
from quincunx.words import phrase

Asking = Request[Asker, Any, Any]


def open_session(request: Asking, unit: Unit, account: str) -> str:
    """Open a session for the network and the browser of the request; returns its secret."""
    return unit.sessions.open(account, _agent_of(request), now(), network(address_of(request)))


def _agent_of(request: Asking) -> str:
    """The browser's User-Agent, shortened and without control characters."""
    return "".join(sign for sign in request.headers.get("user-agent", "")[:200] if sign.isprintable())


class NewSession(NamedTuple):
    """A new session's secret, and the password hash by which the device will be recognised."""

    secret: str
    hashed: str


def enter(request: Asking, unit: Unit, account: Account) -> NewSession:
    """Open a new session in place of the asker's old one."""
    old = request.user
    if old.account is not None and old.session is not None:
        unit.sessions.close(old.account.id, old.session.id)
    unit.sessions.sweep(now())
    found = unit.accounts.credentials(account.name)
    return NewSession(open_session(request, unit, account.id), found[1] if found else "")


def entered(request: Asking, account: Account, new: NewSession) -> Response[Any]:
    """The response to a successful log-in."""
    old = request.user
    if old.account is not None and old.session is not None:
        request.app.state.live.drop(old.account.id)  # its connections belong to the closed session
    return logged_in(request, account, *new, status=200)


def logged_in(request: Asking, account: Account, secret: str, hashed: str = "", *, status: int) -> Response[Any]:
    """A response with the account and the session cookie, and for members the cookie that identifies the device."""
    about(request, account.id)
    cookies = [session_cookie(request, secret)]
    if hashed:
        cookies.append(device_cookie(request, account.id, hashed))
    return Response(account, status_code=status, cookies=cookies)


def end_everything(unit: Unit, account: str) -> None:
    """End all sessions, tokens and tickets of an account, after a change of the password."""
    unit.sessions.close_all(account)
    unit.tokens.revoke_all(account)
    unit.tickets.void(account)


def require_session(unit: Unit, account: Account, session: Session) -> None:
    """Raise if the session has since ended; otherwise the password cannot change until the transaction ends."""
    if not unit.sessions.hold(account.id, session.id, now()):
        raise NotAuthorizedException(detail=LOG_IN_FIRST)


def wrong_code() -> Refused:
    """The refusal of a code that is wrong or was used before."""
    return Refused("wrong_code", phrase("server.second_factor.wrong_code"))


def void_link() -> Refused:
    """The refusal of an e-mail link that is no longer valid."""
    return Refused("void_link", phrase("server.mail.void_link"))


def is_shown_code(code: str) -> bool:
    """Whether it is an app's code, which consists of digits only and, unlike a recovery code, can be guessed."""
    typed = "".join(code.split())
    return typed.isascii() and typed.isdigit()


class Proofs:
    """Checks passwords and codes of people who are already logged in."""

    def __init__(self, store: Store, passwords: Passwords, limits: RequestLimits, encryption: Encryption) -> None:
        self._store = store
        self._passwords = passwords
        self._limits = limits
        self._encryption = encryption

    async def password(self, request: Asking, account: Account, password: str) -> str:
        """The hash of the account's password; a wrong password is refused. An open session alone is not enough."""
        _, session = request.user.in_person()
        await self._limits.count_attempt(
            address_of(request), account.name, session.id
        )  # the session is known, so attempts by strangers do not slow it down
        found = await self._store.read(lambda unit: unit.accounts.credentials(account.name))
        at_hand = found[1] if found else None
        right, _ = await self._passwords.check(password, at_hand, whence(request), known=True)
        if found is None or found[0].id != account.id or not right:
            raise not_confirmed()
        await self._limits.forgive_attempts(address_of(request), account.name, session.id)
        return found[1]

    async def both(self, request: Asking, account: Account, proof: Proof) -> None:
        """Check the password, and a code if a second factor is on."""
        await self.password(request, account, proof.password)
        if await self._store.read(lambda unit: unit.second_factors.active(account.id)) is None:
            return
        if not proof.code:
            raise Refused("code_wanted", phrase("server.second_factor.code_wanted"))
        if is_shown_code(proof.code):
            await self._limits.count_code(account.id)
        if not await self._store.write(lambda unit: self.passes(unit, account.id, proof.code)):
            raise wrong_code()
        await self._limits.forgive_codes(account.id)

    def passes(self, unit: Unit, account: str, code: str) -> bool:
        """Whether the code is a valid app code or recovery code; each works once."""
        factor = unit.second_factors.active(account)
        if factor is None:
            return False
        if not is_shown_code(code):
            return unit.recovery_codes.use(account, code)
        secret = self._encryption.decrypt(factor.secret, account)
        step = None if secret is None else totp.step_of(secret, "".join(code.split()), now())
        return step is not None and unit.second_factors.use(account, step)


def not_confirmed() -> PermissionDeniedException:
    """The refusal of a password that is not the asker's."""
    return PermissionDeniedException(detail=phrase("server.account.wrong_password"))
