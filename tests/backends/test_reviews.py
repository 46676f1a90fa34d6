"""Reviews are stored with their matches, in either database."""

from __future__ import annotations

from quincunx.play.seats import Bot
from quincunx.store.account_deletion import delete_account
from quincunx.store.reviews import ReviewStatus
from quincunx.store.store import Unit

from .conftest import BlockingStore
from .games import REVIEW, keep, played


def kept(unit: Unit) -> tuple[str, str]:
    """A match, and a member who may request its review."""
    match, _ = keep(unit, played("cengers", (Bot(1), Bot(2)), winner=0))
    return match, unit.accounts.add_guest(now=1).id


def test_a_review_is_asked_for_goes_on_and_is_done(store: BlockingStore) -> None:
    match, account = store.write(kept)
    assert store.read(lambda unit: unit.reviews.find(match)) is None
    store.write(lambda unit: unit.reviews.ask(match, account, 5))
    assert store.read(lambda unit: unit.reviews.find(match)) == ReviewStatus(0.0, None)
    store.write(lambda unit: unit.reviews.advance(match, 0.25))
    assert store.read(lambda unit: unit.reviews.find(match)) == ReviewStatus(0.25, None)
    assert store.read(lambda unit: unit.reviews.unfinished(account)) == 1
    store.write(lambda unit: unit.reviews.finish(match, REVIEW))
    assert store.read(lambda unit: unit.reviews.find(match)) == ReviewStatus(1.0, REVIEW)
    assert store.read(lambda unit: unit.reviews.unfinished(account)) == 0


def test_asking_again_changes_nothing(store: BlockingStore) -> None:
    match, account = store.write(kept)
    store.write(lambda unit: unit.reviews.ask(match, account, 5))
    store.write(lambda unit: unit.reviews.finish(match, REVIEW))
    store.write(lambda unit: unit.reviews.ask(match, account, 6))
    assert store.read(lambda unit: unit.reviews.find(match)) == ReviewStatus(1.0, REVIEW)


def test_a_review_outlives_whoever_asked_for_it(store: BlockingStore) -> None:
    match, account = store.write(kept)
    store.write(lambda unit: unit.reviews.ask(match, account, 5))
    store.write(lambda unit: delete_account(unit, account))
    assert store.read(lambda unit: unit.reviews.find(match)) == ReviewStatus(0.0, None)
