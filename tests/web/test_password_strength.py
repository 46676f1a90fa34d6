"""Passwords that are easy to guess are refused with the reason, off the event loop and in bounded time."""

from __future__ import annotations

import asyncio

import pytest

from quincunx.host import password_strength
from quincunx.host.password_strength import COMMON, DATED, IN_ORDER, NAMED, REPEATED, ROW, SHORT, SINGLE
from quincunx.play.errors import Refused
from quincunx.server.passwords import Passwords


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("password1", COMMON),
        ("P4ssw0rd!", COMMON),
        ("passwort1", COMMON),
        ("qwertyuiop", COMMON),
        ("Annette12", NAMED),
        ("quincunx1", NAMED),
        ("jessica", SINGLE),
        ("bhu89ijnm", ROW),
        ("x" * 256, REPEATED),
        ("abcdefghij", IN_ORDER),
        ("24.12.1984", DATED),
        ("xk3#9", SHORT),
        ("correct horse", ""),
        ("battery staple", ""),
        ("Zwölf Boxkämpfer", ""),
        ("x9$Lq2!vR", ""),
    ],
)
def test_a_password_is_judged_by_how_it_would_be_guessed(password: str, reason: str) -> None:
    assert password_strength.weakness(password, "Annette") == reason


def test_the_reason_is_a_whole_sentence() -> None:
    with pytest.raises(Refused) as refused:
        asyncio.run(Passwords(1).require_strong("password1", "Annette", "192.0.2.1"))
    assert refused.value.code == "weak_password"
    assert refused.value.sentence == (
        "This password is easy to guess: it is one of the most common passwords, or close to one. "
        "Try a few unrelated words instead."
    )


def test_only_so_much_of_a_long_password_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """zxcvbn's time grows with the square of the length, or worse; its input is limited."""
    given = []

    def judge(password: str, user_inputs: list[str]) -> dict[str, object]:
        given.append(password)
        return {"score": 4}

    monkeypatch.setattr("zxcvbn.zxcvbn", judge)
    assert password_strength.weakness("4a@" * 85, "Annette") == ""
    assert [len(password) for password in given] == [password_strength.LOOKED_AT]
    assert password_strength.weakness("({[<1|", "Annette") == ""
    assert given[1:] == ["((((11"], "of signs for the same letter zxcvbn tries every combination"
