"""The written rules of a game: `rulebook/KEY.md` in its family's folder, and `KEY.de.md` in German."""

from __future__ import annotations

from importlib import resources

from quincunx.core.spec import Spec
from quincunx.words import catalogue


def rules_text(spec: Spec, language: str = "en") -> str:
    """The rules in that language, or else in English, as Markdown; the game's summary if it has no rulebook."""
    folder = resources.files(spec.package).joinpath("rulebook")
    for page in (folder.joinpath(f"{spec.key}.{language}.md"), folder.joinpath(f"{spec.key}.md")):
        if page.is_file():
            return page.read_text(encoding="utf-8").rstrip()
    say = catalogue(language).say
    return f"# {say(spec.title)}\n\n{say(spec.summary)}"
