"""The phrases of one language, by code.

The first part of a code determines the file: `play.…` is in `words/en/play.toml`, `tafl.…` in
`games/tafl/words/en.toml`, and anything else in the `words` folder of the package with this name. A file is read when
one of its phrases is first used. `docs/translating.md` describes the files. The browser client uses the same files in
the same way; `tests/words/vectors.json` tests both.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

ENGLISH = "en"

Entry = str | Mapping[str, str]  # a text, or variants by a parameter's value: {"count=1": …, "other": …}

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Catalogue:
    """Phrases by code, in one language. Missing ones are looked up in the fallback."""

    def __init__(self, entries: Mapping[str, Entry], fallback: Catalogue | None = None) -> None:
        self.entries: dict[str, Entry] = dict(entries)
        self._fallback = fallback

    def __contains__(self, code: str) -> bool:
        self.load(code)
        return code in self.entries

    def add(self, entries: Mapping[str, Entry]) -> None:
        """Add entries. If a code exists already, add the variants to it."""
        for code, entry in entries.items():
            known = self.entries.get(code)
            self.entries[code] = entry if known is None else {**_variants(entry), **_variants(known)}

    def load(self, code: str) -> None:
        """Make sure that the file with this code is loaded."""

    def say(self, text: object) -> str:
        """Return a phrase in this language, and any other text unchanged. List items are translated one by one."""
        if type(text) is str:  # the most common case: names and squares
            return text
        code = getattr(text, "code", None)
        if isinstance(code, str):
            return self.text(code, getattr(text, "params", {}))
        if isinstance(text, (tuple, list)):
            return ", ".join(map(self.say, text))
        return str(text)

    def text(self, code: str, params: Mapping[str, object]) -> str:
        """Return the text with this code, with the parameters filled in; the code itself if it is unknown."""
        self.load(code)
        for param in params.values():
            needed = getattr(param, "code", None)
            if isinstance(needed, str):
                self.load(needed)  # a parameter's file can add variants to this phrase
        found = self.entries.get(code)
        if found is None:
            return self._fallback.text(code, params) if self._fallback else code
        template = found if isinstance(found, str) else _choose(found, params)
        pieces = list(_pieces(template))
        for at in range(1, len(pieces), 2):
            pieces[at] = self._value(pieces[at], params)
        return "".join(pieces)

    def _value(self, name: str, params: Mapping[str, object]) -> str:
        """Return the value for a placeholder; `{Side}` is the parameter `side` with a capital letter."""
        if name in params:
            return self.say(params[name])
        lower = name[0].lower() + name[1:]
        return capital(self.say(params[lower])) if lower in params else f"{{{name}}}"


class StoredCatalogue(Catalogue):
    """The phrases of a language, loaded from its files."""

    def __init__(self, language: str) -> None:
        super().__init__({}, None if language == ENGLISH else catalogue(ENGLISH))
        self._language = language
        self._loaded: set[str] = set()

    def load(self, code: str) -> None:
        """Read the file with this code, unless it has been read."""
        area = code.partition(".")[0]
        if area in self._loaded:
            return
        if area in sys.modules or _folder(area, self._language):  # other packages may still be imported later
            self._loaded.add(area)
            self.add(read_area(area, self._language))


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language."""
    return StoredCatalogue(language)


def languages() -> list[str]:
    """Return the languages that texts exist in."""
    return sorted(folder.name for folder in resources.files("quincunx").joinpath("words").iterdir() if _is_area(folder))


def areas(language: str = ENGLISH) -> list[str]:
    """Return the first parts of our own codes: the files in `words`, and the families of games."""
    root = resources.files("quincunx")
    own = [file.name.removesuffix(".toml") for file in root.joinpath("words", language).iterdir()]
    return sorted(own) + sorted(family.name for family in root.joinpath("games").iterdir() if _has(family, language))


def read_area(area: str, language: str) -> dict[str, Entry]:
    """Return the entries of a file by code; empty if there is no such file."""
    file = _folder(area, language) or resources.files(area) / "words" / f"{language}.toml"
    if not file.is_file():
        return {}
    entries: dict[str, Entry] = {}
    _flatten(tomllib.loads(file.read_text(encoding="utf-8")), f"{area}.", entries)
    return entries


def capital(text: str) -> str:
    """Return the text with a capital first letter. A single letter is a symbol and stays unchanged."""
    return text if len(text) == 1 else text[:1].upper() + text[1:]


def _folder(area: str, language: str) -> Traversable | None:
    """Return one of our own files without importing its package, which might look up phrases itself."""
    root = resources.files("quincunx")
    for file in (
        root.joinpath("words", language, f"{area}.toml"),
        root.joinpath("games", area, "words", f"{language}.toml"),
    ):
        if file.is_file():
            return file
    return None


def _is_area(folder: Traversable) -> bool:
    return folder.is_dir() and len(folder.name) == 2


def _has(family: Traversable, language: str) -> bool:
    return family.joinpath("words", f"{language}.toml").is_file()


def _flatten(table: Mapping[str, Any], prefix: str, entries: dict[str, Entry]) -> None:
    """Add the entries of a table by code. A key with a dot is the code of another file, which gets more variants."""
    for key, value in table.items():
        code = key if "." in key else prefix + key
        if isinstance(value, str) or _is_entry(value):
            entries[code] = value
        else:
            _flatten(value, f"{code}.", entries)


def _is_entry(table: Mapping[str, Any]) -> bool:
    return all(key == "other" or "=" in key for key in table)


def _variants(entry: Entry) -> Mapping[str, str]:
    return {"other": entry} if isinstance(entry, str) else entry


@cache
def _pieces(template: str) -> tuple[str, ...]:
    """Split a text at its placeholders: the result alternates between text and placeholder names."""
    return tuple(_PLACEHOLDER.split(template))


def _choose(entry: Mapping[str, str], params: Mapping[str, object]) -> str:
    """Return the variant whose condition holds: `count=1`, or `side=tafl.side.attackers` with a phrase's code."""
    for condition, template in entry.items():
        name, _, value = condition.partition("=")
        if name in params and value == str(getattr(params[name], "code", params[name])):
            return template
    return entry.get("other", "")
