"""The server's HTTP API, as far as this client needs it: JSON there and back, and a session that is kept.

A redirect is followed when something is read. What says who asks goes to the server's own scheme, host and port only,
or from HTTP to HTTPS on the same host where both have their usual ports. A redirect of something to be done is refused:
as a GET elsewhere it would seem to be done.
"""

from __future__ import annotations

import json
import ssl
from http.cookiejar import CookieJar, DefaultCookiePolicy
from http.cookies import SimpleCookie
from typing import Any

import httpx

from quincunx.clients.remote.errors import RemoteError, unreachable
from quincunx.play.errors import Refused
from quincunx.words import Text, phrase
from quincunx.words.wire import decode_text

SECONDS = 30.0  # that the server may say nothing


class Http:
    """One person at one server: by a token, by a session, or not known yet."""

    def __init__(self, server: str, token: str = "", cookie: str = "") -> None:
        self._server = server
        self._token = token
        self.cookie = cookie  # `name=secret; …`: whoever has them is that person
        self._client = httpx.Client(
            timeout=SECONDS,
            verify=ssl.create_default_context(),  # the system's certificates, as the WebSocket has them
            limits=httpx.Limits(max_keepalive_connections=0),  # there is nothing to close, nor to find closed
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),  # they are kept here
            event_hooks={"request": [self._identify]},
        )

    def headers(self) -> dict[str, str]:
        """What says who asks, here and on the WebSocket."""
        if self._token:
            return {"Authorization": f"Bearer {self._token}"}
        return {"Cookie": self.cookie} if self.cookie else {}

    def get(self, path: str) -> Any:
        """What the server has there."""
        return self._send("GET", path, follow_redirects=True)

    def post(self, path: str, **fields: object) -> Any:
        """Have the server do something."""
        body = json.dumps(fields).encode() if fields else b""
        return self._send("POST", path, content=body, headers={"Content-Type": "application/json"})

    def _send(self, method: str, path: str, **more: Any) -> Any:
        try:
            answer = self._client.request(method, self._server + path, **more)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise unreachable(self._server, error) from error
        if not answer.is_success:
            raise _refusal(answer)
        for cookie in answer.headers.get_list("set-cookie"):
            self._keep(cookie)
        try:
            return answer.json() if answer.content else None
        except ValueError as error:
            raise RemoteError(phrase("clients.remote.other_server", server=self._server)) from error

    def _identify(self, request: httpx.Request) -> None:
        """Say who asks; httpx calls this for every request, those of redirects included."""
        if _is_own(httpx.URL(self._server), request.url):
            request.headers.update(self.headers())

    def _keep(self, header: str) -> None:
        kept = {name: morsel.value for name, morsel in SimpleCookie(self.cookie).items()}
        kept |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
        self.cookie = "; ".join(f"{name}={value}" for name, value in kept.items() if value)


def _is_own(server: httpx.URL, asked: httpx.URL) -> bool:
    """Whether the address is the server's own, or that of the same server by HTTPS."""
    if asked.host != server.host or asked.port != server.port:  # None: the usual port of its scheme
        return False
    return asked.scheme == server.scheme or (server.scheme, asked.scheme, asked.port) == ("http", "https", None)


def _refusal(answer: httpx.Response) -> Refused | RemoteError:
    """What the server said against it."""
    try:
        said = answer.json()
        return Refused(str(said["error"]), decode_text(Text, said["message"]))
    except (ValueError, LookupError, TypeError):
        return RemoteError(phrase("clients.remote.odd_status", status=answer.status_code))
