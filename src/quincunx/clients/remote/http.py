"""The part of the server's HTTP API that this client needs: JSON requests and answers, and a session cookie.

GET requests follow redirects. Credentials are sent only to the server's own scheme, host and port, or from HTTP to
HTTPS on the same host if both use their default ports. A redirect of a POST is refused: followed as a GET, it would
wrongly look successful.
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

SECONDS = 30.0  # timeout


class Http:
    """Requests to one server, authenticated by a token, by a session, or not yet."""

    def __init__(self, server: str, token: str = "", cookie: str = "") -> None:
        self._server = server
        self._token = token
        self.cookie = cookie  # `name=secret; …`: it authenticates the player
        self._client = httpx.Client(
            timeout=SECONDS,
            verify=ssl.create_default_context(),  # the system's certificates, as for the WebSocket
            limits=httpx.Limits(max_keepalive_connections=0),  # no idle connections to close
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),  # cookies are kept in `cookie`
            event_hooks={"request": [self._identify]},
        )

    def headers(self) -> dict[str, str]:
        """The headers with the credentials, also used for the WebSocket."""
        if self._token:
            return {"Authorization": f"Bearer {self._token}"}
        return {"Cookie": self.cookie} if self.cookie else {}

    def get(self, path: str) -> Any:
        """Send a GET request and return the decoded answer."""
        return self._send("GET", path, follow_redirects=True)

    def post(self, path: str, **fields: object) -> Any:
        """Send a POST request with the fields as JSON and return the decoded answer."""
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
        """Add the credentials; httpx calls this for every request, including redirected ones."""
        if _is_own(httpx.URL(self._server), request.url):
            request.headers.update(self.headers())

    def _keep(self, header: str) -> None:
        kept = {name: morsel.value for name, morsel in SimpleCookie(self.cookie).items()}
        kept |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
        self.cookie = "; ".join(f"{name}={value}" for name, value in kept.items() if value)


def _is_own(server: httpx.URL, asked: httpx.URL) -> bool:
    """Whether the URL is on the server itself, or on the same server by HTTPS."""
    if asked.host != server.host or asked.port != server.port:  # None: the scheme's default port
        return False
    return asked.scheme == server.scheme or (server.scheme, asked.scheme, asked.port) == ("http", "https", None)


def _refusal(answer: httpx.Response) -> Refused | RemoteError:
    """Turn an error response into the error to raise."""
    try:
        said = answer.json()
        return Refused(str(said["error"]), decode_text(Text, said["message"]))
    except (ValueError, LookupError, TypeError):
        return RemoteError(phrase("clients.remote.odd_status", status=answer.status_code))
