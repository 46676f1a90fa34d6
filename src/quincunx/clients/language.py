"""The language of the client that runs here: every text that it shows goes through `say` or `t`."""

from __future__ import annotations

import os
from collections.abc import Mapping

from quincunx.words import ENGLISH, Param, catalogue, languages

ENVIRONMENT = ("QUINCUNX_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides

_spoken = ENGLISH


def use(language: str) -> None:
    """Use this language from now on."""
    global _spoken
    _spoken = language


def spoken() -> str:
    """The language in use."""
    return _spoken


def of_environment(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, if there is a catalogue for it; otherwise English."""
    wanted = next((value for name in ENVIRONMENT if (value := environment.get(name))), "")
    language = wanted[:2].lower()
    return language if language in languages() else ENGLISH


def say(text: object) -> str:
    """Return a phrase in the language in use; a plain text is returned unchanged."""
    return catalogue(_spoken).say(text)


def t(code: str, /, **params: Param) -> str:
    """Return the phrase with that code in the language in use: `t("screens.menu.opponent")`."""
    return catalogue(_spoken).text(code, params)
