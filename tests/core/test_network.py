"""Networks: the same values in both builds, both sides alike, and files that cannot be used."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

import quincunx
from drawn import drawn, picture
from networks import random_weights, shape_of
from quincunx import Game, Random, State
from quincunx.core.errors import NetworkError
from quincunx.core.evaluation import CLASSIC, SHIPPED, evaluator_of
from quincunx.core.network import Network
from quincunx.core.network_file import read_network, write_network
from variants import keys

VALUES = Path(__file__).with_name("network_values.json")
PLIES = 12  # between the positions that are compared
HEADER = struct.Struct("<4sHI")


def with_network(key: str) -> list[str]:
    game = quincunx.game(key)
    return [key] if game.spec.evaluator(game).input_count() else []


LEARNERS = [found for key in keys() for found in with_network(key)]
every_learner = pytest.mark.parametrize("key", LEARNERS)


def positions(game: Game) -> list[State]:
    """Positions of three random games, some of them in the middle of a turn."""
    found = []
    for seed in range(3):
        state, random = game.start(), Random(seed)
        while not state.over and state.ply < 8 * PLIES:
            if state.ply % PLIES == seed:
                found.append(state.copy())
            actions = state.legal_actions()
            state.apply(actions[random.below(len(actions))])
    return found


def values(game: Game) -> list[int]:
    """The values of the positions, with a random network."""
    evaluator = game.spec.evaluator(game)
    evaluator.use(Network(shape_of(game), random_weights(shape_of(game))))
    return [evaluator.worth(state) for state in positions(game)]


@every_learner
def test_both_builds_compute_the_same_values(key: str) -> None:
    """The file has the values of the uncompiled build: `python tests/core/test_network.py` writes it."""
    assert values(quincunx.game(key)) == json.loads(VALUES.read_text())[key]


@every_learner
def test_inputs_are_different_numbers_in_range_and_symmetries_permute_them(key: str) -> None:
    game = quincunx.game(key)
    evaluator = game.spec.evaluator(game)
    for state in positions(game):
        inputs = evaluator.listed_inputs(state)
        assert len(set(inputs)) == len(inputs)
        assert 0 <= min(inputs) <= max(inputs) < evaluator.input_count()
    symmetries = evaluator.symmetries()
    assert symmetries[0] == list(range(evaluator.input_count()))
    assert all(sorted(table) == symmetries[0] for table in symmetries)
    assert len(set(map(tuple, symmetries))) == len(symmetries)


@pytest.mark.parametrize(
    "key", [key for key in LEARNERS if quincunx.games()[key].package.endswith(("tafl", "cengers"))]
)
def test_the_start_looks_the_same_in_every_symmetry(key: str) -> None:
    game = quincunx.game(key)
    evaluator = game.spec.evaluator(game)
    inputs = set(evaluator.listed_inputs(game.start()))
    assert all({table[number] for number in inputs} == inputs for table in evaluator.symmetries())


# how the board looks to the other side: the letters swapped, and the rows and the squares in them in this order
SWAPPED = {
    "cengers": ("xo", "ox", -1, -1),
    "draughts": ("dDlL", "lLdD", -1, -1),
    "othello": ("wb", "bw", 1, 1),
    "chess": ("KQRBNPkqrbnp", "kqrbnpKQRBNP", -1, 1),
}


@pytest.mark.parametrize("key", SWAPPED)
def test_a_network_treats_both_sides_alike(key: str) -> None:
    game = quincunx.game(key)
    evaluator = game.spec.evaluator(game)
    evaluator.use(Network(shape_of(game), random_weights(shape_of(game))))
    letters, others, ranks, files = SWAPPED[key]
    states = [state for state in positions(game) if not state.acted]
    for state in states:
        rows = picture(state).split("\n")
        board = "\n".join(row[::files] for row in rows[::ranks]).translate(str.maketrans(letters, others))
        fields = [
            f"- - 0 {turn // 2 + 1}" if key == "chess" else f"turn:{turn}" for turn in (state.turn, state.turn ^ 1)
        ]
        plain = drawn(game, "\n".join(rows), state.to_move, fields[0])
        assert evaluator.worth(drawn(game, board, 1 - state.to_move, fields[1])) == evaluator.worth(plain)
    assert len(states) > 5


def test_a_file_brings_back_the_network() -> None:
    game = quincunx.game("brandubh")
    shape, weights = shape_of(game, 32), random_weights(shape_of(game, 32))
    network = read_network(write_network(shape, weights), "file")
    assert network.shape == shape
    evaluator, again = game.spec.evaluator(game), game.spec.evaluator(game)
    evaluator.use(Network(shape, weights))
    again.use(network)
    assert [evaluator.worth(state) for state in positions(game)] == [again.worth(state) for state in positions(game)]


def test_files_that_cannot_be_used_are_refused() -> None:
    shape = shape_of(quincunx.game("brandubh"), 16)
    data = write_network(shape, random_weights(shape))
    newer = HEADER.pack(b"QNET", 9, 0) + data[HEADER.size :]
    middle = len(data) // 2
    flipped = data[:middle] + bytes([data[middle] ^ 4]) + data[middle + 1 :]
    for broken, problem in (
        (b"", "not a network"),
        (b"PNG" + data, "not a network"),
        (newer, "version 9"),
        (data[:-9], "damaged"),
        (data + b"x", "damaged"),
        (flipped, "damaged"),
        (data.replace(b'"heads": 2', b'"heads": 7'), "damaged"),
        (data.replace(b'"hidden": 16', b'"hidden": 32'), "damaged"),
    ):
        with pytest.raises(NetworkError, match=f"file.*{problem}"):
            read_network(broken, "file")


def test_weights_that_could_overflow_are_refused() -> None:
    shape = shape_of(quincunx.game("brandubh"), 16)
    for part, weight in (
        ("second", 1 << 30),
        ("linear", 1 << 20),
        ("scales", -1),
        ("rows", 40_000),
        ("biases", 1 << 30),
    ):
        weights = random_weights(shape)
        weights.parts()[part][0] = weight  # type: ignore[index]  # a list
        with pytest.raises(NetworkError, match="too large"):
            write_network(shape, weights)


def test_a_network_is_used_only_where_it_fits(tmp_path: Path) -> None:
    """A file that was asked for is refused; the shipped one makes way for the classic evaluation."""
    small, large = quincunx.game("flipflop", n=8), quincunx.game("flipflop", n=10)
    path = tmp_path / "small.qnet"
    path.write_bytes(write_network(shape_of(small), random_weights(shape_of(small))))
    assert evaluator_of(small, str(path)).network is not None
    with pytest.raises(NetworkError, match=r"small\.qnet does not fit flipflop"):
        evaluator_of(large, str(path))
    assert evaluator_of(small, CLASSIC).network is None
    assert evaluator_of(quincunx.game("flipflop", n=12), SHIPPED).network is None


if __name__ == "__main__":
    assert not quincunx.compiled
    VALUES.write_text(json.dumps({key: values(quincunx.game(key)) for key in LEARNERS}, indent=1) + "\n")
