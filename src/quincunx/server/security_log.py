"""The security log: who did what from where, for log-ins, refusals, limits and acts of moderators. No secrets.

A line names accounts by their ids, and routes instead of addresses. Whatever somebody typed as a name stands nowhere:
people type passwords into that field.
"""

from __future__ import annotations

import logging
from typing import Any

from litestar.connection import ASGIConnection
from litestar.types import Scope

from quincunx.server.rate_limits import network

log = logging.getLogger("quincunx.security")

ABOUT = "quincunx.about"  # where a request says whose account it is about
# what is worth a line whatever comes of it, where it changes something
PLACES = ("/api/guest", "/api/register", "/api/log", "/api/account", "/api/recover", "/api/email", "/api/reports")
MODERATION = "/api/moderation"  # and this even where somebody only looks
REFUSED = frozenset({401, 403})
LIMITED = 429
FAULTY = frozenset({1008, 1013})  # a socket's close codes for those who misbehave, or are too many


def about(request: ASGIConnection[Any, Any, Any, Any], account: str) -> None:
    """Say whose account a request is about, where it is not the asker's."""
    request.scope[ABOUT] = account  # type: ignore[literal-required]


def trace(scope: Scope, method: str, route: str, status: int, *, safe: bool) -> None:
    """Note a request that was answered, if it matters."""
    what = _outcome(status)
    matters = route.startswith(MODERATION) or (not safe and route.startswith(PLACES))
    if matters or what in ("refused", "limited"):
        log.log(
            logging.WARNING if what == "limited" else logging.INFO,
            what,
            extra={"method": method, "route": route, "status": status, **_who(scope)},
        )


def trace_close(scope: Scope, code: int) -> None:
    """Note a socket that the server has refused or cut off."""
    if code in FAULTY or code >= 4000:
        log.warning("cut off", extra={"code": code, **_who(scope)})


def _outcome(status: int) -> str:
    if status in REFUSED:
        return "refused"
    if status == LIMITED:
        return "limited"
    return "done" if status < 400 else "failed"


def _who(scope: Scope) -> dict[str, object]:
    """Who asked, from where, and about whom."""
    asker, client = scope.get("user"), scope.get("client")
    account = getattr(asker, "account", None)
    told: dict[str, object] = {"network": network(client[0]) if client else ""}
    if account is not None:
        told["account"] = account.id
    if ABOUT in scope:
        told["about"] = scope[ABOUT]  # type: ignore[literal-required]
    return told
