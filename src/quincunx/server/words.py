"""What the server says, in other languages, for clients that show it to people."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Annotated, Any

from litestar import Controller, get
from litestar.datastructures import CacheControlHeader
from litestar.params import PathParameter

from quincunx.games import games
from quincunx.protocol.words import Entry, Words
from quincunx.server.errors import refusals
from quincunx.store.errors import Missing

ENGLISH = "en"
SHARED = "quincunx.play"  # where the words are that belong to no game
MINUTES = 10 * 60  # in seconds, that a client may keep them

Language = Annotated[str, PathParameter(pattern=r"^[a-z]{2}\Z")]


class WordController(Controller):
    """Other languages."""

    path = "/api/words"
    tags = ["words"]

    @get(
        "/{language:str}",
        summary="What the server says, in another language",
        cache_control=CacheControlHeader(public=True, max_age=MINUTES),
        responses=refusals(400, 401, 404),
    )
    async def words(self, language: Language) -> Words:
        """Sentences, labels and names with `{placeholders}`; docs/translating.md tells how to use them."""
        return words_of(language)


@cache
def words_of(language: str) -> Words:
    """Everything there is in a language; Missing where there is nothing, English excepted, which needs nothing."""
    if language == ENGLISH:
        return Words(ENGLISH, [], {})
    shared = read_words(SHARED, language)
    if not shared:
        raise Missing(f"there are no words in {language}")
    own = {key: read_words(spec.package, language) for key, spec in games().items()}
    sentences: dict[str, str] = {}
    for entries in (shared, *own.values()):
        for english, translated in entries.items():
            sentences.setdefault(english, translated)
    differing = {
        key: [entry for entry in entries.items() if sentences[entry[0]] != entry[1]] for key, entries in own.items()
    }
    return Words(language, list(sentences.items()), {key: entries for key, entries in differing.items() if entries})


def read_words(package: str, language: str) -> dict[str, str]:
    """The words that lie in a package's folder; none where it has no file for the language."""
    file = resources.files(package).joinpath("words", f"{language}.toml")
    if not file.is_file():
        return {}
    return dict(_entries(tomllib.loads(file.read_text(encoding="utf-8"))))


def _entries(table: dict[str, Any]) -> Iterator[Entry]:
    """The entries of a file, whose tables are only there for the reader."""
    for english, translated in table.items():
        if isinstance(translated, dict):
            yield from _entries(translated)
        else:
            yield english, translated
