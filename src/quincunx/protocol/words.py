"""Texts for people as JSON, and the phrases of a language. `quincunx.words.wire` reads and writes texts."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A text for people: the code of a phrase in the catalogue, and the values of its placeholders."""

    code: str
    params: dict[str, Param] = {}


Param = str | int | Phrase | list[str | Phrase]
Text = str | Phrase  # a string is the same in every language, such as a name
Entry = str | Mapping[str, str]  # a text, or texts by the value of a parameter: {"count=1": …, "other": …}


class Words(msgspec.Struct, frozen=True):
    """Every phrase that the server may send in a language, by code."""

    language: str
    phrases: dict[str, Entry]
