"""A passkey authenticator in software: it makes ES256 keys and signs challenges, with the results browsers pass on."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def to_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One device with one passkey."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.id = os.urandom(32)
        self.user = b""
        self.count = 0
        self.flags = PRESENT | VERIFIED
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer of `navigator.credentials.create`."""
        self.user = to_bytes(options["user"]["id"])
        numbers = self._key.public_key().public_numbers()
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        data = self._data(options["rp"]["id"], self.flags | ATTESTED) + attested
        return self._answer(
            clientDataJSON=to_text(self._client("webauthn.create", options)),
            attestationObject=to_text(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        )

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer of `navigator.credentials.get`."""
        self.count += 1
        client, data = self._client("webauthn.get", options), self._data(options["rpId"], self.flags)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer(
            clientDataJSON=to_text(client),
            authenticatorData=to_text(data),
            signature=to_text(signature),
            userHandle=to_text(self.user),
        )

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _data(self, party: str, flags: int) -> bytes:
        return hashlib.sha256(party.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _answer(self, **response: str) -> dict[str, Any]:
        name = to_text(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}
