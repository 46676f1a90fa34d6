"""The codes and bodies of refusals."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.words import Text

# Every code that a refusal may have, over HTTP and over the WebSocket. The structs use plain strings instead, because
# a newer server may have more codes.
Code = Literal[
    "already_offered",
    "banned",
    "busy",
    "code_wanted",
    "conflict",
    "failed",
    "forbidden",
    "gone",
    "illegal",
    "invalid",
    "malformed",
    "members_only",
    "no_hints",
    "no_mail",
    "no_match",
    "no_offer",
    "no_passkey",
    "no_passkeys",
    "no_such_method",
    "no_such_player",
    "not_absent",
    "not_found",
    "not_invited",
    "not_logged_in",
    "not_open",
    "not_over",
    "not_ratable",
    "not_ready",
    "not_right",
    "not_running",
    "not_your_turn",
    "not_yours",
    "nothing_to_take_back",
    "on_its_way",
    "out_of_time",
    "own_match",
    "read_only",
    "refused",
    "solved",
    "stale",
    "too_early",
    "too_fast",
    "too_large",
    "too_late",
    "too_long",
    "too_many",
    "too_many_offers",
    "too_soon",
    "unfinished",
    "unreachable",
    "void_link",
    "weak_password",
    "wrong_code",
    "wrong_host",
]
CODES: dict[int, Code] = {  # by the status of an HTTP response
    400: "invalid",
    401: "not_logged_in",
    403: "forbidden",
    404: "not_found",
    405: "no_such_method",
    409: "conflict",
    413: "too_large",
    421: "wrong_host",
    429: "too_fast",
    503: "busy",
}


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was refused; `rule` is the game's rule that forbids it, if it is one."""

    error: str
    message: Text
    rule: str = ""
    id: str = ""  # identifies the request in the log
