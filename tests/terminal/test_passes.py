"""Turns that pass automatically: shown on the screens and at the prompt, without any input (F3, K7, K8)."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.clients.terminal.lines import match_news
from quincunx.play.clocks import PerTurn
from quincunx.play.commands import BotAct
from quincunx.play.decisions import settle
from quincunx.play.events import Created
from quincunx.play.match import Match
from quincunx.play.seats import Bot, Person
from terminal.driving import Player, settings_of, tell
from terminal.pseudo_terminal import PseudoTerminal
from terminal.test_cli import printed
from terminal.test_lines import last_record

# after the last action the opponent has no move
FLIPFLOP = ["f4", "d3", "c5", "g4", "d6", "f5", "f3"]
MEN = """
a3-b4 f6-g5 g3-f4 e7-f6 b2-a3 f6-e5 c3-d4 d6-c5 d2-c3 g7-f6 f2-g3 h8-g7 e1-d2 f8-e7 g1-f2 e7-d6 c1-b2 b6-a5
g3-h4 a7-b6 h2-g3 d8-e7
"""
CHECKERS = MEN.split()
STUCK = [("flipflop", FLIPFLOP, "Black", "white"), ("checkers", CHECKERS, "Dark", "light")]


@pytest.mark.parametrize(("key", "actions", "stuck", "next"), STUCK, ids=["F3", "K7"])
def test_at_the_prompt_a_forced_pass_is_said_and_not_asked_for(
    key: str, actions: list[str], stuck: str, next: str
) -> None:
    first = ("-o", "first=dark") if key == "checkers" else ()
    out = printed("play", key, "--friend", "Bob", *first, typed="\n".join([*actions, "quit"]))
    assert f"{stuck} has no move: the turn passes." in out
    assert f"{stuck.lower()}> \n\n" not in out[out.index("has no move") :]
    assert f"\n{next}> " in out[out.index("has no move") :]
    record = last_record(out)
    assert [record.game.write_action(action) for action in record.actions] == [*actions, "pass"]


def test_on_the_screen_a_forced_pass_is_said() -> None:
    async def story(player: Player) -> None:
        for action in FLIPFLOP:
            player.seat.act(action)
        await player.sees("Black has no move: the turn passes.")
        assert player.screen.match.state.to_move == 0

    tell(settings_of("flipflop", bots=frozenset()), story)


def test_whoever_has_to_pass_is_told_so() -> None:
    """Against a bot, whose action leaves the player no move."""
    game = quincunx.game("flipflop")
    facts = {"game": game.key, "options": dict(game.options), "kind": "bot"}
    match = Match(Created(at=0, seats=(Bot(1), Person("a", "Ann")), clock=PerTurn(60), **facts))
    *before, last = FLIPFLOP
    for action in before:
        match.state.apply(match.state.parse(action))
    after = match.copy()
    for event in settle(match, BotAct((last,), match.position), 0):
        after.apply(event)
    assert match_news.news(match, after, (1,)) == [f"white: {last}", "You have no move: the turn passes."]


def test_k8_checkers_has_a_time_for_each_turn_and_running_out_passes_it() -> None:
    terminal = PseudoTerminal("play", "checkers", "--friend", "Bob", "--plain", "-o", "first=dark")
    terminal.sees("Clock: dark 1:00   light 1:00")
    terminal.close()
    terminal = PseudoTerminal("play", "checkers", "--friend", "Bob", "--plain", "-o", "first=dark", "--clock", "1s")
    terminal.sees("Dark's time ran out: the turn passes.")
    terminal.sees("Light's time ran out: the turn passes.")
    terminal.close()


def test_k8_the_screen_says_that_the_time_ran_out() -> None:
    async def story(player: Player) -> None:
        await player.sees("time ran out: the turn passes.")

    tell(settings_of("checkers", bots=frozenset(), clock=PerTurn(1), first="dark"), story)


def test_k9_a_match_of_checkers_cannot_be_aborted_and_leaving_it_loses() -> None:
    out = printed("play", "checkers", "--bot", "light", "--level", "1", typed="help\nabort\nresign\nquit\n")
    assert "can no longer be aborted" in out
    assert "\n  abort " not in out
    assert "Result: light (left)" in out
    assert "\n  abort " in printed("play", "hnefatafl", "--bot", "nobody", typed="help\nquit\n")


def test_moves_are_moves_of_pieces_and_captured_pieces_are_named() -> None:
    """The pile in the checkers document: which pieces were captured, by their names."""
    typed = "c3-d4\nf6-e5\nd4-f6\n"
    out = printed("play", "checkers", "--friend", "Bob", "-o", "first=dark", typed=f"{typed}quit\n")
    assert "Moves     3" in out
    assert "Captured  1 light man" in out
    assert "Pile" not in out


def test_captured_pieces_are_drawn_on_the_screen() -> None:
    async def story(player: Player) -> None:
        for action in ("c3-d4", "f6-e5", "d4-f6"):
            player.seat.act(action)
        await player.sees("Captured  1 light man\n")
        captured = next(at for at, line in enumerate(player.lines()) if "Captured" in line)
        assert player.lines()[captured + 1].rstrip().endswith("●")

    tell(settings_of("checkers", bots=frozenset(), first="dark"), story, size=(110, 30))
