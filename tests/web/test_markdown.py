"""Rules as HTML: every heading and rule can be linked to, and no text becomes markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import quincunx
from quincunx.play.rulebook import rules_text
from quincunx.server.markdown import to_html
from servers import Server

PAGES = [(key, language) for key in quincunx.games() for language in ("en", "de")]


class Elements(HTMLParser):
    """The elements of a page in order, with their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data

    def ids(self) -> list[str]:
        return [name for _, attributes in self.found if (name := attributes.get("id"))]


@pytest.mark.parametrize(("key", "language"), PAGES)
def test_every_rule_and_heading_of_a_page_has_an_id_of_its_own(key: str, language: str) -> None:
    text = rules_text(quincunx.games()[key], language)
    page = Elements(to_html(text))
    ids = page.ids()
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"^ *- \*\*([A-Z]+\d+)\*\*", text, re.MULTILINE)) <= set(ids)
    assert all(attributes["id"] for tag, attributes in page.found if re.fullmatch(r"h\d", tag))
    assert not re.search(r"\*\*|^#|^- ", page.words.replace("# ", ""), re.MULTILINE), "marks are left in the words"


def test_headings_are_named_by_their_words() -> None:
    assert to_html("## The end\n\n## The end\n\n## Fähigkeiten (`chess`)\n") == (
        '<h2 id="the-end">The end</h2>\n<h2 id="the-end-2">The end</h2>\n'
        '<h2 id="fähigkeiten-chess">Fähigkeiten (<code>chess</code>)</h2>\n'
    )


def test_an_item_that_begins_with_a_rules_id_is_that_rule() -> None:
    page = Elements(to_html("- **H4** One\n  - inside\n- *H5* no\n- **Not** one\n\nThen:\n\n- **H4** changed\n"))
    assert [attributes for tag, attributes in page.found if tag == "li"] == [
        {"id": "H4", "class": "rule"},
        {},
        {},
        {},
        {"class": "rule"},
    ]


def test_the_text_of_an_item_is_a_paragraph() -> None:
    assert to_html("- a\n- b\n").count("<p>") == to_html("- a\n\n- b\n").count("<p>") == 2


def test_what_may_be_wide_can_be_scrolled() -> None:
    assert to_html('```toml\na = "<b>"\n```\n') == (
        '<pre tabindex="0"><code>a = &quot;&lt;b&gt;&quot;\n</code></pre>\n'
    )
    assert to_html("| a |\n|---|\n| 1 |\n").startswith('<div class="wide"><table>')


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "- **H4** <b onclick=alert(1)>x</b>",
        "[x](javascript:alert(1))",
        "[x](JAVASCRIPT:alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)",
        "![x](https://elsewhere.example/spy.png)",
        '## <a id="main">x</a>',
        "`<script>`",
        '<https://elsewhere.example/?"onclick=alert(1)>',
    ],
)
def test_no_text_becomes_markup(text: str) -> None:
    for tag, attributes in Elements(to_html(text)).found:
        assert tag in {"p", "ul", "li", "strong", "code", "a", "h2"}
        assert attributes.keys() <= {"id", "class", "href"}
        assert attributes.get("href", "https:").startswith("https:")  # type: ignore[union-attr]
        assert attributes.get("id") != "main"


def test_the_server_sends_them_as_html(server: Server) -> None:
    answer = server.client().get("/api/games/hnefatafl/rules")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert '<li class="rule" id="H4">' in answer.text
    assert "sandbox" in answer.headers["content-security-policy"]  # opened directly, it is not a page of this site
