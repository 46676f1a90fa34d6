"""The balance of the games over HTTP: all games, bots by level and people by rating."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import create_engine, insert

import quincunx
from backends.games import played
from quincunx.play.balance import BANDS
from quincunx.search.balance import shipped_balance
from quincunx.search.score import score
from quincunx.store.engine import read_url
from quincunx.store.schema import balance as table
from quincunx.words import Text
from quincunx.words.wire import decode_text
from servers import Server, running
from web.test_lists import sitting, store


def balance(server: Server) -> dict[str, Any]:
    answer = server.client().get("/api/balance")
    assert answer.status_code == 200, answer.text
    return {shown["game"]: shown for shown in answer.json()}


def test_every_game_with_what_its_bots_scored(server: Server) -> None:
    shown = balance(server)
    assert list(shown) == list(quincunx.games())
    for key, found in shown.items():
        spec = quincunx.games()[key]
        assert [decode_text(Text, player) for player in found["players"]] == list(spec.players)
        rows = shipped_balance(spec)
        assert [(bot["level"], bot["choices"]) for bot in found["bots"]] == [(row.level, row.choices) for row in rows]
        for bot, row in zip(found["bots"], rows, strict=True):
            assert (bot["games"], bot["drawn"], bot["turns"]) == (row.games, row.drawn, row.turns)
            assert (bot["score"], bot["error"]) == (pytest.approx(row.score.mean), pytest.approx(row.score.error))


def test_people_count_by_their_ratings(own_database: str) -> None:
    with running(own_database) as server:
        ann, bob = (sitting(server.member(name)) for name in ("Ann", "Bob"))
        assert {shown["people"] == [] for shown in balance(server).values()} == {True}
        wins = [played("checkers", (ann, bob), winner, kind="pool", rated=True) for winner in (0, 0, None)]
        store(server, *wins, played("checkers", (ann, bob), winner=0))
        shown = balance(server)
        (people,) = shown["checkers"]["people"]
        told = score([1.0, 1.0, 0.5])
        assert people == {
            "games": 3,
            "score": pytest.approx(told.mean),
            "error": pytest.approx(told.error),
            "drawn": 1,
            "least": 1400,
            "below": 1600,
        }
        assert shown["draughts"]["people"] == []


def test_the_bands_at_both_ends_are_open(own_database: str) -> None:
    with running(own_database) as server:
        rows = [{"game": "cengers", "band": band, "won": 1, "drawn": 0, "lost": 0} for band in BANDS]
        engine = create_engine(read_url(own_database))
        with engine.begin() as connection:
            connection.execute(insert(table), rows)
        engine.dispose()
        people = balance(server)["cengers"]["people"]
        ends = [(found["least"], found["below"]) for found in people]
        assert ends == [(None, 1400), (1400, 1600), (1600, 1800), (1800, None)]
