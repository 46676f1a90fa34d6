"""For those who run the server: is it well, is it ready, and what does it count."""

from __future__ import annotations

import hmac
import ipaddress
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException

from quincunx.protocol.errors import Refusal
from quincunx.server.config import Config
from quincunx.server.errors import refusal, refusals
from quincunx.server.metrics import CONTENT_TYPE, Metrics
from quincunx.server.readiness import Readiness

PROXIED = ("x-forwarded-for", "forwarded", "via")  # what proxies say of whom they bring


@get("/health", exclude_from_auth=True, uncompressed=True, summary="Is the server alive", tags=["operation"])
async def health() -> dict[str, str]:
    """Well, if the process answers, whatever the database does: to start it anew would not help that."""
    return {"status": "well"}


@get(
    "/ready",
    exclude_from_auth=True,
    uncompressed=True,
    summary="Can the server do its work",
    tags=["operation"],
    responses=refusals(503),
)
async def ready(readiness: NamedDependency[Readiness]) -> Response[dict[str, str]] | Response[Refusal]:
    """Ready, if the database can be read and written, what is due gets done, and the server is not about to stop."""
    faults = await readiness.faults()
    if faults:
        return Response(refusal("not_ready", " ".join(faults)), status_code=503, headers={"Retry-After": "2"})
    return Response({"status": "ready"})


@get("/metrics", exclude_from_auth=True, uncompressed=True, media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(
    request: Request[Any, Any, Any], config: NamedDependency[Config], metrics: NamedDependency[Metrics]
) -> Response[bytes]:
    """The metrics, for this machine or for whoever has the token."""
    if not _may_scrape(request, config):
        raise NotFoundException
    return Response(metrics.text(), media_type=CONTENT_TYPE)


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
