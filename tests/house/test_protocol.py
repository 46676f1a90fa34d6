"""Generated protocol files are up to date, and nothing else is sent between client and server."""

from __future__ import annotations

import re
import subprocess
import sys
import typing
from pathlib import Path

import msgspec
import pytest

from quincunx.protocol.errors import Code
from quincunx.server.app import HANDLED

DRAWN = (
    "web/src/board/themes.css",
    *(f"web/src/board/drawings/{name}.ts" for name in ("shapes", "emblems", "marks")),
)


@pytest.fixture
def copy(repository: Path, tmp_path: Path) -> Path:
    """The generator, and the files it has written."""
    for name in ("tools/protocol.py", "tools/drawings.py", "tools/typescript.py", "docs/protocol.schema.json", *DRAWN):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((repository / name).read_bytes())
    for path in [*(repository / "web/src/protocol").rglob("*.ts"), *(repository / "web/src/words").glob("*.ts")]:
        place = tmp_path / path.relative_to(repository)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes())
    return tmp_path


def checked(folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, folder / "tools/protocol.py", "--check"], capture_output=True, text=True, timeout=120
    )
    assert not done.stderr
    return done.stdout


def test_no_generated_file_is_stale(repository: Path) -> None:
    assert checked(repository) == ""


def test_a_stale_file_is_found(copy: Path) -> None:
    types = copy / "web/src/protocol"
    (types / "accounts.ts").write_text("export interface Account {}\n")
    (types / "former.ts").write_text("export interface Former {}\n")
    (copy / "web/src/words/de.ts").write_text("export const de = {}\n")
    (copy / "web/src/board/drawings/marks.ts").write_text("export const MARKS = {}\n")
    (copy / "docs/protocol.schema.json").unlink()
    assert checked(copy).splitlines() == [
        "docs/protocol.schema.json is stale: run make protocol",
        "web/src/protocol/accounts.ts is stale: run make protocol",
        "web/src/words/de.ts is stale: run make protocol",
        "web/src/board/drawings/marks.ts is stale: run make protocol",
        "web/src/protocol/former.ts is stale: run make protocol",
    ]


def test_bodies_of_the_http_api_are_structs_of_the_protocol() -> None:
    found = {struct for handler in handlers() for struct in structs(handler)}
    assert len(found) > 50
    strange = {"server", "store", "host", "clients"}
    assert not {struct for struct in found if struct.__module__.split(".")[1] in strange}


def test_every_code_of_a_refusal_is_listed(repository: Path) -> None:
    known = set(typing.get_args(Code))
    raised = re.compile(r'(?:Refused|refusal)\(\s*"([a-z_]+)"')
    for path in (repository / "src/quincunx").rglob("*.py"):
        assert set(raised.findall(path.read_text())) <= known, path
    refusals = (repository / "docs/protocol.md").read_text().partition("## Refusals")[2]
    rows = [line.split("|")[1] for line in refusals.splitlines() if line.startswith("| `")]
    assert rows
    assert {code for row in rows for code in re.findall(r"`([a-z_]+)`", row)} <= known


def handlers() -> list[typing.Any]:
    """The functions that answer requests."""
    owners = [vars(owner).values() if isinstance(owner, type) else [owner] for owner in HANDLED]
    return [handler.fn for owner in owners for handler in owner if hasattr(handler, "fn")]


def structs(handler: typing.Any) -> set[type[msgspec.Struct]]:
    """The structs in a handler's request body and in its result."""
    hints = typing.get_type_hints(handler)
    return {struct for name in ("data", "return") if name in hints for struct in inside(hints[name])}


def inside(hint: typing.Any) -> set[type[msgspec.Struct]]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return {hint}.union(*map(inside, typing.get_type_hints(hint).values()))
    return set().union(*map(inside, typing.get_args(hint)))
