"""Live play over one WebSocket: matches, their watchers, clocks, bots, and the lobby. See docs/protocol.md."""
