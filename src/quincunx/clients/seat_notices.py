"""The sentences with which a seat reports a problem with the connection or the other player."""

from __future__ import annotations

from quincunx.words import phrase

DOWN = phrase("clients.notice.down")
AWAY = phrase("clients.notice.away")
CLAIM = phrase("clients.notice.claim")
