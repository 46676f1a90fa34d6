"""What can go wrong between here and a server.

QuincunxError
├── Refused            the server said no: `.code`, `.sentence`, and the game's `.rule` if one (quincunx.play.errors)
│   └── CodeWanted     the password is right, and a code is needed as well: `Client.give_code(error.ticket, code)`
└── RemoteError        there is no such server, or it does not speak as expected
    └── Unreachable    it does not answer; what was sent may be sent again
"""

from __future__ import annotations

from quincunx.core.errors import QuincunxError
from quincunx.play.errors import Refused
from quincunx.words import phrase


class CodeWanted(Refused):
    """The member uses two-factor authentication: the log-in needs a code, too."""

    def __init__(self, ticket: str) -> None:
        super().__init__("code_wanted", phrase("clients.remote.code_wanted"))
        self.ticket = ticket

    def __reduce__(self) -> tuple[type[CodeWanted], tuple[str]]:  # type: ignore[override]
        return type(self), (self.ticket,)


class RemoteError(QuincunxError):
    """A server that cannot be spoken with."""


class Unreachable(RemoteError):
    """A server that does not answer."""


def unreachable(server: str, error: Exception) -> Unreachable:
    """That the server does not answer, and why in words alone: the system's number for it says nothing to people."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.strerror:
            return Unreachable(phrase("clients.remote.unreachable", server=server, reason=cause.strerror))
        cause = cause.__cause__ or cause.__context__  # libraries raise errors of their own for the system's
    return Unreachable(phrase("clients.remote.unreachable", server=server, reason=str(error)))
