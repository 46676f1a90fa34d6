"""A Python client of the server, for screens and for the authors of bots: docs/remote.md."""

from quincunx.clients.remote.address import read_address
from quincunx.clients.remote.client import Client
from quincunx.clients.remote.errors import CodeWanted, RemoteError, Unreachable
from quincunx.clients.remote.table import OnlineTable
from quincunx.play.opponents import AgainstBot, AtOneScreen, ByChallenge, ByInvite
from quincunx.play.refused import Refused

__all__ = [
    "AgainstBot",
    "AtOneScreen",
    "ByChallenge",
    "ByInvite",
    "Client",
    "CodeWanted",
    "OnlineTable",
    "Refused",
    "RemoteError",
    "Unreachable",
    "read_address",
]
