"""Requests about positions, and their answers."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from quincunx.core.display import Forecast
from quincunx.play.commands import ActionText
from quincunx.play.scene import Scene
from quincunx.play.study import Name, Step, Study
from quincunx.protocol.fields import Pick
from quincunx.words import Text

MOST_TEXT = 50_000  # characters


class PositionShown(msgspec.Struct, frozen=True):
    """A completed study, who played its actions, and the position reached, as text and as a scene."""

    study: Study
    steps: list[Step]
    position: str
    scene: Scene


class WhyNot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks why these picks, from the first on, do not make a legal action."""

    study: Study
    picks: Annotated[list[Pick], Meta(min_length=1, max_length=8)]


class Reason(msgspec.Struct, frozen=True):
    """The rule and a sentence; both are empty if the picks make an action or the beginning of one."""

    rule: str
    sentence: Text


class WhatIf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks what a legal action would do."""

    study: Study
    action: ActionText


class ForecastShown(msgspec.Struct, frozen=True):
    """What an action would do; null if there is nothing to predict."""

    forecast: Forecast | None


class PastedText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record, plain moves, or another program's file; `game` is used if the text does not name its game."""

    game: Name
    text: Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]
    options: dict[str, Any] = {}
