"""The public API: docs/api.md lists what `quincunx` exports; README and docs use nothing else."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

import quincunx
import quincunx.client
from pages import PAGES, REPOSITORY, blocks

PAGE = (REPOSITORY / "docs" / "api.md").read_text()
BEFORE_CLIENT, _, AFTER = PAGE.partition("`quincunx.client` exports:")
OF_CLIENT, _, OF_MODULES = AFTER.partition("## Modules for authors of games")
ROOMS = [folder.name for folder in (REPOSITORY / "src" / "quincunx").iterdir() if folder.is_dir()]
ABOUT_INTERNALS = {"architecture.md", "adding-a-game.md"}  # their text may name internal modules


def listed(text: str) -> list[str]:
    """The names in the first column of the tables."""
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([\w.]+)", row)]


PUBLIC_MODULES = {"quincunx", "quincunx.client", *listed(OF_MODULES)}


def test_the_page_lists_what_is_exported() -> None:
    assert sorted(listed(BEFORE_CLIENT)) == sorted(quincunx.__all__)
    assert sorted(listed(OF_CLIENT)) == sorted(quincunx.client.__all__)


def test_everything_exported_is_there() -> None:
    for name in quincunx.__all__:
        assert getattr(quincunx, name) is not None
    assert set(quincunx.__all__) <= set(dir(quincunx))
    with pytest.raises(AttributeError, match="module 'quincunx' has no attribute 'nothing'"):
        quincunx.nothing  # noqa: B018


@pytest.mark.parametrize("name", sorted(PUBLIC_MODULES))
def test_public_modules_exist(name: str) -> None:
    assert import_module(name)


def test_importing_it_loads_no_bots_no_screens_and_no_client() -> None:
    code = "import sys, quincunx; print(*sorted(name for name in sys.modules if name.startswith('quincunx.')))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    rooms = {name.split(".")[1] for name in loaded}
    assert rooms == {"core", "games", "notation", "words"}


def test_lazy_names_are_the_same_objects() -> None:
    code = "import quincunx; from quincunx.search.bots import bot; assert quincunx.bot is bot; quincunx.client.Client"
    subprocess.run([sys.executable, "-c", code], check=True)


def imports() -> Iterator[tuple[str, str]]:
    """What the examples import from Quincunx: the page and the module."""
    for page in PAGES:
        for block in blocks(page, "python"):
            for node in ast.walk(ast.parse(block.text)):
                if isinstance(node, ast.Import):
                    yield from ((page.name, alias.name) for alias in node.names)
                elif isinstance(node, ast.ImportFrom):
                    for alias in node.names:
                        name = f"{node.module}.{alias.name}"
                        yield page.name, name if name in PUBLIC_MODULES else str(node.module)


def test_examples_import_public_modules_only() -> None:
    found = [(page, name) for page, name in imports() if name.partition(".")[0] == "quincunx"]
    assert found
    assert [(page, name) for page, name in found if name not in PUBLIC_MODULES] == []


def test_pages_name_no_internal_module() -> None:
    """Also outside of code."""
    internal = re.compile(r"\bquincunx\.(?:" + "|".join(ROOMS) + r")\.\w+")
    for page in PAGES:
        if page.name not in ABOUT_INTERNALS:
            assert set(internal.findall(page.read_text())) <= PUBLIC_MODULES, page.name
