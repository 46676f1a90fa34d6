"""The HTTP half of the client: logging in, and the data that the server keeps about an account."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from quincunx.clients.remote.address import Address, read_address
from quincunx.clients.remote.errors import CodeWanted
from quincunx.clients.remote.http import Http
from quincunx.protocol.lobby import LobbyShown
from quincunx.protocol.matches import MatchDetails, MatchShown
from quincunx.protocol.ratings import Profile
from quincunx.words.wire import decode_text


class AccountClient:
    """One account on a server. Raises Refused if the server refuses, RemoteError if it cannot be reached."""

    def __init__(self, server: str, *, token: str = "", session: str = "") -> None:
        self.address: Address = read_address(server)
        self._http = Http(self.address.server, token, session)

    # -- who I am --

    def guest(self) -> None:
        """Play without an account; `session` identifies the same guest later."""
        self._enter("/api/guest")

    def log_in(self, name: str, password: str) -> None:
        """Play as a member; raises CodeWanted if the member uses two-factor authentication."""
        self._enter("/api/login", name=name, password=password)

    def give_code(self, ticket: str, code: str) -> None:
        """The second step of logging in: a code from the member's app, or a recovery code."""
        self._enter("/api/login/code", ticket=ticket, code=code)

    def register(self, name: str, password: str) -> None:
        """Become a member; a guest keeps all matches."""
        self._enter("/api/register", name=name, password=password)

    def log_out(self) -> None:
        """End the session."""
        self._enter("/api/logout")

    @property
    def session(self) -> str:
        """The session's secret, which identifies the same account later."""
        return self._http.cookie

    def _enter(self, path: str, **fields: object) -> None:
        answer = self._http.post(path, **fields)
        if isinstance(answer, dict) and "ticket" in answer:
            raise CodeWanted(str(answer["ticket"]))

    def is_member(self) -> bool:
        """Whether I am a member rather than a guest."""
        return bool(self._http.get("/api/account")["kind"] == "member")

    # -- what the server stores about me --

    def matches(self) -> list[MatchShown]:
        """My matches that are running or open, the latest first."""
        return [match for status in ("running", "open") for match in self._pages(f"status={status}")]

    def history(self, game: str | None = None, most: int = 20) -> list[MatchShown]:
        """My matches, the latest first."""
        return list(islice(self._pages(f"game={game}" if game else ""), most))

    def lobby(self) -> LobbyShown:
        """Who is connected, and who is looking for a game."""
        return msgspec.convert(self._http.get("/api/lobby"), LobbyShown)

    def match(self, id: str) -> MatchDetails:
        """A match that I may see; with the rating changes of both players if it was rated and is over."""
        return msgspec.convert(self._http.get(f"/api/matches/{id}"), MatchDetails, dec_hook=decode_text)

    def profile(self) -> Profile:
        """My results and ratings."""
        return msgspec.convert(self._http.get("/api/account/stats"), Profile)

    def export(self) -> dict[str, Any]:
        """Everything that the server stores about me."""
        return dict(self._http.get("/api/account/export"))

    def _pages(self, query: str) -> Iterator[MatchShown]:
        """My matches that match the query, fetched page by page as they are needed."""
        page = self._page(query)
        while page:
            yield from page
            page = self._page(f"{query}&before={page[-1].updated}.{page[-1].id}")

    def _page(self, query: str) -> list[MatchShown]:
        return msgspec.convert(self._http.get(f"/api/account/matches?{query}"), list[MatchShown], dec_hook=decode_text)
