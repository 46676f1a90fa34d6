"""Texts in JSON: plain ones as strings, phrases as codes with parameters, never as finished sentences."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from quincunx.words import Phrase, Text, phrase
from quincunx.words.wire import decode_text, encode_text


class Told(msgspec.Struct):
    text: Text
    more: tuple[Text, ...] = ()


def there_and_back(told: Told) -> tuple[Any, Told]:
    written = msgspec.json.encode(told, enc_hook=encode_text)
    return msgspec.json.decode(written), msgspec.json.decode(written, type=Told, dec_hook=decode_text)


def test_a_plain_text_is_a_string() -> None:
    written, read = there_and_back(Told("Ann", ("e4",)))
    assert written == {"text": "Ann", "more": ["e4"]}
    assert read == Told("Ann", ("e4",))
    assert there_and_back(read) == (written, read)


def test_a_phrase_is_its_code_and_parameters_phrases_among_them() -> None:
    text = phrase("nobody.says", count=2, side=phrase("nobody.side"), names=["Ann", phrase("nobody.bot")])
    written, read = there_and_back(Told(text, (phrase("nobody.short"),)))
    assert written == {
        "text": {
            "code": "nobody.says",
            "params": {"count": 2, "side": {"code": "nobody.side"}, "names": ["Ann", {"code": "nobody.bot"}]},
        },
        "more": [{"code": "nobody.short"}],
    }
    assert isinstance(read.text, Phrase)
    assert (read.text.code, read.text.params) == ("nobody.says", text.params)
    assert there_and_back(read)[0] == written


@pytest.mark.parametrize(
    "wrong",
    [3, None, {"params": {}}, {"code": 1}, {"code": "a.b", "params": []}, {"code": "a.b", "params": {"x": 1.5}}],
)
def test_what_is_no_text_is_refused(wrong: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode({"text": wrong}), type=Told, dec_hook=decode_text)
