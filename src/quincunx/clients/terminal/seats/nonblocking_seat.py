"""A seat on a server that does not block for long: slow requests continue in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING

from quincunx.core.errors import QuincunxError
from quincunx.core.game import Game
from quincunx.play.commands import PlayerCommand
from quincunx.play.errors import Refused
from quincunx.play.match import Match
from quincunx.words import Text, phrase

if TYPE_CHECKING:
    from quincunx.clients.match_seat import Changes
    from quincunx.clients.remote import OnlineSeat

HASTE = 1.0  # seconds that a prompt or a screen may be blocked
ON_ITS_WAY = phrase("terminal.notice.on_its_way")


class NonblockingSeat:
    """A `MatchSeat` whose methods return soon.

    A request that the server has not answered by then is carried out as soon as possible, exactly once.
    """

    def __init__(self, seat: OnlineSeat) -> None:
        self._seat = seat
        self._request: Future[None] | None = None
        self._failed: Text = ""
        self.id = seat.id
        self.server = seat.server

    @property
    def match(self) -> Match:
        """The match as received so far."""
        return self._seat.match

    @property
    def game(self) -> Game:
        """The game with its final options, including those that were drawn at random."""
        return self._seat.game

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides that this account plays."""
        return self._seat.sides

    @property
    def link(self) -> str:
        """The link that opens the other seat."""
        return self._seat.link

    @property
    def note(self) -> Text:
        """A problem with the connection, with the other player, or with the last request."""
        return self._seat.note or self._failed

    @property
    def busy(self) -> bool:
        """Whether a request is still pending."""
        return self._request is not None and not self._request.done()

    def now(self) -> int:
        """The time according to the server's clock."""
        return self._seat.now()

    def act(self, *actions: str, position: int | None = None) -> None:
        """Play the actions of a turn in one request, so that none is left out."""
        shown = self.match.position if position is None else position
        self._run(lambda: self._seat.act(*actions, position=shown))

    def ask(self, command: PlayerCommand) -> None:
        """Send a command other than an action."""
        self._run(lambda: self._seat.ask(command))

    def _run(self, work: Callable[[], None]) -> None:
        """Run a request; also raises Refused if it is still pending after a moment."""
        from quincunx.clients.remote import RemoteError

        if self.busy:
            raise Refused("on_its_way", ON_ITS_WAY)
        self._failed = ""
        request = self._request = _begun(work)
        try:
            request.result(HASTE)
        except TimeoutError:
            request.add_done_callback(self._note)
            raise Refused("on_its_way", ON_ITS_WAY) from None
        except RemoteError as error:
            raise Refused("unreachable", error.text) from error

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until something has changed, or time out; return whether something has."""
        return self._seat.wait(seconds)

    def points(self) -> Changes | None:
        """How a rated match changed both ratings; None if it was not rated or the server does not answer."""
        from quincunx.clients.remote import RemoteError

        try:
            return self._seat.points()
        except (RemoteError, Refused):
            return None

    def rematch(self) -> NonblockingSeat | None:
        """The seat at the second game of two or at the rematch, once there is one."""
        following = self._seat.rematch()
        return None if following is None else NonblockingSeat(following)

    def close(self) -> None:
        """Leave the seat; the match continues."""
        self._seat.close()

    def _note(self, request: Future[None]) -> None:
        """Note the outcome of a request that took longer."""
        error = request.exception()
        self._failed = error.text if isinstance(error, QuincunxError) else str(error or "")
        self._seat.changed()


def _begun(work: Callable[[], None]) -> Future[None]:
    """Start the work in a daemon thread, which does not keep the program from exiting."""
    done: Future[None] = Future()

    def run() -> None:
        try:
            work()
            done.set_result(None)
        except Exception as error:  # raised by `result`
            done.set_exception(error)

    threading.Thread(target=run, name="seat request", daemon=True).start()
    return done
