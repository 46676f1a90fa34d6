"""Two games as one match: the total, what is rated, and when the match can no longer be aborted."""

from __future__ import annotations

import pytest

from play.stories import ANN, BOB, Story
from quincunx.play import legs
from quincunx.play.clocks import Fischer, Untimed
from quincunx.play.commands import Abort, Accept, MakeOffer, Resign
from quincunx.play.errors import Refused
from quincunx.play.events import Aborted, Created, read_event, write_event
from quincunx.play.glicko import Rating, rated
from quincunx.play.legs import Leg, Total
from quincunx.play.match import Match
from quincunx.play.pairing import Seek, fit
from quincunx.play.standings import decides, rerated
from quincunx.play.summary import Summary, summary

# Ann has side 0 in the first game and side 1 in the second. Each case: who wins each game, by the sides of that game,
# in how many turns, and the total by the sides of the second game, Bob's first.
TOTALS = [
    ("Ann wins both", (0, 30), (1, 40), Total((0.0, 2.0), (None, 30), 1)),
    ("Bob wins both", (1, 30), (0, 20), Total((2.0, 0.0), (20, None), 0)),
    ("one each, Ann's in fewer turns", (0, 41), (0, 56), Total((1.0, 1.0), (56, 41), 1)),
    ("one each, Bob's in fewer turns", (0, 41), (0, 40), Total((1.0, 1.0), (40, 41), 0)),
    ("one each, in as many turns", (0, 41), (0, 41), Total((1.0, 1.0), (41, 41), None)),
    ("one each by the second side", (1, 12), (1, 9), Total((1.0, 1.0), (12, 9), 1)),
    ("a win and a draw", (0, 90), (None, 12), Total((0.5, 1.5), (None, 90), 1)),
    ("a draw and a win", (None, 12), (0, 90), Total((1.5, 0.5), (90, None), 0)),
    ("two draws, however long they took", (None, 12), (None, 90), Total((1.0, 1.0), (None, None), None)),
    ("left at once", (1, 0), (1, 0), Total((1.0, 1.0), (0, 0), None)),
]


@pytest.mark.parametrize(
    ("first", "second", "expected"), [case[1:] for case in TOTALS], ids=[case[0] for case in TOTALS]
)
def test_what_two_games_come_to(first: tuple[int | None, int], second: tuple[int | None, int], expected: Total) -> None:
    assert legs.total(legs.second("one", *first), *second) == expected


def test_the_first_game_alone_comes_to_nothing() -> None:
    assert legs.begun(1) is None
    assert legs.begun(2) == Leg(1)
    assert legs.total(Leg(1), 0, 12) is None


def ended(winner: int | None, turns: int, leg: Leg | None) -> Summary:
    return Summary(winner, "left", turns, turns, (0, 0), leg)


def test_two_games_are_rated_once_by_their_total() -> None:
    assert not decides(ended(0, 41, Leg(1)))
    assert decides(ended(0, 41, None))
    second = ended(0, 56, legs.second("one", 0, 41))
    assert decides(second)
    lost, won = rated(Rating(), [(Rating(), 0.0)]), rated(Rating(), [(Rating(), 1.0)])
    assert rerated((Rating(), Rating()), second) == (lost, won)  # won the game, but lost the match by turns
    assert rerated((Rating(), Rating()), ended(0, 56, None)) == (won, lost)


def second_game(winner: int | None = 0, turns: int = 41) -> Story:
    """The second game, in which Ann and Bob have changed sides."""
    return Story(seats=(BOB, ANN), leg=legs.second("one", winner, turns))


def test_the_second_game_is_resigned_and_not_called_off() -> None:
    story = second_game()
    with pytest.raises(Refused, match="The first game has been played") as refused:
        story.asks(ANN, Abort())
    assert refused.value.code == "too_late"
    story.asks(ANN, Resign())
    assert story.match.total() == Total((1.0, 1.0), (0, 41), 0)
    told = summary(story.match)
    assert told is not None
    assert told.leg == story.match.created.leg
    assert story.reread() == story.match


def test_the_first_game_can_be_called_off_before_it_has_begun() -> None:
    story = Story(leg=legs.begun(2))
    assert isinstance(story.asks(ANN, Abort())[0], Aborted)
    assert story.match.total() is None


def test_no_rematch_comes_between_the_games() -> None:
    story = Story(leg=legs.begun(2))
    story.asks(ANN, Resign())
    with pytest.raises(Refused, match="The second game has already started") as refused:
        story.asks(BOB, MakeOffer("rematch"))
    assert refused.value.code == "too_late"
    after = second_game()
    after.asks(ANN, Resign())
    after.asks(BOB, MakeOffer("rematch"))
    after.asks(ANN, Accept("rematch"))


def test_logs_from_before_there_were_two_games_are_read() -> None:
    created = Story().log[0]
    assert isinstance(created, Created)
    old = write_event(created).replace(b',"leg":null', b"")
    assert read_event(old) == created
    assert Match.from_events([read_event(old)]).total() is None


def test_the_pool_pairs_those_who_want_as_many_games() -> None:
    one = Seek("1", "ann", "cengers", Untimed(), 1500, 0)
    both = Seek("2", "bob", "cengers", Untimed(), 1500, 0, 2)
    other = Seek("3", "cid", "cengers", Untimed(), 1500, 0, 2)
    assert not fit(one, both, 0)
    assert fit(both, other, 0)
    assert not fit(both, Seek("4", "dee", "cengers", Fischer(60, 0), 1500, 0, 2), 0)
