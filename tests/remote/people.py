"""Players with the Python client, for tests."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.remote import ByInvite, Client, OnlineSeat, read_address
from quincunx.play.match import Match
from servers import DEADLINE, Server


def guest(server: Server) -> Client:
    """A client with a guest account."""
    client = Client(server.url)
    client.guest()
    return client


def begun(ann: Client, bob: Client, game: str = "cengers") -> tuple[OnlineSeat, OnlineSeat]:
    """Start a match by link; returns the seats by side."""
    hers = ann.create(game, ByInvite(), colour="first")
    link = read_address(hers.link)
    his = bob.join(link.match, link.secret)
    until(hers, lambda match: match.status == "running")
    return hers, his


def until(seat: MatchSeat, holds: Callable[[Match], object]) -> None:
    """Wait until the condition holds for the match."""
    while not holds(seat.match):
        assert seat.wait(DEADLINE), "nothing happens any more"


def play_on(seats: tuple[MatchSeat, MatchSeat], random: Random, most: int) -> None:
    """Play up to `most` random actions by both in turn."""
    for _ in range(most):
        match = max((seat.match for seat in seats), key=lambda match: match.version)
        if match.status != "running":
            break
        mover = seats[match.state.to_move]
        until(mover, lambda seen, version=match.version: seen.version >= version)
        mover.act(match.state.text(random.choice(match.state.legal_actions())))
    last = max(seat.match.version for seat in seats)
    for seat in seats:
        until(seat, lambda seen: seen.version >= last)
