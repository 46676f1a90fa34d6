"""A session on a server, for the menu: finds opponents by pool, link or name, and lists the player's matches."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING

from quincunx.clients import keyring
from quincunx.clients.language import say, t
from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.seats.match_settings import MatchSettings, UnfinishedMatch
from quincunx.clients.terminal.seats.nonblocking_seat import NonblockingSeat
from quincunx.clients.terminal.seats.online import seat_by_link
from quincunx.clients.terminal.seats.pool import Wish, sought, wish_of
from quincunx.clients.terminal.seats.server_login import entered
from quincunx.clients.terminal.text.tables import moment
from quincunx.games import games

if TYPE_CHECKING:
    from quincunx.clients.remote import Client
    from quincunx.play.opponents import Opponent
    from quincunx.protocol.lobby import LobbyShown, OpenSeek
    from quincunx.protocol.matches import MatchShown

LAST = "last server"  # its key in the keyring


def last_server() -> str:
    """The server of the last session; empty before the first."""
    return keyring.recall(LAST) or ""


class ServerSession:
    """A connection to a server, with the last session or as a guest. Requests wait for the answer."""

    def __init__(self, url: str) -> None:
        self._left = ExitStack()
        self._client: Client = self._left.enter_context(entered(url, None))
        self.server = self._client.address.server
        keyring.remember(LAST, self.server)

    @property
    def name(self) -> str:
        """The name of the account."""
        return self._client.name

    @property
    def has_link(self) -> bool:
        """Whether the address leads to a match."""
        return bool(self._client.address.match)

    def log_in(self, name: str, password: str) -> None:
        """Log in as a member and remember the session; raises CodeWanted if a code is needed as well."""
        self._client.log_in(name, password)
        keyring.remember(self.server, self._client.session)

    def give_code(self, ticket: str, code: str) -> None:
        """The second step of logging in."""
        self._client.give_code(ticket, code)
        keyring.remember(self.server, self._client.session)

    @property
    def is_member(self) -> bool:
        """Whether the account is a member's, who can play rated matches."""
        from quincunx.clients.remote import Refused

        try:
            return self._client.is_member()
        except Refused:  # a token that may play but not read the account
            return False

    def find(self, settings: MatchSettings, own: Mapping[str, str], rated: bool) -> MatchSeat | None:
        """Find an opponent in the pool; None if it was stopped. Options of one side are left out."""
        game = settings.game
        sides = {option.name for option in game.spec.options if option.own}
        wish = Wish(game, settings.clock, own, rated, settings.legs)
        return self._found(wish, [name for name in settings.chosen if name not in sides])

    def take(self, seek: OpenSeek, own: Mapping[str, str]) -> MatchSeat | None:
        """Accept a seek from the lobby; refused if that player is no longer looking."""
        return self._found(wish_of(seek, own), list(seek.options), seek.id)

    def _found(self, wish: Wish, chosen: list[str], take: str = "") -> MatchSeat | None:
        found = sought(self._client, wish, chosen, take)
        return None if found is None else NonblockingSeat(found)

    def lobby(self) -> LobbyShown:
        """Who is online there, and who is looking for a game."""
        return self._client.lobby()

    def stop_finding(self) -> None:
        """Stop looking for an opponent."""
        self._client.stop_seeking()

    def invite(self, settings: MatchSettings) -> MatchSeat:
        """Create a match whose other seat is opened by a link."""
        from quincunx.clients.remote import ByInvite

        return self._made(settings, ByInvite())

    def challenge(self, settings: MatchSettings, name: str) -> MatchSeat:
        """Create a match whose other seat is reserved for a member."""
        from quincunx.clients.remote import ByChallenge

        return self._made(settings, ByChallenge(name))

    def join(self) -> MatchSeat:
        """Open the match that the address leads to: take the seat that the link opens, or watch."""
        return NonblockingSeat(seat_by_link(self._client))

    def take_up(self, id: str) -> MatchSeat:
        """Resume a match there."""
        return NonblockingSeat(self._client.sit_down(id))

    def waiting(self) -> list[UnfinishedMatch]:
        """The player's unfinished matches there."""
        return [_waiting(listed) for listed in self._client.matches()]

    def close(self) -> None:
        """Disconnect; the matches continue."""
        self._left.close()

    def _made(self, settings: MatchSettings, opponent: Opponent) -> MatchSeat:
        game = settings.game
        seat = self._client.create(
            game.key,
            opponent,
            options={name: game.options[name] for name in settings.chosen},
            clock=settings.clock,
            colour=settings.online or "random",
            legs=settings.legs,
        )
        return NonblockingSeat(seat)


def _waiting(listed: MatchShown) -> UnfinishedMatch:
    since = t("terminal.waiting.since", when=moment(listed.created))
    about = t("terminal.waiting.nobody_joined") if listed.status == "open" else since
    return UnfinishedMatch(listed.id, say(games()[listed.game].title), about)
