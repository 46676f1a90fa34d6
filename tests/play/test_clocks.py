"""Clocks run by turn, and the game decides what running out of time means."""

from __future__ import annotations

import pytest

from play.stories import ANN, BOB, NOON, Story
from quincunx.core.outcome import Outcome
from quincunx.play.clocks import DAY, MINUTE, Clock, Days, Fischer, PerTurn, Untimed, grace
from quincunx.play.commands import Act, Flag, MakeOffer, Resign, Resume
from quincunx.play.errors import Refused
from quincunx.play.events import Acted, Ended, Resumed

CHAIN = [(ANN, "c3-d4"), (BOB, "h6-g5"), (ANN, "d2-c3"), (BOB, "g5-f4"), (ANN, "d4-c5"), (BOB, "d6-b4")]


def left(story: Story) -> tuple[int | None, int | None]:
    return story.match.times.remaining(0, story.now), story.match.times.remaining(1, story.now)


def test_without_a_clock_nothing_ever_runs_out() -> None:
    story = Story()
    assert left(story) == (None, None)
    assert story.match.deadline() is None
    assert story.comes(Flag(), after=400 * DAY) == []


def test_a_fischer_clock_takes_what_a_turn_took_and_adds_the_increment() -> None:
    story = Story(clock=Fischer(60, 2))
    story.plays(ANN, "f3-e3", after=5_000)
    assert left(story) == (57_000, 60_000)
    story.plays(BOB, "c6-d6", after=10_000)
    assert left(story) == (57_000, 52_000)
    story.now += 1_500
    assert left(story) == (55_500, 52_000)


def test_the_clock_runs_by_turn_and_not_by_action() -> None:
    story = Story("checkers", clock=Fischer(60, 5))
    for who, action in CHAIN:
        story.plays(who, action, after=1_000)
    assert story.match.state.to_move == 1  # light's chain may go on
    story.plays(BOB, "end", after=10_000)
    assert story.match.times.left == (60_000 + 3 * (5_000 - 1_000), 60_000 + 2 * (5_000 - 1_000) + 5_000 - 11_000)


def test_fischer_out_of_time_loses_in_every_game() -> None:
    for key in ("cengers", "checkers"):
        story = Story(key, clock=Fischer(60, 2))
        assert story.comes(Flag(), after=59_999) == []
        assert story.comes(Flag(), after=1) == [Ended(at=story.now, winner=1, reason="time")]
        assert story.match.result == Outcome(1, "time")
        assert left(story) == (0, 60_000)


@pytest.mark.parametrize(("clock", "length"), [(PerTurn(30), 30_000), (Days(2), 2 * DAY)])
def test_k8_the_turns_time_passes_the_turn_where_the_game_says_so(clock: Clock, length: int) -> None:
    story = Story("checkers", clock=clock)
    assert story.match.deadline() == NOON + length
    assert story.comes(Flag(), after=length + 700) == [Acted(at=story.now, side=0, action="timeout")]
    assert story.match.state.to_move == 1
    assert story.match.deadline() == story.now + length  # the opponent's full time, from now on


def test_k8_what_was_captured_so_far_counts() -> None:
    story = Story("checkers", clock=PerTurn(30))
    for who, action in CHAIN:
        story.plays(who, action, after=1_000)
    story.comes(Flag(), after=30_000)
    assert story.match.state.to_move == 0
    assert len(story.match.state.game.spec.pieces(story.match.state)) == 23


def test_k8_three_timeouts_in_a_row_are_leaving() -> None:
    story = Story("checkers", clock=PerTurn(30))
    for _ in range(2):
        story.comes(Flag(), after=30_000)
        story.plays(BOB, story.match.state.text(story.match.state.legal_actions()[0]), after=100)
    ended = story.comes(Flag(), after=30_000)
    assert ended == [
        Acted(at=story.now, side=0, action="timeout"),
        Ended(at=story.now, winner=1, reason="left"),
    ]
    assert story.match.record().replay() == story.match.state


@pytest.mark.parametrize("clock", [PerTurn(30), Days(2)])
@pytest.mark.parametrize("key", ["hnefatafl", "draughts"])
def test_elsewhere_the_turns_time_loses(clock: Clock, key: str) -> None:
    story = Story(key, clock=clock)
    story.comes(Flag(), after=2 * DAY)
    assert story.match.result == Outcome(1, "time")


def test_a_turn_made_in_time_gives_the_next_one_its_full_time() -> None:
    story = Story(clock=PerTurn(30))
    story.plays(ANN, "f3-e3", after=29_000)
    story.plays(BOB, "c6-d6", after=29_999)
    assert left(story) == (30_000, 30_000)


@pytest.mark.parametrize("command", [Act("f3-e3", 1), Resign(), MakeOffer("draw")])
def test_too_late_is_too_late_whatever_is_asked(command: Act | Resign | MakeOffer) -> None:
    story = Story(clock=Fischer(60, 0))
    with pytest.raises(Refused) as refused:
        story.asks(ANN, command, after=60_000)
    assert refused.value.code == "out_of_time"


def test_a_wall_clock_that_is_set_back_gives_no_time_away() -> None:
    story = Story(clock=Fischer(60, 0))
    story.plays(ANN, "f3-e3", after=5_000)
    story.plays(BOB, "c6-d6", after=-60_000)
    assert left(story) == (55_000, 60_000)
    assert [event.at for event in story.log] == sorted(event.at for event in story.log)


def test_while_the_server_is_away_no_clock_counts() -> None:
    story = Story(clock=Fischer(60, 0))
    story.plays(ANN, "f3-e3", after=5_000)
    seen = story.now + 2_000  # then the server is down for an hour
    back = seen + 3_600_000
    assert story.comes(Resume(seen, back), after=2_000 + 3_600_000) == [Resumed(at=story.now, lost=3_600_000)]
    assert left(story) == (55_000, 58_000)
    assert story.comes(Resume(seen, back), after=500) == []  # this is already in the log
    assert left(story) == (55_000, 57_500)
    again = Resume(seen, back + 1_000)
    assert story.comes(again, after=500) == [Resumed(at=story.now, lost=1_000)]  # it was down again at once
    assert left(story) == (55_000, 58_000)
    story.plays(BOB, "c6-d6", after=8_000)
    assert left(story) == (55_000, 50_000)
    assert story.comes(again) == []  # no gap: the last move was written by a running server


def test_without_a_clock_or_a_game_nothing_resumes() -> None:
    for story in (Story(), Story(seats=(ANN, None), clock=Fischer(60, 0))):
        assert story.comes(Resume(NOON, NOON + 10_000), after=10_000) == []


def test_the_grace_period_depends_on_the_clock() -> None:
    assert grace(PerTurn(10)) == MINUTE
    assert grace(PerTurn(120)) == 4 * MINUTE
    assert grace(Fischer(60, 0)) == MINUTE // 2
    assert grace(Fischer(900, 10)) == 130_000
    assert grace(Fischer(3600, 30)) == 5 * MINUTE
    assert grace(Days(1)) is None
    assert grace(Untimed()) == DAY
