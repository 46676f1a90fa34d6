"""Files in which other programs keep games, as a game's spec names them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from quincunx.core.game import Game


class RecordFormat(ABC):
    """A format for whole games. Records are those of `quincunx.notation`, which is a level above."""

    name: ClassVar[str]  # for people
    suffix: ClassVar[str]  # of a file's name, and the format's key

    @abstractmethod
    def recognises(self, text: str) -> bool:
        """Whether the text is in this format and about this game, whatever file it comes from."""

    @abstractmethod
    def read(self, game: Game, text: str) -> list[Any]:
        """The records of all games in the text, at least one; RecordError says on which line it breaks."""

    @abstractmethod
    def write(self, record: Any, headers: Mapping[str, str]) -> str:
        """The record as a file's text; headers are what it does not know itself, such as Event, Site and Date."""
