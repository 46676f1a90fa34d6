"""Two-factor authentication over HTTP: setting it up, logging in with codes, turning it off; and recovery codes."""

from __future__ import annotations

import io

import segno
from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.exceptions import ClientException, NotAuthorizedException, PermissionDeniedException
from litestar.params import JSONBody

from quincunx.protocol.accounts import Account
from quincunx.protocol.second_factor import AuthenticatorSecret, Codes, CodeStep, FirstCode
from quincunx.protocol.security import Proof
from quincunx.protocol.sessions import Session
from quincunx.server import totp
from quincunx.server.account_emails import AccountEmails
from quincunx.server.authentication import (
    Asking,
    NewSession,
    Proofs,
    enter,
    entered,
    is_shown_code,
    require_session,
    wrong_code,
)
from quincunx.server.encryption import Encryption
from quincunx.server.errors import NOTHING, refusals
from quincunx.server.identity import now
from quincunx.server.known_devices import known_device
from quincunx.server.request_limits import RequestLimits, address_of
from quincunx.server.security_log import about
from quincunx.store.store import Store, Unit
from quincunx.words import phrase

ISSUER = "Quincunx"
PROVEN = (400, 401, 403, 409, 413, 429, 503)


class SecondFactorController(Controller):
    """Codes that are required in addition to the password."""

    path = "/api"
    tags = ["account"]

    @post("/login/code", summary="Log in, second step", status_code=200, responses=refusals(400, 401, 403, 413, 429))
    async def log_in(
        self,
        request: Asking,
        data: JSONBody[CodeStep],
        store: NamedDependency[Store],
        proofs: NamedDependency[Proofs],
        limits: NamedDependency[RequestLimits],
    ) -> Response[Account]:
        """Starts a new session, for a code and the ticket from the first step."""
        ticket = await store.read(lambda unit: unit.tickets.read("code", data.ticket, now()))
        if ticket is None or ticket.account is None:
            raise _too_late()
        holder = ticket.account
        about(request, holder)
        if is_shown_code(data.code):
            await limits.count_code(holder)

        def work(unit: Unit) -> tuple[Account, NewSession] | None:
            unit.accounts.hold(holder)  # a deletion comes before this, or after it and ends this session too
            if unit.tickets.read("code", data.ticket, now()) is None:
                raise _too_late()  # it was used in the meantime, or the password was changed
            if not proofs.passes(unit, holder, data.code):
                unit.tickets.miss(data.ticket)
                return None
            if unit.tickets.redeem("code", data.ticket, now()) is None:
                raise _too_late()
            account = unit.accounts.get(holder)
            return account, enter(request, unit, account)

        done = await store.write(work)
        if done is None:
            raise wrong_code()
        await limits.forgive_codes(holder)
        account, new = done
        await limits.forgive_attempts(address_of(request), account.name, known_device(request, (account, new.hashed)))
        return entered(request, account, new)

    @post("/account/second-factor", summary="Set up a second factor", status_code=200, responses=refusals(*PROVEN))
    async def begin(
        self,
        request: Asking,
        data: JSONBody[Proof],
        store: NamedDependency[Store],
        proofs: NamedDependency[Proofs],
        encryption: NamedDependency[Encryption],
    ) -> AuthenticatorSecret:
        """A secret for an authenticator app. Codes are required once a first code has confirmed it."""
        account, session = member(request)
        await proofs.password(request, account, data.password)
        secret = totp.new_secret()

        def work(unit: Unit) -> None:
            require_session(unit, account, session)
            if unit.second_factors.active(account.id) is not None:
                raise ClientException(detail=phrase("server.second_factor.on_already"), status_code=409)
            unit.second_factors.begin(account.id, encryption.encrypt(secret, account.id))

        await store.write(work)
        link = totp.link(secret, ISSUER, account.name)
        return AuthenticatorSecret(secret, link, picture(link))

    @post(
        "/account/second-factor/confirm",
        summary="Turn the second factor on",
        status_code=200,
        responses=refusals(400, 401, 403, 409, 413, 429),
    )
    async def confirm(
        self,
        request: Asking,
        data: JSONBody[FirstCode],
        store: NamedDependency[Store],
        encryption: NamedDependency[Encryption],
        limits: NamedDependency[RequestLimits],
        account_emails: NamedDependency[AccountEmails],
    ) -> Codes:
        """Turns the second factor on, after checking a first code, and returns new recovery codes."""
        account, session = member(request)
        await limits.count_code(account.id)

        def work(unit: Unit) -> list[str]:
            require_session(unit, account, session)
            factor = unit.second_factors.find(account.id)
            if factor is None or factor.since is not None:
                raise ClientException(detail=phrase("server.second_factor.not_begun"), status_code=409)
            secret = encryption.decrypt(factor.secret, account.id)
            step = None if secret is None else totp.step_of(secret, "".join(data.code.split()), now())
            if step is None or not unit.second_factors.confirm(account.id, factor.secret, step, now()):
                raise wrong_code()
            unit.tickets.void(account.id)
            return unit.recovery_codes.renew(account.id, now())

        codes = await store.write(work)
        await limits.forgive_codes(account.id)
        account_emails.tell(account, "factor_on")
        return Codes(codes)

    @post(
        "/account/second-factor/remove",
        summary="Turn the second factor off",
        status_code=204,
        responses=refusals(*PROVEN) | NOTHING,
    )
    async def remove(
        self,
        request: Asking,
        data: JSONBody[Proof],
        store: NamedDependency[Store],
        proofs: NamedDependency[Proofs],
        account_emails: NamedDependency[AccountEmails],
    ) -> None:
        """Turns the second factor off. Requires both the password and a code."""
        account, session = member(request)
        await proofs.both(request, account, data)

        def work(unit: Unit) -> bool:
            require_session(unit, account, session)
            unit.tickets.void(account.id)
            was_on = unit.second_factors.active(account.id) is not None
            unit.second_factors.remove(account.id)
            return was_on

        if await store.write(work):
            account_emails.tell(account, "factor_off")

    @post("/account/recovery-codes", summary="Create new recovery codes", responses=refusals(*PROVEN))
    async def renew_codes(
        self,
        request: Asking,
        data: JSONBody[Proof],
        store: NamedDependency[Store],
        proofs: NamedDependency[Proofs],
        account_emails: NamedDependency[AccountEmails],
    ) -> Codes:
        """Ten new codes that replace the old ones. Each works once."""
        account, session = member(request)
        await proofs.both(request, account, data)

        def work(unit: Unit) -> list[str]:
            require_session(unit, account, session)
            return unit.recovery_codes.renew(account.id, now())

        codes = await store.write(work)
        account_emails.tell(account, "codes")
        return Codes(codes)


def member(request: Asking) -> tuple[Account, Session]:
    """The asker's account and session; guests are refused, because they have no password."""
    account, session = request.user.in_person()
    if account.kind != "member":
        raise PermissionDeniedException(detail=phrase("server.access.members_only"))
    return account, session


def picture(link: str) -> str:
    """The link as a QR code that a page can show."""
    drawn = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, svgns=True, scale=1, border=4, dark="#000", light="#fff", omitsize=True
    )
    return drawn.getvalue().decode()


def _too_late() -> NotAuthorizedException:
    return NotAuthorizedException(detail=phrase("server.second_factor.too_late"))
