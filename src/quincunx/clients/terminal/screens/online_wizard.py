"""The dialogs that lead from the menu to a seat on a server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol, TypeVar

from textual.app import App

from quincunx.clients.language import say, t
from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.screens.dialogs import Ask, Choice
from quincunx.clients.terminal.screens.lobby_screen import LobbyScreen
from quincunx.clients.terminal.screens.progress_dialog import ProgressDialog
from quincunx.clients.terminal.seats.lobby import Pick
from quincunx.clients.terminal.seats.match_settings import MatchSettings
from quincunx.clients.terminal.seats.pool import Wish, own_words, wish_of
from quincunx.clients.terminal.seats.server_session import ServerSession
from quincunx.clients.terminal.text.messages import sentence
from quincunx.core.errors import QuincunxError
from quincunx.core.game import Game

T = TypeVar("T")
Way = Callable[[], Awaitable[MatchSeat | None]]


class ServerSource(Protocol):
    """A source of server sessions."""

    @property
    def server(self) -> str:
        """The server to suggest; empty if there is none."""

    def connect(self, url: str) -> ServerSession:
        """Open a session on the server; raises an error with the reason if that fails."""


class OnlineWizard:
    """Leads the player to a seat. Every question can be left with Escape; after an error it is asked again."""

    def __init__(self, app: App[Any], servers: ServerSource, settings: MatchSettings) -> None:
        self._app = app
        self._servers = servers
        self._settings = settings

    async def seat(self) -> MatchSeat | None:
        """Ask until there is a seat; None if the player cancels."""
        found, words, address = None, "", self._servers.server
        while found is None and (typed := await self._ask(f"{words}{t('screens.online.where')}", address)) is not None:
            address = typed
            found, words = await self._tried(partial(self._session, address))
        return found

    async def _session(self, address: str) -> MatchSeat | None:
        session = await self._do(t("screens.online.connecting", server=address), lambda: self._servers.connect(address))
        return None if session is None else await self._at(session)

    async def _at(self, session: ServerSession) -> MatchSeat | None:
        """Ask what to do on the server until there is a seat or the player cancels."""
        if session.has_link:
            return await self._do(t("screens.online.opening"), session.join)
        found, words = None, ""
        while found is None:
            ways = await self._ways(session)
            question = words + t("terminal.online.you_are", name=session.name, server=session.server)
            way = await self._app.push_screen_wait(Choice(question, list(ways)))
            if way is None:
                return None
            found, words = await self._tried(ways[way])
        return found

    async def _tried(self, way: Way) -> tuple[MatchSeat | None, str]:
        """Try one way; return the seat, if any, and an error to show with the next question."""
        try:
            return await way(), ""
        except QuincunxError as error:
            return None, f"{_error_text(error)}\n\n"

    async def _ways(self, session: ServerSession) -> dict[str, Way]:
        settings = self._settings
        found = await self._do(t("screens.online.looking_up"), lambda: (session.waiting(), session.is_member))
        waiting, member = found or ([], False)
        ways: dict[str, Way] = {self._finding(rated=False): lambda: self._find(session, rated=False)}
        if member:
            ways[self._finding(rated=True)] = lambda: self._find(session, rated=True)
        ways |= {
            t("screens.online.lobby"): lambda: self._lobby(session),
            t("screens.online.invite"): lambda: self._do(
                t("screens.online.creating"), lambda: session.invite(settings)
            ),
            t("screens.online.challenge"): lambda: self._challenge(session),
            t("screens.online.link"): self._link,
            t("screens.online.log_in"): lambda: self._log_in(session),
        }
        for match in waiting:
            name = t("screens.online.resume", match=match.title, about=match.about)
            ways[name] = partial(self._resume, session, match.id)
        return ways

    def _finding(self, *, rated: bool) -> str:
        """The label for finding an opponent, with the settings and whether the match is rated."""
        settings = self._settings
        wish = Wish(settings.game, settings.clock, {}, rated, settings.legs)
        return t("screens.online.find", wish=wish.words())

    async def _resume(self, session: ServerSession, id: str) -> MatchSeat | None:
        return await self._do(t("screens.online.opening"), lambda: session.take_up(id))

    async def _find(self, session: ServerSession, *, rated: bool) -> MatchSeat | None:
        settings = self._settings
        own = await self._own(settings.game, rated=rated)
        if own is None:
            return None
        words = Wish(settings.game, settings.clock, own, rated, settings.legs).words()
        return await self._do(
            t("screens.online.finding", wish=words), lambda: session.find(settings, own, rated), session.stop_finding
        )

    async def _own(self, game: Game, *, rated: bool) -> dict[str, str] | None:
        """Ask for what the player brings, such as an army; None if they cancel."""
        own: dict[str, str] = {}
        for word, names in own_words(game, rated=rated).items():
            name = await self._app.push_screen_wait(
                Choice(t("screens.online.choose_own", word=word), list(names), list(names.values()))
            )
            if name is None:
                return None
            own[word] = name
        return own

    async def _lobby(self, session: ServerSession) -> MatchSeat | None:
        """Play against the player picked in the lobby; a refusal is shown above the updated list."""
        found, words = None, ""
        while found is None:
            lobby = await self._do(t("screens.online.looking_around"), session.lobby)
            if lobby is None:
                return None
            pick = await self._app.push_screen_wait(LobbyScreen(lobby, session.name, session.lobby, words))
            if pick is None:
                return None
            found, words = await self._tried(partial(self._play, session, pick))
        return found

    async def _play(self, session: ServerSession, pick: Pick) -> MatchSeat | None:
        """Accept the picked player's seek, or challenge them."""
        seek = pick.seek
        if seek is None:
            return await self._send(session, pick.name)
        own = await self._own(wish_of(seek).game, rated=seek.rated)
        if own is None:
            return None
        return await self._do(
            t("screens.online.joining", name=pick.name), lambda: session.take(seek, own), session.stop_finding
        )

    async def _challenge(self, session: ServerSession) -> MatchSeat | None:
        name = await self._ask(t("screens.online.whom"))
        return None if name is None else await self._send(session, name)

    async def _send(self, session: ServerSession, name: str) -> MatchSeat | None:
        """Challenge a member."""
        words = t("screens.online.challenging", name=name)
        return await self._do(words, lambda: session.challenge(self._settings, name))

    async def _link(self) -> MatchSeat | None:
        link = await self._ask(t("screens.online.which_link"))
        return None if link is None else await self._session(link)

    async def _log_in(self, session: ServerSession) -> None:
        from quincunx.clients.remote import CodeWanted  # imported here, so that local games start without it

        name = await self._ask(t("screens.online.your_name"))
        password = None if name is None else await self._ask(t("terminal.prompt.password", name=name), secret=True)
        if name is None or password is None:
            return
        try:
            await self._do(t("screens.online.logging_in"), lambda: session.log_in(name, password))
        except CodeWanted as wanted:
            await self._give_code(session, name, wanted.ticket)

    async def _give_code(self, session: ServerSession, name: str, ticket: str) -> None:
        code = await self._ask(t("terminal.prompt.code", name=name))
        if code is not None:
            await self._do(t("screens.online.logging_in"), lambda: session.give_code(ticket, code))

    async def _ask(self, question: str, line: str = "", *, secret: bool = False) -> str | None:
        return await self._app.push_screen_wait(Ask(question, line, secret=secret))

    async def _do(self, words: str, work: Callable[[], T], stop: Callable[[], object] | None = None) -> T | None:
        """Show a dialog during the work; return its result or raise its error, or return None if it was cancelled."""
        result = await self._app.push_screen_wait(ProgressDialog(words, work, stop))
        if isinstance(result, QuincunxError):
            raise result
        return result


def _error_text(error: QuincunxError) -> str:
    """The error as text; a server's sentence is not capitalized, because it may begin with a name."""
    from quincunx.clients.remote import Refused

    return say(error.sentence) if isinstance(error, Refused) else sentence(error)
