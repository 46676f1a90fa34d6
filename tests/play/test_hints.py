"""Hints are counted, once per position, and allowed only where they are fair."""

from __future__ import annotations

import pytest
from msgspec import structs

import quincunx
from play.stories import ANN, BOB, Story
from quincunx.play.commands import Hint, MakeOffer, Resign
from quincunx.play.errors import Refused
from quincunx.play.events import Hinted
from quincunx.play.match import Match
from quincunx.play.seats import Bot, Person

AT_ONE_SCREEN = (ANN, Person(ANN.account, "Friend"))


def refused(story: Story, position: int | None = None) -> str:
    with pytest.raises(Refused) as error:
        story.asks(ANN, Hint(story.match.position if position is None else position))
    return error.value.code


def test_a_hint_against_a_bot_is_counted_and_stands_in_the_record() -> None:
    story = Story(seats=(ANN, Bot(3)), kind="bot")
    position = story.match.position
    assert story.asks(ANN, Hint(position)) == [Hinted(at=story.now, side=0)]
    assert (story.match.hints, story.match.position) == ((1, 0), position)
    text = story.match.record().text()
    assert "Hints x: 1\n" in text
    assert quincunx.read_record(text).text() == text


def test_asked_for_again_in_the_same_position_it_is_the_same_one() -> None:
    story = Story(seats=(ANN, Bot(3)), kind="bot")
    story.asks(ANN, Hint(story.match.position))
    assert story.asks(ANN, Hint(story.match.position)) == []
    assert story.match.hints == (1, 0)


def test_at_one_screen_each_side_has_its_own() -> None:
    story = Story(seats=AT_ONE_SCREEN, kind="hot_seat")
    story.asks(ANN, Hint(story.match.position))
    story.plays(ANN, "f3-f4")
    story.asks(ANN, Hint(story.match.position))
    assert story.match.hints == (1, 1)
    story.asks(ANN, MakeOffer("takeback"))
    assert story.match.hints == (1, 1), "what was told is not untold"
    assert Match.from_events(story.log) == story.match


def test_not_between_people_nor_in_a_rated_match() -> None:
    assert refused(Story()) == "no_hints"
    rated = Story(seats=(ANN, Bot(3)), kind="bot")
    rated.match = Match(structs.replace(rated.match.created, rated=True))
    assert refused(rated) == "no_hints"


def test_not_for_another_position_another_turn_or_a_match_that_is_over() -> None:
    story = Story(seats=(Bot(3), ANN), kind="bot")
    assert refused(story) == "not_your_turn"
    assert refused(story, 99) == "stale"
    story.asks(ANN, Resign())
    assert refused(story) == "not_running"
    with pytest.raises(Refused):
        story.asks(BOB, Hint(1))
