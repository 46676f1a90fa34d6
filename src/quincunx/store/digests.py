"""Digests of secrets: the database stores only these for sessions, tokens, tickets and recovery codes."""

from __future__ import annotations

import hashlib


def digest(secret: str) -> str:
    """The digest of a secret. Secrets are long and random, so a single fast hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()
