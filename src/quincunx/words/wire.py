"""Texts in JSON: plain text is a string, and a phrase is an object with its code and parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quincunx.words.phrase import Param, Phrase, Text


def encode_text(value: object) -> Any:
    """Encode a text for JSON; use it as `enc_hook` of msgspec."""
    if isinstance(value, Phrase):
        return {"code": value.code, "params": value.params} if value.params else {"code": value.code}
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be written as JSON")


def decode_text(kind: type, value: Any) -> Any:
    """Decode a text from JSON; use it as `dec_hook` of msgspec. Unknown codes are allowed: see `Catalogue.text`."""
    if kind is not Text:
        raise NotImplementedError(f"JSON has no {kind.__name__}")
    return _text(value)


def _param(value: Any) -> Param:
    if isinstance(value, int):
        return value
    if isinstance(value, list):
        return [_text(item) for item in value]
    return _text(value)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return Text(value)
    if not isinstance(value, Mapping) or not isinstance(value.get("code"), str):
        raise ValueError("Expected a text or an object with a code")
    params = value.get("params", {})
    if not isinstance(params, Mapping):
        raise ValueError("Expected params by name")
    return Phrase(value["code"], {str(name): _param(param) for name, param in params.items()})
