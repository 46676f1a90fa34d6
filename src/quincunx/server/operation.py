"""For those who run the server: is it well, and what does it count."""

from __future__ import annotations

import hmac
import ipaddress
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from sqlalchemy import text

from quincunx.server.config import Config
from quincunx.server.errors import refusals
from quincunx.server.metrics import Metrics
from quincunx.store.store import Store

PROXIED = ("x-forwarded-for", "forwarded", "via")  # what proxies say of whom they bring


@get("/health", exclude_from_auth=True, summary="Is the server well", tags=["operation"], responses=refusals(503))
async def health(store: NamedDependency[Store]) -> dict[str, str]:
    """Well, if the database answers."""
    await store.read(lambda unit: unit.connection.execute(text("SELECT 1")).scalar())
    return {"status": "well"}


@get("/metrics", exclude_from_auth=True, media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(
    request: Request[Any, Any, Any], config: NamedDependency[Config], metrics: NamedDependency[Metrics]
) -> Response[str]:
    """The metrics, for this machine or for whoever has the token."""
    if not _may_scrape(request, config):
        raise NotFoundException
    return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _may_scrape(request: Request[Any, Any, Any], config: Config) -> bool:
    if config.metrics_token:
        return hmac.compare_digest(
            request.headers.get("authorization", "").encode(), f"Bearer {config.metrics_token}".encode()
        )
    if any(name in request.headers for name in PROXIED):
        return False  # a proxy of this machine, which nobody has told us to trust, brings somebody from elsewhere
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
