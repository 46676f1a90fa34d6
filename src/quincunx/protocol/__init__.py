"""The protocol between the server and its clients: every message and every HTTP body."""
