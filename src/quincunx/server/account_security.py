"""Account security over HTTP: the ways to log in to an account, and its e-mail address."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.exceptions import TooManyRequestsException
from litestar.params import JSONBody

from quincunx.play.errors import Refused
from quincunx.protocol.accounts import Account
from quincunx.protocol.security import Confirmation, EmailAddress, NewEmail, Proof, Security
from quincunx.server.account_emails import AccountEmails
from quincunx.server.authentication import Asking, Proofs, require_session, void_link
from quincunx.server.errors import NOTHING, refusals
from quincunx.server.identity import now
from quincunx.server.request_limits import RequestLimits, address_of
from quincunx.server.second_factor import PROVEN, member
from quincunx.server.security_log import about
from quincunx.store.store import Store, Unit
from quincunx.words import phrase


class SecurityController(Controller):
    """The security settings of the asker's account."""

    path = "/api"
    tags = ["account"]

    @get("/account/security", summary="Show my security settings", responses=refusals(401, 403))
    async def overview(self, request: Asking, store: NamedDependency[Store]) -> Security:
        """Passkeys, second factor, recovery codes and e-mail address, without any secrets."""
        account, _ = member(request)

        def work(unit: Unit) -> Security:
            factor = unit.second_factors.active(account.id)
            return Security(
                unit.passkeys.of_account(account.id),
                None if factor is None else factor.since,
                unit.recovery_codes.left(account.id),
                unit.emails.find(account.id),
            )

        return await store.read(work)

    @post(
        "/account/email",
        summary="Set the e-mail address",
        status_code=204,
        responses=refusals(*PROVEN) | NOTHING,
    )
    async def give_email(
        self,
        request: Asking,
        data: JSONBody[NewEmail],
        store: NamedDependency[Store],
        proofs: NamedDependency[Proofs],
        limits: NamedDependency[RequestLimits],
        account_emails: NamedDependency[AccountEmails],
    ) -> None:
        """Sends an e-mail to the new address. It takes effect once the link in that e-mail has been opened."""
        account, session = member(request)
        if not account_emails.mailer.works:
            raise Refused("no_mail", phrase("server.mail.not_available"))
        await proofs.both(request, account, Proof(data.password, data.code))
        if not (await limits.allows_mail(account.id) and await limits.allows_mail(data.address.casefold())):
            raise TooManyRequestsException(detail=phrase("server.limit.mails"))

        def work(unit: Unit) -> str:
            require_session(unit, account, session)
            unit.tickets.void(account.id, "email")
            payload = f"{data.language} {data.address}"
            return unit.tickets.issue("email", account.id, payload, now())

        ticket = await store.write(work)
        account_emails.ask_to_confirm(EmailAddress(data.address, 0, data.language), account, ticket)

    @post(
        "/account/email/remove",
        summary="Remove the e-mail address",
        status_code=204,
        responses=refusals(*PROVEN) | NOTHING,
    )
    async def remove_email(
        self,
        request: Asking,
        data: JSONBody[Proof],
        store: NamedDependency[Store],
        proofs: NamedDependency[Proofs],
        account_emails: NamedDependency[AccountEmails],
    ) -> None:
        """Removes the address, after a last e-mail that says so."""
        account, session = member(request)
        await proofs.both(request, account, data)

        def work(unit: Unit) -> EmailAddress | None:
            require_session(unit, account, session)
            unit.tickets.void(account.id, "email", "password")
            former = unit.emails.find(account.id)
            unit.emails.remove(account.id)
            return former

        former = await store.write(work)
        if former is not None:
            account_emails.tell_former(former, account)

    @post(
        "/email/confirm",
        summary="Confirm an e-mail address",
        status_code=204,
        responses=refusals(400, 401, 403, 413, 429) | NOTHING,
    )
    async def confirm_email(
        self,
        request: Asking,
        data: JSONBody[Confirmation],
        store: NamedDependency[Store],
        limits: NamedDependency[RequestLimits],
        account_emails: NamedDependency[AccountEmails],
    ) -> None:
        """Confirms an address with the ticket from the e-mail. You need not be logged in."""
        await limits.count_start(address_of(request))

        def work(unit: Unit) -> tuple[Account, EmailAddress | None]:
            holder = unit.tickets.read("email", data.ticket, now())
            if holder is not None and holder.account is not None:
                unit.accounts.hold(holder.account)  # a deletion comes either before this or after it
            ticket = unit.tickets.redeem("email", data.ticket, now())
            if ticket is None or ticket.account is None:
                raise void_link()
            language, _, address = ticket.payload.partition(" ")
            former = unit.emails.find(ticket.account)
            unit.tickets.void(ticket.account, "password")  # tickets sent to the old address no longer work
            unit.emails.put(ticket.account, EmailAddress(address, now(), language))
            return unit.accounts.get(ticket.account), former

        account, former = await store.write(work)
        about(request, account.id)
        if former is not None:
            account_emails.tell_former(former, account)
