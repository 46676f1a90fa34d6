"""Batches of games: they follow the rules, and the same seed gives the same games, whatever the number of threads."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest

import quincunx
from quincunx import Game, IllegalActionError, State

np = pytest.importorskip("numpy")
vector = pytest.importorskip("quincunx.research.vector")
numbering = pytest.importorskip("quincunx.research.numbering")

NUMBERINGS = Path(__file__).parent / "numberings.json"
SIZE, STEPS = 5, 30
every_game = pytest.mark.parametrize("key", quincunx.games())


def played(key: str, threads: int = 1) -> vector.Vector:
    """A batch after some random steps."""
    batch = vector.Vector(key, SIZE, seed=7, threads=threads)
    for _ in range(STEPS):
        batch.step(batch.sample())
    return batch


def rewards(state: State) -> list[int]:
    """What each player gets: 1 for a win, -1 for a loss, otherwise 0."""
    outcome = state.outcome()
    winner = None if outcome is None else outcome.winner
    return [0 if winner is None else 1 if winner == player else -1 for player in (0, 1)]


def digests(game: Game) -> dict[str, int]:
    """Checksums of the action numbers, and of the planes of some positions."""
    batch = played(game.key)
    found = {batch.actions.name: zlib.crc32(batch.actions.codes.tobytes())}
    if batch.planes.count:
        found[batch.planes.name] = zlib.crc32(batch.observe().tobytes())
    return found


@every_game
def test_a_batch_plays_as_single_games_do(key: str) -> None:
    batch = vector.Vector(key, SIZE, seed=1, threads=3)
    single = [quincunx.game(key).start() for _ in range(SIZE)]
    for _ in range(STEPS):
        stepped = batch.step(batch.sample().copy())
        for at, state in enumerate(single):
            state.apply(batch.actions.action(int(batch.chosen[at]), state.to_move))
            assert (stepped.rewards[at].tolist(), stepped.over[at]) == (rewards(state), state.over)
            if state.over:
                single[at] = state = quincunx.game(key).start()
            assert batch.state(at).position() == state.position()
            assert (batch.to_move[at], batch.plies[at]) == (state.to_move, state.ply)
            numbers = [batch.actions.number(action, state.to_move) for action in state.legal_actions()]
            assert sorted(numbers) == np.flatnonzero(batch.legal()[at]).tolist()


def test_threads_change_nothing() -> None:
    one, three = played("brandubh"), played("brandubh", threads=3)
    assert one.plies.max() > one.plies.min()  # some games ended and started again
    assert (one.legal() == three.legal()).all()
    assert (one.observe() == three.observe()).all()


def test_the_seed_determines_the_games() -> None:
    batch = vector.Vector("othello", SIZE, seed=7)
    first = [batch.step(batch.sample()) and batch.sample().tolist() for _ in range(9)]
    batch.reset(seed=7)
    assert first == [batch.step(batch.sample()) and batch.sample().tolist() for _ in range(9)]
    batch.reset(seed=8)
    assert first != [batch.step(batch.sample()) and batch.sample().tolist() for _ in range(9)]


def test_an_illegal_action_is_refused_before_anything_is_played() -> None:
    batch = vector.Vector("othello", 3)
    before = batch.legal().copy()
    chosen = batch.sample().copy()
    for wrong, error in ((0, IllegalActionError), (-1, ValueError), (65, ValueError)):
        chosen[2] = wrong
        with pytest.raises(error):
            batch.step(chosen)
        assert (batch.legal() == before).all()
        assert not batch.plies.any()


def test_actions_are_numbered_from_the_view_of_the_mover() -> None:
    numbers = numbering.ActionNumbers(quincunx.game("chess"))
    state = quincunx.game("chess").start()
    white = numbers.number(state.parse("e2-e4"), 0)
    state.apply(state.parse("e2-e4"))
    assert numbers.number(state.parse("e7-e5"), 1) == white
    assert state.text(numbers.action(white, 1)) == "e7-e5"
    with pytest.raises(ValueError, match="chess-actions-v1"):
        numbers.number(quincunx.game("othello").start().legal_actions()[0], 0)


@every_game
def test_numberings_stay_as_they_are(key: str) -> None:
    """After a change, raise the version in `numbering.py`, then run `python tests/research/test_vector.py`."""
    kept = json.loads(NUMBERINGS.read_text())
    assert digests(quincunx.game(key)).items() <= kept.items()


def test_arrays_are_shared_without_copying() -> None:
    batch = played("othello")
    assert np.shares_memory(np.from_dlpack(batch.legal()), batch.legal())
    assert np.shares_memory(np.from_dlpack(batch.observe()), batch.observe())


if __name__ == "__main__":
    everything = {name: digest for key in quincunx.games() for name, digest in digests(quincunx.game(key)).items()}
    NUMBERINGS.write_text(json.dumps(everything, indent=1) + "\n")
