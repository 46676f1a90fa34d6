"""Texts for people as JSON has them, and the phrases of a language. `quincunx.words.wire` reads and writes texts."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to tell people: which phrase of the catalogue, and what stands in its placeholders."""

    code: str
    params: dict[str, Param] = {}


Param = str | int | Phrase | list[str | Phrase]
Text = str | Phrase  # a string is the same in every language, such as a name
Entry = str | Mapping[str, str]  # a text, or texts by the value of a parameter: {"count=1": …, "other": …}


class Words(msgspec.Struct, frozen=True):
    """Everything that the server may say in a language, by the codes of the phrases."""

    language: str
    phrases: dict[str, Entry]
