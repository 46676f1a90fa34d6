"""What people read: phrases by code and parameters, and one catalogue of them a language."""

from __future__ import annotations

from quincunx.words.catalogue import ENGLISH, Catalogue, Entry, catalogue, has_language
from quincunx.words.phrase import Param, Phrase, phrase

__all__ = ["ENGLISH", "Catalogue", "Entry", "Param", "Phrase", "catalogue", "has_language", "phrase"]
