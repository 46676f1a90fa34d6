"""Accounts over HTTP: play as a guest, register, log in and out, change the password, delete and export the account."""

from __future__ import annotations

from typing import Any

from litestar import Controller, MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream

from quincunx.protocol.accounts import (
    Account,
    AccountDeletion,
    CodeWanted,
    CurrentAccount,
    LogIn,
    PasswordChange,
    Registration,
)
from quincunx.server.account_emails import AccountEmails
from quincunx.server.authentication import (
    Asking,
    NewSession,
    Proofs,
    end_everything,
    enter,
    entered,
    logged_in,
    not_confirmed,
    open_session,
)
from quincunx.server.config import Config
from quincunx.server.errors import NOTHING, refusals
from quincunx.server.export_pages import exported
from quincunx.server.fair_queue import FairQueue
from quincunx.server.identity import now, session_cookie
from quincunx.server.known_devices import known_device
from quincunx.server.passwords import Passwords
from quincunx.server.request_limits import RequestLimits, address_of, whence
from quincunx.server.security_log import about
from quincunx.store.account_deletion import delete_account
from quincunx.store.store import Store, Unit
from quincunx.store.tickets import LASTS
from quincunx.words import phrase

CODE_WANTED = "the password is correct, but a code is also required: send both to /api/login/code"
EXPORT = {200: ResponseSpec(dict[str, Any], description="everything", generate_examples=False)}
HERE_ALREADY = {200: ResponseSpec(Account, description="you already have an account", generate_examples=False)}


class AccountController(Controller):
    """The asker's own account."""

    path = "/api"
    tags = ["account"]

    @post("/guest", summary="Play as a guest", responses=refusals(401, 403, 429) | HERE_ALREADY)
    async def guest(
        self, request: Asking, store: NamedDependency[Store], limits: NamedDependency[RequestLimits]
    ) -> Response[Account]:
        """Creates a guest account, unless the asker already has an account."""
        if request.user.account is not None:
            return Response(request.user.known("read"), status_code=200)
        await limits.count_account(address_of(request))

        def work(unit: Unit) -> tuple[Account, str]:
            account = unit.accounts.add_guest(now())
            return account, open_session(request, unit, account.id)

        return logged_in(request, *await store.write(work), status=201)

    @post("/register", summary="Register", responses=refusals(400, 401, 403, 409, 413, 429, 503))
    async def register(
        self,
        request: Asking,
        data: JSONBody[Registration],
        store: NamedDependency[Store],
        passwords: NamedDependency[Passwords],
        limits: NamedDependency[RequestLimits],
        config: NamedDependency[Config],
    ) -> Response[Account]:
        """Creates a member's account. A guest becomes a member and keeps all games."""
        asker = request.user
        if config.registration == "closed":
            raise PermissionDeniedException(detail=phrase("server.account.registration_closed"))
        if asker.token is not None or (asker.account is not None and asker.account.kind != "guest"):
            raise PermissionDeniedException(detail=phrase("server.account.registered_already"))
        await limits.count_account(address_of(request))
        await passwords.require_strong(data.password, data.name, whence(request))
        hashed = await passwords.hash(data.password, whence(request))

        def work(unit: Unit) -> tuple[Account, str]:
            if asker.account is None:
                account = unit.accounts.add_member(data.name, hashed, now())
            else:
                account = unit.accounts.make_member(asker.account.id, data.name, hashed)
                unit.sessions.close_all(account.id)
            return account, open_session(request, unit, account.id)

        account, secret = await store.write(work)
        request.app.state.live.drop(account.id)  # its connections are still a guest's
        return logged_in(request, account, secret, hashed, status=201)

    @post(
        "/login",
        summary="Log in",
        status_code=200,
        responses=refusals(400, 401, 403, 413, 429, 503)
        | {202: ResponseSpec(CodeWanted, description=CODE_WANTED, generate_examples=False)},
    )
    async def log_in(
        self,
        request: Asking,
        data: JSONBody[LogIn],
        store: NamedDependency[Store],
        passwords: NamedDependency[Passwords],
        limits: NamedDependency[RequestLimits],
    ) -> Response[Account | CodeWanted]:
        """Starts a session and ends the asker's old one. With a second factor, returns a ticket for the next step."""
        found = await store.read(lambda unit: unit.accounts.credentials(data.name))
        if found is not None:
            about(request, found[0].id)
        device = known_device(request, found)
        await limits.count_attempt(address_of(request), data.name, device)
        at_hand = found[1] if found else None
        right, better = await passwords.check(data.password, at_hand, whence(request), known=bool(device))
        if found is None or not right:
            raise _wrong()
        account, kept = found

        def work(unit: Unit) -> NewSession | CodeWanted:
            if not unit.accounts.replace_password(account.id, kept, better or kept):
                raise _wrong()  # changed while the password was being checked
            if unit.second_factors.active(account.id) is None:
                return enter(request, unit, account)
            return CodeWanted(unit.tickets.issue("code", account.id, "", now()), now() + LASTS["code"])

        done = await store.write(work)
        if isinstance(done, CodeWanted):
            return Response(done, status_code=202)  # the code completes the log-in
        await limits.forgive_attempts(address_of(request), data.name, device)
        return entered(request, account, done)

    @post("/logout", summary="Log out", status_code=204, responses=refusals(401, 403) | NOTHING)
    async def log_out(self, request: Asking, store: NamedDependency[Store]) -> Response[None]:
        """Ends the session."""
        account, session = request.user.in_person()
        await store.write(lambda unit: unit.sessions.close(account.id, session.id))
        request.app.state.live.drop(account.id)
        return _logged_out(request)

    @get("/session", summary="Show who is logged in, if anyone", responses=refusals(401, 403))
    async def session(self, request: Asking, store: NamedDependency[Store]) -> CurrentAccount:
        """The asker's account, or null if there is none yet."""
        if request.user.account is None:
            return CurrentAccount(None, None)
        account = request.user.known("read")
        return CurrentAccount(account, await store.read(lambda unit: unit.roles.of(account.id)))

    @get("/account", summary="Show my account", responses=refusals(401, 403))
    async def me(self, request: Asking) -> Account:
        """The asker's account."""
        return request.user.known("read")

    @post(
        "/account/password",
        summary="Change the password",
        status_code=200,
        responses=refusals(400, 401, 403, 413, 429, 503),
    )
    async def change_password(
        self,
        request: Asking,
        data: JSONBody[PasswordChange],
        store: NamedDependency[Store],
        passwords: NamedDependency[Passwords],
        proofs: NamedDependency[Proofs],
        account_emails: NamedDependency[AccountEmails],
    ) -> Response[Account]:
        """Changes the password. All sessions end, all tokens are revoked, and the asker gets a new session."""
        account, _ = request.user.in_person()
        kept = await proofs.password(request, account, data.current)
        await passwords.require_strong(data.new, account.name, whence(request))
        hashed = await passwords.hash(data.new, whence(request), known=True)

        def work(unit: Unit) -> str:
            if not unit.accounts.replace_password(account.id, kept, hashed):
                raise not_confirmed()
            end_everything(unit, account.id)
            return open_session(request, unit, account.id)

        secret = await store.write(work)
        request.app.state.live.drop(account.id)
        account_emails.tell(account, "password")
        return logged_in(request, account, secret, hashed, status=200)

    @post(
        "/account/delete",
        summary="Delete the account",
        status_code=204,
        responses=refusals(400, 401, 403, 413, 429, 503) | NOTHING,
    )
    async def leave(
        self,
        request: Asking,
        data: JSONBody[AccountDeletion],
        store: NamedDependency[Store],
        proofs: NamedDependency[Proofs],
    ) -> Response[None]:
        """Deletes the name, password, sessions, tokens, stats and ratings. Matches stay, without the name."""
        account, _ = request.user.in_person()
        is_member = account.kind == "member"
        kept = await proofs.password(request, account, data.password) if is_member else ""

        def work(unit: Unit) -> None:
            if is_member and not unit.accounts.replace_password(account.id, kept, kept):
                raise not_confirmed()
            delete_account(unit, account.id)

        await store.write(work)
        await request.app.state.live.forget(account.id)
        return _logged_out(request)

    @get(
        "/account/export",
        summary="Export my data",
        media_type=MediaType.JSON,
        uncompressed=True,
        responses=refusals(401, 403, 429, 503) | EXPORT,
    )
    async def export(
        self,
        request: Asking,
        store: NamedDependency[Store],
        limits: NamedDependency[RequestLimits],
        exports: NamedDependency[FairQueue],
    ) -> Stream:
        """Everything that the server stores about the asker."""
        account, _ = request.user.in_person()
        await limits.count_export(account.id)
        named = {"content-disposition": f'attachment; filename="quincunx-{account.name}.json"'}
        return Stream(await exported(store, exports, account, now()), media_type=MediaType.JSON, headers=named)


def _wrong() -> NotAuthorizedException:
    return NotAuthorizedException(detail=phrase("server.account.wrong_log_in"))


def _logged_out(request: Asking) -> Response[None]:
    return Response(None, status_code=204, cookies=[session_cookie(request, "")])
