"""What the sources must not do, so that no such use has to be reviewed: code, SQL, patterns and HTML made from text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

HOUSE = Path(__file__).parents[2]
SOURCE = HOUSE / "src" / "quincunx"

UNSAFE = {"pickle", "marshal", "shelve", "dill", "yaml", "xml", "lxml", "random", "telnetlib", "ftplib"}
RUNS_TEXT = {"eval", "exec", "__import__", "system", "popen"}
STARTS_PROGRAMS = {
    "clients/arena",
    "clients/desktop",
}  # engines; the window's browser and its server: lists of arguments
READS_TEXT = {"text", "execute", "exec_driver_sql"}  # SQL
OWN_SQL = ("store/engine.py", "store/upgrade.py", "store/migrations/")  # composed of parts from the same file
GO_OUT = {"httpx", "requests", "urllib3", "aiohttp", "smtplib", "http", "socket", "websockets", "opentelemetry"}
SENDS = {"server/mail.py", "server/otlp_traces.py"}
LISTENS = {"server/serve.py", "server/worker_health.py", "server/wire"}
HASHES = {"sha256"}
WEAK = re.compile("md5|sha-?1$|des|rc4|ecb", re.IGNORECASE)
BY_THE_STANDARD = {"server/totp.py"}  # authenticator apps use HMAC-SHA-1
PAGES = re.compile(
    r"\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|document\.cookie|\beval\(|new Function|postMessage"
    r"|javascript:|srcdoc|__proto__|setPrototypeOf|\.prototype\b"
)


@cache
def trees() -> list[tuple[str, ast.Module]]:
    """Every file of the program, parsed once for all tests."""
    paths = sorted(SOURCE.rglob("*.py"))
    return [(path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))) for path in paths]


@cache
def calls() -> list[tuple[str, str, ast.Call]]:
    """Every call, with its file and the last part of the called name."""
    return [
        (f"{place}:{node.lineno}", called(node), node)
        for place, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    ]


def called(call: ast.Call) -> str:
    """The last part of the called name."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


def is_put_together(node: ast.AST) -> bool:
    """Whether a text is composed: an f-string, a sum, a format."""
    made = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format"
    return isinstance(node, ast.JoinedStr | ast.BinOp) or made


def test_nothing_reads_objects_or_xml_from_text_and_no_chance_is_weak() -> None:
    assert [(place, name) for place, tree in trees() for name in imported(tree) if name in UNSAFE] == []


def test_no_text_is_run_as_code_or_by_a_shell() -> None:
    found = [
        place
        for place, name, call in calls()
        if (name in RUNS_TEXT and not (call.args == [] and name == "exec"))  # Qt's exec() takes no arguments
        or any(keyword.arg == "shell" for keyword in call.keywords)
    ]
    assert found == []


def test_only_the_window_and_the_arena_start_programs() -> None:
    starting = [place for place, tree in trees() if "subprocess" in set(imported(tree))]
    assert [place for place in starting if not place.startswith(tuple(STARTS_PROGRAMS))] == []


def test_no_sql_and_no_pattern_is_put_together_from_text() -> None:
    found = []
    for place, name, call in calls():
        of_re = isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") == "re"
        if (name in READS_TEXT or of_re) and call.args and is_put_together(call.args[0]):
            found.append(place)
    assert [place for place in found if not place.startswith(OWN_SQL)] == []


def test_no_pattern_to_be_filled_in_comes_from_outside() -> None:
    """Format strings are in the code, never in data sent by somebody."""
    filled = [
        (place, call.func.value)
        for place, name, call in calls()
        if name in ("format", "format_map") and isinstance(call.func, ast.Attribute) and (call.args or call.keywords)
    ]
    given = [
        place
        for place, text in filled
        if not isinstance(text, ast.Constant | ast.Attribute) and not getattr(text, "id", "x").isupper()
    ]
    assert [place for place in given if place.startswith(("server/", "store/", "play/"))] == []


def test_only_mail_and_traces_leave_the_server() -> None:
    going = [
        place for place, tree in trees() if place.startswith(("server/", "store/")) and set(imported(tree)) & GO_OUT
    ]
    assert [place for place in going if not place.startswith((*SENDS, *LISTENS))] == []


def test_only_strong_hashes() -> None:
    of_hashlib = {
        name
        for _, name, call in calls()
        if isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") == "hashlib"
    }
    assert of_hashlib == HASHES
    named = {
        place.partition(":")[0]
        for place, name, call in calls()
        if name in ("new", "digest")
        for part in call.args
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and WEAK.fullmatch(part.value)
    }
    assert named <= BY_THE_STANDARD


def test_pages_are_made_of_text_and_elements_only() -> None:
    files = [path for part in ("src", "public") for path in (HOUSE / "web" / part).rglob("*")]
    read = [path for path in files if path.suffix in (".ts", ".svelte", ".js")]
    assert len(read) > 100
    assert [(path.name, found[0]) for path in read if (found := PAGES.search(path.read_text(encoding="utf-8")))] == []
