"""Texts for users: phrases with a code and parameters, and a catalogue of phrases for each language."""

from __future__ import annotations

from quincunx.words.catalogue import ENGLISH, Catalogue, Entry, areas, catalogue, languages
from quincunx.words.phrase import Param, Phrase, Text, phrase

__all__ = ["ENGLISH", "Catalogue", "Entry", "Param", "Phrase", "Text", "areas", "catalogue", "languages", "phrase"]
