"""The project's supply chain: dependencies pinned, listed, and checked for known vulnerabilities.

lock    the newest versions that pyproject.toml allows, with hashes, into locks/
sbom    a CycloneDX list of all of them, and of the browser client's packages, into build/sbom
audit   ask the registries for known vulnerabilities of both, and report if a registry does not answer
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from environments import interpreter, make_environment, pip, requirements, script
from machine import ROOT, Failure, environment_with, run, say

VENV = ROOT / ".venv-supply"
LOCKS = ROOT / "locks"
SERVER = LOCKS / "server.txt"
BUILD = LOCKS / "build.txt"
SBOM = ROOT / "build" / "sbom"
WEB = ROOT / "web"
SERVED = ("server", "postgres", "cluster", "tracing")  # the extras of a server
OLDEST = "3.11"  # the lock files are valid for this Python and every newer one, on every system


def lock() -> None:
    """Rewrite the lock files."""
    _install()
    LOCKS.mkdir(exist_ok=True)
    extras = [word for name in SERVED for word in ("--extra", name)]
    _compile("pyproject.toml", *extras, "--upgrade", into=SERVER)
    _compile("--group", "build", "--constraint", SERVER, "--upgrade", into=BUILD)
    say(f"wrote {SERVER.relative_to(ROOT)} and {BUILD.relative_to(ROOT)}")


def sbom() -> None:
    """List the components, in two files, since Python's and the browser's come from two registries."""
    _install()
    SBOM.mkdir(parents=True, exist_ok=True)
    python, web = SBOM / "python.cdx.json", SBOM / "web.cdx.json"
    listed = ["requirements", SERVER, "--pyproject", "pyproject.toml", "--output-reproducible", "--output-file", python]
    run([script(VENV, "cyclonedx-py"), *listed])
    web.write_text(_npm("sbom", "--sbom-format", "cyclonedx").stdout, encoding="utf-8")
    for path in (python, web):
        found = json.loads(path.read_text(encoding="utf-8"))
        say(f"{path.relative_to(ROOT)}: {len(found['components'])} components")


def audit() -> None:
    """Fail if a pinned version is known to be vulnerable."""
    _install()
    faults = [*_python_vulnerabilities(), *_web_vulnerabilities()]
    for fault in faults:
        say(fault)
    if faults:
        raise Failure(f"{len(faults)} known vulnerabilities: raise the versions, then run make lock")


def _python_vulnerabilities() -> list[str]:
    """The known vulnerabilities of the Python packages."""
    asked = ["--requirement", SERVER, "--require-hashes", "--disable-pip", "--format", "json"]
    told = _told([script(VENV, "pip-audit"), *asked, "--progress-spinner", "off"])
    if told is None:
        say("no answer about Python's packages: not audited")
        return []
    packages = told["dependencies"]
    silent = [package["name"] for package in packages if "skip_reason" in package]
    say(f"Python: {len(packages) - len(silent)} packages audited, no answer about {len(silent)}")
    return [
        f"{package['name']} {package['version']}: {fault['id']}"
        for package in packages
        for fault in package.get("vulns", ())
    ]


def _web_vulnerabilities() -> list[str]:
    """The known vulnerabilities of the browser client's packages."""
    told = _read(_npm("audit", "--json").stdout)
    if told is None or "vulnerabilities" not in told:
        say("no answer about the browser client's packages: not audited")
        return []
    say(f"browser client: {told['metadata']['dependencies']['total']} packages audited")
    return [f"{name}: {fault['severity']}" for name, fault in told["vulnerabilities"].items()]


def _install() -> None:
    """Make an environment for the tools."""
    make_environment(VENV)
    pip(VENV, "install", "--quiet", *requirements("supply"))


def _compile(*words: str | Path, into: Path) -> None:
    """Resolve for every system at once; the file says how it was made, and names no registry."""
    how = ["--universal", "--python-version", OLDEST, "--generate-hashes", "--quiet", "--no-config"]
    told = ["--custom-compile-command", "make lock", "--output-file", into.relative_to(ROOT)]
    run([interpreter(VENV), "-m", "uv", "pip", "compile", *words, *how, *told])


def _npm(*words: str) -> subprocess.CompletedProcess[str]:
    """What npm reports about the lock file."""
    npm = shutil.which("npm")
    if npm is None:
        raise Failure("needs npm (Debian: apt install nodejs npm)")
    command = [npm, *words, "--package-lock-only", "--loglevel=error"]
    return subprocess.run(command, cwd=WEB, capture_output=True, text=True)


def _told(command: Sequence[str | Path]) -> Any:
    """The JSON that a program prints, whatever its exit code; None if it prints none."""
    words = [str(part) for part in command]
    return _read(subprocess.run(words, cwd=ROOT, env=environment_with({}), capture_output=True, text=True).stdout)


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
