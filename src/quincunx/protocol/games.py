"""The games, their options and the bots."""

from __future__ import annotations

import msgspec

from quincunx.core.sides import Side
from quincunx.play.clocks import Clock
from quincunx.play.scene import Scene
from quincunx.words import Text


class OptionShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option of a game: its title, what it does and which values it takes; `least` and `most` limit a number.

    Prominent options are offered when a match is set up. `labels` are the titles of the choices. If each player sets
    the option for their own side, `own` is its name in a seek, `own_label` its title, and `side` the side it is for.
    """

    name: str
    title: Text
    help: Text
    expected: Text
    default: str
    kind: str
    choices: tuple[str, ...]
    labels: tuple[Text, ...]
    prominent: bool
    own: str
    own_label: Text
    side: Side | None
    least: int | None = None
    most: int | None = None


class FormatShown(msgspec.Struct, frozen=True):
    """The file format that other programs use for a game: its name and its key."""

    name: str
    key: str


class GameShown(msgspec.Struct, frozen=True):
    """A game: its sides, options, usual clock and starting position, and whether it has lessons and puzzles.

    `person_side` is the side that a person gets against a bot by default. With `drafts`, a turn played with keys stays
    a draft until it is submitted. `abortable` says whether a match can be aborted once both seats are taken.
    """

    key: str
    title: Text
    summary: Text
    players: tuple[Text, Text]
    person_side: Side | None
    drafts: bool
    options: list[OptionShown]
    clock: Clock | None
    abortable: bool
    scene: Scene
    lessons: bool
    puzzles: bool
    format: FormatShown | None


class BotShown(msgspec.Struct, frozen=True):
    """A level that bots play at."""

    level: int
    name: Text
