"""What the program says, in another language: docs/translating.md tells how a sentence is found.

The browser client does the same with the same data; tests/words/vectors.json holds both to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with `{placeholders}`, and what it is in the other language."""

    english: str
    translated: str

    @property
    def literal(self) -> int:
        """How many of its characters stand outside placeholders."""
        return len(_PLACEHOLDER.sub("", self.english))

    def pattern(self) -> re.Pattern[str]:
        """What matches the sentence from its beginning to its end, each placeholder the shortest text that fits."""
        parts = _PLACEHOLDER.split(self.english)
        return re.compile("".join("(.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts)), re.DOTALL)

    def names(self) -> list[str]:
        """Its placeholders, in order."""
        return _PLACEHOLDER.findall(self.english)

    def filled(self, texts: Mapping[str, str]) -> str:
        """The translation with these texts in its placeholders."""
        return _PLACEHOLDER.sub(lambda found: texts.get(found[1], found[0]), self.translated)


class Catalogue:
    """Sentences of one language; of two entries for the same English, the first counts."""

    def __init__(self, entries: Iterable[tuple[str, str]]) -> None:
        self._exact: dict[str, str] = {}
        templates: dict[str, Template] = {}
        for english, translated in entries:
            if _PLACEHOLDER.search(english):
                templates.setdefault(english, Template(english, translated))
            else:
                self._exact.setdefault(english, translated)
        ordered = sorted(templates.values(), key=lambda template: -template.literal)
        self._templates = [(template, template.pattern()) for template in ordered]

    def __contains__(self, english: str) -> bool:
        """Whether the text has an entry of its own."""
        return english in self._exact

    def say(self, english: str) -> str:
        """The sentence in this catalogue's language; as it is where nothing fits."""
        if english in self._exact:
            return self._exact[english]
        found = self.find(english)
        if found is None:
            return english
        template, texts = found
        return template.filled({name: self.say(text) for name, text in texts.items()})

    def find(self, english: str) -> tuple[Template, dict[str, str]] | None:
        """The template with the most literal text that fits the sentence, and what stands in its placeholders."""
        for template, pattern in self._templates:
            found = pattern.fullmatch(english)
            if found:
                return template, dict(zip(template.names(), found.groups(), strict=True))
        return None
