"""The handlers of the messages from clients."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from quincunx.core.errors import IllegalActionError
from quincunx.core.state import State
from quincunx.host.analyses import crowded
from quincunx.host.live_match import LiveMatch
from quincunx.host.match_factory import MatchRequest, link_digest
from quincunx.play.commands import Hint
from quincunx.play.errors import Refused, no_match
from quincunx.play.match import Match
from quincunx.play.scene import drafted, shown_forecast
from quincunx.play.study import reached
from quincunx.play.walker import why
from quincunx.protocol import messages
from quincunx.protocol.accounts import Account
from quincunx.protocol.version import VERSION
from quincunx.search.analysis import Finding
from quincunx.search.chances import scale_of, tenths
from quincunx.server.fair_queue import Crowded
from quincunx.server.live.application import LiveApplication
from quincunx.server.live.connection import MOST_WATCHED, Connection
from quincunx.server.live.listed_matches import listed_matches
from quincunx.words import phrase


async def welcome(app: LiveApplication, connection: Connection) -> None:
    """Send a new connection its account and its open and running matches."""
    who = connection.who
    mine = (
        [] if who is None or not connection.reads else await app.store.read(lambda unit: listed_matches(unit, who.id))
    )
    connection.note_listed(mine)
    connection.say(
        messages.Welcome(
            protocol=VERSION,
            time=app.now(),
            account=connection.account,
            name="" if who is None else who.name,
            matches=mine,
        )
    )


async def answer(app: LiveApplication, connection: Connection, message: messages.Incoming) -> messages.Outgoing:
    """Handle a message and return the answer; raises Refused if it is refused."""
    return await _HANDLERS[type(message)](app, connection, message)


async def _ping(app: LiveApplication, connection: Connection, message: messages.Ping) -> messages.Outgoing:
    if message.lag is not None:
        app.note_lag(connection, message.lag)
    return messages.Pong(id=message.id, time=app.now())


async def _watch(app: LiveApplication, connection: Connection, message: messages.Watch) -> messages.Outgoing:
    if not connection.may_watch(message.match):
        raise Refused("too_many", phrase("server.live.watches_enough", count=MOST_WATCHED))
    await app.absences.learn(message.match)
    async with app.matches.hold(message.match) as live:
        _require_visible(live.match, connection.reader, message.secret)
        tell = app.view if message.scene else app.watch
        whole = tell(connection, live, message.since)
        match, version = live.match, len(live.log)
    if whole:
        await app.returned(connection, message.match, match)
    return messages.Ack(id=message.id, match=message.match, last=version)


async def _why(app: LiveApplication, connection: Connection, message: messages.Why) -> messages.Outgoing:
    async with app.matches.hold(message.match) as live:
        state = _state_at(live, connection, message.position)
        rule, sentence = why(state, message.picks) or ("", "")
    return messages.Answer(id=message.id, rule=rule, sentence=sentence)


async def _forecast(app: LiveApplication, connection: Connection, message: messages.Forecast) -> messages.Outgoing:
    async with app.matches.hold(message.match) as live:
        state = _state_at(live, connection, message.position)
        try:
            forecast = shown_forecast(state, state.parse(message.action))
        except IllegalActionError as error:
            raise Refused("illegal", error.sentence, error.rule) from error
    return messages.Answer(id=message.id, forecast=forecast)


async def _draft(app: LiveApplication, connection: Connection, message: messages.Draft) -> messages.Outgoing:
    async with app.matches.hold(message.match) as live:
        state = _state_at(live, connection, message.position)
        if live.match.status != "running":
            raise Refused("not_running", phrase("server.live.not_running"))
        scene = drafted(state, message.actions, message.position)
    return messages.Answer(id=message.id, scene=scene)


async def _hint(app: LiveApplication, connection: Connection, message: messages.Hint) -> messages.Outgoing:
    """The hint is counted first, then computed when it is the account's turn."""
    account = _player(connection)
    if not connection.reads:
        async with app.matches.hold(message.match) as live:  # check access first: a refused hint is not counted
            _state_at(live, connection, message.position)
    await app.referee.ask(message.match, account.id, Hint(message.position), message.id)
    async with app.hints.turn(account.id):
        async with app.matches.hold(message.match) as live:
            state = _state_at(live, connection, message.position).copy()
        action = await app.hints.best(account.id, message.match, message.position, state)
    notation = state.game.spec.move_notation(state.game).write(state, state.parse(action))
    return messages.Answer(id=message.id, action=action, notation=notation)


async def _unwatch(app: LiveApplication, connection: Connection, message: messages.Unwatch) -> messages.Outgoing:
    app.unwatch(connection, message.match)
    return messages.Ack(id=message.id, match=message.match)


async def _command(app: LiveApplication, connection: Connection, message: messages.Command) -> messages.Outgoing:
    account = _player(connection)
    versions = await app.referee.ask(message.match, account.id, message.command, message.id)
    return _done(message, versions)


async def _join(app: LiveApplication, connection: Connection, message: messages.Join) -> messages.Outgoing:
    versions = await app.lobby.join(_player(connection), message)
    return _done(message, versions)


async def _create(app: LiveApplication, connection: Connection, message: messages.Create) -> messages.Outgoing:
    request = MatchRequest(
        game=message.game,
        options=message.options,
        clock=message.clock,
        colour=message.colour,
        opponent=message.opponent,
        rated=message.rated,
        visibility=message.visibility,
        legs=message.legs,
    )
    made = await app.factory.create(_player(connection), request, message.id)
    return messages.Ack(id=message.id, match=made.id, first=1, last=1, secret=made.secret)


async def _seek(app: LiveApplication, connection: Connection, message: messages.Seek) -> messages.Outgoing:
    account = _player(connection)
    seek = await app.lobby.sought(account, message)
    if message.take:
        await app.pool.take(message.take, seek, message.id)
    else:
        await app.pool.add(seek, message.id, connection.number)
    return messages.Ack(id=message.id)


async def _unseek(app: LiveApplication, connection: Connection, message: messages.Unseek) -> messages.Outgoing:
    await app.pool.remove(connection.account, connection.number)
    return messages.Ack(id=message.id)


async def _analyse(app: LiveApplication, connection: Connection, message: messages.Analyse) -> messages.Outgoing:
    _known(connection)
    try:
        state = await app.study_queue.run(connection.party, lambda: reached(message.study))
    except Crowded:
        raise crowded() from None
    tell = partial(_tell_finding, connection, message.id, state)
    app.analyses.begin(connection.account, connection, state, message.lines, message.seconds, tell)
    return messages.Ack(id=message.id)


def _tell_finding(connection: Connection, id: str, state: State, found: Finding) -> None:
    """Send a finding of an analysis, as an answer to the message that requested it."""
    lines = [
        messages.EngineLine(
            action=state.text(line.actions[0]),
            actions=[state.text(action) for action in line.actions],
            notation=state.game.spec.move_notation(state.game).write_line(state, line.actions),
            cells=line.moves(),
            score=tenths(line.score),
            wins_in=line.wins_in,
            chance=round(line.chance, 4),
            exact=line.exact,
            table=line.table,
        )
        for line in found.lines
    ]
    unit = scale_of(state.game).unit
    depth, nodes, done = found.depth, found.nodes, found.done
    connection.say(messages.Analysis(asked=id, depth=depth, nodes=nodes, done=done, unit=unit, lines=lines))


async def _stop(app: LiveApplication, connection: Connection, message: messages.Stop) -> messages.Outgoing:
    app.analyses.cancel(_known(connection).id)
    return messages.Ack(id=message.id)


def _done(message: messages.Command | messages.Join, versions: range) -> messages.Outgoing:
    return messages.Ack(id=message.id, match=message.match, first=versions.start, last=versions.stop - 1)


def _known(connection: Connection) -> Account:
    """The account of a connection; raises Refused if there is none."""
    if connection.who is None:
        raise Refused("not_logged_in", phrase("server.live.nobody"))
    return connection.who


def _player(connection: Connection) -> Account:
    """The account of a connection that may play; raises Refused otherwise."""
    account = _known(connection)
    if not connection.plays:
        raise Refused("read_only", phrase("server.live.read_only"))
    return account


def _state_at(live: LiveMatch, connection: Connection, position: int) -> State:
    """The state that a question is about; raises Refused if the connection may not see it."""
    if live.id not in connection.watched:  # watching by an invite link has already been checked
        _require_visible(live.match, connection.reader)
    if position != live.match.position:
        raise Refused("stale", phrase("server.live.stale"))
    return live.match.state


def _require_visible(match: Match, account: str, secret: str = "") -> None:
    """Raise Refused if the match is private and the account is neither a player nor invited."""
    created = match.created
    invited = bool(account) and created.invited == account
    has_link = bool(created.invite) and bool(secret) and created.invite == link_digest(secret)
    if created.visibility == "private" and not match.sides_of(account) and not invited and not has_link:
        raise no_match()


_HANDLERS: dict[type[messages.Incoming], Callable[[LiveApplication, Connection, Any], Awaitable[messages.Outgoing]]] = {
    messages.Ping: _ping,
    messages.Watch: _watch,
    messages.Why: _why,
    messages.Forecast: _forecast,
    messages.Draft: _draft,
    messages.Hint: _hint,
    messages.Unwatch: _unwatch,
    messages.Command: _command,
    messages.Join: _join,
    messages.Create: _create,
    messages.Seek: _seek,
    messages.Unseek: _unseek,
    messages.Analyse: _analyse,
    messages.Stop: _stop,
}
