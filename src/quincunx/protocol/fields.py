"""Constrained types for the fields of messages and bodies."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from quincunx.core import action_codes
from quincunx.play.commands import ActionText

MOST_NAME = 20
LEAST_PASSWORD, MOST_PASSWORD = 8, 256
NAME = r"^[A-Za-z][A-Za-z0-9_-]{2,19}\Z"
LOCAL, HOST = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}", r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,200}[A-Za-z0-9])?"

# accounts
Name = Annotated[str, Meta(pattern=NAME, max_length=MOST_NAME)]
NewPassword = Annotated[str, Meta(min_length=LEAST_PASSWORD, max_length=MOST_PASSWORD)]
OldPassword = Annotated[str, Meta(max_length=MOST_PASSWORD)]
Code = Annotated[str, Meta(max_length=64)]  # from an authenticator app, or a recovery code
Secret = Annotated[str, Meta(min_length=1, max_length=100)]  # a ticket
Label = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,64}\Z", max_length=64)]
Address = Annotated[str, Meta(pattern=rf"^{LOCAL}@{HOST}\Z", max_length=254)]
Language = Annotated[str, Meta(pattern=r"^[a-z]{2}\Z", max_length=2)]
Reason = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]*[^\x00-\x20\x7f][^\x00-\x1f\x7f]*\Z", max_length=500)]

# matches
Id = Annotated[str, Meta(pattern=r"^[ -~]+\Z", max_length=64)]
MatchId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]+\Z", max_length=32)]
Position = Annotated[int, Meta(ge=1)]
Pick = Annotated[int, Meta(ge=0, le=action_codes.CELL_MASK)] | Annotated[str, Meta(max_length=64)]
TurnText = Annotated[list[ActionText], Meta(min_length=1, max_length=64)]
