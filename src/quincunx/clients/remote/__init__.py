"""A Python client for the server, used by the terminal and by authors of bots. See docs/remote.md."""

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
