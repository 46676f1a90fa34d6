"""Dependencies of request handlers that are kept in the application's state."""

from __future__ import annotations

from collections.abc import Iterable

from litestar.datastructures import State
from litestar.di import Provide


def from_state(names: Iterable[str]) -> dict[str, Provide]:
    """Dependencies by name."""
    return {name: Provide(_one(name)) for name in names}


def _one(name: str):  # type: ignore[no-untyped-def]
    async def provide(state: State) -> object:
        return state[name]

    return provide
