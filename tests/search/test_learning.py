"""Learning from self-play: the files of positions, the games, training, the gate's test, and the shipped networks."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

import quincunx
from networks import shape_of
from quincunx.core.errors import OptionError
from quincunx.core.evaluation import FOLDER, evaluator_of, fits, shipped_network
from quincunx.core.network import Network
from quincunx.core.network_file import loaded_network
from quincunx.search.learning.card import Card, Data, Match, read_card, with_match, write_card
from quincunx.search.learning.quantize import Learnt, factor, quantized, scale_of
from quincunx.search.learning.samples import Samples, Terms, append, blocks, games_in, packed, start, unpacked
from quincunx.search.learning.selfplay import Task, play_game
from quincunx.search.learning.sprt import RatioTest

GAME = quincunx.game("brandubh")
MOST_BYTES, MOST_BYTES_IN_ALL = 300_000, 2_000_000
TERMS = Terms("brandubh", {}, 147, ("a", "b"), "classic", 100, "", 1)


def samples() -> Samples:
    found = Samples(0.5)
    found.add(0, -20_000, [1, 140], [7, -70_000])
    found.add(1, 35, [2], [0, 1])
    return found


def test_positions_come_back_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file"
    start(path, TERMS)
    append(path, 4, packed(samples()))
    append(path, 2, packed(Samples(1.0)))
    start(path, TERMS)
    assert games_in(path) == {2, 4}
    assert [unpacked(block) for _, _, block in blocks(path)] == [samples(), Samples(1.0)]


@pytest.mark.parametrize("cut", [1, 20, 60])
def test_a_file_that_was_cut_off_is_continued_after_its_last_whole_game(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "file"
    start(path, TERMS)
    for number in range(3):
        append(path, number, packed(samples()))
    path.write_bytes(path.read_bytes()[:-cut])
    start(path, TERMS)
    kept = games_in(path)
    assert kept == ({0, 1} if cut < 60 else {0})
    append(path, 7, packed(samples()))
    assert games_in(path) == kept | {7}


def test_a_file_is_not_continued_on_other_terms(tmp_path: Path) -> None:
    path = tmp_path / "file"
    start(path, TERMS)
    with pytest.raises(OptionError, match="other terms"):
        start(path, replace(TERMS, nodes=200))
    path.write_bytes(b"something else")
    with pytest.raises(OptionError, match="not a file of positions"):
        start(path, TERMS)


def test_a_game_gives_positions_with_scores_for_the_player_to_move() -> None:
    """A seed gives one game; its last score agrees with its result."""
    task = Task(GAME, "classic", 60, None, 1, 5)
    found = play_game(task)
    assert found == play_game(task)
    assert found != play_game(replace(task, number=6))
    size = len(found.movers)
    assert size > 5
    assert len(found.scores) == len(found.counts) == size
    assert len(found.features) == size * len(evaluator_of(GAME, "classic").names)
    assert sum(found.counts) == len(found.inputs)
    decided = [
        (score > 0) == (found.result == (mover == 0))
        for mover, score in zip(found.movers, found.scores, strict=True)
        if abs(score) == 20_000
    ]
    assert all(decided)


def test_more_nodes_win_more_games() -> None:
    """With the attackers helped in half of the games, they score more than without help."""
    games = [Task(GAME, "classic", 30, None, 1, number) for number in range(24)]
    plain = sum(play_game(task).result for task in games)
    assert sum(play_game(replace(task, helped=0)).result for task in games) > plain


def test_whole_numbers_compute_what_was_learnt() -> None:
    """The network of whole numbers is within 3 hundredths of a piece of the same sums."""
    shape = shape_of(GAME, 16)
    features, wave = len(shape.names), [math.sin(i * 1.7) for i in range(5000)]

    def some(count: int, size: float, at: int = 0) -> list[float]:
        return [size * wave[(at + i) % 5000] for i in range(count)]

    learnt = Learnt(
        rows=[some(16, 0.4, row) for row in range(shape.inputs)],
        biases=some(16, 0.3),
        scales=[scale_of(factor(0.2 + 0.01 * i)) for i in range(features)],
        linear=some(features, 30.0),
        second=[[some(16 + features, 0.3, 40 * head + row) for row in range(16)] for head in range(2)],
        second_biases=[some(16, 0.5, head) for head in range(2)],
        third=[some(16, 300.0, head) for head in range(2)],
        third_biases=[12.0, -40.0],
    )
    network = Network(shape, quantized(learnt, shape))
    for case in range(20):
        active, seen = list(range(case, 147, 11)), [(case * i) % 9 - 4 for i in range(features)]
        for mover in (0, 1):
            assert network.worth(active, seen, mover) == pytest.approx(
                in_real_numbers(learnt, active, seen, mover), abs=3
            )


def in_real_numbers(learnt: Learnt, active: list[int], seen: list[int], mover: int) -> float:
    """The forward pass as `Learnt` defines it."""
    sign = 1 - 2 * mover
    hidden = [clipped(bias + sum(learnt.rows[i][j] for i in active), 0) for j, bias in enumerate(learnt.biases)]
    beside = [clipped(sign * feature * scale, -1) for feature, scale in zip(seen, learnt.scales, strict=True)]
    values = hidden + beside
    units = [
        clipped(bias + sum(weight * value for weight, value in zip(row, values, strict=True)), 0)
        for row, bias in zip(learnt.second[mover], learnt.second_biases[mover], strict=True)
    ]
    own = sum(weight * feature for weight, feature in zip(learnt.linear, seen, strict=True))
    above = sum(weight * unit for weight, unit in zip(learnt.third[mover], units, strict=True))
    return sign * own + above + learnt.third_biases[mover]


def clipped(value: float, low: float) -> float:
    return max(low, min(1.0, value))


def test_the_gate_opens_for_a_stronger_player_only() -> None:
    test = RatioTest(lowest=0, highest=30)
    assert test.bound == pytest.approx(2.944, abs=0.001)
    assert test.verdict([1.0, 0.5] * 30) is True
    assert test.verdict([0.0, 0.5] * 30) is False
    assert test.verdict([0.5, 0.5, 0.75, 0.25] * 5) is None
    assert test.verdict([1.0] * 4) is None  # too few
    assert test.ratio([0.75, 0.25] * 5) < 0 < test.ratio([0.75, 0.5] * 5)


def test_a_card_comes_back_from_its_text(tmp_path: Path) -> None:
    card = Card("chess", "2026-01-02", 'train "x" --seed 1', 0.6, 0.5, [Data("classic", 500, "", 10, 900)])
    card = with_match(card, Match("classic", 0.1, 100, 0.75, 0.06, "2026-01-03"))
    path = tmp_path / "card.toml"
    path.write_text(write_card(card), encoding="utf-8")
    assert read_card(path) == card


def shipped() -> list[Path]:
    return [file for spec in quincunx.games().values() if (file := shipped_network(spec)) is not None]


def test_shipped_networks_fit_their_games_are_small_and_have_won() -> None:
    """Each has a card, and a match of 100 games or more against the classic evaluation that it clearly won."""
    files = shipped()
    for file in files:
        network = loaded_network(file)
        game = quincunx.game(file.stem)
        assert network.shape.game == game.key
        assert fits(network, game.spec.evaluator(game))
        assert file.stat().st_size <= MOST_BYTES
        card = read_card(file.with_suffix(".toml"))
        assert card.game == game.key
        assert card.loss < card.loss_classic
        assert card.data
        assert any(
            match.against == "classic" and match.games >= 100 and match.score - match.error > 0.5
            for match in card.matches
        )
    assert sum(file.stat().st_size for file in files) <= MOST_BYTES_IN_ALL


def test_every_file_of_networks_belongs_to_a_game() -> None:
    games = Path(quincunx.__file__).parent / "games"
    there = {file.relative_to(games) for file in games.glob(f"*/{FOLDER}/*")}
    used = {file.relative_to(games) for network in shipped() for file in (network, network.with_suffix(".toml"))}
    assert there == used
