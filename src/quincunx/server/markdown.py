"""Converts Markdown to HTML, for the rules pages.

HTML in the text is escaped, and links cannot run scripts. Headings have ids made from their words, and list items that
begin with a rule's id (`- **H4** …`) have that id, so that both can be linked to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

RULE = re.compile(r"[A-Z]+\d+")
KEPT = 64  # pages: every game in every language


@lru_cache(KEPT)
def to_html(text: str) -> str:
    """Convert a Markdown text to HTML elements."""
    tokens = _MARKDOWN.parse(text)
    _name_headings(tokens)
    _name_rules(tokens)
    for token in tokens:
        token.hidden = False  # an item's text is always a paragraph, even if the list is not loose
    return str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))


def _name_headings(tokens: Sequence[Token]) -> None:
    taken: set[str] = set()
    for opening, words in pairwise(tokens):
        if opening.type == "heading_open":
            name = "-".join(re.findall(r"\w+", words.content.lower()))
            opening.attrSet("id", _free(name, taken))


def _free(name: str, taken: set[str]) -> str:
    """The name, with a number if another heading already has it."""
    names = (name if number == 1 else f"{name}-{number}" for number in range(1, len(taken) + 2))
    free = next(each for each in names if each not in taken)
    taken.add(free)
    return free


def _name_rules(tokens: Sequence[Token]) -> None:
    taken: set[str] = set()
    for item, rule in _rules(tokens):
        item.attrSet("class", "rule")
        if rule not in taken:  # a repeated id links to its first occurrence
            item.attrSet("id", rule)
            taken.add(rule)


def _rules(tokens: Sequence[Token]) -> Iterator[tuple[Token, str]]:
    """The list items that state a rule, each with the rule's id."""
    for item, _, words in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if item.type == "list_item_open" and words.type == "inline":
            head = [part for part in words.children or () if part.type != "text" or part.content]
            if len(head) > 1 and head[0].type == "strong_open" and RULE.fullmatch(head[1].content):
                yield item, head[1].content


def _code(self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, environment: EnvType) -> str:
    """Code, which scrolls if it is wider than the page and so must be focusable by keyboard."""
    return f'<pre tabindex="0"><code>{escapeHtml(tokens[at].content)}</code></pre>\n'


def _table(self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, environment: EnvType) -> str:
    """A table, inside an element that scrolls if the table is too wide."""
    return '<div class="wide"><table>\n' if tokens[at].nesting == 1 else "</table></div>\n"


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    for kind in ("fence", "code_block"):
        markdown.add_render_rule(kind, _code)
    for kind in ("table_open", "table_close"):
        markdown.add_render_rule(kind, _table)
    return markdown


_MARKDOWN = _markdown()
