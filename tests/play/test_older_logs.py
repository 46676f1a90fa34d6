"""Matches and records from before an option existed stay unchanged: they replay by the rules they were played with."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import quincunx
from play.stories import ANN, BOB, Story
from quincunx.core.errors import RecordError
from quincunx.core.options import Limit, as_played
from quincunx.core.outcome import Outcome
from quincunx.play.events import AnyEvent, Created
from quincunx.play.match import Match

# 198 turns, drawn by repetition: from turn 119 on o's home is full, with stragglers of x in it
RECORD = Path(__file__).parent / "cengers_before_stragglers.txt"


def without_stragglers(story: Story) -> list[AnyEvent]:
    """The log as written before any game had the option."""
    created = story.log[0]
    assert isinstance(created, Created)
    options = {name: value for name, value in created.options.items() if name != "stragglers"}
    return [msgspec.structs.replace(created, options=options), *story.log[1:]]


def test_an_older_log_folds_to_the_match_that_was_played() -> None:
    story = Story(options={"stragglers": 0})
    record = quincunx.read_record(RECORD.read_text())
    before = story.match.state.copy()
    for action in record.actions:
        story.plays((ANN, BOB)[before.to_move], before.text(action))
        before.apply(action)
    match = Match.from_events(without_stragglers(story))
    assert match.state.turn == 198
    assert match.result == Outcome(None, "repetition")
    assert match.state == story.match.state


def test_an_older_match_that_goes_on_goes_on_by_its_own_rules() -> None:
    match = Match.from_events(without_stragglers(Story()))
    assert match.state.game.options["stragglers"] == 0


def test_a_new_log_has_the_option_and_keeps_it() -> None:
    assert Story().log[0].options["stragglers"] == 60  # type: ignore[union-attr]
    assert Match.from_events(Story(options={"stragglers": 7}).log).state.game.options["stragglers"] == 7


def test_an_older_record_replays() -> None:
    record = quincunx.read_record(RECORD.read_text())
    assert record.game == quincunx.game("cengers", stragglers=0)
    assert record.replay().outcome() == Outcome(None, "repetition")


def test_the_same_game_would_have_ended_sooner_by_the_rules_of_today() -> None:
    text = RECORD.read_text().replace("Option rounds: 200\n", "Option rounds: 200\nOption stragglers: 60\n")
    with pytest.raises(RecordError, match="C7"):
        quincunx.read_record(text).replay()


def test_a_record_that_leaves_more_unsaid_is_played_as_usual() -> None:
    record = quincunx.read_record("Game: cengers\nOption rounds: 9\n\nf3-f4\n")
    assert record.game == quincunx.game("cengers", rounds=9)


def test_only_what_came_later_is_filled_in() -> None:
    old, new = Limit("old", 1, "since ever"), Limit("new", 2, "since today", before=5)
    assert as_played([old, new], {"old": 3}) == {"old": 3, "new": 5}
    assert as_played([old, new], {"old": 3, "new": 4}) == {"old": 3, "new": 4}
    assert as_played([old, new], {}) == {}
