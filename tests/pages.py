"""README.md and the pages of docs/: their code examples as programs to run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
PAGES = [REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md")] + sorted((REPOSITORY / "docs").rglob("*.md"))

_BLOCK = re.compile(
    r"(?:^\*\*`(?P<file>[^`]+)`\*\*\n\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True)
class Block:
    """A block of code: its language, and its file name if the line above gives one."""

    language: str
    text: str
    file: str | None


def blocks(page: Path, language: str) -> list[Block]:
    """The blocks of a page in the given language, in order."""
    found = [Block(match["language"], match["text"], match["file"]) for match in _BLOCK.finditer(page.read_text())]
    return [block for block in found if block.language == language]


def write_program(page: Path, folder: Path) -> Path:
    """Write all Python code of a page as one program, which imports the blocks that have a file name as files."""
    parts = []
    for block in blocks(page, "python"):
        if block.file is None:
            parts.append(block.text)
        else:
            file = folder / block.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text)
            parts.append(f"import {block.file.removesuffix('.py').replace('/', '.')}\n")
    program = folder / "example.py"
    program.write_text("\n".join(parts))
    return program
