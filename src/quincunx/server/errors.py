"""Refusals as JSON: a short code for programs, a sentence for people. Internal errors are logged, not shown."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, TooManyRequestsException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import ExceptionHandlersMap
from sqlalchemy.exc import OperationalError, TimeoutError

from quincunx.core.errors import QuincunxError, UnknownGameError
from quincunx.play.errors import Refused
from quincunx.protocol.errors import CODES, Refusal
from quincunx.protocol.fields import LEAST_PASSWORD, MOST_PASSWORD
from quincunx.server.fair_queue import Crowded
from quincunx.server.logs import REQUEST
from quincunx.store.errors import Banned, Conflict, Forbidden, Missing, StoreError, Taken, Unavailable
from quincunx.words import Phrase, Text, phrase

log = logging.getLogger("quincunx.server")

_PASSWORD = phrase("server.field.password", least=LEAST_PASSWORD, most=MOST_PASSWORD)
_REQUIREMENTS: dict[str, Text] = {  # of the fields that people fill in, by name
    "name": phrase("server.field.name"),
    "password": _PASSWORD,
    "current": _PASSWORD,
    "new": _PASSWORD,
    "reason": phrase("server.field.reason"),
    "label": phrase("server.field.label"),
    "address": phrase("server.field.address"),
    "code": phrase("server.field.code"),
    "text": phrase("server.field.text"),
}
_STATUSES: dict[int, Text] = {  # for refusals by Litestar, whose own texts are for programmers
    404: phrase("server.request.not_found"),
    405: phrase("server.request.no_such_method"),
    413: phrase("server.request.too_large"),
}
BUSY = phrase("server.request.busy")


def refusal(code: str, message: Text, rule: str = "") -> Refusal:
    """The refusal of the current request, with the id that the log uses for it."""
    return Refusal(code, message, rule, REQUEST.get())


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The API description of refusals with these statuses."""
    return {status: ResponseSpec(Refusal, description=CODES[status], generate_examples=False) for status in statuses}


NOTHING: dict[int, ResponseSpec] = {204: ResponseSpec(None, description="done")}  # for responses that set a cookie


def too_fast(wait: int) -> TooManyRequestsException:
    """The refusal of a request that must wait that many milliseconds."""
    seconds = max(1, -(-wait // 1000))
    detail = phrase("server.limit.attempts", seconds=seconds)
    return TooManyRequestsException(detail=detail, headers={"Retry-After": str(seconds)})


def _respond(status: int, message: Text, headers: dict[str, str] | None = None) -> Response[Refusal]:
    return Response(refusal(CODES.get(status, "refused"), message), status_code=status, headers=headers)


def _refused(request: Request[Any, Any, Any], error: HTTPException) -> Response[Refusal]:
    if error.status_code >= 500:
        return _failed(request, error)
    return _respond(error.status_code, sentence(error), error.headers)


def sentence(error: HTTPException) -> Text:
    """Why a request is refused, for people: our own phrase, or one in place of Litestar's text."""
    if isinstance(error.detail, Phrase):
        return error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        return _fault(str(error.extra[0].get("key", "body")), str(error.extra[0].get("message", "")))
    return _STATUSES.get(error.status_code) or phrase("server.request.unreadable", problem=str(error.detail))


def _fault(field: str, problem: str) -> Text:
    """What a field requires if people fill it in; for any other field, the problem, for programmers."""
    if field in ("body", "data"):
        return phrase("server.request.unreadable", problem=problem)
    return _REQUIREMENTS.get(field) or phrase("server.field.invalid", field=field, problem=problem)


def problem(error: QuincunxError) -> Text:
    """The sentence of an error."""
    return error.text if isinstance(error, StoreError) else phrase("server.request.invalid", problem=error.text)


def _missing(request: Request[Any, Any, Any], error: QuincunxError) -> Response[Refusal]:
    return _respond(404, problem(error))


def _taken(request: Request[Any, Any, Any], error: Taken | Conflict) -> Response[Refusal]:
    return _respond(409, error.text)


def _invalid(request: Request[Any, Any, Any], error: QuincunxError) -> Response[Refusal]:
    return _respond(400, problem(error))


def _declined(request: Request[Any, Any, Any], error: Refused) -> Response[Refusal]:
    """An action that the rules or the match do not allow, with its own code."""
    return Response(refusal(error.code, error.sentence, error.rule), status_code=400)


def _too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Refusal]:
    """JSON that is nested too deeply for the decoder."""
    return _respond(400, phrase("server.request.too_deep"))


def _forbidden(request: Request[Any, Any, Any], error: Forbidden) -> Response[Refusal]:
    return _respond(403, error.text)


def _banned(request: Request[Any, Any, Any], error: Banned) -> Response[Refusal]:
    """A banned account; its owner has logged in, and is shown the reason and the end of the ban."""
    return Response(refusal("banned", error.text), status_code=403)


def _busy(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    log.warning("busy", extra={"cause": type(error).__name__})
    return _respond(503, BUSY, {"Retry-After": "2"})


def _unavailable(request: Request[Any, Any, Any], error: Unavailable) -> Response[Refusal]:
    log.warning("busy", extra={"cause": error.reason})
    return _respond(503, error.text, {"Retry-After": "2"})


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    log.error("failed", exc_info=error, extra={"method": request.method, "route": request.scope.get("path_template")})
    return _respond(500, failed())


def failed() -> Text:
    """The text for an internal error, with the request's id, by which the log has the details."""
    return phrase("server.request.failed", id=REQUEST.get())


HANDLERS: ExceptionHandlersMap = {
    HTTPException: _refused,
    Missing: _missing,
    UnknownGameError: _missing,
    Taken: _taken,
    Conflict: _taken,
    Forbidden: _forbidden,
    Banned: _banned,
    Refused: _declined,
    QuincunxError: _invalid,
    RecursionError: _too_deep,
    Unavailable: _unavailable,
    Crowded: _busy,
    OperationalError: _busy,
    TimeoutError: _busy,
    Exception: _failed,
}
