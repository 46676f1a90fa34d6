"""A match at this keyboard: everything it shows is in the database, and any program can resume it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

import quincunx
from quincunx.clients.local import account as local_account
from quincunx.clients.local.database import LocalDatabase
from quincunx.clients.local.new_match import seats_of, start_match
from quincunx.clients.local.seat import LocalSeat
from quincunx.play.clocks import PerTurn, Untimed
from quincunx.play.commands import MakeOffer, Resign
from quincunx.play.errors import Refused
from quincunx.play.events import Acted, AnyEvent, read_event
from quincunx.play.match import Match
from quincunx.play.seats import Friend, Person
from quincunx.play.turns import must_pass
from quincunx.store.store import Unit
from servers import DEADLINE

T = TypeVar("T")
KEYS = list(quincunx.games())
FIRST = KEYS[0]


@pytest.fixture
def local_db(tmp_path: Path) -> Iterator[LocalDatabase]:
    with LocalDatabase(f"sqlite:///{tmp_path / 'test.db'}") as local_db:
        yield local_db


def sit(local_db: LocalDatabase, key: str = FIRST, bots: tuple[int, ...] = (), level: int = 1) -> LocalSeat:
    """A seat in a new match."""
    me = local_account.here(local_db)
    id = start_match(local_db, quincunx.game(key), seats_of(me, bots, level))
    return LocalSeat(local_db, id, me.id, bot_seconds=0.2)


def play_a_turn(seat: LocalSeat, random: Random) -> None:
    """Play a random action at this keyboard, or wait for the bot's."""
    match = seat.match
    if match.state.to_move in seat.sides:
        seat.act(match.state.text(random.choice(match.state.legal_actions())))
    else:
        assert seat.wait(DEADLINE)


def stored(local_db: LocalDatabase, id: str) -> Match:
    """The match as stored in the database."""
    return Match.from_events(read_event(row.payload) for row in local_db.read(lambda unit: unit.log.read(id)))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("bots", [(), (1,)])
def test_a_whole_game(local_db: LocalDatabase, key: str, bots: tuple[int, ...]) -> None:
    seat, random = sit(local_db, key, bots), Random(3)
    for _ in range(3000):
        if seat.match.status != "running":
            break
        assert not must_pass(seat.match.state), "forced passes must be automatic (F3, K7, C8)"
        play_a_turn(seat, random)
    else:
        seat.ask(Resign())
    assert seat.match.result is not None
    seat.close()
    assert stored(local_db, seat.id) == seat.match
    (line,) = local_db.read(lambda unit: unit.results.stats(seat.account))
    assert (line.opponent, line.level, line.side) == (("bot", 1, 0) if bots else ("friend", None, 0))


def test_a_friend_beside_one_has_a_name_and_the_other_side(local_db: LocalDatabase) -> None:
    me = local_account.here(local_db)
    seats = seats_of(me, (), 1, side=1, friend="Ben")
    seat = LocalSeat(local_db, start_match(local_db, quincunx.game(FIRST), seats), me.id)
    assert seat.match.seats == [Friend("Ben"), Person(me.id, me.name)]
    assert seat.match.created.visibility == "private"
    assert seat.sides == (0, 1)
    seat.ask(Resign())
    seat.ask(MakeOffer("rematch"))
    (line,) = local_db.read(lambda unit: unit.results.stats(me.id))
    assert (line.side, line.stats.lost) == (1, 1)
    again = seat.rematch()
    assert again is not None
    assert again.match.seats == [Person(me.id, me.name), Friend("Ben")]


def test_k8_a_match_has_its_games_usual_clock_unless_another_is_chosen(local_db: LocalDatabase) -> None:
    for key, clock, expected in (
        ("checkers", None, PerTurn(60)),
        ("checkers", Untimed(), Untimed()),
        ("cengers", None, Untimed()),
    ):
        id = start_match(local_db, quincunx.game(key), seats_of(local_account.here(local_db), (), 1), clock=clock)
        assert stored(local_db, id).created.clock == expected


@pytest.mark.parametrize("bots", [(), (1,)])
def test_k8_running_out_passes_the_turn_at_this_keyboard_too(local_db: LocalDatabase, bots: tuple[int, ...]) -> None:
    me, game = local_account.here(local_db), quincunx.game("checkers", first="dark")
    id = start_match(local_db, game, seats_of(me, bots, 1), chosen=("first",), clock=PerTurn(1))
    seat = LocalSeat(local_db, id, me.id, bot_seconds=0.2)
    while seat.match.state.ply == 0:
        assert seat.wait(DEADLINE)
    assert seat.game.write_action(seat.match.state.actions()[0]) == "timeout"
    assert seat.match.status == "running"


def test_a_key_press_crosses_no_json(local_db: LocalDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    """Actions are stored as rows, and returned as a copy of the match in the host's memory."""
    seat = sit(local_db)

    def decode(row: bytes) -> AnyEvent:
        raise AssertionError(f"decoded {row!r}")

    for module in ("live_match", "live_matches"):
        monkeypatch.setattr(f"quincunx.host.{module}.read_event", decode)
    monkeypatch.setattr("quincunx.protocol.messages.write", decode)
    before = seat.match
    position, ply = before.position, before.state.ply
    play_a_turn(seat, Random(1))
    assert seat.match is not before
    host = seat._local_match._live.match
    assert seat.match.state == host.state
    assert seat.match.state is not host.state, "a state plays actions to answer queries, so each thread needs its own"
    assert (before.position, before.state.ply) == (position, ply), "what a screen draws from is never changed"


def test_a_whole_turn_is_one_commit(local_db: LocalDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, random = sit(local_db, "flipflop"), Random(3)
    while len(turn := whole_turn(seat.match, random)) < 2:
        seat.act(*turn)
    writes, write = list[object](), local_db.store.write

    async def counted(work: Callable[[Unit], T]) -> T:
        writes.append(work)
        return await write(work)

    monkeypatch.setattr(local_db.store, "write", counted)
    seat.act(*turn)
    assert len(writes) == 1


def whole_turn(match: Match, random: Random) -> list[str]:
    """The actions of a whole turn."""
    state, actions = match.state.copy(), list[str]()
    while state.turn == match.state.turn and not state.over:
        action = random.choice(state.legal_actions())
        actions.append(state.text(action))
        state.apply(action)
    return actions


def test_a_match_at_this_keyboard_needs_no_messages(tmp_path: Path) -> None:
    """The modules with the messages are not even loaded."""
    check = "import sys, quincunx.clients.local.seat; sys.exit('quincunx.protocol.messages' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


def test_bots_play_to_the_end_by_themselves(local_db: LocalDatabase) -> None:
    seat = sit(local_db, "flipflop", (0, 1))
    assert seat.sides == ()
    while seat.match.status == "running":
        assert seat.wait(DEADLINE)
    assert stored(local_db, seat.id) == seat.match


def test_what_was_drawn_from_never_changes(local_db: LocalDatabase) -> None:
    seat = sit(local_db)
    before, version = seat.match, seat.match.version
    play_a_turn(seat, Random(1))
    assert (before.version, before.state.ply) == (version, 0)
    assert seat.match.state.ply == 1


def test_every_change_is_told_once(local_db: LocalDatabase) -> None:
    seat = sit(local_db)
    assert seat.wait(DEADLINE)
    assert not seat.wait(0)
    play_a_turn(seat, Random(1))
    assert seat.wait(0)
    assert not seat.wait(0)


def test_refusals_say_why_and_change_nothing(local_db: LocalDatabase) -> None:
    seat = sit(local_db, bots=(0,))
    seat.wait()
    with pytest.raises(Refused) as refused:
        seat.act("a1-a1", position=1)
    assert refused.value.sentence
    before = seat.match.position
    while seat.match.state.to_move == 0:
        seat.wait(DEADLINE)
    with pytest.raises(Refused) as refused:
        seat.act("a1-a1", position=before - 1)
    assert refused.value.code == "stale"
    with pytest.raises(Refused) as refused:
        seat.act("a1-a1")
    assert refused.value.code in ("illegal", "invalid")


def test_a_takeback_goes_behind_the_bots_answer_also_while_it_thinks(local_db: LocalDatabase) -> None:
    me = local_account.here(local_db)
    id = start_match(local_db, quincunx.game("battlefield"), seats_of(me, (1,), 8))
    seat = LocalSeat(local_db, id, me.id, bot_seconds=60)
    random = Random(5)
    while seat.match.state.to_move == 0:
        play_a_turn(seat, random)
    seat.ask(MakeOffer("takeback"))  # the bot would think for a minute
    assert (seat.match.state.ply, seat.match.state.to_move) == (0, 0)
    seat.close()


def test_a_rematch_with_a_bot_is_on_at_once(local_db: LocalDatabase) -> None:
    seat = sit(local_db, bots=(1,))
    seat.ask(Resign())
    seat.ask(MakeOffer("rematch"))
    again = seat.rematch()
    assert again is not None
    assert again.sides == (1,)
    while again.match.state.to_move != 1:
        assert again.wait(DEADLINE)


def test_two_tables_at_one_match_never_fork_it(local_db: LocalDatabase, tmp_path: Path) -> None:
    """As if the window's server played the same match."""
    seat, random = sit(local_db), Random(2)
    with LocalDatabase(local_db.database) as elsewhere:
        other = LocalSeat(elsewhere, seat.id, seat.account)
        for number in range(20):
            mine = (seat, other)[number % 2]
            while mine.match.version <= number:
                assert mine.wait(DEADLINE)
            play_a_turn(mine, random)
        while seat.match.version < other.match.version:
            assert seat.wait(DEADLINE)
        assert seat.match == other.match == stored(local_db, seat.id)
        other.close()


PLAYING = """
import sys
from random import Random
import quincunx
from quincunx.clients.local import account as local_account
from quincunx.clients.local.database import LocalDatabase
from quincunx.clients.local.new_match import seats_of, start_match
from quincunx.clients.local.seat import LocalSeat

local_db = LocalDatabase(sys.argv[1])
me = local_account.here(local_db)
id = start_match(local_db, quincunx.game(sys.argv[2]), seats_of(me, (1,), 1))
seat = LocalSeat(local_db, id, me.id)
print(id, flush=True)
random = Random(7)
while seat.match.status == "running":
    match = seat.match
    if match.state.to_move in seat.sides:
        seat.act(match.state.text(random.choice(match.state.legal_actions())))
    print(seat.match.version, flush=True)
    if seat.match.state.to_move not in seat.sides:
        seat.wait()
"""


@pytest.mark.parametrize("shown", [1, 2, 5, 9])
def test_a_killed_program_loses_nothing_that_it_showed(local_db: LocalDatabase, shown: int) -> None:
    command = [sys.executable, "-c", PLAYING, local_db.database, "hnefatafl"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        id = process.stdout.readline().strip()
        last = [int(process.stdout.readline()) for _ in range(shown)][-1]
        process.send_signal(signal.SIGKILL)
        last = max([last, *(int(line) for line in process.stdout)])
    left = stored(local_db, id)
    assert left.version >= last
    me = local_account.here(local_db)
    assert left.sides_of(me.id) == (0,), "the same person sits down again"
    seat = LocalSeat(local_db, id, me.id, bot_seconds=0.2)
    random = Random(1)
    for _ in range(6):
        play_a_turn(seat, random)
    while seat.match.status == "running" and seat.match.state.to_move not in seat.sides:
        assert seat.wait(DEADLINE)
    events = [read_event(row.payload) for row in local_db.read(lambda unit: unit.log.read(id))]
    assert len([event for event in events if isinstance(event, Acted)]) == seat.match.state.ply
    seat.close()


def test_a_match_can_be_left_and_taken_up_again(local_db: LocalDatabase) -> None:
    seat = sit(local_db, bots=(1,))
    play_a_turn(seat, Random(1))
    seat.close()
    seat.close()
    again = LocalSeat(local_db, seat.id, seat.account, bot_seconds=0.2)
    while again.match.state.to_move != 0:
        assert again.wait(DEADLINE)
    assert again.match.state.ply >= 2


def test_the_guest_is_remembered_and_keeps_every_match_when_registering(
    local_db: LocalDatabase, tmp_path: Path
) -> None:
    guest = local_account.here(local_db)
    assert local_account.here(local_db) == guest
    keys = tmp_path / "share" / "quincunx" / "keys.json"
    assert keys.stat().st_mode & 0o777 == 0o600
    member = local_account.register(local_db, "Ann", "correct horse")
    assert (member.id, member.kind) == (guest.id, "member")
    assert local_account.here(local_db) == member
    with pytest.raises(local_account.LogInError):
        local_account.log_in(local_db, "Ann", "wrong horse")
    assert local_account.log_out(local_db)
    assert local_account.here(local_db).kind == "guest"
    assert local_account.log_in(local_db, "ann", "correct horse") == member == local_account.here(local_db)


@pytest.mark.parametrize(("name", "password"), [("x", "correct horse"), ("Ann", "short"), ("A nn", "correct horse")])
def test_what_the_server_would_not_take_is_refused_here_too(local_db: LocalDatabase, name: str, password: str) -> None:
    with pytest.raises(Refused):
        local_account.register(local_db, name, password)
