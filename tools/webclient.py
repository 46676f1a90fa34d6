"""The browser client: built into the package before that is installed, and only if it has changed."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path

from environments import files
from machine import ROOT, Failure, answer, run, say

LEAST_NODE = (20, 19)
WEB = ROOT / "web"
SITE = ROOT / "src" / "quincunx" / "server" / "site"
STAMP = ROOT / "build" / "webclient.json"
QUIETLY = ("--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")


def build() -> None:
    """Bring the built client up to date; raises Failure with what is missing."""
    if not (WEB / "package.json").exists():
        if not is_built():
            raise Failure("there is no browser client in this checkout")
        return
    made = {"packages": _digest(WEB / "package-lock.json"), "site": _digest(WEB)}
    known = json.loads(STAMP.read_text()) if STAMP.exists() else {}
    if is_built() and known == made:
        return
    _require_node()
    if known.get("packages") != made["packages"] or not (WEB / "node_modules").is_dir():
        say("fetching what builds the browser client")
        npm("ci", "--ignore-scripts", *QUIETLY)
    say("building the browser client")
    npm("run", "build", "--silent", "--", "--logLevel=warn")
    STAMP.parent.mkdir(exist_ok=True)
    STAMP.write_text(json.dumps(made))


def check() -> None:
    """Run its lint, type checks and tests."""
    say("lint, types and tests of the browser client")
    npm("run", "lint", "--silent")
    npm("run", "check", "--silent")
    npm("test", "--silent")


def is_built() -> bool:
    """Whether there is a built client."""
    return (SITE / "index.html").is_file()


def has_node() -> bool:
    """Whether Node is available, new enough, and has npm."""
    version = re.match(r"v(\d+)\.(\d+)", answer(["node", "--version"]))
    return version is not None and (int(version[1]), int(version[2])) >= LEAST_NODE and bool(shutil.which("npm"))


def npm(*words: str) -> None:
    """Run npm in the client's folder."""
    run([shutil.which("npm") or "npm", *words], WEB)


def _require_node() -> None:
    if not has_node():
        least = ".".join(map(str, LEAST_NODE))
        found = answer(["node", "--version"]) or "none"
        raise Failure(f"needs Node {least} or newer, with npm, and found {found} (Debian 13: apt install nodejs npm)")


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    for file in files(path, "node_modules"):
        digest.update(str(file.relative_to(WEB)).encode() + file.read_bytes())
    return digest.hexdigest()
