"""The games, their options and the bots."""

from __future__ import annotations

import msgspec

from quincunx.core.sides import Side
from quincunx.play.clocks import Clock
from quincunx.play.scene import Scene
from quincunx.words import Text


class OptionShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option: what people call it, what it does and what it takes; of a number the least and the most.

    A prominent one is chosen where a match is set up. `labels` are what people call the choices. `own` is what each
    player brings, `own_label` what people call that, `side` whose it is.
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
    """The files in which other programs keep a game: the format's name, and its key."""

    name: str
    key: str


class GameShown(msgspec.Struct, frozen=True):
    """A game: its sides, its options, its usual clock, how it begins, and whether it has lessons and puzzles.

    `person_side` is the side a person has against a bot unless he chooses; with `drafts`, what is played with keys is
    a draft until it is handed over. `abortable` says whether a match can be aborted once both players are there.
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
