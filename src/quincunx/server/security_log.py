"""The security log: who did what from where, for log-ins, refusals, limits and actions of moderators. No secrets.

A line has the ids of accounts, and routes instead of URLs. Names that were typed at log-in are never logged, because
people sometimes type their password into that field.
"""

from __future__ import annotations

import logging
from typing import Any

from litestar.connection import ASGIConnection
from litestar.types import Scope

from quincunx.server.rate_limits import network

log = logging.getLogger("quincunx.security")

ABOUT = "quincunx.about"  # the key, in the scope, of the account that a request is about
# routes whose changes are always logged, whatever the outcome
PLACES = ("/api/guest", "/api/register", "/api/log", "/api/account", "/api/recover", "/api/email", "/api/reports")
MODERATION = "/api/moderation"  # routes that are always logged, even when only reading
REFUSED = frozenset({401, 403})
LIMITED = 429
FAULTY = frozenset({1008, 1013})  # close codes of WebSockets for misbehaving clients, or too many of them


def about(request: ASGIConnection[Any, Any, Any, Any], account: str) -> None:
    """Note the account that a request is about, if it is not the asker's."""
    request.scope[ABOUT] = account  # type: ignore[literal-required]


def trace(scope: Scope, method: str, route: str, status: int, *, safe: bool) -> None:
    """Log a request that was answered, if it is relevant for security."""
    what = _outcome(status)
    matters = route.startswith(MODERATION) or (not safe and route.startswith(PLACES))
    if matters or what in ("refused", "limited"):
        log.log(
            logging.WARNING if what == "limited" else logging.INFO,
            what,
            extra={"method": method, "route": route, "status": status, **_who(scope)},
        )


def trace_close(scope: Scope, code: int) -> None:
    """Log a WebSocket that the server has refused or closed."""
    if code in FAULTY or code >= 4000:
        log.warning("cut off", extra={"code": code, **_who(scope)})


def _outcome(status: int) -> str:
    if status in REFUSED:
        return "refused"
    if status == LIMITED:
        return "limited"
    return "done" if status < 400 else "failed"


def _who(scope: Scope) -> dict[str, object]:
    """The fields for who asked, from where, and about whom."""
    asker, client = scope.get("user"), scope.get("client")
    account = getattr(asker, "account", None)
    fields: dict[str, object] = {"network": network(client[0]) if client else ""}
    if account is not None:
        fields["account"] = account.id
    if ABOUT in scope:
        fields["about"] = scope[ABOUT]  # type: ignore[literal-required]
    return fields
