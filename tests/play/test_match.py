"""What players may request in a match, and what follows from it."""

from __future__ import annotations

import pytest

import quincunx
from play.stories import ANN, BOB, NOON, Story
from quincunx.core.outcome import Outcome
from quincunx.play import decisions
from quincunx.play.clocks import Fischer, PerTurn
from quincunx.play.commands import (
    Abandon,
    Abort,
    Accept,
    Act,
    BotAct,
    Claim,
    Decline,
    Flag,
    Hint,
    Join,
    MakeOffer,
    PlayerCommand,
    Resign,
    Return,
)
from quincunx.play.errors import Refused
from quincunx.play.events import Aborted, Accepted, Acted, Declined, Ended, Joined, Offered
from quincunx.play.seats import Bot, Friend, Person, Seat
from quincunx.play.summary import captures, summary
from quincunx.words import catalogue

EVE = Person("e3", "Eve")


def refusal(story: Story, who: Person, command: PlayerCommand) -> str:
    with pytest.raises(Refused) as refused:
        story.asks(who, command)
    assert refused.value.sentence
    return refused.value.code


def opened() -> Story:
    """A match in which both have had a turn."""
    story = Story()
    story.plays(ANN, "f3-e3")
    story.plays(BOB, "c6-d6")
    return story


# -- actions --


def test_an_action_is_refused_out_of_turn_out_of_place_and_against_the_rules() -> None:
    story = Story()
    assert refusal(story, BOB, Act("c6-d6", 1)) == "not_your_turn"
    assert refusal(story, EVE, Act("f3-e3", 1)) == "not_yours"
    assert refusal(story, ANN, Act("f3-e3", 7)) == "stale"
    assert refusal(story, ANN, Act("hop", 1)) == "invalid"
    with pytest.raises(Refused) as refused:
        story.asks(ANN, Act("f3-d3", 1))
    assert (refused.value.code, refused.value.rule) == ("illegal", "C4")
    assert story.match.version == 1


def test_a_double_click_plays_once() -> None:
    story = Story()
    story.plays(ANN, "f3-e3")
    assert refusal(story, ANN, Act("f3-e3", 1)) == "stale"


def test_no_player_plays_the_clocks_timeout() -> None:
    assert refusal(Story("checkers", clock=PerTurn(30)), ANN, Act("timeout", 1)) == "invalid"


def test_the_rules_end_a_match() -> None:
    story = Story("othello")
    while story.match.status == "running":
        state = story.match.state
        story.plays((ANN, BOB)[state.to_move], state.text(state.legal_actions()[0]))
    assert story.match.result == story.match.state.outcome()
    assert isinstance(story.log[-1], Ended)
    assert refusal(story, ANN, Act("e3", story.match.position)) == "not_running"
    assert story.match.record().replay() == story.match.state


# -- leaving --


def test_k9_leaving_loses_in_anybodys_turn() -> None:
    story = opened()
    story.asks(BOB, Resign())
    assert story.match.result == Outcome(0, "left")
    assert refusal(story, ANN, Resign()) == "not_running"
    assert story.match.record().replay() == story.match.state


@pytest.mark.parametrize("seats", [(ANN, BOB), (ANN, Bot(1)), (ANN, Friend("Ben"))])
def test_k9_checkers_cannot_be_aborted_once_both_are_there_and_leaving_loses(seats: tuple[Seat, Seat]) -> None:
    story = Story("checkers", seats=seats)
    assert refusal(story, ANN, Abort()) == "too_late"
    story.asks(ANN, Resign())  # before any move
    assert story.match.result == Outcome(1, "left")


def test_k9_while_a_seat_is_open_even_checkers_is_called_off() -> None:
    story = Story("checkers", seats=(ANN, None), invite="digest")
    assert story.asks(ANN, Abort()) == [Aborted(at=NOON, reason="cancelled")]
    story = Story("draughts")  # this game has no such rule
    assert story.asks(ANN, Abort()) == [Aborted(at=NOON, reason="aborted")]


def test_a_match_is_called_off_before_ones_own_first_move_only() -> None:
    story = Story()
    story.plays(ANN, "f3-e3")
    assert refusal(story, ANN, Abort()) == "too_late"
    assert story.asks(BOB, Abort()) == [Aborted(at=NOON, reason="aborted")]
    assert (story.match.status, story.match.result) == ("aborted", None)
    assert refusal(opened(), BOB, Abort()) == "too_late"
    assert refusal(story, EVE, Abort()) == "not_yours"


def test_who_stays_away_can_lose_by_a_claim() -> None:
    story = opened()
    assert refusal(story, ANN, Claim()) == "not_absent"
    story.comes(Abandon(1))
    assert refusal(story, BOB, Claim()) == "not_absent"
    assert story.comes(Abandon(1)) == []  # only once
    story.asks(ANN, Claim())
    assert story.match.result == Outcome(0, "abandoned")


def test_a_claim_may_be_for_a_draw() -> None:
    story = opened()
    story.comes(Abandon(0))
    story.asks(BOB, Claim("draw"))
    assert story.match.result == Outcome(None, "abandoned")


def test_who_comes_back_or_acts_cannot_be_claimed_against() -> None:
    story = opened()
    story.comes(Abandon(0))
    story.comes(Return(0))
    assert refusal(story, BOB, Claim()) == "not_absent"
    assert story.comes(Return(0)) == []
    story.comes(Abandon(0))
    story.plays(ANN, "f2-f3")
    assert refusal(story, BOB, Claim()) == "not_absent"


def test_a_turn_that_the_clock_passed_is_no_sign_of_life() -> None:
    story = Story("checkers", clock=PerTurn(30))
    story.comes(Abandon(0))
    story.comes(Flag(), after=30_000)
    assert story.match.abandoned == {0}


# -- draws --


def test_a_draw_is_agreed_on() -> None:
    story = opened()
    assert story.asks(BOB, MakeOffer("draw")) == [Offered(at=NOON, side=1, offer="draw")]
    assert refusal(story, BOB, Accept("draw")) == "no_offer"
    story.asks(ANN, Accept("draw"))
    assert story.match.result == Outcome(None, "agreed")
    assert story.match.record().replay() == story.match.state


def test_two_offers_that_cross_are_an_agreement() -> None:
    story = opened()
    story.asks(BOB, MakeOffer("draw"))
    story.asks(ANN, MakeOffer("draw"))
    assert story.match.result == Outcome(None, "agreed")


def test_a_refusal_says_what_was_offered() -> None:
    story = opened()
    story.asks(ANN, MakeOffer("takeback"))
    with pytest.raises(Refused, match=r"^You have already asked for a takeback\.$") as refused:
        story.asks(ANN, MakeOffer("takeback"))
    assert catalogue("de").say(refused.value.sentence) == "Du hast schon um eine Rücknahme gebeten."
    with pytest.raises(Refused, match=r"^Nobody has offered a draw\.$"):
        story.asks(ANN, Decline("draw"))


def test_an_action_answers_the_others_offer_and_keeps_ones_own() -> None:
    story = opened()
    story.asks(ANN, MakeOffer("draw"))
    story.plays(ANN, "f2-f3")
    assert "draw" in story.match.offers
    story.plays(BOB, "d6-e6")
    assert refusal(story, BOB, Accept("draw")) == "no_offer"


def test_one_draw_offer_a_position_and_none_at_once() -> None:
    assert refusal(Story(), ANN, MakeOffer("draw")) == "too_early"
    story = opened()
    story.asks(ANN, MakeOffer("draw"))
    assert refusal(story, ANN, MakeOffer("draw")) == "already_offered"
    story.asks(BOB, Decline("draw"))
    assert refusal(story, ANN, MakeOffer("draw")) == "too_soon"
    assert refusal(story, BOB, Decline("draw")) == "no_offer"


# -- takebacks --


def test_a_takeback_goes_to_the_start_of_ones_last_turn() -> None:
    story = opened()
    before = story.match.state.copy()
    story.plays(ANN, "f2-f3")
    story.plays(BOB, "d6-e6")
    story.asks(ANN, MakeOffer("takeback"))
    story.asks(BOB, Accept("takeback"))
    assert story.match.state == before
    assert story.match.position == story.match.version == len(story.log)
    assert refusal(story, ANN, Act("f2-f3", 3)) == "stale"  # it was meant for the earlier position


def test_a_takeback_in_the_middle_of_a_chain_takes_back_the_chain() -> None:
    story = Story("checkers")
    for who, action in [(ANN, "c3-d4"), (BOB, "h6-g5"), (ANN, "d2-c3"), (BOB, "g5-f4"), (ANN, "d4-c5")]:
        story.plays(who, action)
    before = story.match.state.copy()
    story.plays(BOB, "d6-b4")
    story.asks(BOB, MakeOffer("takeback"))
    story.asks(ANN, Accept("takeback"))
    assert story.match.state == before


def test_an_action_ends_a_takeback_offer() -> None:
    story = opened()
    story.asks(BOB, MakeOffer("takeback"))
    story.plays(ANN, "f2-f3")
    assert refusal(story, ANN, Accept("takeback")) == "no_offer"


def test_a_takeback_ends_a_draw_offer() -> None:
    story = opened()
    story.plays(ANN, "f2-f3")
    story.plays(BOB, "d6-e6")
    story.asks(ANN, MakeOffer("draw"))
    story.asks(BOB, MakeOffer("takeback"))
    story.asks(ANN, Accept("takeback"))
    assert refusal(story, BOB, Accept("draw")) == "no_offer"


def test_there_must_be_something_to_take_back() -> None:
    story = Story()
    story.plays(ANN, "f3-e3")
    assert refusal(story, BOB, MakeOffer("takeback")) == "nothing_to_take_back"


def test_a_takeback_gives_no_time_back() -> None:
    story = Story(clock=Fischer(60, 0))
    story.plays(ANN, "f3-e3", after=10_000)
    story.asks(ANN, MakeOffer("takeback"), after=1_000)
    story.asks(BOB, Accept("takeback"), after=1_000)
    assert story.match.times.left == (50_000, 58_000)
    assert (story.match.times.running, story.match.times.since) == (0, story.now)


# -- rematches --


def test_a_rematch_is_offered_after_the_end() -> None:
    story = opened()
    assert refusal(story, ANN, MakeOffer("rematch")) == "too_early"
    story.asks(BOB, Resign())
    story.asks(BOB, MakeOffer("rematch"))
    assert story.asks(ANN, Accept("rematch")) == [Accepted(at=NOON, side=0, offer="rematch")]


# -- seats --


def test_a_challenge_waits_for_the_one_who_is_challenged() -> None:
    story = Story(seats=(None, ANN), invited=BOB.account, clock=Fischer(60, 0))
    assert story.match.status == "open"
    assert story.match.deadline() is None
    assert refusal(story, ANN, Act("f3-e3", 1)) == "not_running"
    for seat, code in ((EVE, "not_invited"), (ANN, "own_match")):
        with pytest.raises(Refused) as refused:
            story.comes(Join(seat))
        assert refused.value.code == code
    assert story.comes(Join(BOB), after=500) == [Joined(at=NOON + 500, side=0, seat=BOB)]
    assert story.match.deadline() == NOON + 60_500
    with pytest.raises(Refused) as refused:
        story.comes(Join(BOB))
    assert refused.value.code == "own_match"


def test_a_challenge_is_declined_or_cancelled() -> None:
    story = Story(seats=(None, ANN), invited=BOB.account)
    assert refusal(story, EVE, Abort()) == "not_yours"
    assert refusal(story, BOB, Resign()) == "not_yours"
    assert story.asks(BOB, Abort()) == [Aborted(at=NOON, reason="declined")]
    story = Story(seats=(None, ANN), invited=BOB.account)
    assert story.asks(ANN, Abort()) == [Aborted(at=NOON, reason="cancelled")]


def test_an_invite_link_opens_the_seat_to_who_has_it() -> None:
    story = Story(seats=(ANN, None), kind="invite", invite="digest")
    for invite in ("", "other"):
        with pytest.raises(Refused):
            story.comes(Join(EVE, invite))
    story.comes(Join(EVE, "digest"))
    assert story.match.sides_of(EVE.account) == (1,)
    with pytest.raises(Refused) as refused:
        story.comes(Join(BOB, "digest"))
    assert refused.value.code == "not_open"


def test_to_a_stranger_a_private_match_does_not_exist() -> None:
    story = Story(seats=(ANN, None), kind="invite", invite="digest", visibility="private")
    assert refusal(story, EVE, Resign()) == "no_match"
    with pytest.raises(Refused) as refused:
        story.comes(Join(EVE, "other"))
    assert refused.value.code == "no_match"


# -- bots and one screen --


def test_a_bot_plays_in_its_turn_and_in_the_position_it_thought_about() -> None:
    story = Story(seats=(ANN, Bot(4)), kind="bot")
    assert story.comes(BotAct(("f3-e3",), 1)) == []
    story.plays(ANN, "f3-e3")
    assert story.match.bot_to_move() == Bot(4)
    assert story.comes(BotAct(("c6-d6",), 1)) == []
    assert story.comes(BotAct(("c6-d6",), 2)) == [Acted(at=NOON, side=1, action="c6-d6")]


def test_a_bot_grants_takebacks_and_plays_on() -> None:
    story = Story(seats=(ANN, Bot(4)), kind="bot")
    story.plays(ANN, "f3-e3")
    story.comes(BotAct(("c6-d6",), 2))
    assert story.asks(ANN, MakeOffer("draw"))[1:] == [Declined(at=NOON, side=1, offer="draw")]
    story.asks(ANN, MakeOffer("takeback"))
    assert story.match.state.ply == 0
    story.asks(ANN, Resign())
    story.asks(ANN, MakeOffer("rematch"))
    assert isinstance(story.log[-1], Accepted)


def test_the_same_turn_can_be_taken_back_again_and_again() -> None:
    story = Story(seats=(ANN, Bot(4)), kind="bot")
    for _ in range(3):
        story.plays(ANN, "f3-e3")
        story.comes(BotAct(("c6-d6",), story.match.position))
        story.asks(ANN, MakeOffer("takeback"))
        assert story.match.state.ply == 0


@pytest.mark.parametrize(
    ("seats", "own"),
    [
        ((ANN, Friend("Ben")), (0,)),
        ((Friend("Ben"), ANN), (1,)),
        ((ANN, ANN), (0, 1)),  # as in logs from before friends had seats
    ],
)
def test_at_one_screen_one_account_plays_both_sides(seats: tuple[Seat, Seat], own: tuple[int, ...]) -> None:
    story = Story(seats=seats, kind="hot_seat")
    assert story.match.sides_of(ANN.account) == (0, 1)
    assert story.match.own_sides(ANN.account) == own
    story.plays(ANN, "f3-e3 c6-d6")
    story.asks(ANN, MakeOffer("takeback"))
    assert (story.match.state.ply, story.match.state.to_move) == (1, 1)  # only the last turn is taken back
    story.plays(ANN, "c6-d6")
    story.asks(ANN, MakeOffer("draw"))
    assert story.match.result == Outcome(None, "agreed")


@pytest.mark.parametrize(
    ("seats", "winner"), [((ANN, Friend("Ben")), 1), ((Friend("Ben"), ANN), 0), ((ANN, ANN), None)]
)
@pytest.mark.parametrize("to_move", [0, 1])
def test_at_one_screen_one_resigns_for_oneself(seats: tuple[Seat, Seat], winner: int | None, to_move: int) -> None:
    """Such games count: leaving on the friend's turn does not win. Old logs do not say which side the account has."""
    story = Story(seats=seats, kind="hot_seat")
    if to_move:
        story.plays(ANN, "f3-e3")
    story.asks(ANN, Resign())
    assert story.match.result == Outcome(1 - to_move if winner is None else winner, "left")


# -- length --


def test_a_log_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every process that needs the match reads all of its log: a log that is too long can only be ended."""
    monkeypatch.setattr(decisions, "MOST_EVENTS", 8)
    story = Story(seats=(ANN, ANN), kind="hot_seat")
    for _ in range(2):
        story.plays(ANN, "f3-e3")
        story.asks(ANN, MakeOffer("takeback"))
    story.plays(ANN, "f3-e3")
    for more in (Act("c6-d6", story.match.position), MakeOffer("takeback")):
        with pytest.raises(Refused) as refused:
            story.asks(ANN, more)
        assert refused.value.code == "too_long"
    story.asks(ANN, Resign())
    assert story.match.status == "finished"


def test_what_does_not_bring_the_board_on_ends_and_play_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takebacks allow new offers and hints again and again; the total number is limited."""
    monkeypatch.setattr(decisions, "MOST_ASIDE", 8)
    story = Story(seats=(ANN, Bot(4)), kind="bot")
    for _ in range(2):
        story.plays(ANN, "f3-e3")
        story.comes(BotAct(("c6-d6",), story.match.position))
        story.asks(ANN, MakeOffer("takeback"))
    for more in (MakeOffer("takeback"), MakeOffer("draw"), Hint(story.match.position)):
        assert refusal(story, ANN, more) == "too_many_offers"
    story.plays(ANN, "f3-e3")
    story.asks(ANN, Resign())
    assert story.match.status == "finished"


def test_a_rematch_is_not_offered_and_withdrawn_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "MOST_ASIDE", 8)
    story = Story()
    story.asks(ANN, Resign())
    for _ in range(4):
        story.asks(ANN, MakeOffer("rematch"))
        story.asks(ANN, Decline("rematch"))
    assert refusal(story, ANN, MakeOffer("rematch")) == "too_many_offers"


# -- words --


def test_the_matchs_own_reasons_are_no_games_reasons() -> None:
    """Except `left`, which a game may use too, with the same meaning."""
    own = {decisions.AGREED, decisions.TIME, decisions.ABANDONED}
    for spec in quincunx.games().values():
        assert not own & set(spec.reasons)


def test_any_name_makes_a_record() -> None:
    for name in (" Ann ", "Ann\u2028Lee", "\t", "Ännchen"):
        story = Story(seats=(Person("a1", name), BOB))
        assert quincunx.read_record(story.match.record().text()).replay() == story.match.state


def test_the_summary_counts_what_each_side_took() -> None:
    story = Story("checkers")
    for who, actions in [
        (ANN, "c3-d4"),
        (BOB, "h6-g5"),
        (ANN, "d2-c3"),
        (BOB, "g5-f4"),
        (ANN, "d4-c5"),
        (BOB, "d6-b4 b4-d2"),
        (ANN, "e1-c3"),
    ]:
        story.plays(who, actions)
    assert captures(story.match.state) == (1, 2)
    assert summary(story.match) is None
    story.asks(ANN, Resign())
    found = summary(story.match)
    assert found is not None
    assert (found.winner, found.reason, found.turns, found.captures) == (1, "left", 7, (1, 2))
