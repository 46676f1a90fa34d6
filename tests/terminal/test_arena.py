"""Tournaments of bots and programs: who is at fault loses that game and nothing else, and games are kept."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import quincunx
from quincunx import Outcome, Record
from quincunx.clients.arena.bouts import Bout, Played, Terms, play
from quincunx.clients.arena.players import Entrant
from quincunx.clients.arena.schedule import Schedule, pairings
from quincunx.clients.arena.standings import standings
from quincunx.search.learning.sprt import RatioTest
from terminal.test_cli import printed, refused

GAME = "brandubh"
ENGINE = """
import signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    if line.strip() in ("uci", "isready"):
        print({{"uci": "uciok", "isready": "readyok"}}[line.strip()], flush=True)
    elif line.startswith("go"):
        {on_go}
"""
FAULTS = {
    "crashed": "sys.exit(3)",
    "hung": "time.sleep(1000)",
    "cheated": "print('bestmove d4-d4', flush=True)",
}


@pytest.fixture
def faulty(tmp_path: Path) -> dict[str, str]:
    """Programs by what is wrong with them, as the command line names them."""
    for reason, code in FAULTS.items():
        (tmp_path / f"{reason}.py").write_text(ENGINE.format(on_go=code))
    return {reason: f"{reason}=uci:{sys.executable} {tmp_path / reason}.py" for reason in FAULTS}


def terms(*players: str, key: str = GAME, margin: float = 0.2) -> Terms:
    return Terms(quincunx.game(key), tuple(map(Entrant.read, players)), 0.01, margin, 1)


@pytest.mark.parametrize("reason", FAULTS)
def test_a_program_at_fault_loses_its_game(reason: str, faulty: dict[str, str]) -> None:
    played = play(Bout(terms("random", faulty[reason]), (0, 1), 0))
    assert [record.result for record in played.records] == [Outcome(0, reason), Outcome(1, reason)]
    assert played.results == (1.0, 1.0)
    for record in played.records:
        assert quincunx.read_record(record.text()).replay().ply == len(record.actions)


def test_the_other_games_go_on(faulty: dict[str, str]) -> None:
    out = printed("arena", "random", faulty["cheated"], faulty["crashed"], "--game", GAME, "--games=2", "--workers=1")
    assert "cheated lost 3 games with illegal moves." in out  # the side that begins is the first at fault
    assert "crashed lost 3 games because it crashed." in out
    assert out.splitlines()[1].split()[:2] == ["1", "random"]


def test_our_own_engine_plays_turns_of_several_actions() -> None:
    own = f"own=uci:{sys.executable} -m quincunx engine"
    played = play(Bout(terms("random", own, key="checkers", margin=60), (0, 1), 0))
    for record in played.records:
        assert record.replay().over


def test_games_are_kept_and_an_arena_is_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    words = ("arena", "random", "level 1", "--game", GAME, "--seconds", "0.01", "--workers", "1", f"--records={folder}")
    printed(*words, "--games", "2")
    first = {path: path.stat().st_mtime_ns for path in folder.glob("*.txt")}
    assert sorted(path.name for path in first) == ["1-2-00000a.txt", "1-2-00000b.txt"]
    (folder / "1-2-00001a.txt").write_text("cut off")  # the second game of this opening was not played
    out = printed(*words, "--games", "4")
    assert {path: path.stat().st_mtime_ns for path in first} == first
    assert len(list(folder.glob("*.txt"))) == 4
    assert "4" in out.splitlines()[1].split()
    assert "has the games of another arena" in refused(*words, "--games", "4", "--seed", "2")


def test_who_cannot_start_is_refused_before_the_first_game() -> None:
    assert "gone does not start as a UCI engine" in refused("arena", "random", "gone=uci:/no/program", "--game", GAME)
    assert "an arena needs two bots or more" in refused("arena", "random", "random", "--game", GAME)


def fake(pairing: tuple[int, int], number: int, winners: tuple[int | None, int | None], reason: str = "x") -> Played:
    """A bout with these winners, as sides."""
    game = quincunx.game(GAME)
    first, second = (Record(game, (), result=Outcome(winner, reason)) for winner in winners)
    return Played(pairing, number, (first, second))


def test_a_pairing_ends_when_its_test_has_a_verdict() -> None:
    assert pairings(4, gauntlet=True) == [(0, 1), (0, 2), (0, 3)]
    assert len(pairings(4, gauntlet=False)) == 6
    schedule = Schedule(terms("level 1", "random", "level 2"), [(0, 1), (0, 2)], 100, RatioTest(0, 100))
    for number in range(60):
        schedule.note(fake((0, 1), number, (0, 1)))
    assert schedule.verdict((0, 1)) is True
    assert {bout.pairing for bout in schedule._missing()} == {(0, 2)}


def test_the_table_counts_points_and_faults_of_both_sides() -> None:
    played = [fake((0, 1), 0, (0, None)), fake((0, 2), 0, (1, 0), "hung")]
    rows = {row.player: row for row in standings(3, played)}
    assert [rows[player].points for player in range(3)] == [1.5, 0.5, 2]
    assert rows[0].against == {1: (1.5, 2), 2: (0, 2)}
    assert rows[0].faults == {"hung": 2}
    assert not rows[2].faults
