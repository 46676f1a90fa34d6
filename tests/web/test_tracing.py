"""Traces reach a collector: the database work of a request and a command, and nothing that people typed."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from live.players import Player, begun, guest
from quincunx.protocol import messages
from quincunx.server.config import Config
from quincunx.server.tracing import Tracing, open_tracing
from servers import running


class ReceivedSpan(NamedTuple):
    """A span as it was received."""

    id: bytes
    parent: bytes
    trace: bytes
    name: str
    told: dict[str, Any]
    events: list[str]


class Collector:
    """An OpenTelemetry collector that keeps everything."""

    def __init__(self) -> None:
        self.spans: list[ReceivedSpan] = []
        self.resources: list[dict[str, str]] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                collector.take(self.path, self.rfile.read(int(self.headers["content-length"])))
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *words: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1/traces"

    def take(self, path: str, body: bytes) -> None:
        assert path == "/v1/traces"
        for group in ExportTraceServiceRequest.FromString(body).resource_spans:
            self.resources.append({pair.key: pair.value.string_value for pair in group.resource.attributes})
            for span in (span for scope in group.scope_spans for span in scope.spans):
                told = {pair.key: getattr(pair.value, pair.value.WhichOneof("value")) for pair in span.attributes}
                events = [event.name for event in span.events]
                self.spans.append(
                    ReceivedSpan(span.span_id, span.parent_span_id, span.trace_id, span.name, told, events)
                )

    def named(self, name: str) -> list[ReceivedSpan]:
        return [span for span in self.spans if span.name == name]

    def within(self, span: ReceivedSpan) -> list[str]:
        """What was done within a span."""
        return [other.name for other in self.spans if other.parent == span.id]

    @contextmanager
    def collecting(self) -> Iterator[Collector]:
        thread = threading.Thread(target=self._server.serve_forever)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            thread.join()
            self._server.server_close()


def test_there_are_no_traces_unless_asked_for() -> None:
    assert type(open_tracing(Config())) is Tracing


def test_a_request_and_a_command_are_traced_down_to_the_database(own_database: str) -> None:
    with Collector().collecting() as collector, running(own_database, traces_url=collector.url) as server:
        member = server.member("Mallory", "a rare pass phrase")
        refused = member.post("/api/login", json={"name": "Mallory", "password": "wrong"})
        match = asyncio.run(_play(Player(server, member), guest(server)))
        server.client().get("/health")
        assert server.stop() == 0  # remaining spans are sent now
    assert {resource["service.name"] for resource in collector.resources} == {"quincunx"}

    (registered,) = collector.named("POST /api/register")
    assert registered.told["http.response.status_code"] == 201
    assert {"store.read", "store.write"} >= set(collector.within(registered)) >= {"store.write"}

    (login,) = collector.named("POST /api/login")
    assert login.told["quincunx.request"] == refused.headers["x-request-id"]
    assert login.told["http.response.status_code"] == 401

    moved, again = collector.named("message command")
    assert moved.told["quincunx.match"] == again.told["quincunx.match"] == match
    assert collector.within(moved).count("store.write") == 1
    assert (moved.told.get("error.type"), again.told["error.type"]) == (None, "Refused")
    (write,) = [span for span in collector.named("store.write") if span.parent == moved.id]
    assert write.events == ["begun"]

    assert not [span for span in collector.spans if "health" in span.name or "ping" in span.name]
    assert "Mallory" not in repr(collector.spans)
    assert "pass phrase" not in repr(collector.spans)


async def _play(*players: Player) -> str:
    """Make a move, then one out of turn, in a match."""
    for player in players:
        await player.come()
    match, (first, _) = await begun(*players)
    state = first.match(match).state
    answers = [await first.plays(match, state.text(state.legal_actions()[0])) for _ in range(2)]
    assert [answer["type"] for answer in answers] == ["ack", "refused"]
    return match


def test_an_unreachable_collector_affects_nobody(own_database: str) -> None:
    with running(own_database, traces_url="http://127.0.0.1:9/v1/traces") as server:
        server.member("Ann").get("/api/account")
        assert server.stop() == 0


def test_only_the_configured_share_is_traced() -> None:
    tracing = open_tracing(Config(traces_url="http://127.0.0.1:9/v1/traces", traces_share=1e-9))
    with tracing.message(messages.Unwatch(id="1", match="m")) as span:
        assert not span.is_recording()
    tracing.stop()
