"""An army being edited is not lost: not by Back, not by reloading, not by following a link."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Visit
from servers import Server


def test_a_draft_is_kept_until_it_is_saved_or_discarded(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(f"{server.url}/new/bot")
    page.locator("input[name=game][value=battlefield]").check()
    page.get_by_role("link", name="Design your own").first.click()
    name = page.get_by_label("Name", exact=True).first
    before = name.input_value()
    name.fill("Half an army")
    expect(page.get_by_text("Unsaved changes are kept on this device.")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Play against a bot")).to_be_visible()
    page.go_forward()
    expect(name).to_have_value("Half an army")
    page.reload()
    expect(name).to_have_value("Half an army")
    page.goto(f"{server.url}/rules/battlefield")
    page.goto(f"{server.url}/content/battlefield/white")
    expect(name).to_have_value("Half an army")
    page.get_by_role("button", name="Discard changes").click()
    expect(name).to_have_value(before)
    page.reload()
    expect(name).to_have_value(before)
    name.fill("A whole army")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Discard changes")).to_have_count(0)
    page.reload()
    expect(name).to_have_value("A whole army")


def test_what_would_lose_a_draft_is_asked_about(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(f"{server.url}/content/battlefield/white")
    name, source = page.get_by_label("Name", exact=True).first, page.get_by_label("Start from")
    before = source.input_value()
    other = source.locator("option[value^='shipped:']").last.get_attribute("value")
    name.fill("Half an army")
    question = page.get_by_role("alertdialog", name="You have unsaved changes. Discard them?")
    for lose in (
        lambda: source.select_option(other),
        lambda: page.locator("input[type=file]").set_input_files(
            {"name": "army.json", "mimeType": "application/json", "buffer": b'{"name": "Imported"}'}
        ),
    ):
        lose()
        question.get_by_role("button", name="Keep editing").click()
        expect(name).to_have_value("Half an army")
        expect(source).to_have_value(before)
    lose()
    question.get_by_role("button", name="Discard them").click()
    expect(name).to_have_value("Imported")
    page.reload()
    expect(name).to_have_value("Imported")
