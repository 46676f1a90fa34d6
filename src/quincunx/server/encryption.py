"""Encryption of secrets that the server needs in plain text later. The key is not in the database."""

from __future__ import annotations

import base64
import hashlib
import logging
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

log = logging.getLogger("quincunx.server")

OPEN, SEALED = "open:", "sealed:"
NONCE = 12  # bytes


class Encryption:
    """Encrypts texts, each for one account (AES-GCM). Without a key they stay in plain text."""

    def __init__(self, key: str) -> None:
        self._cipher = AESGCM(hashlib.sha256(b"quincunx second factor\0" + key.encode()).digest()) if key else None

    def encrypt(self, text: str, account: str) -> str:
        """The text as it is stored in the database."""
        if self._cipher is None:
            return OPEN + text
        nonce = os.urandom(NONCE)
        sealed = self._cipher.encrypt(nonce, text.encode(), account.encode())
        return SEALED + base64.b64encode(nonce + sealed).decode()

    def decrypt(self, kept: str, account: str) -> str | None:
        """The original text. If the key is missing or has changed, logs that and returns None."""
        if kept.startswith(OPEN):
            return kept.removeprefix(OPEN)
        whole = base64.b64decode(kept.removeprefix(SEALED))
        try:
            if self._cipher is not None:
                return self._cipher.decrypt(whole[:NONCE], whole[NONCE:], account.encode()).decode()
        except InvalidTag:
            pass
        log.error("a second factor cannot be read: is secret_key the one it was encrypted with?")
        return None
