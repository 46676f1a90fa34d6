"""Digests of secrets: the database knows nothing else of sessions, tokens, tickets and recovery codes."""

from __future__ import annotations

import hashlib


def digest(secret: str) -> str:
    """What is stored of a secret: it is long and random, so one fast hash suffices."""
    return hashlib.sha256(secret.encode()).hexdigest()
