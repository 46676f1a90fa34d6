"""File formats of other programs for whole games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from quincunx.core.game import Game


class RecordFormat(ABC):
    """A format for whole games. The records are those of `quincunx.notation`, one layer above."""

    name: ClassVar[str]  # for people
    suffix: ClassVar[str]  # the file name extension, and the format's key

    @abstractmethod
    def recognises(self, text: str) -> bool:
        """Return whether the text is in this format and about this game."""

    @abstractmethod
    def read(self, game: Game, text: str) -> list[Any]:
        """Return the records of all games in the text, at least one; raise RecordError, with the line, if invalid."""

    @abstractmethod
    def write(self, record: Any, headers: Mapping[str, str]) -> str:
        """Return the record as a file's text; `headers` has what a record lacks, such as Event, Site and Date."""
