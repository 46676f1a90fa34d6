"""A study is a position by name: a game, a start, and actions; errors in one are reported."""

from __future__ import annotations

import msgspec
import pytest

import quincunx
from quincunx.core.errors import QuincunxError
from quincunx.core.random import Random
from quincunx.play.errors import Refused
from quincunx.play.study import MOST_ACTIONS, Step, Study, normalized, reached, read_study, steps
from variants import keys


@pytest.mark.parametrize("key", keys())
def test_a_game_so_far_is_reached_again(key: str) -> None:
    state, random = quincunx.game(key).start(), Random(7)
    while state.ply < 40 and not state.over:
        actions = state.legal_actions()
        state.apply(actions[random.below(len(actions))])
    study = Study(key, actions=[state.text(action) for action in state.actions()])
    assert reached(study) == state
    from_there = Study(key, position=state.position())
    assert reached(from_there).position() == state.position()


def test_everything_is_said_in_a_normalized_study() -> None:
    study = Study("battlefield", options={"black": "wildwood"}, actions=["  E2-E4 "])
    said = normalized(study, reached(study))
    assert said.actions == ["e2-e4"]
    assert said.options == {"white": "standard", "black": "wildwood", "repetition": 3, "quiet": 100}
    assert normalized(said, reached(said)) == said


def test_who_played_what_is_told() -> None:
    state = reached(Study("cengers", actions=["f2-f4", "c7-d7", "g2-g4", "end", "c8-c7"]))
    words = ["f2-f4", "c7-d7", "g2-g4", "end", "c8-c7"]
    sides = [(0, True), (1, True), (0, True), (0, False), (1, True)]
    assert steps(state) == [Step(*who, word) for who, word in zip(sides, words, strict=True)]
    assert steps(reached(Study("cengers"))) == []


def test_moves_are_told_as_players_write_them() -> None:
    state = reached(Study("chess", actions=["e2-e4", "e7-e5", "g1-f3"]))
    assert [step.notation for step in steps(state)] == ["e4", "e5", "Nf3"]


def test_a_pasted_file_tells_its_game() -> None:
    othello = quincunx.game("othello")
    assert read_study(othello, "1. e4 e5").game == "chess"
    assert read_study(othello, "F5D6").actions == ["f5", "d6"]
    with pytest.raises(Refused, match="line 1: move 1: no knight can play Nf6"):
        read_study(othello, "1. Nf6")


def test_nothing_is_drawn() -> None:
    first = {reached(Study("checkers")).to_move for _ in range(8)}
    assert first == {quincunx.game("checkers").start().to_move}


def test_an_illegal_action_is_named_with_its_rule() -> None:
    with pytest.raises(Refused) as refused:
        reached(Study("chess", actions=["e2-e4", "e7-e4"]))
    assert (refused.value.code, bool(refused.value.rule)) == ("illegal", True)
    assert refused.value.sentence.startswith("Action 2, e7-e4: ")


def test_what_is_no_action_is_named() -> None:
    with pytest.raises(Refused, match=r"^Action 1: 'castle' is not an action; expected") as refused:
        reached(Study("chess", actions=["castle"]))
    assert refused.value.code == "invalid"


def test_a_broken_position_says_what_was_expected() -> None:
    with pytest.raises(Refused, match=r"cannot be read: the board has 1 rank; expected 8 ranks"):
        reached(Study("chess", position="8 w - - 0 1"))


@pytest.mark.parametrize(
    "study",
    [
        Study("nothing"),
        Study("cengers", options={"size": 3}),
        Study("battlefield", options={"white": "/etc/passwd"}),
        Study("battlefield", options={"white": {"roles": 3}}),
    ],
)
def test_unknown_games_and_options_are_refused(study: Study) -> None:
    with pytest.raises(QuincunxError):
        reached(study)


def test_no_more_than_so_many_actions() -> None:
    text = msgspec.json.encode({"game": "cengers", "actions": ["pass"] * (MOST_ACTIONS + 1)})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Study)
