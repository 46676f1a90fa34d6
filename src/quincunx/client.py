"""The Python client, for bots and other programs that play on a server. docs/remote.md explains it."""

from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.remote import (
    AgainstBot,
    ByChallenge,
    ByInvite,
    Client,
    CodeWanted,
    OnlineSeat,
    Refused,
    RemoteError,
    Unreachable,
    read_address,
)
from quincunx.play.clocks import Days, Fischer, PerTurn, Untimed
from quincunx.play.commands import Abort, Accept, Act, Claim, Decline, Hint, MakeOffer, Resign, Turn
from quincunx.play.match import Match

__all__ = [
    "Abort",
    "Accept",
    "Act",
    "AgainstBot",
    "ByChallenge",
    "ByInvite",
    "Claim",
    "Client",
    "CodeWanted",
    "Days",
    "Decline",
    "Fischer",
    "Hint",
    "MakeOffer",
    "Match",
    "MatchSeat",
    "OnlineSeat",
    "PerTurn",
    "Refused",
    "RemoteError",
    "Resign",
    "Turn",
    "Unreachable",
    "Untimed",
    "read_address",
]
