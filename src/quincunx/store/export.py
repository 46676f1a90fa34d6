"""Everything that is stored about one account, for its owner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from quincunx.protocol.accounts import Account
from quincunx.store.matches import Header

if TYPE_CHECKING:
    from quincunx.store.store import Unit

MOST_MATCHES = 10_000
MOST_EVENTS = 2_000  # on a page, unless a single match has more


def export(unit: Unit, account: Account, now: int) -> dict[str, Any]:
    """The account with its sessions, tokens, results, reports and matches, including logs but no secrets."""
    return kept(unit, account, now) | {"matches": logs(unit, headers(unit, account))}


def kept(unit: Unit, account: Account, now: int) -> dict[str, Any]:
    """Everything except the matches."""
    factor = unit.second_factors.active(account.id)
    return {
        "account": account,
        "email": unit.emails.find(account.id),
        "passkeys": unit.passkeys.of_account(account.id),
        "second_factor_since": None if factor is None else factor.since,
        "recovery_codes_left": unit.recovery_codes.left(account.id),
        "sessions": unit.sessions.of_account(account.id, now),
        "tokens": unit.tokens.of_account(account.id),
        "stats": unit.results.stats(account.id),
        "streaks": unit.results.streaks(account.id),
        "ratings": unit.results.ratings(account.id),
        "rating_history": {
            rated.game: unit.results.history(account.id, rated.game) for rated in unit.results.ratings(account.id)
        },
        "puzzles": {
            "standings": unit.puzzles.standings(account.id),
            "attempts": unit.puzzles.attempts(account.id),
        },
        "reports": [
            {"at": made.at, "kind": made.kind, "text": made.text, "match": made.match}
            for made in unit.reports.by(account.id, MOST_MATCHES)
        ],
    }


def headers(unit: Unit, account: Account) -> list[Header]:
    """The account's matches, latest first."""
    return unit.matches.of_account(account.id, most=MOST_MATCHES)


def pages(matches: Sequence[Header]) -> Iterator[list[Header]]:
    """Split the matches into pages, which limit how much an export holds in memory at once."""
    page: list[Header] = []
    for header in matches:
        if page and sum(known.version for known in page) + header.version > MOST_EVENTS:
            yield page
            page = []
        page.append(header)
    if page:
        yield page


def logs(unit: Unit, matches: Sequence[Header]) -> list[dict[str, Any]]:
    """The matches with their events."""
    return [
        {"header": header, "events": [msgspec.Raw(payload) for _, _, payload in unit.log.read(header.id)]}
        for header in matches
    ]
