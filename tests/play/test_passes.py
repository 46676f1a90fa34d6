"""Forced passes (F3, K7, C8): no player has to do anything, the match plays them itself."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from play.stories import ANN, BOB, NOON, Story
from quincunx.host.jobs import outbox
from quincunx.play import decisions
from quincunx.play.clocks import SECOND, Clock, Fischer, PerTurn
from quincunx.play.commands import Abandon, Accept, Act, BotAct, Flag, Join, MakeOffer, Pass
from quincunx.play.errors import Refused
from quincunx.play.events import Acted, AnyEvent, Ended
from quincunx.play.match import Match
from quincunx.play.scene import match_scene
from quincunx.play.seats import Bot, Friend, Seat
from quincunx.play.turns import must_pass

PEOPLE = (ANN, BOB)
FLIPFLOP = ("flipflop", 8, 14)  # game, seed, and the number of actions before a forced pass
OTHELLO = ("othello", 2, 58)
CHECKERS = ("checkers", 8, 106)
BOTH_PASS = ("flipflop", 0, 16)
Place = tuple[str, int, int]


def actions_of(place: Place, count: int) -> list[tuple[int, str]]:
    """The first actions of a random game, with the side that plays each."""
    key, seed, _ = place
    random, state = Random(seed), quincunx.game(key).start()
    played = []
    for _ in range(count):
        action = random.choice(state.legal_actions())
        played.append((state.to_move, state.text(action)))
        state.apply(action)
    return played


def before_a_pass(
    place: Place, seats: tuple[Seat | None, Seat | None] = PEOPLE, clock: Clock | None = None
) -> tuple[Story, int, str]:
    """A match, the side to move, and the action that leaves the opponent without a move."""
    story = Story(place[0], seats=seats, clock=clock, kind="hot_seat" if seats[0] == seats[1] else "pool")
    *before, (side, last) = actions_of(place, place[2])
    for mover, action in before:
        plays(story, mover, action)
    return story, side, last


def plays(story: Story, side: int, action: str, after: int = 0) -> list[AnyEvent]:
    """Let the side play, whoever has its seat."""
    seat = story.match.seats[side]
    if isinstance(seat, Bot):
        return story.comes(BotAct((action,), story.match.position), after)
    who = ANN if isinstance(seat, Friend) else PEOPLE[side]
    return story.asks(who, Act(action, story.match.position), after)


@pytest.mark.parametrize("place", [FLIPFLOP, OTHELLO, CHECKERS])
@pytest.mark.parametrize("seats", [PEOPLE, (ANN, Friend("Ben")), (Bot(3), Bot(3))])
def test_f3_k7_a_forced_pass_is_played_in_the_same_commit(place: Place, seats: tuple[Seat, Seat]) -> None:
    story, side, action = before_a_pass(place, seats)
    done = plays(story, side, action)
    assert done == [
        Acted(at=NOON, side=side, action=action),
        Acted(at=NOON, side=1 - side, action="pass", forced=True),
    ]
    assert story.match.state.to_move == side  # the same side again
    assert match_scene(story.match).choices != ("pass",)
    assert story.match == story.reread()


def test_f5_two_forced_passes_end_the_match_in_the_same_commit() -> None:
    story, side, action = before_a_pass(BOTH_PASS)
    done = plays(story, side, action)
    assert [event.action for event in done if isinstance(event, Acted)] == [action, "pass", "pass"]
    assert done[-1] == Ended(at=NOON, winner=1, reason="both_passed")
    assert story.match.status == "finished"


def blocked(clock: Clock | None = None) -> tuple[Story, int]:
    """A match of checkers in which one side has had to pass several times, and the other side, which is to move."""
    story = Story("checkers", clock=clock)
    for mover, action in actions_of(CHECKERS, 137):
        if action != "pass":
            plays(story, mover, action)
    assert story.match.state.to_move == 0
    return story, 0


def test_k8_a_pass_is_forced_after_a_timeout_too() -> None:
    story, side = blocked(PerTurn(20))
    done = story.comes(Flag(), after=20_000)
    assert [(event.side, event.action, event.forced) for event in done if isinstance(event, Acted)] == [
        (side, "timeout", False),
        (1 - side, "pass", True),
    ]
    times = story.match.times
    assert (times.left, times.running, times.since) == ((20 * SECOND, 20 * SECOND), side, story.now)


@pytest.mark.parametrize("side", [0, 1])
def test_a_takeback_goes_back_to_a_real_choice_of_who_asks(side: int) -> None:
    story, _ = blocked()
    story.asks(PEOPLE[side], MakeOffer("takeback"))
    done = story.asks(PEOPLE[1 - side], Accept("takeback"))
    state = story.match.state
    assert len(done) == 1  # no new pass: there is something to choose
    assert (state.to_move, must_pass(state), state.acted) == (side, False, 0)
    assert state.ply == {0: 135, 1: 128}[side]  # the blocked side has passed after 132, 134 and 136 actions
    assert story.match == story.reread()


def test_at_one_screen_a_takeback_undoes_the_forced_pass_with_the_turn_before_it() -> None:
    story, side, action = before_a_pass(FLIPFLOP, (ANN, Friend("Ben")))
    plays(story, side, action)
    story.asks(ANN, MakeOffer("takeback"))
    state = story.match.state
    assert (state.ply, state.to_move) == (12, side)  # the turn before it had two actions


def test_a_takeback_that_was_offered_before_matches_passed_by_themselves() -> None:
    """An offer in an old log may go back to a forced pass, which is then played at once."""
    story, side, action = before_a_pass(FLIPFLOP)
    plays(story, side, action)
    story.asks(PEOPLE[side], MakeOffer("takeback"))
    offer = story.match.offers["takeback"]
    story.match.offers["takeback"] = type(offer)(at=offer.at, side=offer.side, offer="takeback", ply=14)
    done = story.asks(PEOPLE[1 - side], Accept("takeback"))
    assert [event.action for event in done if isinstance(event, Acted)] == ["pass"]


def test_who_must_pass_spends_no_time_and_earns_no_increment() -> None:
    story, side, action = before_a_pass(FLIPFLOP, clock=Fischer(600, 5))
    left = story.match.times.left
    assert left is not None
    plays(story, side, action, after=3_000)
    expected = [*left]
    expected[side] += 2_000  # 3 s spent, 5 s earned
    times = story.match.times
    assert (times.left, times.running, times.since) == (tuple(expected), side, story.now)


def test_a_forced_pass_is_no_sign_of_life_and_answers_no_offer() -> None:
    story, side, action = before_a_pass(FLIPFLOP)
    story.comes(Abandon(1 - side))
    story.asks(PEOPLE[side], MakeOffer("draw"))
    plays(story, side, action)
    assert story.match.abandoned == {1 - side}
    assert story.match.offers["draw"].side == side
    story.asks(PEOPLE[1 - side], Accept("draw"))
    assert story.match.status == "finished"


def test_no_bot_is_asked_to_think_about_a_forced_pass() -> None:
    story, side, action = before_a_pass(FLIPFLOP)
    seats: list[Seat] = [ANN, ANN]
    seats[1 - side] = Bot(8)
    story = before_a_pass(FLIPFLOP, (seats[0], seats[1]))[0]
    story.asks(ANN, Act(action, story.match.position))
    assert story.match.bot_to_move() is None
    assert outbox.BOT not in outbox.wanted(story.match, story.now)


# -- logs of earlier versions --


def left_before_a_pass(clock: Clock | None = None) -> Match:
    """A match as an earlier version left it: a player had to enter `pass`."""
    story, side, action = before_a_pass(FLIPFLOP, clock=clock)
    return Match.from_events([*story.log, Acted(at=story.now, side=side, action=action)])


def test_a_log_in_which_somebody_pressed_pass_folds_as_before() -> None:
    match = left_before_a_pass(Fischer(600, 5))
    side, left = match.state.to_move, match.times.left
    assert left is not None
    match.apply(Acted(at=match.at + 2_000, side=side, action="pass"))
    expected = [*left]
    expected[side] += 3_000  # 2 s spent, 5 s earned
    assert match.times.left == tuple(expected)
    assert b"forced" not in b"".join(map(decisions.events.write_event, [Acted(at=1, side=0, action="pass")]))


def test_a_match_that_was_left_at_a_forced_pass_goes_on() -> None:
    match = left_before_a_pass()
    side = match.state.to_move
    passed = [Acted(at=match.at, side=side, action="pass", forced=True)]
    assert decisions.settle(match, Pass(), match.at) == passed
    by_hand = decisions.decide(match, PEOPLE[side].account, Act("pass", match.position), match.at)
    assert by_hand == [Acted(at=match.at, side=side, action="pass")]
    assert Story().comes(Pass()) == []


def test_who_joins_a_match_that_begins_with_a_forced_pass_sees_it_played(monkeypatch: pytest.MonkeyPatch) -> None:
    story = Story("flipflop", seats=(ANN, None), invite="digest")
    story.match.state = left_before_a_pass().state
    side = story.match.state.to_move
    done = list(decisions.settle(story.match, Join(BOB, "digest"), NOON))
    assert done[1:] == [Acted(at=NOON, side=side, action="pass", forced=True)]


def dead(clock: Clock | None = None, passes: int = 0) -> Story:
    """A match in which nobody can ever move, with the options switched off that would make it a draw (K10)."""
    story = Story("checkers", clock=clock, options={"passes": passes, "quiet": 0})
    story.match.state = story.match.state.game.position("1l1l1l1l/d1d1d1d1/1d1d1d1d/8/8/8/8/8 d")
    return story


def test_passes_that_no_rule_ends_are_left_to_the_players() -> None:
    story = dead()
    assert [event.action for event in story.comes(Pass()) if isinstance(event, Acted)] == ["pass", "pass"]
    assert story.comes(Pass()) == []
    assert not story.match.awaits_pass()
    assert len(story.asks(ANN, Act("pass", story.match.position))) == 1
    story.asks(ANN, MakeOffer("draw"))
    story.asks(BOB, Accept("draw"))
    assert story.match.status == "finished"


def test_k10_passes_that_a_rule_ends_are_all_played() -> None:
    story = dead(passes=6)
    done = story.comes(Pass())
    assert [event.action for event in done if isinstance(event, Acted)] == ["pass"] * 6
    assert done[-1] == Ended(at=story.now, winner=None, reason="passes")


def test_k8_a_dead_position_ends_by_its_timeouts() -> None:
    story = dead(PerTurn(20))
    story.comes(Pass())
    done = [event for _ in range(5) for event in story.comes(Flag(), after=20_000)]
    assert [event.action for event in done if isinstance(event, Acted)] == ["timeout"] * 5
    assert done[-1] == Ended(at=story.now, winner=1, reason="left")


def test_a_match_that_is_too_long_passes_no_more_and_ends_by_its_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    story = dead(PerTurn(20))
    monkeypatch.setattr(decisions, "MOST_EVENTS", 2)
    assert len(story.comes(Pass())) == 1
    assert story.comes(Flag(), after=20_000) == [Ended(at=story.now, winner=0, reason="time")]


# -- anything, in any order --


@settings(max_examples=60 if quincunx.compiled else 6, deadline=None)
@given(
    game=st.sampled_from(["flipflop", "othello", "checkers"]),
    seats=st.sampled_from([PEOPLE, (ANN, Friend("Ben"))]),
    seed=st.integers(0, 10_000),
)
def test_nobody_is_ever_left_with_nothing_but_a_pass(game: str, seats: tuple[Seat, Seat], seed: int) -> None:
    story, random = Story(game, seats=seats, clock=PerTurn(20)), Random(seed)
    for _ in range(160):
        side, state = story.match.state.to_move, story.match.state
        if story.match.status != "running":
            break
        assert not must_pass(state)
        assert not any(isinstance(event, Ended) for event in story.log)
        chance = random.random()
        if chance < 0.03:
            story.comes(Flag(), after=20_000)
        elif chance < 0.06:
            take_back(story, random.randrange(2))
        else:
            plays(story, side, state.text(random.choice(state.legal_actions())))
    assert story.match == story.reread()
    assert story.match.record().replay() == story.match.state


def take_back(story: Story, side: int) -> None:
    """Take back a turn, with the opponent's agreement."""
    at_one_screen = story.match.at_one_screen()
    try:
        story.asks(ANN if at_one_screen else PEOPLE[side], MakeOffer("takeback"))
        if not at_one_screen:
            story.asks(PEOPLE[1 - side], Accept("takeback"))
    except Refused as refused:
        assert refused.code in ("nothing_to_take_back", "too_soon")
    else:
        assert at_one_screen or story.match.state.to_move == side
