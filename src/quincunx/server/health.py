"""Health, readiness and metrics, for the operators of the server."""

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

PROXIED = ("x-forwarded-for", "forwarded", "via")  # headers in which proxies name the client


@get("/health", exclude_from_auth=True, uncompressed=True, summary="Check that the server is alive", tags=["operation"])
async def health() -> dict[str, str]:
    """Healthy if the process answers, whatever the state of the database: a restart would not fix that."""
    return {"status": "well"}


@get(
    "/ready",
    exclude_from_auth=True,
    uncompressed=True,
    summary="Check that the server is ready",
    tags=["operation"],
    responses=refusals(503),
)
async def ready(readiness: NamedDependency[Readiness]) -> Response[dict[str, str]] | Response[Refusal]:
    """Ready if the database can be read and written, jobs are being done, and the server is not about to stop."""
    faults = await readiness.faults()
    if faults:
        return Response(refusal("not_ready", " ".join(faults)), status_code=503, headers={"Retry-After": "2"})
    return Response({"status": "ready"})


@get("/metrics", exclude_from_auth=True, uncompressed=True, media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(
    request: Request[Any, Any, Any], config: NamedDependency[Config], metrics: NamedDependency[Metrics]
) -> Response[bytes]:
    """The metrics, for requests from this machine or with the token."""
    if not _may_scrape(request, config):
        raise NotFoundException
    return Response(metrics.text(), media_type=CONTENT_TYPE)


def _may_scrape(request: Request[Any, Any, Any], config: Config) -> bool:
    if config.metrics_token:
        return hmac.compare_digest(
            request.headers.get("authorization", "").encode(), f"Bearer {config.metrics_token}".encode()
        )
    if any(name in request.headers for name in PROXIED):
        return False  # an untrusted proxy on this machine forwards a request from elsewhere
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
