"""Matches at this keyboard, in the embedded database, without a server."""
