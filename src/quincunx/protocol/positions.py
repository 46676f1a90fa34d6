"""Positions that somebody asks about."""

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


class Reached(msgspec.Struct, frozen=True):
    """A study with everything said, who played its actions, the position reached as text and as a scene to act in."""

    study: Study
    steps: list[Step]
    position: str
    scene: Scene


class WhyNot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why do these picks, from the first on, lead nowhere."""

    study: Study
    picks: Annotated[list[Pick], Meta(min_length=1, max_length=8)]


class Reason(msgspec.Struct, frozen=True):
    """The rule and a sentence; both empty where the picks lead to an action or on the way to one."""

    rule: str
    sentence: Text


class WhatIf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What would this legal action do."""

    study: Study
    action: ActionText


class Foreseen(msgspec.Struct, frozen=True):
    """What an action will do; null where the game has nothing to foretell."""

    forecast: Forecast | None


class Pasted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record, moves alone, or a file of another program; the game is meant where the text does not tell its own."""

    game: Name
    text: Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]
    options: dict[str, Any] = {}
