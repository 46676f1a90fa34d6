"""What a seat may have to say about the line to a server or the other player, in a sentence each."""

from __future__ import annotations

from quincunx.words import phrase

DOWN = phrase("clients.notice.down")
AWAY = phrase("clients.notice.away")
CLAIM = phrase("clients.notice.claim")
