"""The operating system's usual errors are phrases; others keep the system's text."""

from __future__ import annotations

import errno
import os

import pytest

from quincunx.core.system_errors import system_reason
from quincunx.words import catalogue


@pytest.mark.parametrize(
    ("number", "german"),
    [
        (errno.ECONNREFUSED, "die Verbindung wurde abgelehnt"),
        (errno.ETIMEDOUT, "keine Antwort in der erlaubten Zeit"),
        (errno.ENETUNREACH, "das Netz oder der Rechner ist nicht erreichbar"),
        (errno.EHOSTUNREACH, "das Netz oder der Rechner ist nicht erreichbar"),
        (errno.ENOENT, "die Datei oder der Ordner fehlt"),
        (errno.EACCES, "der Zugriff ist nicht erlaubt"),
        (errno.EISDIR, "das ist ein Ordner"),
        (errno.ENOSPC, os.strerror(errno.ENOSPC)),
    ],
)
def test_a_reason_by_its_number(number: int, german: str) -> None:
    assert catalogue("de").say(system_reason(OSError(number, os.strerror(number)))) == german


def test_a_reason_without_a_number() -> None:
    assert system_reason(TimeoutError("timed out")) == "no answer in time"
    assert system_reason(OSError("cannot read")) == "cannot read"
