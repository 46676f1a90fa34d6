"""A Python client of the server, for screens and for the authors of bots: docs/remote.md."""

from quincunx.clients.remote.address import read_address
from quincunx.clients.remote.client import Client
from quincunx.clients.remote.errors import CodeWanted, RemoteError, Unreachable
from quincunx.clients.remote.seat import OnlineSeat
from quincunx.play.errors import Refused
from quincunx.play.opponents import AgainstBot, AtOneScreen, ByChallenge, ByInvite

__all__ = [
    "AgainstBot",
    "AtOneScreen",
    "ByChallenge",
    "ByInvite",
    "Client",
    "CodeWanted",
    "OnlineSeat",
    "Refused",
    "RemoteError",
    "Unreachable",
    "read_address",
]
