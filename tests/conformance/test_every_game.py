"""The conformance suite, run on every game."""

from __future__ import annotations

from functools import partial

import pytest

import quincunx
from conformance import checks
from quincunx import Game, Random
from variants import variants

every_game = pytest.mark.parametrize("game", variants())


@every_game
def test_actions_texts_and_refusals(game: Game, walks: int) -> None:
    for seed in range(walks):
        random = Random(seed)
        checks.check_walk(
            game,
            seed,
            [
                partial(checks.check_actions, random=random),
                checks.check_action_text,
                partial(checks.check_why_not, random=random),
            ],
        )


@every_game
def test_undo_and_copy(game: Game, walks: int) -> None:
    for seed in range(100, 100 + walks):
        random = Random(seed)
        checks.check_walk(
            game, seed, [partial(checks.check_undo, random=random), partial(checks.check_copy, random=random)]
        )


@every_game
def test_positions_and_keys(game: Game, walks: int) -> None:
    for seed in range(200, 200 + walks):
        checks.check_walk(game, seed, [checks.check_position])
    checks.check_keys(game, range(300, 300 + 5 * walks))


@every_game
def test_records(game: Game, walks: int) -> None:
    for seed in range(400, 400 + walks):
        checks.check_record(checks.check_walk(game, seed, []))
        *_, unfinished = checks.walk(game, seed, longest=7 + seed % 5)
        checks.check_record(unfinished)


@every_game
def test_walker_and_view(game: Game, walks: int) -> None:
    for seed in range(500, 500 + walks):
        random = Random(seed)
        checks.check_walk(
            game,
            seed,
            [partial(checks.check_walker, random=random), checks.check_view, checks.check_board, checks.check_bare],
        )


@every_game
def test_games_and_options_have_names_for_people(game: Game) -> None:
    assert [spec.title for spec in quincunx.games().values()].count(game.spec.title) == 1
    for option in game.spec.options:
        assert option.title[0].isupper(), f"{option.name} has no title"
        assert option.title.lower() != option.name
        assert (option.side is not None) == bool(option.own)


@every_game
def test_scenes(game: Game, walks: int) -> None:
    for seed in range(600, 600 + max(1, walks // 4)):
        checks.check_walk(game, seed, [checks.check_scene])


@every_game
def test_playouts_repeat_with_their_seed(game: Game, walks: int) -> None:
    first, second = (quincunx.playouts(game.start(), walks, seed=5) for _ in range(2))
    assert first == second
    assert first.playouts == walks
    assert all(reason in game.spec.reasons for _, reason in first.results)


@every_game
def test_perft_by_action_counts_what_legal_actions_lists(game: Game) -> None:
    state = game.start()
    total = 0
    for action in state.legal_actions():
        state.apply(action)
        total += len(state.legal_actions())
        state.undo()
    assert quincunx.perft(state, 1) == len(state.legal_actions())
    assert quincunx.perft(state, 2) == total


@every_game
def test_an_equal_game_is_made_again_from_its_options(game: Game) -> None:
    assert quincunx.game(game.key, **game.options) == game
    assert game.start() == game.start()
