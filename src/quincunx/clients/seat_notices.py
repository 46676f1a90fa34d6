"""What a seat may have to say about the line to a server or the other player, in a sentence each."""

from __future__ import annotations

DOWN = "Connection lost. Reconnecting…"
AWAY = "Your opponent is away."
CLAIM = "Your opponent has stayed away: you can claim the win."
