"""Password recovery over HTTP: by e-mail if there is a mail server, or by a recovery code."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from quincunx.play.errors import Refused
from quincunx.protocol.accounts import Account
from quincunx.protocol.recovery import LogInMethods, PasswordResetByCode, PasswordResetByMail, PasswordResetRequest
from quincunx.server import email_templates
from quincunx.server.account_emails import AccountEmails
from quincunx.server.authentication import Asking, end_everything, void_link
from quincunx.server.errors import NOTHING, refusals
from quincunx.server.identity import now
from quincunx.server.known_devices import known_device
from quincunx.server.mail import Letter
from quincunx.server.origins import relying_party_of
from quincunx.server.passwords import Passwords
from quincunx.server.request_limits import RequestLimits, address_of, whence
from quincunx.server.security_log import about
from quincunx.store.accounts import fold
from quincunx.store.store import Store, Unit
from quincunx.words import phrase


class RecoveryController(Controller):
    """For people who cannot log in."""

    path = "/api"
    tags = ["account"]

    @get("/login/ways", summary="List the ways to log in", responses=refusals(401))
    async def ways(self, request: Asking, account_emails: NamedDependency[AccountEmails]) -> LogInMethods:
        """What the log-in page can offer on this server."""
        party = relying_party_of(request.headers, request.scope["scheme"], request.app.state.config.public_url)
        return LogInMethods(party is not None, account_emails.mailer.works)

    @post(
        "/recovery/mail",
        summary="Request an e-mail to reset the password",
        status_code=204,
        responses=refusals(400, 401, 403, 413, 429) | NOTHING,
    )
    async def ask(
        self,
        request: Asking,
        data: JSONBody[PasswordResetRequest],
        store: NamedDependency[Store],
        limits: NamedDependency[RequestLimits],
        account_emails: NamedDependency[AccountEmails],
    ) -> None:
        """Sends the e-mail. The answer and its timing do not reveal whether the member exists or has an address."""
        await limits.count_start(address_of(request))
        if not account_emails.mailer.works:
            raise Refused("no_mail", phrase("server.recovery.no_mail"))
        url = request.app.state.config.public_url.rstrip("/")

        async def writing() -> Letter | None:
            if not await limits.allows_mail(fold(data.name)):
                return None
            return await store.write(lambda unit: _letter(unit, data.name, url))

        account_emails.mailer.post(writing)

    @post(
        "/recovery/password",
        summary="Set a new password, by e-mail",
        status_code=204,
        responses=refusals(400, 401, 403, 413, 429, 503) | NOTHING,
    )
    async def by_mail(
        self,
        request: Asking,
        data: JSONBody[PasswordResetByMail],
        store: NamedDependency[Store],
        passwords: NamedDependency[Passwords],
        limits: NamedDependency[RequestLimits],
        account_emails: NamedDependency[AccountEmails],
    ) -> None:
        """Ends all sessions and revokes all tokens. A second factor is still required afterwards."""
        await limits.count_start(address_of(request))
        account = await store.read(lambda unit: _holder(unit, data.ticket))
        if account is None:
            raise void_link()
        about(request, account.id)
        await passwords.require_strong(data.password, account.name, whence(request))
        hashed = await passwords.hash(data.password, whence(request))

        def work(unit: Unit) -> None:
            unit.accounts.hold(account.id)
            if unit.tickets.redeem("password", data.ticket, now()) is None:
                raise void_link()
            _replace(unit, account, hashed)

        await store.write(work)
        _done(request, account_emails, account)

    @post(
        "/recovery/code",
        summary="Set a new password, by a recovery code",
        status_code=204,
        responses=refusals(400, 401, 403, 413, 429, 503) | NOTHING,
    )
    async def by_code(
        self,
        request: Asking,
        data: JSONBody[PasswordResetByCode],
        store: NamedDependency[Store],
        passwords: NamedDependency[Passwords],
        limits: NamedDependency[RequestLimits],
        account_emails: NamedDependency[AccountEmails],
    ) -> None:
        """Ends all sessions and revokes all tokens. A second factor is still required afterwards."""
        found = await store.read(lambda unit: unit.accounts.credentials(data.name))
        if found is not None:
            about(request, found[0].id)
        device = known_device(request, found)
        await limits.count_attempt(address_of(request), data.name, device)
        await passwords.require_strong(data.password, data.name, whence(request))
        known = bool(device)
        hashed = await passwords.hash(
            data.password, whence(request), known=known
        )  # for any name, so that the time reveals nothing

        def work(unit: Unit) -> Account:
            account = unit.accounts.named(data.name)
            if account is not None:
                unit.accounts.hold(account.id)
            if account is None or not unit.recovery_codes.use(account.id, data.code):
                raise Refused("wrong_code", phrase("server.recovery.wrong_code"))
            _replace(unit, account, hashed)
            return account

        account = await store.write(work)
        await limits.forgive_attempts(address_of(request), data.name, device)
        _done(request, account_emails, account)


def _letter(unit: Unit, name: str, url: str) -> Letter | None:
    account = unit.accounts.named(name)
    email = None if account is None else unit.emails.find(account.id)
    if account is None or email is None:
        return None
    unit.tickets.void(account.id, "password")
    return email_templates.reset(email, account.name, url, unit.tickets.issue("password", account.id, "", now()))


def _holder(unit: Unit, secret: str) -> Account | None:
    """The account that a ticket belongs to."""
    ticket = unit.tickets.read("password", secret, now())
    return None if ticket is None or ticket.account is None else unit.accounts.get(ticket.account)


def _replace(unit: Unit, account: Account, hashed: str) -> None:
    found = unit.accounts.credentials(account.name)
    if found is None or not unit.accounts.replace_password(account.id, found[1], hashed):
        raise void_link()  # the password has changed in the meantime, or the account is gone
    end_everything(unit, account.id)


def _done(request: Asking, account_emails: AccountEmails, account: Account) -> None:
    about(request, account.id)
    request.app.state.live.drop(account.id)
    account_emails.tell(account, "password")
