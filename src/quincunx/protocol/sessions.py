"""Sessions for people, and tokens for programs."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quincunx.protocol.fields import OldPassword

Scope = Literal["read", "play"]


class Session(msgspec.Struct, frozen=True):
    """A device that is logged in; `id` is not secret."""

    id: str
    agent: str
    created: int
    seen: int
    expires: int
    network: str  # where the log-in came from


class Token(msgspec.Struct, frozen=True):
    """A program's token, and what it may do; `id` is not secret."""

    id: str
    label: str
    scopes: tuple[Scope, ...]
    created: int
    used: int | None
    expires: int | None


class NewToken(msgspec.Struct, forbid_unknown_fields=True):
    """The label, scopes and lifetime of a new token, and the password again."""

    password: OldPassword
    label: Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,64}\Z", max_length=64)]
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=2)]
    days: Annotated[int, Meta(ge=1, le=3650)] | None = None


class MadeToken(msgspec.Struct):
    """A token with its secret, which is shown only once."""

    secret: str
    token: Token


class MySession(msgspec.Struct):
    """A session, and whether it is the current one."""

    session: Session
    current: bool
