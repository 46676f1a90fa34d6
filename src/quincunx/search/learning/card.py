"""The card of a network: a TOML file beside it that tells what it learnt from, and how it fared."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from quincunx.core.errors import NetworkError
from quincunx.words import phrase

HEAD = "# About the network in the file of the same name. docs/bots.md explains the figures.\n"


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of positions: the evaluation and the nodes of the bots that played, and what was learnt from."""

    evaluation: str
    nodes: int
    handicap: str
    games: int
    positions: int


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match of the network: the opponent's evaluation, and the score with its error (95 %)."""

    against: str
    seconds: float
    games: int
    score: float
    error: float
    date: str


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known about a network. Losses are those on games that were held out."""

    game: str
    date: str
    command: str
    loss_classic: float
    loss: float
    data: list[Data]
    matches: list[Match] = []


def read_card(path: Path) -> Card:
    """Return the card in a file; raise NetworkError if it is invalid."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Card)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise NetworkError(phrase("core.network.damaged", file=path.name)) from error


def write_card(card: Card) -> str:
    """Return the text of a card."""
    return HEAD + "".join(_lines(msgspec.structs.asdict(card)))


def _lines(fields: dict[str, Any]) -> Iterator[str]:
    for name, value in fields.items():
        if not isinstance(value, list):
            yield f"{name} = {json.dumps(value, ensure_ascii=False)}\n"
    for name, rows in fields.items():
        for row in rows if isinstance(rows, list) else []:
            yield f"\n[[{name}]]\n"
            yield from _lines(msgspec.structs.asdict(row))


def with_match(card: Card, match: Match) -> Card:
    """The card with one more match."""
    return msgspec.structs.replace(card, matches=[*card.matches, match])
