"""The phrases of a language, for clients that show the server's texts to people."""

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

CLIENTS = ("browser", "clients", "commands", "desktop", "lines", "screens", "terminal")  # areas that only clients say
MINUTES = 10 * 60  # in seconds: how long a client may cache them

Language = Annotated[str, PathParameter(pattern=r"^[a-z]{2}\Z")]


class WordController(Controller):
    """The texts of a language."""

    path = "/api/words"
    tags = ["words"]

    @get(
        "/{language:str}",
        summary="Get the server's texts in a language",
        cache_control=CacheControlHeader(public=True, max_age=MINUTES),
        responses=refusals(400, 401, 404),
    )
    async def words(self, language: Language) -> Words:
        """The texts by the codes of their phrases; docs/translating.md describes how to turn a phrase into text."""
        return words_of(language)


@cache
def words_of(language: str) -> Words:
    """All texts of the server and its games; raises Missing if there is no translation."""
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
    """The packages of third-party games; the codes of their phrases begin with the package name."""
    return sorted({spec.package.partition(".")[0] for spec in games().values()} - {"quincunx"})


def _words_of_package(package: str, language: str) -> dict[str, Entry]:
    """The texts of a package; empty if its file cannot be read, so that a broken package does not affect the others."""
    try:
        return read_area(package, language)
    except Exception:
        log.exception("words cannot be read", extra={"package": package, "language": language})
        return {}
