"""Whatever is requested in whatever order: a match is exactly its log, and its clocks are consistent."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from play.stories import ANN, BOB, NOON, Story
from quincunx.play.clocks import Clock, Days, Fischer, PerTurn, Untimed
from quincunx.play.commands import (
    Abandon,
    Abort,
    Accept,
    Act,
    Claim,
    Decline,
    Flag,
    Join,
    MakeOffer,
    PlayerCommand,
    Resign,
    Resume,
    Return,
    ServerCommand,
)
from quincunx.play.errors import Refused
from quincunx.play.seats import Person

EVE = Person("e3", "Eve")
CLOCKS: list[Clock] = [Untimed(), PerTurn(20), Fischer(60, 3), Days(1)]
OFFERS = st.sampled_from(["draw", "takeback", "rematch"])
PEOPLE = st.sampled_from([ANN, BOB, EVE])
ASKED = st.one_of(
    st.builds(MakeOffer, OFFERS),
    st.builds(Accept, OFFERS),
    st.builds(Decline, OFFERS),
    st.just(Resign()),
    st.just(Abort()),
    st.builds(Claim, st.sampled_from(["win", "draw"])),
    st.builds(Act, st.sampled_from(["end", "pass", "timeout", "a1-a2"]), st.integers(1, 9)),
)
COMES = st.one_of(
    st.just(Flag()),
    st.builds(Abandon, st.integers(0, 1)),
    st.builds(Return, st.integers(0, 1)),
    st.builds(Resume, st.integers(NOON - 1_000, NOON + 300_000)),
    st.builds(Join, PEOPLE, st.sampled_from(["", "digest"])),
)
MOVES = st.integers(0, 10_000)  # an action of the side to move, by its index in the list
STEPS = st.lists(
    st.tuples(st.one_of(MOVES, MOVES, MOVES, st.tuples(PEOPLE, ASKED), COMES), st.integers(-1_000, 15_000)),
    min_size=15,
    max_size=60,
)
Step = int | tuple[Person, PlayerCommand] | ServerCommand


def take(story: Story, step: Step, after: int) -> None:
    """Play one step of a random story; a refusal changes nothing."""
    before = story.reread()
    try:
        if isinstance(step, int):
            state = story.match.state
            actions = state.legal_actions()
            text = state.text(actions[step % len(actions)]) if actions else "end"
            story.asks((ANN, BOB)[state.to_move], Act(text, story.match.position), after)
        elif isinstance(step, tuple):
            story.asks(*step, after)
        else:
            story.comes(step, after)
    except Refused as refused:
        assert refused.sentence.endswith(".")
        assert story.match == before


@settings(max_examples=300 if quincunx.compiled else 40)
@given(
    key=st.sampled_from(list(quincunx.games())),
    clock=st.sampled_from(CLOCKS),
    seats=st.sampled_from([(ANN, BOB), (ANN, None), (ANN, ANN)]),
    steps=STEPS,
)
def test_a_match_is_exactly_its_log(key: str, clock: Clock, seats: tuple[Person, Person | None], steps: list) -> None:  # type: ignore[type-arg]
    story = Story(key, clock=clock, seats=seats, invite="digest")
    for step, after in steps:
        before, kept = story.match.copy(), story.reread()
        take(story, step, after)
        assert before == kept, "a copy stays as it was"
        match = story.match
        assert match == story.reread()
        assert match.version == len(story.log)
        assert match.times.left is None or min(match.times.left) >= 0
        assert (match.times.running is not None) == (match.status == "running")
        assert (match.result is not None) == (match.status == "finished")
    assert [event.at for event in story.log] == sorted(event.at for event in story.log)
    assert story.match.at >= NOON
    replayed = story.match.record().replay()
    assert replayed == story.match.state
    if story.match.result is not None:
        assert quincunx.read_record(story.match.record().text()).result == story.match.result


@given(steps=STEPS)
def test_a_stranger_changes_nothing(steps: list) -> None:  # type: ignore[type-arg]
    story = Story(clock=Fischer(600, 0))
    for step, after in steps:
        if isinstance(step, tuple):
            before = story.reread()
            try:
                story.asks(EVE, step[1], after)
            except Refused as refused:
                assert refused.code == "not_yours"
            assert story.match == before
        else:
            take(story, step, after)
