"""Traces: how long requests, commands and their work on the database take, for an OpenTelemetry collector.

Without `traces_url` there are none: this module's `Tracing` then replaces that of `otlp_traces`, does nothing, and no
OpenTelemetry package is imported.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from litestar.types import ASGIApp

from quincunx.protocol import messages
from quincunx.store.store import Store

if TYPE_CHECKING:
    from quincunx.server.config import Config

_NOTHING = nullcontext()


class Tracing:
    """No traces."""

    def trace_requests(self, app: ASGIApp) -> ASGIApp:
        """The application, with a span for every HTTP request to the API."""
        return app

    def message(self, message: messages.Incoming) -> AbstractContextManager[object]:
        """A span for a message on a WebSocket, from reading it to answering it."""
        return _NOTHING

    def open_store(self, url: str) -> Store:
        """A store, with spans for reads and writes that are part of a request or a message."""
        return Store(url)

    def stop(self) -> None:
        """Send what has not been sent yet, or drop it after a few seconds."""


def open_tracing(config: Config) -> Tracing:
    """Traces as configured."""
    if not config.traces_url:
        return Tracing()
    from quincunx.server.otlp_traces import OtlpTracing

    return OtlpTracing(config.traces_url, config.traces_share)
