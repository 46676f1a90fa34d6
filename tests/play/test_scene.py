"""What a client that knows no game is sent: pieces and their shapes, what can be picked, what the last action did."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import quincunx
from drawn import drawn, play
from play.stories import ANN, BOB, Story
from quincunx import Game, State
from quincunx.play.commands import Abort, Accept, MakeOffer, Resign
from quincunx.play.scene import Scene, match_scene, scene, shown_forecast, still
from quincunx.play.view import forecast
from quincunx.play.walker import why
from quincunx.words import catalogue, phrase
from quincunx.words.wire import encode_text
from rules.skirmish import skirmish
from variants import keys

SHAPES = {"disc", "square", "faceted", "crowned", "ridged", "ridged-king", "two-faced"} | {
    "pawn",
    "knight",
    "bishop",
    "rook",
    "queen",
    "king",
}


def taking(state: State) -> set[str]:
    """The actions that capture or attack something."""
    return {text for _, text, takes in scene(state, 1).paths if takes}


def cells(game: Game, squares: str) -> list[int]:
    return [game.cell(square) for square in squares.split()]


@pytest.mark.parametrize("key", keys())
def test_every_piece_has_a_shape_that_clients_know(key: str) -> None:
    shown = scene(quincunx.game(key).start(), 1)
    assert {piece.shape for piece in shown.pieces} <= SHAPES
    if len({piece.shape for piece in shown.pieces}) == 1:
        assert shown.pieces[0].shape in ("ridged", "two-faced")


def test_as_json_it_is_what_the_protocol_says() -> None:
    game = quincunx.game("hnefatafl")
    sent = msgspec.json.encode(scene(play(game.start(), "d1-d4"), 3), enc_hook=encode_text)
    shown: dict[str, Any] = msgspec.json.decode(sent)
    assert list(shown) == list(Scene.__struct_fields__)
    assert (shown["position"], shown["ply"], shown["turn"], shown["acted"]) == (3, 1, 1, 0)
    assert shown["board"]["marks"]["60"] == "ringed-knot"
    king = next(piece for piece in shown["pieces"] if piece["shape"] == "crowned")
    assert king == {"cell": 60, "owner": 1, "glyph": "k", "name": {"code": "tafl.piece.king"}, "shape": "crowned"}
    assert (shown["action"], shown["last"]) == ("d1-d4", cells(game, "d1 d4"))
    assert shown["story"] is None
    assert shown["outcome"] is None
    assert shown["status"] == {"code": "play.status.to_move", "params": {"side": {"code": "tafl.side.defenders"}}}
    assert shown["hud"][-1] == {"label": {"code": "play.hud.moves"}, "values": ["1"], "pieces": []}
    assert shown["threats"] == [[], []]
    assert [cells(game, "f8 f9"), "f8-f9", 0] in shown["paths"]


def test_a_badge_says_the_most_only_where_there_is_one() -> None:
    piece = msgspec.to_builtins(scene(skirmish().start(), 1), enc_hook=encode_text)["pieces"][0]
    assert piece["badges"][0] == {"label": {"code": "battlefield.badge.hp"}, "value": "10", "most": "10"}
    assert piece["badges"][1] == {"label": {"code": "battlefield.badge.atk"}, "value": "8"}
    assert "effects" not in piece


CHAIN = """
    ........
    ........
    .....l..
    ........
    ...l....
    ..d.....
    ........
    ........
"""


def test_a_chain_that_must_go_on_is_picked_already() -> None:
    game = quincunx.game("checkers")
    state = drawn(game, CHAIN)
    shown = scene(state, 1)
    assert (shown.forced, shown.choices) == ((), ())
    shown = scene(play(state, "c3-e5"), 2)
    assert shown.forced == (game.cell("e5"),)
    assert shown.choices == ("end",)
    assert shown.acted == 1
    assert [text for _, text, takes in shown.paths if takes] == ["e5-g7"]
    captured = next(piece for piece in shown.pieces if piece.cell == game.cell("d4"))
    assert captured.effects == ("captured",)


TAFL = """
    .......
    .......
    ...k...
    .......
    .ad....
    .......
    ...a...
"""


def test_what_a_tafl_move_captures() -> None:
    state = drawn(quincunx.game("brandubh"), TAFL)
    assert taking(state) == {"d1-d3"}


def test_the_capture_of_the_king_is_one() -> None:
    board = """
        .......
        .......
        .......
        ....a..
        .......
        ..ak...
        .......
    """
    state = drawn(quincunx.game("brandubh"), board)
    assert taking(state) == {"e4-e2"}


def test_jumping_over_a_piece_that_stays_takes_nothing() -> None:
    game = quincunx.game("cengers")
    assert not taking(play(game.start(), "f3-e3 c6-d6"))


def test_whatever_is_placed_turns_something() -> None:
    state = quincunx.game("othello").start()
    assert len(taking(state)) == len(state.legal_actions()) == 4


def test_an_attack_counts_whether_or_not_somebody_falls() -> None:
    state = skirmish().position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    assert taking(state) == {"e4-d5"}
    state = quincunx.game("chess").position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert taking(state) == {"e5-d6"}  # en passant


def test_a_promotion_is_a_choice_at_the_end_of_the_path() -> None:
    game = quincunx.game("chess")
    shown = scene(game.position("7k/P7/8/8/8/8/8/K7 w - - 0 1"), 1)
    paths = {text: path for path, text, _ in shown.paths}
    assert paths["a7-a8=Q"] == (*cells(game, "a7 a8"), "promote to queen")
    assert list(shown.choice_labels) == [path[2] for path in paths.values() if len(path) == 3]
    assert catalogue("de").say(shown.choice_labels["promote to queen"]) == "Umwandeln in Dame"


def test_the_choices_of_every_game_have_labels() -> None:
    state = play(skirmish(white={"N": {"skills": ["cheer"]}}).start(), "cheer:b1-d2 e7-e6 d2-d3")
    assert scene(state, 1).choice_labels == {"end": phrase("play.choice.end")}


@pytest.mark.parametrize("key", ["battlefield", "chess"])
def test_a_king_in_check_is_marked_and_no_other(key: str) -> None:
    game = quincunx.game(key)
    state = game.position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    marked = [piece.cell for piece in scene(state, 1).pieces if "check" in piece.effects]
    assert marked == ([game.cell("e1")] if key == "chess" or state.why_not("e1-f1") else [])
    mated = quincunx.game("chess").position("4k3/8/8/8/8/8/q7/r3K3 w - - 0 1")
    assert [piece.name for piece in scene(mated, 1).pieces if piece.effects] == ["king"]


def test_a_king_who_has_fallen_is_in_no_check() -> None:
    state = skirmish(white={"Q": {"atk": 99}}).position("3rkr2/3ppp2/8/8/8/8/8/3KQ3 w - - 0 1")
    assert not [piece for piece in scene(state, 1).pieces if "check" in piece.effects]


def test_what_each_side_attacks() -> None:
    game = quincunx.game("chess")
    white, black = scene(game.position("k7/8/8/8/8/8/4P3/7K w - - 0 1"), 1).threats
    assert list(white) == sorted(cells(game, "g1 g2 h2 d3 f3"))
    assert list(black) == sorted(cells(game, "b8 a7 b7"))


def test_the_story_is_what_was_forecast() -> None:
    state = skirmish().position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    told = shown_forecast(state, state.parse("e4-d5"))
    assert told is not None
    assert [change.amount for change in told.changes] == [-6, -6]
    state.apply(state.parse("e4-d5"))
    before = state.words()
    assert scene(state, 2).story == told
    assert (state.words(), len(state.actions())) == (before, 1)
    assert scene(play(state, "e8-e7"), 3).story is None


def test_chess_needs_no_forecast() -> None:
    state = quincunx.game("chess").position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    action = state.parse("e4-d5")
    assert forecast(state, action) is not None
    assert shown_forecast(state, action) is None
    state.apply(action)
    assert (scene(state, 2).story, scene(state, 2).has_forecast) == (None, False)


def test_a_still_has_nothing_to_pick() -> None:
    state = quincunx.game("flipflop").start()
    shown = still(state, 1)
    assert (shown.paths, shown.choices, shown.forced) == ((), (), ())
    assert shown.pieces == scene(state, 1).pieces


# -- of a match --


def test_a_match_that_was_left_is_over_whatever_the_rules_would_allow() -> None:
    story = Story()
    story.plays(ANN, "f3-e3")
    assert match_scene(story.match).paths
    story.asks(BOB, Resign())
    shown = match_scene(story.match)
    assert (shown.paths, shown.choices) == ((), ())
    assert shown.outcome is not None
    assert (shown.outcome.winner, shown.outcome.reason) == (0, "left")
    assert shown.status == "One player resigned. x wins in 1 move."


def test_a_match_that_was_left_at_once_counts_no_moves() -> None:
    story = Story()
    story.asks(BOB, Resign())
    assert match_scene(story.match).status == "One player resigned. x wins."


def test_a_draw_by_agreement() -> None:
    story = Story()
    story.plays(ANN, "f3-e3")
    story.plays(BOB, "c6-d6")
    story.asks(ANN, MakeOffer("draw"))
    story.asks(BOB, Accept("draw"))
    assert match_scene(story.match).status == "The players agreed to a draw. The game is drawn after 2 moves."


def test_a_match_that_was_called_off() -> None:
    story = Story()
    story.asks(ANN, Abort())
    shown = match_scene(story.match)
    assert (shown.paths, shown.outcome, shown.status) == ((), None, "The match was aborted.")


def test_a_takeback_shows_the_position_before() -> None:
    story = Story()
    before = match_scene(story.match)
    story.plays(ANN, "f3-e3")
    story.asks(ANN, MakeOffer("takeback"))
    story.asks(BOB, Accept("takeback"))
    after = match_scene(story.match)
    assert after.position == story.match.position == 4
    assert msgspec.structs.replace(after, position=before.position) == before


# -- why --


def test_why_picks_lead_nowhere() -> None:
    game = quincunx.game("cengers")
    state = game.start()
    assert why(state, cells(game, "f3 e3")) is None
    assert why(state, cells(game, "f3")) is None
    assert getattr(why(state, cells(game, "f3 d3")), "rule", "") == "C4"
    assert getattr(why(state, cells(game, "a8")), "rule", "") == "C1"
    assert getattr(why(state, cells(game, "f3 e3 d3")), "rule", None) == ""
    assert getattr(why(state, ["end"]), "rule", "") == "C5"
    assert getattr(why(state, ["dance"]), "rule", None) == ""
    assert getattr(why(state, [400]), "rule", None) == ""


def test_in_a_chain_another_piece_is_told_to_wait() -> None:
    game = quincunx.game("cengers")
    state = play(game.start(), "f3-e3 c7-c5 f1-f3")
    forced = scene(state, 1).forced
    assert forced == (game.cell("f3"),)
    assert getattr(why(state, cells(game, "g1")), "rule", "") == "C5"
    assert getattr(why(state, cells(game, "f3 f3")), "rule", "") == "C3"
    assert why(state, cells(game, "f3")) is None
    assert why(state, ["end"]) is None


def test_a_side_that_is_called_light_is_light() -> None:
    for spec in quincunx.games().values():
        for side, name in enumerate(spec.players):
            if name in ("white", "light", "defenders"):
                assert spec.light == side, spec.key
