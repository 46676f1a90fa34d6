"""Time-based codes, with the test vectors of RFC 6238 (appendix B) and RFC 4226 (appendix D)."""

from __future__ import annotations

import base64

import pytest

from quincunx.server import totp
from quincunx.server.encryption import Encryption

SECRET = base64.b32encode(b"12345678901234567890").decode()
NOW = 1_800_000_000_000


@pytest.mark.parametrize(
    ("second", "code"),
    [
        (59, "94287082"),
        (1_111_111_109, "07081804"),
        (1_111_111_111, "14050471"),
        (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"),
        (20_000_000_000, "65353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(second: int, code: str) -> None:
    assert totp.code_of(SECRET, second * 1000 // totp.STEP, digits=8) == code


@pytest.mark.parametrize(
    ("counter", "code"), list(enumerate(["755224", "287082", "359152", "969429", "338314", "254676"]))
)
def test_codes_are_those_of_rfc_4226(counter: int, code: str) -> None:
    assert totp.code_of(SECRET, counter) == code


@pytest.mark.parametrize(("off", "known"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_a_clock_may_be_off_by_one_step(off: int, known: bool) -> None:
    step = NOW // totp.STEP + off
    assert totp.step_of(SECRET, totp.code_of(SECRET, step), NOW) == (step if known else None)


@pytest.mark.parametrize("code", ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦"])
def test_what_is_no_code_is_none(code: str) -> None:
    assert totp.step_of(SECRET, code, NOW) is None


def test_secrets_are_long_and_new() -> None:
    secrets = {totp.new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(base64.b32decode(secret)) for secret in secrets} == {20}


def test_a_link_tells_an_app_everything() -> None:
    assert totp.link("ABC", "Quincunx", "Ann-1") == "otpauth://totp/Quincunx:Ann-1?secret=ABC&issuer=Quincunx"


def test_a_sealed_secret_is_read_with_the_key_for_its_account_only() -> None:
    encryption, text = Encryption("k" * 32), "GEZDGNBV"
    kept = encryption.encrypt(text, "ann")
    assert text not in kept
    assert encryption.decrypt(kept, "ann") == text
    assert encryption.decrypt(kept, "bob") is None
    assert Encryption("l" * 32).decrypt(kept, "ann") is None
    assert Encryption("").decrypt(kept, "ann") is None
    assert encryption.encrypt(text, "ann") != kept
    assert encryption.decrypt(Encryption("").encrypt(text, "ann"), "ann") == text  # stored before there was a key
