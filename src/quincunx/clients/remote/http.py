"""The server's HTTP API, as far as this client needs it: JSON there and back, and a session that is kept."""

from __future__ import annotations

import json
from http.client import HTTPException
from http.cookies import SimpleCookie
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, build_opener

from quincunx.clients.remote.errors import RemoteError, unreachable
from quincunx.play.errors import Refused

SECONDS = 30.0  # that an answer may take


class Http:
    """One person at one server: by a token, by a session, or not known yet."""

    def __init__(self, server: str, token: str = "", cookie: str = "") -> None:
        self._server = server
        self._token = token
        self.cookie = cookie  # `name=secret; …`: whoever has them is that person

    def headers(self) -> dict[str, str]:
        """What says who asks, here and on the WebSocket."""
        if self._token:
            return {"Authorization": f"Bearer {self._token}"}
        return {"Cookie": self.cookie} if self.cookie else {}

    def get(self, path: str) -> Any:
        """What the server has there."""
        return self._send(Request(self._server + path, headers=self.headers()))

    def post(self, path: str, **fields: object) -> Any:
        """Have the server do something."""
        headers = self.headers() | {"Content-Type": "application/json"}
        body = json.dumps(fields).encode() if fields else b""
        return self._send(Request(self._server + path, data=body, headers=headers, method="POST"))

    def _send(self, request: Request) -> Any:
        try:
            with build_opener().open(request, timeout=SECONDS) as answer:
                for cookie in answer.headers.get_all("Set-Cookie") or ():
                    self._keep(cookie)
                text = answer.read()
        except HTTPError as error:
            raise _refusal(error) from error
        except (OSError, HTTPException) as error:
            raise unreachable(self._server, error) from error
        try:
            return json.loads(text) if text else None
        except ValueError as error:
            raise RemoteError(f"{self._server} is no server of Quincunx") from error

    def _keep(self, header: str) -> None:
        kept = {name: morsel.value for name, morsel in SimpleCookie(self.cookie).items()}
        kept |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
        self.cookie = "; ".join(f"{name}={value}" for name, value in kept.items() if value)


def _refusal(error: HTTPError) -> Refused | RemoteError:
    """What the server said against it, in its own words."""
    try:
        said = json.loads(error.read())
        return Refused(str(said["error"]), str(said["message"]))
    except (ValueError, LookupError, TypeError, OSError):
        return RemoteError(f"the server answered {error.code}: is it one of Quincunx?")
