"""The account page and logging in: passkeys with Chromium's virtual authenticator, codes, recovery."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from quincunx.server import totp
from servers import Server

PASSWORD, NEW = "correct horse", "battery staple"
REFUSED = "Failed to load resource: the server responded with a status of 400 (Bad Request)"
_NUMBERS = count(1)
Registered = Callable[..., tuple[Page, str]]


@pytest.fixture
def registered(server: Server, visit: Visit) -> Registered:
    """A new member on the account page, at http://localhost, where browsers allow passkeys without HTTPS."""

    def open_page(expected: str | None = None) -> tuple[Page, str]:
        page, name = visit(expected), f"Keeper{next(_NUMBERS)}"
        page.goto(f"http://localhost:{server.port}/register?next=/account")
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Create account").click()
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        return page, name

    return open_page


def part(page: Page, title: str):  # type: ignore[no-untyped-def]
    return page.get_by_role("region", name=title, exact=True)


def log_out(page: Page) -> None:
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page).to_have_url(re.compile("/$"))
    page.goto(page.url + "login?next=/account")


def code_now(secret: str, ahead: int = 0) -> str:
    return totp.code_of(secret, time.time_ns() // 1_000_000 // totp.STEP + ahead)


def test_a_passkey_is_added_logs_in_and_is_removed(registered: Registered) -> None:
    page, name = registered()
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    device = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    line.send("WebAuthn.addVirtualAuthenticator", {"options": device})
    passkeys = part(page, "Passkeys")
    expect(passkeys).to_contain_text("You have no passkeys.")
    passkeys.get_by_role("button", name="Add a passkey").click()
    passkeys.get_by_label("Name of the passkey").fill("my phone")
    passkeys.get_by_label("Password", exact=True).fill(PASSWORD)
    passkeys.get_by_role("button", name="Create the passkey").click()
    expect(passkeys.get_by_role("status")).to_have_text("Passkey added.")
    expect(passkeys.get_by_role("listitem")).to_contain_text("my phone")

    log_out(page)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(passkeys.get_by_role("listitem")).to_contain_text("last used")

    passkeys.get_by_role("button", name="Remove my phone").click()
    passkeys.get_by_label("Password", exact=True).fill(PASSWORD)
    passkeys.get_by_role("button", name="Remove my phone").last.click()
    expect(passkeys).to_contain_text("You have no passkeys.")


def test_two_factor_authentication_is_set_up_and_asked_for(registered: Registered) -> None:
    page, name = registered(REFUSED)
    factor = part(page, "Two-factor authentication")
    factor.get_by_role("button", name="Set it up").click()
    factor.get_by_label("Password", exact=True).fill(PASSWORD)
    factor.get_by_role("button", name="Next").click()
    expect(factor.get_by_role("img", name="QR code")).to_be_visible()
    secret = factor.locator("code").inner_text().replace(" ", "")
    factor.get_by_label("Current code from the app").fill(code_now(secret))
    factor.get_by_role("button", name="Turn it on").click()
    expect(factor).to_contain_text("Two-factor authentication is on.")
    codes = factor.locator("code").all_inner_texts()
    assert len(codes) == 10
    factor.get_by_role("button", name="I have saved them").click()
    expect(factor).to_contain_text("It has been on since")

    log_out(page)
    for given, there in (("000000", False), (code_now(secret, 1), True)):
        if not there:
            page.get_by_label("Name", exact=True).fill(name)
            page.get_by_label("Password", exact=True).fill(PASSWORD)
            page.get_by_role("button", name="Log in", exact=True).click()
        page.get_by_label("Code", exact=True).fill(given)
        page.get_by_role("button", name="Log in", exact=True).click()
        if not there:
            expect(page.get_by_role("alert")).to_have_text("That code is wrong or has already been used.")
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(part(page, "Recovery codes")).to_contain_text("10 codes are left.")

    factor.get_by_role("button", name="Turn it off").click()
    factor.get_by_label("Password", exact=True).fill(PASSWORD)
    factor.get_by_label("Code", exact=True).fill(codes[0])
    factor.get_by_role("button", name="Turn it off").click()
    expect(factor).to_contain_text("It is off.")


def test_a_recovery_code_sets_a_new_password(registered: Registered) -> None:
    page, name = registered()
    codes = part(page, "Recovery codes")
    codes.get_by_role("button", name="Create recovery codes").click()
    codes.get_by_label("Password", exact=True).fill(PASSWORD)
    codes.get_by_role("button", name="Create recovery codes").click()
    code = codes.locator("code").first.inner_text()

    log_out(page)
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Recovery code").fill(code)
    page.get_by_label("New password").fill(NEW)
    page.get_by_role("button", name="Set the new password").click()
    expect(page.locator("form").get_by_role("status")).to_contain_text("Your password has been changed.")
    page.locator("form").get_by_role("link", name="Log in").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(NEW)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page).to_have_url(re.compile("/$"))


@pytest.mark.parametrize(
    ("locale", "label", "action", "words"),
    [
        ("en-GB", "Password", "Create account", "This password is easy to guess: it is one of the most common"),
        (
            "de-DE",
            "Passwort",
            "Mein Konto anlegen",
            "Dieses Passwort ist leicht zu erraten: Es ist eines der häufigsten",
        ),
    ],
)
def test_a_weak_password_is_refused_with_the_reason(
    server: Server, visit: Visit, locale: str, label: str, action: str, words: str
) -> None:
    page = visit(REFUSED, locale=locale)
    page.goto(f"{server.url}/register")
    page.get_by_label("Name", exact=True).fill(f"Keeper{next(_NUMBERS)}")
    page.get_by_label(label, exact=True).fill("password1")
    page.get_by_role("button", name=action).click()
    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(page.get_by_label(label, exact=True)).to_have_attribute("aria-invalid", "true")


def test_a_key_for_a_program_wants_the_password(registered: Registered) -> None:
    page, _ = registered(REFUSED.replace("400 (Bad Request)", "403 (Forbidden)"))
    keys = part(page, "Keys for programs")
    keys.get_by_role("button", name="New key").click()
    keys.get_by_label("Name of the key").fill("script")
    keys.get_by_label("Password", exact=True).fill("wrong horse")
    keys.get_by_role("button", name="Create key").click()
    expect(keys.get_by_role("alert")).to_have_text("Wrong password.")
    keys.get_by_label("Password", exact=True).fill(PASSWORD)
    keys.get_by_role("button", name="Create key").click()
    expect(keys.get_by_role("status")).to_contain_text("qx_")
