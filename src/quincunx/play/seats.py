"""Who sits at a match: people by account, friends beside them by name, bots by level."""

from __future__ import annotations

from msgspec import Struct


class Person(Struct, frozen=True, tag_field="kind", tag="person"):
    """A person with an account, a guest's included, and the rating before the match, if any."""

    account: str
    name: str
    rating: int | None = None
    provisional: bool = False  # of the rating


class Bot(Struct, frozen=True, tag_field="kind", tag="bot"):
    """One of the bots' levels."""

    level: int

    @property
    def name(self) -> str:
        """The bot's name, as the search knows it."""
        return f"level {self.level}"


class Friend(Struct, frozen=True, tag_field="kind", tag="friend"):
    """Somebody without an account who shares the screen of the person on the other side."""

    name: str


Seat = Person | Bot | Friend
