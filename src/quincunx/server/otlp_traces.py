"""OpenTelemetry traces, sent to a collector by OTLP over HTTP.

Like the log, they contain routes, kinds of messages, and the ids of matches and requests, but no names, texts or
addresses. A thread sends them; if the collector cannot keep up, spans are dropped. The environment variables of
OpenTelemetry work, such as OTEL_EXPORTER_OTLP_HEADERS and OTEL_RESOURCE_ATTRIBUTES.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import TypeVar

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, get_current_span
from opentelemetry.trace import Tracer as OpenTelemetryTracer

from quincunx.core.errors import QuincunxError
from quincunx.protocol import messages
from quincunx.server.logs import REQUEST
from quincunx.server.tracing import Tracing
from quincunx.store.store import Store, Unit

T = TypeVar("T")

PATIENCE = 3_000  # milliseconds for the last spans when the server stops
API = "/api/"
FAILED = 500
UNTRACED = (messages.Ping,)  # every client sends one every few seconds


class OtlpTracing(Tracing):
    """Sends a random sample of the traces, of the given share, to a collector."""

    def __init__(self, url: str, share: float) -> None:
        who = {
            "service.name": "quincunx",
            "service.version": _version(),
            "service.instance.id": f"{platform.node()}:{os.getpid()}",
        }
        self._provider = TracerProvider(
            sampler=ParentBased(TraceIdRatioBased(share)), resource=Resource.create(who), shutdown_on_exit=False
        )
        self._sending = BatchSpanProcessor(OTLPSpanExporter(url, timeout=PATIENCE / 1000))
        self._provider.add_span_processor(self._sending)
        self._tracer = self._provider.get_tracer("quincunx")

    def trace_requests(self, app: ASGIApp) -> ASGIApp:
        return TracedRequests(app, self._tracer)

    @contextmanager
    def message(self, message: messages.Incoming) -> Iterator[object]:
        if isinstance(message, UNTRACED):
            yield None
            return
        kind = type(message).__name__.lower()
        attributes = {"quincunx.request": REQUEST.get(), "quincunx.match": getattr(message, "match", "")}
        with _span(self._tracer, f"message {kind}", SpanKind.SERVER, attributes) as span:
            yield span

    def open_store(self, url: str) -> Store:
        return TracedStore(url, self._tracer)

    def stop(self) -> None:
        self._sending.shutdown()  # type: ignore[no-untyped-call]
        self._provider.shutdown()


def _version() -> str:
    """This program's version; empty if it is not installed."""
    try:
        return version("quincunx")
    except PackageNotFoundError:
        return ""


class TracedRequests:
    """Makes a span for every HTTP request to the API."""

    def __init__(self, app: ASGIApp, tracer: OpenTelemetryTracer) -> None:
        self._app = app
        self._tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or not scope["path"].startswith(API):
            await self._app(scope, receive, send)
            return
        attributes = {"quincunx.request": REQUEST.get(), "http.request.method": scope["method"]}
        with _span(self._tracer, scope["method"], SpanKind.SERVER, attributes) as span:

            async def noted(message: Message) -> None:
                if message["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", message["status"])
                    if message["status"] >= FAILED:
                        span.set_status(StatusCode.ERROR)
                await send(message)

            await self._app(scope, receive, noted)
            route = scope.get("path_template") or "(none)"
            span.update_name(f"{scope['method']} {route}")
            span.set_attribute("http.route", route)


class TracedStore(Store):
    """A store that makes spans for work that is part of a trace."""

    def __init__(self, url: str, tracer: OpenTelemetryTracer) -> None:
        super().__init__(url)
        self._tracer = tracer

    async def read(self, work: Callable[[Unit], T]) -> T:
        if not get_current_span().is_recording():
            return await super().read(work)
        with _span(self._tracer, "store.read", SpanKind.CLIENT) as span:
            return await super().read(_noting_start(span, work))

    async def write(self, work: Callable[[Unit], T]) -> T:
        if not get_current_span().is_recording():
            return await super().write(work)
        with _span(self._tracer, "store.write", SpanKind.CLIENT) as span:
            return await super().write(_noting_start(span, work))


def _noting_start(span: Span, work: Callable[[Unit], T]) -> Callable[[Unit], T]:
    """Wrap the work so that the span notes when it begins, after the wait for a thread, a connection or a lock."""

    def begun(unit: Unit) -> T:
        span.add_event("begun")
        return work(unit)

    return begun


@contextmanager
def _span(
    tracer: OpenTelemetryTracer, name: str, kind: SpanKind, attributes: dict[str, str] | None = None
) -> Iterator[Span]:
    """A span around a block. Errors are named, but not described, because their texts may contain what people typed."""
    with tracer.start_as_current_span(
        name, kind=kind, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield span
        except QuincunxError as error:  # a refusal, or a conflict after which the work is tried again
            span.set_attribute("error.type", type(error).__name__)
            raise
        except Exception as error:
            span.set_attribute("error.type", type(error).__name__)
            span.set_status(Status(StatusCode.ERROR))
            raise
