"""Sessions of people, and tokens of programs."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quincunx.protocol.fields import OldPassword

Scope = Literal["read", "play"]


class Session(msgspec.Struct, frozen=True):
    """A device on which somebody is logged in; `id` is no secret."""

    id: str
    agent: str
    created: int
    seen: int
    expires: int
    network: str  # from where somebody logged in


class Token(msgspec.Struct, frozen=True):
    """A key for a program, and what it may do; `id` is no secret."""

    id: str
    label: str
    scopes: tuple[Scope, ...]
    created: int
    used: int | None
    expires: int | None


class NewToken(msgspec.Struct, forbid_unknown_fields=True):
    """What a token is called, what it may do, and for how long; and the password once more."""

    password: OldPassword
    label: Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,64}\Z", max_length=64)]
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=2)]
    days: Annotated[int, Meta(ge=1, le=3650)] | None = None


class MadeToken(msgspec.Struct):
    """A token with its secret, which is shown this once."""

    secret: str
    token: Token


class MySession(msgspec.Struct):
    """A session, and whether it is the one that asks."""

    session: Session
    current: bool
