"""Programs that are gone when their test is, and screens that nobody looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop.programs import Program, surroundings
from desktop.screens import Screen, virtual_screen

Start = Callable[..., Program]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts programs of one person."""
    running: list[Program] = []

    def start(*arguments: str, display: str | None = None, **more: str) -> Program:
        program = Program(*arguments, environment=surroundings(tmp_path, display, **more))
        running.append(program)
        return program

    yield start
    for program in running:
        program.end()


@pytest.fixture
def screen() -> Iterator[Screen]:
    with virtual_screen() as screen:
        yield screen
