"""Programs that end with their test, and virtual screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop.programs import Program, surroundings
from desktop.screens import Screen, virtual_screen

Start = Callable[..., Program]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A test page that creates a guest when it is clicked anywhere."""
    folder = tmp_path / "site"
    (folder / "assets").mkdir(parents=True)
    page = '<!doctype html><title>a page</title><h1>A page</h1><script src="/assets/page.js"></script>'
    (folder / "index.html").write_text(page)
    script = "addEventListener('click', () => fetch('/api/guest', { method: 'POST' }))"
    (folder / "assets" / "page.js").write_text(script)
    return folder


@pytest.fixture
def start(tmp_path: Path, site: Path) -> Iterator[Start]:
    """Starts programs of one user."""
    running: list[Program] = []

    def start(*arguments: str, display: str | None = None, **more: str) -> Program:
        program = Program(
            *arguments, environment=surroundings(tmp_path, display, **({"QUINCUNX_SITE": str(site)} | more))
        )
        running.append(program)
        return program

    yield start
    for program in running:
        program.end()


@pytest.fixture
def screen() -> Iterator[Screen]:
    with virtual_screen() as screen:
        yield screen
