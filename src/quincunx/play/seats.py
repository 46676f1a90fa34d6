"""The players of a match: people by account, friends at the same screen by name, bots by level."""

from __future__ import annotations

from msgspec import Struct

FRIEND = "Friend"  # the default name


class Person(Struct, frozen=True, tag_field="kind", tag="person"):
    """A person with an account (possibly a guest account), and their rating before the match, if any."""

    account: str
    name: str
    rating: int | None = None
    provisional: bool = False  # of the rating


class Bot(Struct, frozen=True, tag_field="kind", tag="bot"):
    """A bot at one of the levels."""

    level: int

    @property
    def name(self) -> str:
        """The name of the bot, which the search uses too."""
        return f"level {self.level}"


def bot_level(name: str) -> int | None:
    """The level of the bot with this name (see `Bot.name`); None if it is not a bot's."""
    kind, _, level = name.partition(" ")
    return int(level) if kind == "level" and level.isdecimal() else None


class Friend(Struct, frozen=True, tag_field="kind", tag="friend"):
    """Somebody without an account who shares the opponent's screen."""

    name: str


Seat = Person | Bot | Friend
