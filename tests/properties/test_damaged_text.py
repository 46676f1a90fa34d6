"""Damaged or truncated records and positions never cause a crash: they are read, or raise the documented errors."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quincunx
from conformance.checks import walk
from quincunx import NotationError, PositionError, QuincunxError, Record, RecordError, State
from variants import keys

every_game = pytest.mark.parametrize("key", keys())
plies = st.integers(0, 60)
seeds = st.integers(0, 2**64 - 1)
damage = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from(["delete", "insert", "replace"]), st.characters(codec="utf-8")),
    max_size=4,
)


def reached(key: str, seed: int, ply: int) -> State:
    *_, state = walk(quincunx.game(key), seed, longest=ply)
    return state


def damaged(text: str, faults: list[tuple[float, str, str]]) -> str:
    for place, fault, character in faults:
        at = int(place * len(text))
        kept = text[at:] if fault == "insert" else text[at + 1 :]
        text = text[:at] + ("" if fault == "delete" else character) + kept
    return text


@every_game
@given(seed=seeds, ply=plies, faults=damage, cut=st.floats(0, 1))
def test_damaged_records(key: str, seed: int, ply: int, faults: list[tuple[float, str, str]], cut: float) -> None:
    state = reached(key, seed, ply)
    text = damaged(Record.of(state, players=dict(zip(state.game.players, "ab", strict=True))).text(), faults)
    for part in (text, text[: int(cut * len(text))]):
        try:
            state.game.record(part).replay()
        except RecordError as error:
            assert 1 <= error.line <= max(1, len(part.splitlines()))
            assert error.expected
        with suppress(QuincunxError):
            quincunx.read_record(part).replay()


@every_game
@given(seed=seeds, ply=plies, faults=damage, cut=st.floats(0, 1))
def test_damaged_positions(key: str, seed: int, ply: int, faults: list[tuple[float, str, str]], cut: float) -> None:
    state = reached(key, seed, ply)
    text = damaged(state.position(), faults)
    for part in (text, text[: int(cut * len(text))]):
        try:
            read = state.game.position(part)
        except PositionError:
            continue
        goes_on(read)


def goes_on(state: State) -> None:
    """Check that an accepted position can be played, written and read again."""
    assert state.game.position(state.position()) == state
    for _ in range(8):
        actions = state.legal_actions()
        assert bool(actions) == (state.outcome() is None)
        if not actions:
            return
        state.apply(actions[len(actions) // 2])
    for _ in range(8):
        state.undo()


@every_game
@given(text=st.text(max_size=40))
def test_any_text_is_no_action_or_gets_an_answer(key: str, text: str) -> None:
    state = quincunx.game(key).start()
    refusal = state.why_not(text)
    if refusal is None:
        state.apply(state.parse(text))
    else:
        with pytest.raises(quincunx.ActionError):
            state.parse(text)


@every_game
@given(text=st.text(max_size=200))
def test_any_text_as_position_or_record(key: str, text: str) -> None:
    game = quincunx.game(key)
    for read in (game.position, game.record):
        try:
            read(text)
        except NotationError as error:
            assert str(error).startswith(f"line {error.line}: ")


@every_game
@given(seed=seeds, ply=plies)
def test_random_walks_round_trip(key: str, seed: int, ply: int) -> None:
    state = reached(key, seed, ply)
    assert state.game.position(state.position()) == state
    assert quincunx.read_record(Record.of(state).text()).replay() == state
