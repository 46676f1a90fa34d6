"""The phrases of one language, read from the `words` folders of this package and of the games' packages.

`docs/translating.md` describes the files. The browser client does the same with the same data;
`tests/words/vectors.json` holds both to it.
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

Entry = str | Mapping[str, str]  # a text, or texts by a parameter's value: {"count=1": …, "other": …}

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Catalogue:
    """Phrases by code, in one language; for what it lacks, it asks the fallback."""

    def __init__(
        self, entries: Mapping[str, Entry], fallback: Catalogue | None = None, language: str = ENGLISH
    ) -> None:
        self.entries: dict[str, Entry] = dict(entries)
        self._fallback = fallback
        self._language = language
        self._packages: set[str] = set()  # those of others that were asked

    def __contains__(self, code: str) -> bool:
        return code in self.entries

    def add(self, entries: Mapping[str, Entry]) -> None:
        """Add entries; one whose code is known adds its variants to those that are there."""
        for code, entry in entries.items():
            known = self.entries.get(code)
            self.entries[code] = entry if known is None else {**_variants(known), **_variants(entry)}

    def say(self, text: object) -> str:
        """A phrase in this language; any other text as it is. The items of a list are said one by one."""
        code = getattr(text, "code", None)
        if isinstance(code, str):
            return self.text(code, getattr(text, "params", {}))
        if isinstance(text, (tuple, list)):
            return ", ".join(map(self.say, text))
        return str(text)

    def text(self, code: str, params: Mapping[str, object]) -> str:
        """The text of a code with these parameters in its placeholders; the code itself if nobody knows it."""
        found = self.entries.get(code) or self._found_in_package(code)
        if found is None:
            return self._fallback.text(code, params) if self._fallback else code
        template = found if isinstance(found, str) else _choose(found, params)
        return _PLACEHOLDER.sub(lambda match: self._value(match[1], match[0], params), template)

    def add_package(self, package: str) -> None:
        """Add what another package says in this language."""
        if package not in self._packages:
            self._packages.add(package)
            self.add(package_entries(package, self._language))

    def _found_in_package(self, code: str) -> Entry | None:
        self.add_package(code.partition(".")[0])
        return self.entries.get(code)

    def _value(self, name: str, unknown: str, params: Mapping[str, object]) -> str:
        """What stands for a placeholder: `{Side}` is the parameter `side` with a capital."""
        if name in params:
            return self.say(params[name])
        lower = name[0].lower() + name[1:]
        return capital(self.say(params[lower])) if lower in params else unknown


def capital(text: str) -> str:
    """The text with a capital at its beginning; a single letter is a sign and stays as it is."""
    return text if len(text) == 1 else text[:1].upper() + text[1:]


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language; what a game of another package says is added when it is first asked for."""
    fallback = None if language == ENGLISH else catalogue(ENGLISH)
    made = Catalogue(_read(_folder("words"), "", language), fallback, language)
    for family in sorted(_folder("games").iterdir(), key=lambda folder: folder.name):
        made.add(_read(family.joinpath("words"), f"{family.name}.", language))
    return made


def has_language(language: str) -> bool:
    """Whether there are words in that language."""
    return _folder("words").joinpath(f"{language}.toml").is_file()


def package_entries(package: str, language: str) -> dict[str, Entry]:
    """The entries of another package, whose codes begin with its name; none if it has none or is not loaded."""
    if package not in sys.modules:
        return {}
    return _read(resources.files(package).joinpath("words"), f"{package}.", language)


def _folder(name: str) -> Traversable:
    """A folder of ours, found without importing it: it may have phrases of its own to look up."""
    return resources.files("quincunx").joinpath(name)


def _read(folder: Traversable, prefix: str, language: str) -> dict[str, Entry]:
    """The entries of a folder by their codes; a key with a dot in it is somebody else's code, which gets variants."""
    file = folder.joinpath(f"{language}.toml")
    if not file.is_file():
        return {}
    entries: dict[str, Entry] = {}
    _flatten(tomllib.loads(file.read_text(encoding="utf-8")), prefix, entries)
    return entries


def _flatten(table: Mapping[str, Any], prefix: str, entries: dict[str, Entry]) -> None:
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


def _choose(entry: Mapping[str, str], params: Mapping[str, object]) -> str:
    """The variant whose condition holds: `count=1`, or `side=tafl.side.attackers`, which is a phrase's code."""
    for condition, template in entry.items():
        name, _, value = condition.partition("=")
        if name in params and value == str(getattr(params[name], "code", params[name])):
            return template
    return entry.get("other", "")
