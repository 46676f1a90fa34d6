"""What people read: phrases by code and parameters, and one catalogue of them a language."""

from __future__ import annotations

from quincunx.words.catalogue import ENGLISH, Catalogue, Entry, areas, catalogue, languages
from quincunx.words.phrase import Param, Phrase, Text, phrase

__all__ = ["ENGLISH", "Catalogue", "Entry", "Param", "Phrase", "Text", "areas", "catalogue", "languages", "phrase"]
