"""Imports go in one direction, and games are named only in their own folders."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import quincunx

SOURCE = Path(__file__).parents[2] / "src" / "quincunx"

# What each room may import besides itself.
MAY_IMPORT = {
    "words": set(),
    "core": {"words"},
    "notation": {"words", "core"},
    "games": {"words", "core", "notation"},
    "search": {"words", "core", "notation", "games"},
    "play": {"words", "core", "notation", "games"},
    "research": {"words", "core", "notation", "games", "search", "play"},
    "protocol": {"words", "core", "notation", "games", "search", "play"},
    "store": {"words", "core", "notation", "games", "search", "play", "protocol"},
    "host": {"words", "core", "notation", "games", "search", "play", "protocol", "store"},
    "server": {"words", "core", "notation", "games", "search", "play", "protocol", "store", "host"},
    "clients": {
        "words",
        "core",
        "notation",
        "games",
        "search",
        "play",
        "protocol",
        "store",
        "host",
        "server",
        "research",
    },
}
# What each package of clients may import besides itself and the modules directly in clients, which import no package.
CLIENTS_MAY_IMPORT = {
    "arena": set(),
    "engine": set(),
    "local": set(),
    "remote": set(),
    "desktop": set(),
    "terminal": {"arena", "engine", "local", "remote", "desktop"},
}
FAMILIES = sorted({spec.package.rpartition(".")[2] for spec in quincunx.games().values()})
AT_THE_TOP = {"__init__.py", "__main__.py", "cli.py", "client.py"}  # these may import everything


def source_files() -> list[Path]:
    return sorted(path for pattern in ("*.py", "*.pxd") for path in SOURCE.rglob(pattern))


def imported_rooms(path: Path) -> Iterator[str]:
    """The rooms that a file imports from, at any nesting level."""
    text = path.read_text()
    if path.suffix == ".pxd":
        yield from re.findall(r"^\s*(?:from|cimport) quincunx\.(\w+)", text, re.MULTILINE)
        return
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            assert node.level == 0, f"{path} imports relatively"
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
            assert "quincunx" not in names or path.name in AT_THE_TOP, f"{path} imports everything"
        yield from (name.split(".")[1] for name in names if name.startswith("quincunx."))


@pytest.mark.parametrize("path", source_files(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_one_way(path: Path) -> None:
    room = path.relative_to(SOURCE).parts[0]
    if room in AT_THE_TOP or path.name == "__init__.pxd":
        return
    assert set(imported_rooms(path)) <= MAY_IMPORT[room] | {room}


def test_imports_of_clients_go_one_way() -> None:
    folder = SOURCE / "clients"
    assert {path.parent.name for path in folder.glob("*/__init__.py")} == set(CLIENTS_MAY_IMPORT)
    for path in sorted(folder.rglob("*.py")):
        own = path.relative_to(folder).parts[0]
        imported = {name.split(".")[1] for name in modules_in(path) if name.startswith("clients.")}
        assert imported & set(CLIENTS_MAY_IMPORT) <= CLIENTS_MAY_IMPORT.get(own, set()) | {own}, path


def test_matches_at_this_keyboard_need_no_server() -> None:
    paths = [path for path in source_files() if path.is_relative_to(SOURCE / "clients" / "local")]
    assert paths
    for path in paths:
        assert "server" not in imported_rooms(path), path


def test_the_python_client_needs_neither_a_database_nor_a_server() -> None:
    """Neither directly nor through its imports."""
    waiting, seen = ["clients.remote"], set[str]()
    while waiting:
        name = waiting.pop()
        seen.add(name)
        waiting += set(imported_modules(name)) - seen
    assert "protocol.messages" in seen
    assert not {name for name in seen if name.split(".")[0] in ("store", "host", "server")}


def imported_modules(name: str) -> Iterator[str]:
    """The project's modules that a module, or all modules of a package, import, as `room.module`."""
    place = SOURCE.joinpath(*name.split("."))
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]:
        yield from modules_in(path)


def modules_in(path: Path) -> Iterator[str]:
    """The project's modules that a file imports, as `room.module`."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("quincunx."):
            found = str(node.module).removeprefix("quincunx.")
            inner = [f"{found}.{alias.name}" for alias in node.names]
            yield from (each for each in inner if is_module(each))
            if not SOURCE.joinpath(*found.split(".")).is_dir():
                yield found


def is_module(name: str) -> bool:
    place = SOURCE.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").exists()


def test_the_protocol_needs_neither_a_database_nor_a_web_framework() -> None:
    allowed = {"__future__", "collections", "msgspec", "quincunx", "re", "typing"}
    for path in (SOURCE / "protocol").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.split(".")[0] for name in names} <= allowed, path


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_imports_no_other_family(family: str) -> None:
    others = [other for other in FAMILIES if other != family]
    paths = [path for path in source_files() if path.is_relative_to(SOURCE / "games" / family)]
    assert paths
    for path in paths:
        assert not [other for other in others if f"games.{other}" in path.read_text()]


def test_no_game_key_outside_games() -> None:
    keys = re.compile(f"(?<!li)(?:{'|'.join(quincunx.games())})", re.IGNORECASE)  # Lichess is not a game
    for path in source_files():
        if path.relative_to(SOURCE).parts[0] != "games":
            found = keys.search(path.read_text())
            assert found is None, f"{path.relative_to(SOURCE)} names {found and found[0]}"


def test_the_host_knows_no_wire() -> None:
    """No HTTP, no sockets and no messages there: subscribers receive objects."""
    wire = {"httpx", "json", "litestar", "socket", "uvicorn", "websockets"}
    for path in (SOURCE / "host").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not wire & {name.split(".")[0] for name in names}, path
        assert not re.search(r"msgspec\.json|from msgspec import .*json", path.read_text()), path


def test_play_is_pure() -> None:
    """Time and randomness are arguments there, and nothing is read or written."""
    impure = {"asyncio", "datetime", "os", "pathlib", "random", "secrets", "socket", "sqlite3", "threading", "time"}
    for path in (SOURCE / "play").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not impure & {name.split(".")[0] for name in names}, path
            assert not (isinstance(node, ast.Name) and node.id in ("open", "print", "input")), path
