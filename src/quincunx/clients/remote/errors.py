"""Errors of the connection to a server.

QuincunxError
├── Refused            the server refused: `.code`, `.sentence`, and the game's `.rule`, if any (quincunx.play.errors)
│   └── CodeWanted     the password is correct, but a code is also required: `Client.give_code(error.ticket, code)`
└── RemoteError        there is no such server, or it does not answer as expected
    └── Unreachable    it does not answer; the request may be sent again
"""

from __future__ import annotations

from socket import gaierror

from quincunx.core.errors import QuincunxError
from quincunx.core.system_errors import system_reason
from quincunx.play.errors import Refused
from quincunx.words import Text, phrase


class CodeWanted(Refused):
    """The member uses two-factor authentication: logging in needs a code as well."""

    def __init__(self, ticket: str) -> None:
        super().__init__("code_wanted", phrase("clients.remote.code_wanted"))
        self.ticket = ticket

    def __reduce__(self) -> tuple[type[CodeWanted], tuple[str]]:  # type: ignore[override]
        return type(self), (self.ticket,)


class RemoteError(QuincunxError):
    """A server that cannot be used."""


class Unreachable(RemoteError):
    """A server that does not answer."""


def unreachable(server: str, error: Exception) -> Unreachable:
    """Make an Unreachable with the reason in words, without the system's error number."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, TimeoutError) or (isinstance(cause, OSError) and cause.strerror):
            return Unreachable(phrase("clients.remote.unreachable", server=server, reason=_reason(cause)))
        cause = cause.__cause__ or cause.__context__  # libraries wrap the system's errors
    return Unreachable(phrase("clients.remote.unreachable", server=server, reason=str(error)))


def _reason(error: OSError) -> Text:
    return phrase("clients.remote.unknown_host") if isinstance(error, gaierror) else system_reason(error)
