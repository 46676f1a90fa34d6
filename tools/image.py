"""The container image: built with buildah, without a registry or a daemon, then started and checked.

Its base is Debian from Debian's own mirror, made by mmdebstrap, because CI may not reach any registry. This machine's
certificates are added, so that builds behind its proxy work. Both packages are Debian's, and need root.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import urllib.request
from pathlib import Path

from machine import ROOT, Failure, answer, run, say

SUITE = "trixie"
MIRROR = "http://deb.debian.org/debian"
FOLDER = ROOT / "build" / "image"
BASE, IMAGE = "localhost/quincunx-base", "localhost/quincunx"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
PORT = "18080"
DEADLINE = 120  # seconds for a server in the image to answer

# what must hold in the image, as shell commands
INSIDE = {
    "it is not root": 'test "$(id -u)" != 0',
    "nobody can change the program": "! touch /opt/quincunx/changed 2>/dev/null",
    "there is no compiler, and no pip": "! command -v gcc cc make pip pip3",
    "the program is compiled": "python3 -c 'import quincunx; assert quincunx.compiled'",
    "the browser client is there": "test -f /opt/quincunx/lib/python3*/site-packages/quincunx/server/site/index.html",
    "PostgreSQL, Redis and traces are there": "python3 -c 'import psycopg, redis, opentelemetry.sdk'",
    "workers are there": "quincunx workers --help >/dev/null",
}


def obstacle() -> str:
    """Why the image cannot be built on this machine, or an empty text."""
    if any(shutil.which(program) is None for program in ("buildah", "mmdebstrap")):
        return "needs buildah and mmdebstrap (Debian: apt install buildah mmdebstrap)"
    return "" if os.geteuid() == 0 else "needs root"


def build_and_check() -> None:
    """Build the image, start it, and check what it can and cannot do."""
    if reason := obstacle():
        raise Failure(reason)
    FOLDER.mkdir(parents=True, exist_ok=True)
    _buildah("rm", "--all")  # containers of an earlier run that was killed; the storage is used for nothing else
    _make_base()
    say("building the image (some minutes)")
    what = ("--pull-never", "--format", "docker", "--network", "host", "--build-arg", f"BASE={BASE}")
    _buildah("build", *what, "--tag", IMAGE, "--file", "deploy/Containerfile", ".")
    _buildah("rmi", "--prune")  # the previous one
    container = _told("from", "--pull-never", IMAGE)
    try:
        _check(container)
    finally:
        _buildah("rm", container)


def _make_base() -> None:
    """Create an image of a minimal Debian, once."""
    if _told("images", "--quiet", BASE):
        return
    archive = FOLDER / "debian.tar"
    say(f"making a base image of Debian {SUITE}")
    run(["mmdebstrap", "--quiet", "--variant=minbase", "--include=ca-certificates", SUITE, archive, MIRROR])
    container = _told("from", "scratch")
    _buildah("add", "--quiet", container, str(archive), "/")
    if CERTIFICATES.is_file():
        _buildah("copy", "--quiet", container, str(CERTIFICATES), str(CERTIFICATES))
        trusted = (f"{name}={CERTIFICATES}" for name in ("PIP_CERT", "NODE_EXTRA_CA_CERTS"))
        _buildah("config", *(word for pair in trusted for word in ("--env", pair)), container)
    _buildah("commit", "--quiet", "--rm", container, BASE)
    archive.unlink()


def _check(container: str) -> None:
    """Check the image's contents, then start a server through its entry point and run its own health check."""
    for what, command in INSIDE.items():
        if subprocess.call(_words("run", container, "--", "sh", "-c", command), cwd=ROOT):
            raise Failure(f"not true of the image: {what}")
        say(f"in the image, {what}")
    command = ("run", "--network", "host", "--env", f"QUINCUNX_PORT={PORT}", container, "--", "quincunx", "serve")
    with subprocess.Popen(_words(*command), cwd=ROOT) as server:
        try:
            _wait_until_ready(server)
            say("a server in the image is ready")
            _buildah("run", "--network", "host", "--env", f"QUINCUNX_PORT={PORT}", container, "--", *_health_check())
            say("its health check passes")
        finally:
            server.terminate()


def _health_check() -> list[str]:
    """The command of the image's health check."""
    kind, *words = json.loads(_told("inspect", "--type", "image", IMAGE))["Docker"]["config"]["Healthcheck"]["Test"]
    assert kind == "CMD"
    return list(words)


def _wait_until_ready(server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + DEADLINE
    while server.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/ready", timeout=5):
                return
        except OSError:
            time.sleep(0.5)
    raise Failure("the server in the image did not start")


def _words(*words: str) -> list[str]:
    places = ["--root", str(FOLDER / "storage"), "--runroot", str(FOLDER / "run")]
    how = ("--isolation", "chroot") if words[0] in ("build", "run") else ()  # works inside another container too
    return ["buildah", *places, words[0], *how, *words[1:]]


def _buildah(*words: str) -> None:
    run(_words(*words))


def _told(*words: str) -> str:
    return answer(_words(*words))
