"""The browser client is built before the package, if it has changed; without Node, a message says what is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NODE = "#!/bin/sh\necho {version}\n"
NPM = """#!/bin/sh
echo "$@" >> ../npm.log
[ "$1" != ci ] || mkdir -p node_modules
[ "$2" != build ] || { mkdir -p ../src/quincunx/server/site && echo page > ../src/quincunx/server/site/index.html; }
"""


class Checkout:
    """A checkout that contains a client, on a machine whose Node and npm only record how they were called."""

    def __init__(self, folder: Path, repository: Path) -> None:
        self.folder = folder
        shutil.copytree(repository / "tools", folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
        self.write("web/package.json", "{}")
        self.write("web/package-lock.json", "{}")
        self.write("bin/npm", NPM)
        self.node("v20.19.0")

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def node(self, version: str) -> None:
        self.write("bin/node", NODE.format(version=version))

    def build(self) -> str:
        """Build; returns the calls of npm, or the error."""
        log = self.folder / "npm.log"
        log.unlink(missing_ok=True)
        done = subprocess.run(
            [sys.executable, "-c", "import webclient; webclient.build()"],
            env={"PATH": os.pathsep.join([str(self.folder / "bin"), "/bin"]), "PYTHONPATH": str(self.folder / "tools")},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            return done.stderr.splitlines()[-1]
        return "; ".join(line.split(" --")[0] for line in log.read_text().splitlines()) if log.exists() else ""


@pytest.fixture
def checkout(tmp_path: Path, repository: Path) -> Checkout:
    return Checkout(tmp_path, repository)


def test_only_what_has_changed_is_done_again(checkout: Checkout) -> None:
    assert checkout.build() == "ci; run build"
    assert checkout.build() == ""
    checkout.write("web/src/App.svelte", "<h1>Quincunx</h1>")
    assert checkout.build() == "run build"
    checkout.write("web/package-lock.json", '{"another": "version"}')
    assert checkout.build() == "ci; run build"
    checkout.write("web/node_modules/some/file.js", "")
    assert checkout.build() == ""
    shutil.rmtree(checkout.folder / "src")
    assert checkout.build() == "run build"


def test_packages_run_no_scripts_of_their_own(checkout: Checkout) -> None:
    checkout.build()
    assert "--ignore-scripts" in (checkout.folder / "npm.log").read_text().splitlines()[0]


@pytest.mark.parametrize("version", ["v18.20.4", "v20.18.9", "none"])
def test_an_old_node_is_named_with_what_to_install(checkout: Checkout, version: str) -> None:
    checkout.node(version)
    told = checkout.build()
    assert version in told
    assert "20.19" in told
    assert "nodejs npm" in told


def test_without_a_client_there_is_no_page(checkout: Checkout) -> None:
    shutil.rmtree(checkout.folder / "web")
    assert "no browser client" in checkout.build()
