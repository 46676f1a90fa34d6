"""The server: accounts, stats and lists over HTTP, play over a WebSocket, and operation."""
