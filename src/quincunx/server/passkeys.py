"""Passkeys over HTTP (WebAuthn): creating them, logging in with them, removing them.

The device verifies its user (user verification is required), so a passkey counts as two factors. A challenge is stored
here, works once, and belongs to the session or browser that asked for it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import webauthn
from litestar import Controller, Response, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.exceptions import ClientException, NotAuthorizedException, NotFoundException
from litestar.params import JSONBody, PathParameter
from webauthn.helpers import bytes_to_base64url, parse_authentication_credential_json
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from quincunx.play.errors import Refused
from quincunx.protocol.accounts import Account
from quincunx.protocol.passkeys import Assertion, NewPasskey, Passkey, PasskeyOptions
from quincunx.protocol.security import Proof
from quincunx.server.account_emails import AccountEmails
from quincunx.server.authentication import Asking, NewSession, Proofs, enter, entered, require_session
from quincunx.server.errors import NOTHING, refusals
from quincunx.server.identity import is_secure, now
from quincunx.server.origins import RelyingParty, relying_party_of
from quincunx.server.request_limits import RequestLimits, address_of
from quincunx.server.second_factor import PROVEN, member
from quincunx.server.security_log import about
from quincunx.store.store import Store, Unit
from quincunx.store.tickets import LASTS
from quincunx.words import phrase

T = TypeVar("T")
log = logging.getLogger("quincunx.server")

MOST_PASSKEYS = 10
MOST_ID = 1023  # bytes of a credential's id, according to the standard
TIMEOUT = 120_000  # milliseconds that the browser gives the user
ALGORITHMS = [
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
]

Id = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]


class PasskeyController(Controller):
    """Logging in without a password."""

    path = "/api"
    tags = ["account"]

    @post(
        "/account/passkeys/options",
        summary="Begin to create a passkey",
        status_code=200,
        responses=refusals(*PROVEN),
    )
    async def begin(
        self,
        request: Asking,
        data: JSONBody[Proof],
        store: NamedDependency[Store],
        proofs: NamedDependency[Proofs],
    ) -> PasskeyOptions:
        """The options for the browser. Requires the password, and a code if a second factor is on."""
        account, session = member(request)
        party = _party(request)
        await proofs.both(request, account, data)

        def work(unit: Unit) -> PasskeyOptions:
            require_session(unit, account, session)
            known = unit.passkeys.credentials(account.id)
            _require_room(len(known))
            options = _creation(party, account, known)
            payload = json.dumps({"session": session.id, "challenge": options["challenge"]})
            unit.tickets.void(account.id, "new_passkey")
            return PasskeyOptions(options, unit.tickets.issue("new_passkey", account.id, payload, now()))

        return await store.write(work)

    @post("/account/passkeys", summary="Create a passkey", responses=refusals(400, 401, 403, 409, 413))
    async def make(
        self,
        request: Asking,
        data: JSONBody[NewPasskey],
        store: NamedDependency[Store],
        account_emails: NamedDependency[AccountEmails],
    ) -> Passkey:
        """Registers the passkey that the browser has created."""
        account, session = member(request)
        party = _party(request)
        ticket = await store.write(lambda unit: unit.tickets.redeem("new_passkey", data.ticket, now()))
        begun = json.loads(ticket.payload) if ticket is not None and ticket.account == account.id else {}
        if begun.get("session") != session.id:
            raise _not_made()
        made = await _checked(
            lambda: webauthn.verify_registration_response(
                credential=data.credential,
                expected_challenge=webauthn.base64url_to_bytes(begun["challenge"]),
                expected_rp_id=party.id,
                expected_origin=party.origin,
                require_user_verification=True,
                supported_pub_key_algs=ALGORITHMS,
            )
        )
        if made is None or len(made.credential_id) > MOST_ID:
            raise _not_made()
        key, count, name = made.credential_public_key, made.sign_count, bytes_to_base64url(made.credential_id)

        def work(unit: Unit) -> Passkey:
            require_session(unit, account, session)
            _require_room(len(unit.passkeys.of_account(account.id)))
            return unit.passkeys.add(account.id, data.label, name, key, count, now())

        passkey = await store.write(work)
        account_emails.tell(account, "passkey_added")
        return passkey

    @post(
        "/account/passkeys/{passkey:str}/remove",
        summary="Remove a passkey",
        status_code=204,
        responses=refusals(404, *PROVEN) | NOTHING,
    )
    async def remove(
        self,
        request: Asking,
        passkey: Id,
        data: JSONBody[Proof],
        store: NamedDependency[Store],
        proofs: NamedDependency[Proofs],
        account_emails: NamedDependency[AccountEmails],
    ) -> None:
        """Removes a passkey, which can no longer be used to log in."""
        account, session = member(request)
        await proofs.both(request, account, data)

        def work(unit: Unit) -> bool:
            require_session(unit, account, session)
            return unit.passkeys.remove(account.id, passkey)

        if not await store.write(work):
            raise NotFoundException(detail=phrase("server.passkey.no_such_passkey"))
        account_emails.tell(account, "passkey_removed")

    @post(
        "/login/passkey/options",
        summary="Begin to log in with a passkey",
        status_code=200,
        responses=refusals(400, 401, 403, 429),
    )
    async def challenge(
        self, request: Asking, store: NamedDependency[Store], limits: NamedDependency[RequestLimits]
    ) -> Response[PasskeyOptions]:
        """The challenge for the browser to sign with any of its passkeys for this site."""
        party = _party(request)
        await limits.count_start(address_of(request))
        options = _plain(
            webauthn.generate_authentication_options(
                rp_id=party.id, timeout=TIMEOUT, user_verification=UserVerificationRequirement.REQUIRED
            )
        )
        ticket = await store.write(lambda unit: unit.tickets.issue("passkey", None, options["challenge"], now()))
        return Response(PasskeyOptions(options), status_code=200, cookies=[_cookie(request, ticket)])

    @post(
        "/login/passkey",
        summary="Log in with a passkey",
        status_code=200,
        responses=refusals(400, 401, 403, 413),
    )
    async def log_in(
        self, request: Asking, data: JSONBody[Assertion], store: NamedDependency[Store]
    ) -> Response[Account]:
        """Starts a new session, in exchange for a signed challenge."""
        party = _party(request)
        secret = request.cookies.get(_cookie_name(request), "")[:100]
        if await store.read(lambda unit: unit.tickets.read("passkey", secret, now())) is None:
            raise _unknown()  # without a challenge nothing is written
        ticket = await store.write(lambda unit: unit.tickets.redeem("passkey", secret, now()))
        given = await _checked(lambda: parse_authentication_credential_json(data.credential))
        if ticket is None or given is None:
            raise _unknown()
        known = await store.read(lambda unit: unit.passkeys.find(bytes_to_base64url(given.raw_id)))
        if known is None or given.response.user_handle != known.account.id.encode():
            raise _unknown()
        about(request, known.account.id)
        signed = await _checked(
            lambda: webauthn.verify_authentication_response(
                credential=given,
                expected_challenge=webauthn.base64url_to_bytes(ticket.payload),
                expected_rp_id=party.id,
                expected_origin=party.origin,
                credential_public_key=known.public_key,
                credential_current_sign_count=known.sign_count,
                require_user_verification=True,
            )
        )
        if signed is None:
            raise _unknown()

        def work(unit: Unit) -> NewSession:
            unit.accounts.hold(known.account.id)  # a deletion comes before this, or after it and ends this session too
            if not unit.passkeys.use(known, signed.new_sign_count, now()):
                raise _unknown()  # it was removed in the meantime, or a copy of it was used
            return enter(request, unit, known.account)

        answer = entered(request, known.account, await store.write(work))
        answer.set_cookie(_cookie(request, ""))
        return answer


async def _checked(work: Callable[[], T]) -> T | None:
    """The result of the work, done off the event loop; None if the credential is invalid or unreadable."""
    try:
        return await asyncio.to_thread(work)
    except Exception as error:  # the parsers read untrusted bytes: anything they reject is not a passkey
        log.info("a passkey was refused", extra={"cause": type(error).__name__})
        return None


def _party(request: Asking) -> RelyingParty:
    party = relying_party_of(request.headers, request.scope["scheme"], request.app.state.config.public_url)
    if party is None:
        raise Refused("no_passkeys", phrase("server.passkey.not_here"))
    return party


def _creation(party: RelyingParty, account: Account, known: list[str]) -> dict[str, Any]:
    return _plain(
        webauthn.generate_registration_options(
            rp_id=party.id,
            rp_name="Quincunx",
            user_name=account.name,
            user_id=account.id.encode(),
            timeout=TIMEOUT,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(id)) for id in known],
            supported_pub_key_algs=ALGORITHMS,
        )
    )


def _plain(options: Any) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return plain


def _require_room(count: int) -> None:
    if count >= MOST_PASSKEYS:
        raise ClientException(detail=phrase("server.passkey.too_many", count=MOST_PASSKEYS), status_code=409)


def _cookie_name(request: Asking) -> str:
    return "__Host-quincunx-passkey" if is_secure(request) else "quincunx-passkey"


def _cookie(request: Asking, ticket: str) -> Cookie:
    """The cookie that ties a challenge to the browser that asked for it; an empty ticket deletes it."""
    return Cookie(
        key=_cookie_name(request),
        value=ticket,
        max_age=LASTS["passkey"] // 1000 if ticket else 0,
        path="/",
        secure=is_secure(request),
        httponly=True,
        samesite="strict",
    )


def _not_made() -> Refused:
    return Refused("no_passkey", phrase("server.passkey.not_created"))


def _unknown() -> NotAuthorizedException:
    return NotAuthorizedException(detail=phrase("server.passkey.unknown"))
