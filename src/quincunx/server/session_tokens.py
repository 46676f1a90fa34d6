"""Sessions and API tokens over HTTP: listing, creating and revoking them."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.exceptions import (
    ClientException,
    NotFoundException,
    PermissionDeniedException,
)
from litestar.params import JSONBody, PathParameter

from quincunx.protocol.sessions import MadeToken, MySession, NewToken, Token
from quincunx.server.authentication import Proofs, require_session
from quincunx.server.errors import NOTHING, refusals
from quincunx.server.identity import Asker, now, session_cookie
from quincunx.store.store import Store, Unit
from quincunx.words import phrase

DAY = 86_400_000
MOST_TOKENS = 20

Id = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]
Asking = Request[Asker, Any, Any]


class SessionTokenController(Controller):
    """The asker's own sessions and tokens; not accessible by token."""

    path = "/api/account"
    tags = ["account"]

    @get("/sessions", summary="List my sessions", responses=refusals(401, 403))
    async def sessions(self, request: Asking, store: NamedDependency[Store]) -> list[MySession]:
        """The asker's sessions."""
        account, mine = request.user.in_person()
        found = await store.read(lambda unit: unit.sessions.of_account(account.id, now()))
        return [MySession(session, session.id == mine.id) for session in found]

    @delete("/sessions", summary="Log out everywhere", status_code=204, responses=refusals(401, 403) | NOTHING)
    async def revoke_sessions(self, request: Asking, store: NamedDependency[Store]) -> Response[None]:
        """Ends all sessions, including this one."""
        account, _ = request.user.in_person()
        await store.write(lambda unit: unit.sessions.close_all(account.id))
        request.app.state.live.drop(account.id)
        return Response(None, status_code=204, cookies=[session_cookie(request, "")])

    @delete(
        "/sessions/{session:str}",
        summary="Log out a session",
        status_code=204,
        responses=refusals(400, 401, 403, 404),
    )
    async def revoke_session(self, request: Asking, session: Id, store: NamedDependency[Store]) -> None:
        """Ends one of the asker's sessions."""
        account, _ = request.user.in_person()
        if not await store.write(lambda unit: unit.sessions.close(account.id, session)):
            raise NotFoundException(detail=phrase("server.token.no_such_session"))
        request.app.state.live.drop(account.id)

    @get("/tokens", summary="List my tokens", responses=refusals(401, 403))
    async def tokens(self, request: Asking, store: NamedDependency[Store]) -> list[Token]:
        """The asker's tokens, without their secrets."""
        account, _ = request.user.in_person()
        return await store.read(lambda unit: unit.tokens.of_account(account.id))

    @post("/tokens", summary="Create a token", responses=refusals(400, 401, 403, 409, 413, 429, 503))
    async def make_token(
        self,
        request: Asking,
        data: JSONBody[NewToken],
        store: NamedDependency[Store],
        proofs: NamedDependency[Proofs],
    ) -> MadeToken:
        """Creates a token for a program. Its secret is shown only once."""
        account, mine = request.user.in_person()
        if account.kind != "member":
            raise PermissionDeniedException(detail=phrase("server.token.members_only"))
        await proofs.password(request, account, data.password)
        scopes = sorted(set(data.scopes))
        expires = None if data.days is None else now() + data.days * DAY

        def work(unit: Unit) -> MadeToken:
            require_session(unit, account, mine)  # the password may have changed meanwhile
            if len(unit.tokens.of_account(account.id)) >= MOST_TOKENS:
                raise ClientException(detail=phrase("server.token.too_many", count=MOST_TOKENS), status_code=409)
            return MadeToken(*unit.tokens.add(account.id, data.label, scopes, now(), expires))

        return await store.write(work)

    @delete("/tokens/{token:str}", summary="Revoke a token", status_code=204, responses=refusals(400, 401, 403, 404))
    async def revoke_token(self, request: Asking, token: Id, store: NamedDependency[Store]) -> None:
        """Revokes one of the asker's tokens."""
        account, _ = request.user.in_person()
        if not await store.write(lambda unit: unit.tokens.revoke(account.id, token)):
            raise NotFoundException(detail=phrase("server.token.no_such_token"))
        request.app.state.live.drop(account.id)
