"""Two games as one match in the terminal: in a pipe, on the screen by keys, in the menu, and in the local database."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import quincunx
from quincunx.clients.local import account as local_account
from quincunx.clients.local.database import LocalDatabase
from quincunx.clients.local.new_match import seats_of, start_match
from quincunx.clients.local.seat import LocalSeat
from quincunx.clients.terminal.screens.menu_form import GAMES, MenuForm
from quincunx.clients.terminal.seats.factory import SeatFactory
from quincunx.clients.terminal.text import legs
from quincunx.play.clocks import Untimed
from quincunx.play.commands import Resign
from quincunx.play.events import Created, Ended
from quincunx.play.legs import Leg, second
from quincunx.play.match import Match
from quincunx.play.seats import Person
from servers import DEADLINE
from terminal.driving import Player, settings_of, tell
from terminal.test_cli import printed
from terminal.test_menu_form import choose, heads

FIRST, SECOND = quincunx.games()["cengers"].players


# -- the words --


def over(leg: Leg | None, winner: int | None, moves: int = 0) -> Match:
    """A game with Ann on the first side and Ben on the second, which ends with this result after some moves."""
    game = quincunx.game("cengers")
    seats = (Person("a", "Ann"), Person("b", "Ben"))
    options = dict(game.options)
    terms = {"game": game.key, "options": options, "clock": Untimed(), "kind": "invite"}
    match = Match(Created(at=1, seats=seats, leg=leg, **terms))  # type: ignore[arg-type]
    for _ in range(moves):
        match.state.apply(match.state.legal_actions()[0])
    match.apply(Ended(at=2, winner=winner, reason="left"))
    return match


@pytest.mark.parametrize(
    ("leg", "winner", "said"),
    [
        (None, 0, ""),
        (Leg(1), 0, "After the first game it is 1-0 for Ann."),
        (Leg(1), None, "After the first game it is 0.5-0.5."),
        (second("one", 1, 9), 0, "Both games: 2-0. Ann wins the match."),
        (second("one", 0, 9), 1, "Both games: 2-0. Ben wins the match."),
        (second("one", None, 9), 1, "Both games: 1.5-0.5. Ben wins the match."),
        (second("one", None, 9), None, "Both games: 1-1. The match is drawn."),
        (second("one", 0, 0), 0, "Both games: 1-1. Both needed 0 turns: the match is drawn."),
        (second("one", 0, 56), 0, "Both games: 1-1. Ann needed 0 turns, Ben 56: Ann wins the match."),
        (second("one", 1, 1), 1, "Both games: 1-1. Ben needed 0 turns, Ann 1: Ben wins the match."),
    ],
)
def test_how_the_two_stand(leg: Leg | None, winner: int | None, said: str) -> None:
    assert legs.standing(over(leg, winner)) == said


def test_the_first_game_is_told_by_name_in_the_second() -> None:
    assert legs.introduced(over(second("one", 0, 41), None)) == "Game 2 of 2. Ben won the first in 41 turns."
    assert legs.introduced(over(second("one", None, 1), None)) == "Game 2 of 2. The first was drawn after 1 turn."
    assert legs.introduced(over(None, None)) == ""


# -- line by line --


def test_both_games_in_a_pipe() -> None:
    typed = "f3-f4\nresign\nresign\nquit\n"
    out = printed("play", "cengers", "--bot", "nobody", "--two-games", "--plain", typed=typed)
    assert "Game 1 of 2" in out
    assert "1-0 for" in out
    assert re.search(
        r"The second game begins\.\nCengers: x Friend, o \S+\n.*\nGame 2 of 2\. \S+ won the first in 1 turn\.", out
    )
    assert re.search(r"Both games: 2-0\. Friend wins the match\.", out)
    assert "Type rematch to play again" in out[out.index("Both games") :]
    assert "(game 2 of 2)" in printed("history")


def test_against_a_bot_that_begins_the_second_game() -> None:
    typed = "resign\nresign\nrematch\nquit\n"
    out = printed("play", "cengers", "--side", FIRST, "--level", "1", "--two-games", typed=typed)
    assert re.search(rf"Game 2 of 2.*\n{FIRST}: \S+", out, re.DOTALL)
    assert out.count("Game 1 of 2") == 2  # the rematch has two games again


def test_two_bots_play_both_games_to_watch() -> None:
    out = printed(
        "play", "cengers", "--bot", "both", "--level", "1", "--seconds", "0.05", "-o", "rounds=3", "--two-games"
    )
    assert out.count("Result: ") == 2
    assert "Both games: " in out


# -- on the screen --


@pytest.fixture
def seats(tmp_path: Path) -> Iterator[SeatFactory]:
    """Seats in a database."""
    arguments = Namespace(database=f"sqlite:///{tmp_path / 'test.db'}", seconds=0.05, seed=1, online=None, resume=None)
    with closing(SeatFactory(arguments)) as seats:
        yield seats


@pytest.mark.parametrize("classic", [True, False])
def test_g_goes_on_to_the_second_game_when_the_first_has_been_looked_at(seats: SeatFactory, classic: bool) -> None:
    async def story(player: Player) -> None:
        await player.sees("Game 1 of 2")
        await player.press("g")
        assert player.seat.match.goes_on()  # there is no second game yet
        first = player.seat
        player.seat.ask(Resign())
        await player.sees("After the first game it is 1-0 for")
        await player.sees("Press G for the second game")
        assert player.seat is first
        await player.press("g")
        await player.until(lambda: player.seat is not first)
        await player.sees("Friend won the first in 0")
        player.seat.ask(Resign())
        await player.sees("Both games: 2-0")
        await player.sees("Press N for a new game")

    tell(settings_of("cengers", bots=frozenset(), legs=2, classic=classic), story, seats=seats)


def test_the_menu_offers_it(seats: SeatFactory) -> None:
    async def story(player: Player) -> None:
        await player.choose("Opponent", "a friend at this keyboard")
        await player.choose("Match", "two games, one on each side")
        await player.sees("fewer turns")
        await player.press("enter")
        await player.sees("What is your friend's name?")
        await player.press("enter")
        await player.until(lambda: player.app.seat is not None)
        assert player.seat.match.created.leg == Leg(1)

    tell(None, story, seats=seats)


def test_the_choice_lasts_from_one_game_to_another() -> None:
    form = MenuForm()
    assert form.settings(heads).legs == 1
    choose(form, "legs", GAMES[1])
    form.change("game", 1)
    assert form.settings(heads).legs == 2
    assert MenuForm(settings_of("cengers", legs=2)).settings(heads).legs == 2


# -- in the database --


def test_a_table_leads_on_to_the_second_game(tmp_path: Path) -> None:
    with LocalDatabase(f"sqlite:///{tmp_path / 'test.db'}") as local_db:
        me = local_account.here(local_db)
        id = start_match(local_db, quincunx.game("checkers"), seats_of(me, (1,), 1), legs=2)
        with closing(LocalSeat(local_db, id, me.id, bot_seconds=0.05)) as seat:
            seat.ask(Resign())
            following = seat.rematch()
            assert following is not None
        with closing(following):
            assert following.sides == (1,)
            assert following.game == seat.game  # the same lots in both games
            while following.match.state.to_move != 1:
                assert following.wait(DEADLINE)
            following.ask(Resign())
            both = following.match.total()
            assert both is not None
            assert both.winner == 0
