"""Positions from files of self-play as arrays, for training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quincunx.core.errors import OptionError
from quincunx.core.evaluator import Evaluator
from quincunx.core.game import Game
from quincunx.search.learning.samples import FORMATS, Terms, blocks, columns, read_terms
from quincunx.search.tuning import UNIT

SPARE = 20  # one game in this many is held out
SEARCH_SHARE = 0.7  # the part of a label that comes from the search's score; the rest comes from the game's result
SUFFIX = ".qpos"
NAMES = {"B": "u1", "h": "i2", "H": "u2", "i": "i4"}  # NumPy's names of the columns' formats


@dataclass(frozen=True)
class Positions:
    """Positions in rows: the active inputs (filled up with `none`), the features, mover and label.

    A label is the expected result for the player to move, between 0 and 1. The features are player 0's.
    """

    inputs: NDArray[np.int16]
    features: NDArray[np.float32]
    movers: NDArray[np.int64]
    labels: NDArray[np.float32]
    none: int  # the number of inputs, which is no input's number

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(frozen=True)
class Source:
    """A file, its terms, and how many games and positions it has."""

    path: Path
    terms: Terms
    games: int
    positions: int


def files_in(places: Sequence[Path], game: Game) -> list[Path]:
    """Return the files of a game's positions: a folder stands for the file that self-play writes there."""
    return [place / f"{game.key}{SUFFIX}" if place.is_dir() else place for place in places]


def load(game: Game, evaluator: Evaluator, files: Sequence[Path]) -> tuple[Positions, Positions, list[Source]]:
    """Return the positions to learn from, those of the games that are held out, and what was read."""
    learnt: list[Positions] = []
    spare: list[Positions] = []
    sources = []
    for path in files:
        terms = _terms(game, evaluator, path)
        sizes = []
        for number, _, block in blocks(path):
            positions = _positions(block, evaluator.input_count(), len(evaluator.names))
            (learnt if number % SPARE else spare).append(positions)
            sizes.append(len(positions))
        sources.append(Source(path, terms, len(sizes), sum(sizes)))
    if not learnt or not spare:
        raise OptionError(f"training needs at least {SPARE + 1} games")
    return _joined(learnt, evaluator.input_count()), _joined(spare, evaluator.input_count()), sources


def _terms(game: Game, evaluator: Evaluator, path: Path) -> Terms:
    terms = read_terms(path)
    if (terms.game, terms.inputs, terms.names) != (game.key, evaluator.input_count(), evaluator.names):
        raise OptionError(f"{path} has positions of {terms.game} that do not fit {game.key} with these options")
    return terms


def _positions(block: bytes, inputs: int, features: int) -> Positions:
    result, parts = columns(block)
    movers, scores, counts, active, seen = (
        np.frombuffer(part, dtype=f"<{NAMES[form]}") for form, part in zip(FORMATS, parts, strict=True)
    )
    width = int(counts.max(initial=0))
    padded = np.full((len(movers), width), inputs, dtype=np.int16)
    padded[np.arange(width) < counts[:, None]] = active
    results = np.where(movers == 0, result, 1 - result)
    hoped = 1 / (1 + np.exp(-scores / UNIT))
    labels = (SEARCH_SHARE * hoped + (1 - SEARCH_SHARE) * results).astype(np.float32)
    table = seen.astype(np.float32).reshape(len(movers), features)
    return Positions(padded, table, movers.astype(np.int64), labels, inputs)


def _joined(parts: list[Positions], inputs: int) -> Positions:
    width = max(part.inputs.shape[1] for part in parts)
    padded = np.full((sum(map(len, parts)), width), inputs, dtype=np.int16)
    at = 0
    for part in parts:
        padded[at : at + len(part), : part.inputs.shape[1]] = part.inputs
        at += len(part)
    return Positions(
        padded,
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.movers for part in parts]),
        np.concatenate([part.labels for part in parts]),
        inputs,
    )
