"""Refusals as JSON: a short code for programs, a sentence for people. What goes wrong inside is logged, not shown."""

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
from quincunx.server.fair_queue import Crowded
from quincunx.server.logs import REQUEST
from quincunx.store.errors import Banned, Conflict, Forbidden, Missing, Taken
from quincunx.words import Text

log = logging.getLogger("quincunx.server")

HUNG_UP = "client disconnected prematurely"  # Litestar's words; it takes that for a fault of ours

FORMS = {  # in words, of the fields whose form is a pattern
    "name": "expected 3 to 20 letters, digits, _ or -, a letter first",
    "reason": "expected a reason in one line, in at most 500 characters",
    "label": "expected 1 to 64 characters that can be seen",
    "address": "expected an e-mail address such as ann@example.org",
}


def refusal(code: str, message: Text, rule: str = "") -> Refusal:
    """Why the request that is being answered is refused; the log knows it by the same id."""
    return Refusal(code, message, rule, REQUEST.get())


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """How the API's description tells of refusals with these statuses."""
    return {status: ResponseSpec(Refusal, description=CODES[status], generate_examples=False) for status in statuses}


NOTHING: dict[int, ResponseSpec] = {204: ResponseSpec(None, description="done")}  # where a cookie goes along


def too_fast(wait: int) -> TooManyRequestsException:
    """Somebody has to wait so many milliseconds."""
    seconds = max(1, -(-wait // 1000))
    return TooManyRequestsException(f"too many tries: wait {seconds} s", headers={"Retry-After": str(seconds)})


def _respond(status: int, message: Text, headers: dict[str, str] | None = None) -> Response[Refusal]:
    return Response(refusal(CODES.get(status, "refused"), message), status_code=status, headers=headers)


def _refused(request: Request[Any, Any, Any], error: HTTPException) -> Response[Refusal]:
    if error.detail == HUNG_UP:
        return _respond(400, "the body ends early")
    if error.status_code >= 500:
        return _failed(request, error)
    return _respond(error.status_code, _sentence(error), error.headers)


def _sentence(error: HTTPException) -> Text:
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        return "; ".join(_fault(str(part.get("key", "body")), str(part.get("message", ""))) for part in error.extra)
    return error.detail


def _fault(field: str, message: str) -> str:
    """What is wrong with a field; a pattern is nothing to show to people."""
    return f"{field}: {FORMS.get(field, 'not well formed') if 'matching regex' in message else message}"


def _missing(request: Request[Any, Any, Any], error: QuincunxError) -> Response[Refusal]:
    return _respond(404, str(error))


def _taken(request: Request[Any, Any, Any], error: Taken | Conflict) -> Response[Refusal]:
    return _respond(409, str(error))


def _invalid(request: Request[Any, Any, Any], error: QuincunxError) -> Response[Refusal]:
    return _respond(400, str(error))


def _declined(request: Request[Any, Any, Any], error: Refused) -> Response[Refusal]:
    """What the rules, or those of play, forbid: with their own code."""
    return Response(refusal(error.code, error.sentence, error.rule), status_code=400)


def _too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Refusal]:
    """JSON within JSON within JSON: the decoder gives up."""
    return _respond(400, "the body is nested too deep")


def _forbidden(request: Request[Any, Any, Any], error: Forbidden) -> Response[Refusal]:
    return _respond(403, str(error))


def _banned(request: Request[Any, Any, Any], error: Banned) -> Response[Refusal]:
    """Whoever proves to own the account is told why it is banned, and how long."""
    return Response(refusal("banned", str(error)), status_code=403)


def _busy(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    log.warning("busy", extra={"cause": type(error).__name__})
    return _respond(503, "the server is busy: try again in a moment", {"Retry-After": "2"})


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    log.error("failed", exc_info=error, extra={"method": request.method, "route": request.scope.get("path_template")})
    return _respond(500, f"something went wrong here; if you report this, mention {REQUEST.get()}")


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
    Crowded: _busy,
    OperationalError: _busy,
    TimeoutError: _busy,
    Exception: _failed,
}
