"""A visit to a server from the menu: somebody to play with, by pool, link or name, or a match that waits there."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING

from quincunx.clients import keyring
from quincunx.clients.table import Table
from quincunx.clients.terminal.columns import moment
from quincunx.clients.terminal.columns import title as game_title
from quincunx.clients.terminal.courier import CourierTable
from quincunx.clients.terminal.entering import entered
from quincunx.clients.terminal.online import table_by_link
from quincunx.clients.terminal.pool import Wish, sought, wish_of
from quincunx.clients.terminal.settings import Settings, Waiting

if TYPE_CHECKING:
    from quincunx.clients.remote import Client
    from quincunx.play.opponents import Opponent
    from quincunx.server.live.lobby_listing import Gathering, Sought
    from quincunx.store.listing import MatchShown

LAST = "last server"  # what the keyring calls it


def last_server() -> str:
    """The server of the last visit; empty before the first."""
    return keyring.recall(LAST) or ""


class Visit:
    """A line to a server, as the one who was there last or as a guest. What it asks waits for the answer."""

    def __init__(self, url: str) -> None:
        self._left = ExitStack()
        self._client: Client = self._left.enter_context(entered(url, None))
        self.server = self._client.address.server
        keyring.remember(LAST, self.server)

    @property
    def name(self) -> str:
        """Who plays there."""
        return self._client.name

    @property
    def has_link(self) -> bool:
        """Whether the address leads to a match."""
        return bool(self._client.address.match)

    def log_in(self, name: str, password: str) -> None:
        """Play as a member, also the next time; CodeWanted where a code is needed as well."""
        self._client.log_in(name, password)
        keyring.remember(self.server, self._client.session)

    def give_code(self, ticket: str, code: str) -> None:
        """The second step of logging in."""
        self._client.give_code(ticket, code)
        keyring.remember(self.server, self._client.session)

    @property
    def is_member(self) -> bool:
        """Whether the one who plays there can play rated matches."""
        from quincunx.clients.remote import Refused

        try:
            return self._client.is_member()
        except Refused:  # a token that may play and not look
            return False

    def find(self, settings: Settings, own: Mapping[str, str], rated: bool) -> Table | None:
        """Whoever wants to play the same; None where that was given up. What belongs to a side is not asked for."""
        game = settings.game
        sides = {option.name for option in game.rule_set.options if option.own}
        wish = Wish(game, settings.clock, own, rated, settings.legs)
        return self._found(wish, [name for name in settings.chosen if name not in sides])

    def take(self, seek: Sought, own: Mapping[str, str]) -> Table | None:
        """Play with somebody on the lobby's list; refused where he looks no more."""
        return self._found(wish_of(seek, own), list(seek.options), seek.id)

    def _found(self, wish: Wish, chosen: list[str], take: str = "") -> Table | None:
        found = sought(self._client, wish, chosen, take)
        return None if found is None else CourierTable(found)

    def lobby(self) -> Gathering:
        """Who is connected there, and who looks for a game."""
        return self._client.lobby()

    def stop_finding(self) -> None:
        """Nobody is to be found any more."""
        self._client.stop_seeking()

    def invite(self, settings: Settings) -> Table:
        """A match whose other seat a link opens."""
        from quincunx.clients.remote import ByInvite

        return self._made(settings, ByInvite())

    def challenge(self, settings: Settings, name: str) -> Table:
        """A match whose other seat is kept for a member."""
        from quincunx.clients.remote import ByChallenge

        return self._made(settings, ByChallenge(name))

    def join(self) -> Table:
        """The match that the address leads to: the seat that the link opens, or a look at it."""
        return CourierTable(table_by_link(self._client))

    def take_up(self, id: str) -> Table:
        """Go on with a match there."""
        return CourierTable(self._client.sit_down(id))

    def waiting(self) -> list[Waiting]:
        """The matches there that wait for the one who plays."""
        return [_waiting(listed) for listed in self._client.matches()]

    def close(self) -> None:
        """Hang up; the matches go on."""
        self._left.close()

    def _made(self, settings: Settings, opponent: Opponent) -> Table:
        game = settings.game
        table = self._client.create(
            game.key,
            opponent,
            rules=game.rules,
            options={name: game.options[name] for name in settings.chosen},
            clock=settings.clock,
            colour=settings.online or "random",
            legs=settings.legs,
        )
        return CourierTable(table)


def _waiting(listed: MatchShown) -> Waiting:
    title = game_title(listed.game, listed.rules)
    about = "nobody has joined yet" if listed.status == "open" else f"since {moment(listed.created)}"
    return Waiting(listed.id, title, about)
