"""Who is present at a match, as far as this process knows by itself and from the others."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import NamedTuple

from quincunx.host.live_match import LiveMatch


class Elsewhere(NamedTuple):
    """What is known about a match besides its subscribers in this process."""

    lags: Mapping[str, int | None] = {}  # of the players who are present in other processes
    watchers: int = 0  # subscribers of other processes
    left: Mapping[str, int] = {}  # when players were last present, in any process
    since: int = 0  # no absence counts before that time
    is_certain: bool = True  # False while the other processes cannot be asked


NOBODY = Elsewhere()


class PresenceStore(ABC):
    """Notes who arrives and leaves, and reports who is present at a match."""

    def __init__(self) -> None:
        self.on_change: Callable[[str], None] = lambda id: None  # presence has changed in another process

    @abstractmethod
    def note(self, live: LiveMatch, account: str, now: int) -> None:
        """Note that a subscriber with that account, which may be empty, has arrived or left."""

    @abstractmethod
    def note_lag(self, live: LiveMatch) -> None:
        """Note that a player's lag has changed."""

    @abstractmethod
    def forget(self, id: str) -> None:
        """Forget who left a match, because it is over."""

    @abstractmethod
    def elsewhere(self, id: str) -> Elsewhere:
        """What is currently known about a match that has subscribers in this process."""

    @abstractmethod
    async def learn(self, id: str) -> None:
        """Find out about a match that is about to have its first subscriber in this process."""

    @abstractmethod
    async def ask(self, id: str) -> Elsewhere:
        """What is known about any match, after asking the other processes."""

    @abstractmethod
    def share(self, name: str, make: Callable[[], bytes]) -> None:
        """Show a text of this process to the others; it is made again every few seconds."""

    @abstractmethod
    async def shared(self, name: str) -> list[bytes]:
        """The texts of the other processes; none while they cannot be asked."""

    @abstractmethod
    def start(self) -> None:
        """Start to exchange presence with the other processes."""

    @abstractmethod
    async def stop(self) -> None:
        """Tell the other processes that this one has stopped, if possible."""


class MemoryPresence(PresenceStore):
    """Presence in a process that runs alone."""

    def __init__(self) -> None:
        super().__init__()
        self._left: dict[str, dict[str, int]] = {}  # by match and account

    def note(self, live: LiveMatch, account: str, now: int) -> None:
        if live.cached is not None and (live.match.status != "running" or not live.match.sides_of(account)):
            return
        left = self._left.setdefault(live.id, {})
        if live.is_present(account):
            left.pop(account, None)
        else:
            left.setdefault(account, now)

    def note_lag(self, live: LiveMatch) -> None:
        return None

    def forget(self, id: str) -> None:
        self._left.pop(id, None)

    def elsewhere(self, id: str) -> Elsewhere:
        left = self._left.get(id)
        return Elsewhere(left=left) if left else NOBODY

    async def learn(self, id: str) -> None:
        return None

    async def ask(self, id: str) -> Elsewhere:
        return self.elsewhere(id)

    def share(self, name: str, make: Callable[[], bytes]) -> None:
        return None

    async def shared(self, name: str) -> list[bytes]:
        return []

    def start(self) -> None:
        return None

    async def stop(self) -> None:
        return None
