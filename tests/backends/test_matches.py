"""Headers of matches: stored completely, listed by player and by visibility, numbered in the order they end."""

from __future__ import annotations

import asyncio

import pytest

from quincunx.store.errors import Missing
from quincunx.store.matches import Header, Seat, Seen, new_id
from quincunx.store.store import Unit

from .conftest import BlockingStore


def test_a_header_comes_back_as_it_was(store: BlockingStore) -> None:
    header = Header(
        id=new_id(),
        game="flipflop",
        options={"n": 10},
        clock={"kind": "fischer", "initial": 300_000},
        kind="invite",
        rated=True,
        visibility="private",
        status="open",
        seats=(Seat(bot="level 3"), Seat()),
        invite="secret",
        created=5,
        updated=5,
    )
    store.write(lambda unit: unit.matches.create(header))
    assert store.read(lambda unit: unit.matches.get(header.id)) == header


def test_made_at_the_same_moment_it_is_made_once(store: BlockingStore) -> None:
    header = Header(id=new_id(), game="cengers", kind="bot", status="running", created=1)

    async def make_at_once() -> list[bool]:
        works = [store.store.write(lambda unit: unit.matches.create(header)) for _ in range(8)]
        return await asyncio.gather(*works)

    assert store.run(make_at_once()).count(True) == 1


def test_what_is_not_there_is_missing(store: BlockingStore) -> None:
    with pytest.raises(Missing):
        store.read(lambda unit: unit.matches.get("nowhere"))


def test_the_log_moves_version_and_time(store: BlockingStore, match: str) -> None:
    store.write(lambda unit: unit.log.append(match, after=0, events=[b"a", b"b"], at=77))
    header = store.read(lambda unit: unit.matches.get(match))
    assert (header.version, header.updated) == (2, 77)


def test_lists(store: BlockingStore) -> None:
    def make(unit: Unit) -> None:
        for number in range(6):
            hidden = number % 3 == 0
            header = Header(
                id=f"m{number}",
                game="cengers" if number < 3 else "checkers",
                kind="bot",
                status="running" if number % 2 else "finished",
                visibility="private" if hidden else "public",
                created=number,
            )
            unit.matches.create(header)

    store.write(make)
    ids = lambda **by: [header.id for header in store.read(lambda unit: unit.matches.listed(**by))]  # noqa: E731
    assert ids() == ["m5", "m4", "m2", "m1"]
    assert ids(status=["running"]) == ["m5", "m1"]
    assert ids(game="cengers") == ["m2", "m1"]
    assert ids(before=Seen(4, "m4"), most=1) == ["m2"]


def test_pages_skip_nothing_where_several_were_changed_at_the_same_moment(store: BlockingStore) -> None:
    def make(unit: Unit) -> None:
        for number in range(5):
            unit.matches.create(
                Header(id=f"m{number}", game="cengers", kind="bot", status="running", created=number // 4)
            )

    store.write(make)
    found: list[str] = []
    seen = None
    while page := store.read(lambda unit, after=seen: unit.matches.listed(before=after, most=2)):
        found += [header.id for header in page]
        seen = Seen(page[-1].updated, page[-1].id)
    assert found == ["m4", "m0", "m1", "m2", "m3"]


def test_endings_are_numbered_one_after_another(store: BlockingStore) -> None:
    def make(unit: Unit) -> None:
        for number in range(20):
            unit.matches.create(Header(id=f"m{number}", game="cengers", kind="bot", status="running", created=1))

    async def end() -> list[int]:
        works = [
            store.store.write(lambda unit, n=number: unit.matches.finish(f"m{n}", None, "agreed"))
            for number in range(20)
        ]
        return await asyncio.gather(*works)

    store.write(make)
    assert sorted(store.run(end())) == list(range(1, 21))
