"""What each message from a client leads to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from quincunx.core.errors import IllegalActionError
from quincunx.core.state import State
from quincunx.play.commands import Hint
from quincunx.play.events import Created, read_event
from quincunx.play.match import Match
from quincunx.play.refused import Refused, no_match
from quincunx.play.scene import drafted, foreseen
from quincunx.play.study import reached
from quincunx.play.walker import why
from quincunx.server.fair_queue import Crowded
from quincunx.server.live import messages
from quincunx.server.live.analysts import crowded
from quincunx.server.live.connection import MOST_WATCHED, Connection
from quincunx.server.live.hub import Hub
from quincunx.server.live.lobby import link_digest
from quincunx.server.live.tables import Table
from quincunx.store.accounts import Account
from quincunx.store.matches import Header
from quincunx.store.store import Unit


async def welcome(hub: Hub, connection: Connection) -> None:
    """Tell somebody who has connected who he is, and where he is expected."""
    who = connection.who
    mine = [] if who is None or not connection.reads else await hub.store.read(lambda unit: _listed(unit, who))
    connection.say(
        messages.Welcome(
            protocol=messages.PROTOCOL,
            time=hub.now(),
            account=connection.account,
            name="" if who is None else who.name,
            matches=mine,
        )
    )


def _listed(unit: Unit, who: Account) -> list[messages.Listed]:
    return [
        messages.Listed(
            match=row.id,
            status=row.status,
            kind=row.kind,
            game=row.game,
            by=_challenger(unit, row, who) if row.status == "open" and row.kind == "challenge" else "",
        )
        for row in unit.matches.of_account(who.id, status=("open", "running"), most=None)
    ]


def _challenger(unit: Unit, row: Header, who: Account) -> str:
    """Who waits for the account's answer; nobody where it is the account that has asked."""
    created = read_event(unit.log.read(row.id)[0].payload)
    if not isinstance(created, Created) or created.invited != who.id:
        return ""
    return next(seat.name for seat in created.seats if seat is not None)


async def answer(hub: Hub, connection: Connection, message: messages.Incoming) -> messages.Outgoing:
    """The answer to a message; Refused where there is none."""
    return await _ANSWERS[type(message)](hub, connection, message)


async def _ping(hub: Hub, connection: Connection, message: messages.Ping) -> messages.Outgoing:
    if message.lag is not None:
        hub.note_lag(connection, message.lag)
    return messages.Pong(id=message.id, time=hub.now())


async def _watch(hub: Hub, connection: Connection, message: messages.Watch) -> messages.Outgoing:
    if not connection.may_watch(message.match):
        raise Refused("too_many", f"One connection watches at most {MOST_WATCHED} matches.")
    async with hub.tables.hold(message.match) as table:
        _require_visible(table.match, connection.reader, message.secret)
        tell = hub.view if message.scene else hub.watch
        whole = tell(connection, table, message.since)
        match, version = table.match, len(table.log)
    if whole:
        await hub.returned(connection, message.match, match)
    return messages.Ack(id=message.id, match=message.match, last=version)


async def _why(hub: Hub, connection: Connection, message: messages.Why) -> messages.Outgoing:
    async with hub.tables.hold(message.match) as table:
        state = _looked_at(table, connection, message.position)
        rule, sentence = why(state, message.picks) or ("", "")
    return messages.Told(id=message.id, rule=rule, sentence=sentence)


async def _foresee(hub: Hub, connection: Connection, message: messages.Foresee) -> messages.Outgoing:
    async with hub.tables.hold(message.match) as table:
        state = _looked_at(table, connection, message.position)
        try:
            forecast = foreseen(state, state.parse(message.action))
        except IllegalActionError as error:
            raise Refused("illegal", error.sentence, error.rule) from error
    return messages.Told(id=message.id, forecast=forecast)


async def _draft(hub: Hub, connection: Connection, message: messages.Draft) -> messages.Outgoing:
    async with hub.tables.hold(message.match) as table:
        state = _looked_at(table, connection, message.position)
        if table.match.status != "running":
            raise Refused("not_running", "The match is not running.")
        scene = drafted(state, message.actions, message.position)
    return messages.Told(id=message.id, scene=scene)


async def _hint(hub: Hub, connection: Connection, message: messages.Hint) -> messages.Outgoing:
    """It is counted first, then thought about when it is the account's turn."""
    account = _player(connection)
    if not connection.reads:
        async with hub.tables.hold(message.match) as table:  # what it may not see costs it nothing
            _looked_at(table, connection, message.position)
    await hub.referee.ask(message.match, account.id, Hint(message.position), message.id)
    async with hub.hints.turn(account.id):
        async with hub.tables.hold(message.match) as table:
            state = _looked_at(table, connection, message.position).copy()
        action = await hub.hints.best(account.id, message.match, message.position, state)
    return messages.Told(id=message.id, action=action)


async def _unwatch(hub: Hub, connection: Connection, message: messages.Unwatch) -> messages.Outgoing:
    hub.unwatch(connection, message.match)
    return messages.Ack(id=message.id, match=message.match)


async def _command(hub: Hub, connection: Connection, message: messages.Command) -> messages.Outgoing:
    account = _player(connection)
    versions = await hub.referee.ask(message.match, account.id, message.command, message.id)
    return _done(message, versions)


async def _join(hub: Hub, connection: Connection, message: messages.Join) -> messages.Outgoing:
    versions = await hub.lobby.join(_player(connection), message)
    return _done(message, versions)


async def _create(hub: Hub, connection: Connection, message: messages.Create) -> messages.Outgoing:
    made = await hub.lobby.create(_player(connection), message)
    return messages.Ack(id=message.id, match=made.id, first=1, last=1, secret=made.secret)


async def _seek(hub: Hub, connection: Connection, message: messages.Seek) -> messages.Outgoing:
    account = _player(connection)
    seek = await hub.lobby.sought(account, message)
    if message.take:
        await hub.pool.take(message.take, seek, account)
        return messages.Ack(id=message.id)
    hub.pool.add(seek, account)
    connection.seeks.add(seek.id)
    return messages.Ack(id=message.id)


async def _unseek(hub: Hub, connection: Connection, message: messages.Unseek) -> messages.Outgoing:
    hub.pool.remove(*connection.seeks)
    connection.seeks.clear()
    return messages.Ack(id=message.id)


async def _analyse(hub: Hub, connection: Connection, message: messages.Analyse) -> messages.Outgoing:
    _known(connection)
    try:
        state = await hub.desk.run(connection.party, lambda: reached(message.study))
    except Crowded:
        raise crowded() from None
    hub.analysts.begin(connection, message, state)
    return messages.Ack(id=message.id)


async def _halt(hub: Hub, connection: Connection, message: messages.Halt) -> messages.Outgoing:
    hub.analysts.halt(_known(connection).id)
    return messages.Ack(id=message.id)


def _done(message: messages.Command | messages.Join, versions: range) -> messages.Outgoing:
    return messages.Ack(id=message.id, match=message.match, first=versions.start, last=versions.stop - 1)


def _known(connection: Connection) -> Account:
    """The account behind a connection."""
    if connection.who is None:
        raise Refused("not_logged_in", "Log in, or play as a guest.")
    return connection.who


def _player(connection: Connection) -> Account:
    """The account behind a connection that may play."""
    account = _known(connection)
    if not connection.plays:
        raise Refused("read_only", "This token is for reading only.")
    return account


def _looked_at(table: Table, connection: Connection, position: int) -> State:
    """The state that a question is about, of somebody who may watch it."""
    if table.id not in connection.watched:  # whoever came by a link has shown it then
        _require_visible(table.match, connection.reader)
    if position != table.match.position:
        raise Refused("stale", "The match has moved on.")
    return table.match.state


def _require_visible(match: Match, account: str, secret: str = "") -> None:
    """A private match is for its players, and for those who are invited; to others it does not exist."""
    created = match.created
    invited = bool(account) and created.invited == account
    has_link = bool(created.invite) and bool(secret) and created.invite == link_digest(secret)
    if created.visibility == "private" and not match.sides_of(account) and not invited and not has_link:
        raise no_match()


_ANSWERS: dict[type[messages.Incoming], Callable[[Hub, Connection, Any], Awaitable[messages.Outgoing]]] = {
    messages.Ping: _ping,
    messages.Watch: _watch,
    messages.Why: _why,
    messages.Foresee: _foresee,
    messages.Draft: _draft,
    messages.Hint: _hint,
    messages.Unwatch: _unwatch,
    messages.Command: _command,
    messages.Join: _join,
    messages.Create: _create,
    messages.Seek: _seek,
    messages.Unseek: _unseek,
    messages.Analyse: _analyse,
    messages.Halt: _halt,
}
