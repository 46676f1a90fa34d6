"""Training a network with PyTorch: it learns to expect the results that searches and games gave."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from quincunx.core.evaluator import Evaluator
from quincunx.core.network import Network
from quincunx.core.network_shape import SECOND, Shape
from quincunx.search.learning.quantize import (
    LARGEST_LINEAR,
    LARGEST_ROW,
    LARGEST_SECOND,
    LARGEST_THIRD,
    Learnt,
    factor,
    scale_of,
)
from quincunx.search.learning.training_data import Positions
from quincunx.search.tuning import UNIT

STEPS = 150  # in an epoch, if that gives batches between these sizes
BATCHES = (512, 16_384)
RATE = 0.003
PATIENCE = 5  # epochs without an improvement, after which training stops
SPREAD = 3.0  # root mean squares of a feature that become 1 beside the hidden layer
CHECKED = 20_000  # held-out positions for the loss of the whole numbers


@dataclass(frozen=True)
class Progress:
    """The losses after an epoch: on what was learnt from, and on what was held out."""

    epoch: int
    learnt: float
    spare: float


class Model(nn.Module):
    """The network of `core/network.py` in real numbers. It begins as the classic evaluation."""

    def __init__(self, shape: Shape, weights: list[float], spread: Tensor, seen: Tensor) -> None:
        """Prepare a network for features with this spread; inputs that were never seen (false) count for nothing."""
        super().__init__()
        features = len(shape.names)
        scales = [scale_of(factor(1 / max(SPREAD * float(s), 1e-9))) for s in spread]
        self.rows = nn.EmbeddingBag(shape.inputs + 1, shape.hidden, mode="sum", padding_idx=shape.inputs)
        self.biases = nn.Parameter(torch.full((shape.hidden,), 0.25))
        self.second = nn.Parameter(torch.randn(shape.heads, SECOND, shape.hidden + features) * 0.1)
        self.second_biases = nn.Parameter(torch.full((shape.heads, SECOND), 0.25))
        self.third = nn.Parameter(torch.randn(shape.heads, SECOND) * 0.05)
        self.third_biases = nn.Parameter(torch.zeros(shape.heads))
        self.linear = nn.Parameter(torch.tensor(weights) * spread / UNIT)
        self.register_buffer("spread", spread)
        self.register_buffer("scales", torch.tensor(scales))
        nn.init.normal_(self.rows.weight, std=0.1)
        with torch.no_grad():
            self.rows.weight[~seen] = 0

    def forward(self, inputs: Tensor, features: Tensor, movers: Tensor) -> Tensor:
        """Return the values for the players to move, in units of `UNIT`."""
        sign = 1 - 2 * movers[:, None].float()
        hidden = (self.rows(inputs) + self.biases).clamp(0, 1)
        beside = (sign * features * self.scales).clamp(-1, 1)
        heads = movers if len(self.third) > 1 else torch.zeros_like(movers)
        seen = torch.cat((hidden, beside), dim=1)
        found = self.third_biases[heads]
        for head in range(len(self.third)):
            units = (seen @ self.second[head].T + self.second_biases[head]).clamp(0, 1)
            found = found + (heads == head) * (units @ self.third[head])
        return found + (sign * features / self.spread) @ self.linear

    def limit(self) -> None:
        """Keep the weights in the range that whole numbers have."""
        with torch.no_grad():
            self.rows.weight.clamp_(-LARGEST_ROW, LARGEST_ROW)
            self.second.clamp_(-LARGEST_SECOND, LARGEST_SECOND)
            self.third.clamp_(-LARGEST_THIRD / UNIT, LARGEST_THIRD / UNIT)

    def learnt(self) -> Learnt:
        """Return the weights, with values in hundredths of a piece."""
        linear = (self.linear / self.spread * UNIT).clamp(-LARGEST_LINEAR, LARGEST_LINEAR)
        return Learnt(
            rows=self.rows.weight[:-1].tolist(),
            biases=self.biases.tolist(),
            scales=self.scales.tolist(),
            linear=linear.tolist(),
            second=self.second.tolist(),
            second_biases=self.second_biases.tolist(),
            third=(self.third * UNIT).tolist(),
            third_biases=(self.third_biases * UNIT).tolist(),
        )


def train(
    shape: Shape,
    evaluator: Evaluator,
    positions: Positions,
    spare: Positions,
    epochs: int,
    seed: int,
    report: Callable[[Progress], None],
) -> Learnt:
    """Train until the loss on held-out games stops falling, at most for a number of epochs; returns the best."""
    torch.manual_seed(seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    spread = torch.tensor(np.sqrt((positions.features**2).mean(axis=0)) + 1e-6)
    tables = torch.tensor([[*table, shape.inputs] for table in evaluator.symmetries()])
    model = Model(shape, evaluator.listed_weights(), spread, _seen(positions, tables)).to(device)
    tables = tables.to(device)
    learning, held_out = _on(device, positions), _on(device, spare)
    size = _batch_size(len(positions))
    steps = epochs * math.ceil(len(positions) / size)
    optimizer = torch.optim.Adam(model.parameters(), lr=RATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps, pct_start=0.1)
    best, best_loss, since = copy.deepcopy(model.state_dict()), spare_loss(model, held_out), 0
    for epoch in range(1, epochs + 1):
        total = 0.0
        for batch in _batches(learning, size, shuffled=True):
            loss = _step(model, optimizer, _turned(batch, tables))
            schedule.step()
            total += loss * len(batch[3])
        found = spare_loss(model, held_out)
        report(Progress(epoch, total / len(positions), found))
        since = 0 if found < best_loss else since + 1
        if not since:
            best, best_loss = copy.deepcopy(model.state_dict()), found
        if since == PATIENCE:
            break
    model.load_state_dict(best)
    return model.cpu().learnt()


def _seen(positions: Positions, tables: Tensor) -> Tensor:
    """Which inputs occur, on the board as it is or turned."""
    seen = torch.zeros(positions.none + 1, dtype=torch.bool)
    seen[tables[:, torch.from_numpy(np.unique(positions.inputs).astype(np.int64))]] = True
    seen[positions.none] = False
    return seen


Batch = tuple[Tensor, Tensor, Tensor, Tensor]


def _batch_size(positions: int) -> int:
    least, most = BATCHES
    return max(least, min(most, positions // STEPS))


def _on(device: torch.device, positions: Positions) -> Batch:
    """All positions in the device's memory, the inputs as 16 bits each."""
    columns = (positions.inputs, positions.features, positions.movers, positions.labels)
    inputs, features, movers, labels = (torch.from_numpy(column).to(device) for column in columns)
    return inputs, features, movers, labels


def _batches(positions: Batch, size: int, *, shuffled: bool) -> Iterator[Batch]:
    inputs, features, movers, labels = positions
    count, device = len(labels), labels.device
    order = torch.randperm(count, device=device) if shuffled else torch.arange(count, device=device)
    for rows in order.split(size):
        yield inputs[rows].long(), features[rows], movers[rows], labels[rows]


def _turned(batch: Batch, tables: Tensor) -> Batch:
    """The batch with each position turned or mirrored by a random symmetry of the game."""
    inputs, features, movers, labels = batch
    if len(tables) == 1:
        return batch
    chosen = torch.randint(len(tables), (len(inputs), 1), device=inputs.device)
    return tables[chosen, inputs], features, movers, labels


def _step(model: Model, optimizer: torch.optim.Optimizer, batch: Batch) -> float:
    inputs, features, movers, labels = batch
    optimizer.zero_grad()
    loss = nn.functional.binary_cross_entropy_with_logits(model(inputs, features, movers), labels)
    loss.backward()
    optimizer.step()
    model.limit()
    return float(loss.detach())


def spare_loss(model: Model, spare: Batch) -> float:
    """The mean log loss on positions that are not learnt from."""
    total = 0.0
    with torch.no_grad():
        for inputs, features, movers, labels in _batches(spare, BATCHES[1], shuffled=False):
            values = model(inputs, features, movers)
            loss = nn.functional.binary_cross_entropy_with_logits(values, labels, reduction="sum")
            total += float(loss)
    return total / len(spare[3])


def network_loss(network: Network, spare: Positions) -> float:
    """The mean log loss of the finished network, with whole numbers, on some held-out positions."""
    return _loss(spare, lambda inputs, features, mover: network.worth(inputs, features, mover))


def classic_loss(evaluator: Evaluator, spare: Positions) -> float:
    """The mean log loss of the classic evaluation on the same positions."""
    weights = evaluator.listed_weights()

    def judge(inputs: list[int], features: list[int], mover: int) -> float:
        return (1 - 2 * mover) * sum(weight * feature for weight, feature in zip(weights, features, strict=True))

    return _loss(spare, judge)


def _loss(spare: Positions, judge: Callable[[list[int], list[int], int], float]) -> float:
    step = max(1, len(spare) // CHECKED)
    rows = range(0, len(spare), step)
    values = []
    for row in rows:
        active = [number for number in spare.inputs[row].tolist() if number != spare.none]
        values.append(judge(active, spare.features[row].astype(int).tolist(), int(spare.movers[row])))
    labels = torch.from_numpy(spare.labels[list(rows)].astype(np.float64))
    logits = torch.tensor(values, dtype=torch.float64) / UNIT
    return float(nn.functional.binary_cross_entropy_with_logits(logits, labels))
