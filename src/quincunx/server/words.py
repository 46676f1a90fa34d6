"""The phrases of a language, for clients that show people what the server says."""

from __future__ import annotations

import logging
from functools import cache
from typing import Annotated

from litestar import Controller, get
from litestar.datastructures import CacheControlHeader
from litestar.params import PathParameter

from quincunx.games import games
from quincunx.protocol.words import Words
from quincunx.server.errors import refusals
from quincunx.store.errors import Missing
from quincunx.words import Catalogue, Entry, areas, languages, phrase
from quincunx.words.catalogue import read_area

log = logging.getLogger("quincunx.server")

CLIENTS = ("browser", "clients", "commands", "lines", "screens", "terminal")  # areas of what clients say themselves
MINUTES = 10 * 60  # in seconds, that a client may keep them

Language = Annotated[str, PathParameter(pattern=r"^[a-z]{2}\Z")]


class WordController(Controller):
    """Languages."""

    path = "/api/words"
    tags = ["words"]

    @get(
        "/{language:str}",
        summary="What the server says, in a language",
        cache_control=CacheControlHeader(public=True, max_age=MINUTES),
        responses=refusals(400, 401, 404),
    )
    async def words(self, language: Language) -> Words:
        """Texts by the codes of phrases; docs/translating.md tells how a phrase is said."""
        return words_of(language)


@cache
def words_of(language: str) -> Words:
    """Everything that the server and its games may say; Missing where nobody has translated anything."""
    if language not in languages():
        raise Missing(phrase("server.words.none", language=language))
    catalogue = Catalogue({})
    for area in areas():
        if area not in CLIENTS:
            catalogue.add(read_area(area, language))
    for package in _packages():
        catalogue.add(_words_of_package(package, language))
    return Words(language, catalogue.entries)


def _packages() -> list[str]:
    """The packages of other people's games, which the codes of their phrases begin with."""
    return sorted({spec.package.partition(".")[0] for spec in games().values()} - {"quincunx"})


def _words_of_package(package: str, language: str) -> dict[str, Entry]:
    """Nothing where the file cannot be read: a broken package must not silence the others."""
    try:
        return read_area(package, language)
    except Exception:
        log.exception("words cannot be read", extra={"package": package, "language": language})
        return {}
