"""The language of the terminal: every text that a screen or a line shows is said by `say` or `t`."""

from __future__ import annotations

import os
from collections.abc import Mapping

from quincunx.words import ENGLISH, Param, catalogue, languages

ENVIRONMENT = ("QUINCUNX_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides

_spoken = ENGLISH


def use(language: str) -> None:
    """Speak this language from now on."""
    global _spoken
    _spoken = language


def spoken() -> str:
    """The language in use."""
    return _spoken


def of_environment(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, if there are words in it; otherwise English."""
    wanted = next((value for name in ENVIRONMENT if (value := environment.get(name))), "")
    language = wanted[:2].lower()
    return language if language in languages() else ENGLISH


def say(text: object) -> str:
    """A phrase in the language in use; a plain text as it is."""
    return catalogue(_spoken).say(text)


def t(code: str, /, **params: Param) -> str:
    """The phrase of that code, in the language in use: `t("screens.menu.opponent")`."""
    return catalogue(_spoken).text(code, params)
