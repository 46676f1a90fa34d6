"""Short matches for the store: real ones, with a few random moves, ended by the players."""

from __future__ import annotations

import random

import quincunx
from quincunx.play.clocks import Untimed
from quincunx.play.events import Acted, AnyEvent, Created, Ended, Kind, write_event
from quincunx.play.legs import Leg
from quincunx.play.match import Match
from quincunx.play.seats import Bot, Friend, Person, Seat
from quincunx.play.summary import Summary, summary
from quincunx.search.chances import POINTS
from quincunx.search.review import PositionValue, Review, SideReview
from quincunx.store.matches import Header, new_id
from quincunx.store.matches import Seat as Place
from quincunx.store.store import Unit

REVIEW = Review(
    POINTS,
    [],
    PositionValue(0.5, None, None),
    (SideReview(0, 100, 0, 0, 0), SideReview(1, 90.5, 1, 0, 0)),
    nodes=1000,
)


def played(
    game: str,
    seats: tuple[Seat, Seat],
    winner: int | None,
    *,
    kind: Kind = "invite",
    rated: bool = False,
    moves: int = 4,
    leg: Leg | None = None,
) -> list[AnyEvent]:
    """The log of a match that ends with the given result after some random moves."""
    luck = random.Random(f"{game} {moves} {winner}")
    state = quincunx.game(game).start()
    options = dict(state.game.options)
    log: list[AnyEvent] = [
        Created(
            at=1,
            game=game,
            options=options,
            seats=seats,
            clock=Untimed(),
            kind=kind,
            rated=rated,
            leg=leg,
        )
    ]
    for _ in range(moves):
        action = luck.choice(state.legal_actions())
        log.append(Acted(at=len(log) + 1, side=state.to_move, action=state.text(action)))
        state.apply(action)
        if state.over:
            log.pop()  # the players end the match, not the rules
            break
    log.append(Ended(at=len(log) + 1, winner=winner, reason="agreed" if winner is None else "left"))
    return log


def keep(unit: Unit, log: list[AnyEvent]) -> tuple[str, Summary]:
    """Store the match as the server does: the header, the log and the results in one unit."""
    match = Match.from_events(log)
    key = begin(unit, match.created, log)
    ended = summary(match)
    assert ended is not None
    unit.results.finish(key, ended, log[-1].at)
    return key, ended


def begin(unit: Unit, created: Created, log: list[AnyEvent]) -> str:
    """Store the header and the log of a match without checking them."""
    header = Header(
        id=new_id(),
        game=created.game,
        options=created.options,
        kind=created.kind,
        rated=created.rated,
        status="running",
        seats=(place(created.seats[0]), place(created.seats[1])),
        created=created.at,
        leg=created.leg.number if created.leg else None,
        other_leg=created.leg.first.match if created.leg and created.leg.first else None,
    )
    unit.matches.create(header)
    unit.log.append(header.id, after=0, events=[write_event(event) for event in log], at=log[-1].at)
    return header.id


def place(seat: Seat | None) -> Place:
    if isinstance(seat, Bot):
        return Place(bot=seat.name)
    if isinstance(seat, Friend):
        return Place(friend=seat.name)
    return Place(account=seat.account if isinstance(seat, Person) else None)
