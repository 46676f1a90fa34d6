"""A game's rules on the page: headings and rules that can be linked to, and code that scrolls."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import quincunx
from browser.conftest import Visit
from quincunx.play.rulebook import rules_text
from servers import Server


def test_a_link_to_a_rule_leads_there(server: Server, visit: Visit) -> None:
    text = rules_text(quincunx.games()["battlefield"], "en")
    last = re.findall(r"^- \*\*([A-Z]+\d+)\*\*", text, re.MULTILINE)[-1]
    page = visit(viewport={"width": 1000, "height": 500})
    page.goto(f"{server.url}/rules/battlefield#{last}")
    rule = page.locator(f"li#{last}")
    expect(rule).to_be_in_viewport()
    expect(rule.locator("strong").first).to_have_text(last)
    expect(rule).to_have_css("list-style-type", "none")
    expect(rule.locator("strong").first).to_have_css("display", "inline-block")  # the number is in the margin


def test_a_link_to_a_heading_leads_there_too(server: Server, visit: Visit) -> None:
    page = visit(viewport={"width": 1000, "height": 500})
    page.goto(f"{server.url}/rules/checkers#the-end")
    expect(page.get_by_role("heading", name="The end", exact=True)).to_be_in_viewport()


def test_a_page_of_rules_is_whole(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(f"{server.url}/rules/battlefield")
    expect(page.get_by_role("heading", level=1)).to_have_text("Battlefield Chess")
    text = rules_text(quincunx.games()["battlefield"], "en")
    assert page.locator(".prose h2").count() == len(re.findall(r"^## ", text, re.MULTILINE))
    code = page.locator(".prose pre")
    expect(code).to_have_attribute("tabindex", "0")
    assert code.inner_text().strip() == re.findall(r"```toml\n(.*?)```", text, re.DOTALL)[0].strip()
    expect(code).to_have_css("overflow-x", "auto")


def test_the_rules_are_in_the_readers_language(server: Server, visit: Visit) -> None:
    page = visit(locale="de-DE")
    page.goto(f"{server.url}/rules/hnefatafl#H4")
    expect(page.locator("li#H4")).to_contain_text("Thron")
