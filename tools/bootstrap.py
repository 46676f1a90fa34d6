"""Sets up the project and runs a task: `python3 tools/bootstrap.py TASK`. Standard library only.

    play            make the environment if needed, then play in a window
    test            lint, types, the tests in both builds and under the sanitizers, and the container image
    check           lint, types and the fast tests on the sources as they are: before every commit
    lint            only lint and types
    check-web       only the types and tests of the browser client
    sanitize        only the conformance suite in a build with address and bounds sanitizers
    protocol        write the browser client's types and the JSON Schema from quincunx.protocol
    screenshots     every page in four sizes, light and dark, into build/screenshots
    bench           speed of the rules, compiled against uncompiled, and of the search
    bench-peers     speed against other libraries, in a separate environment
    bench-strength  matches of the bots against others, in the same environment; takes hours
    bench-load      the server under load; more arguments are those of bench/load.py
    lock            pin what the server installs, with hashes, into locks/
    sbom            list the program's components, into build/sbom
    audit           ask the registries for known vulnerabilities in the pinned versions
    image           build the container image, start it and check it (needs root, buildah and mmdebstrap)
    release-check   whether this version can be released; writes its notes to build/release-notes.md
    page            only build the browser client
    install         only make the environment

Everything is written to folders of this checkout: .venv, .venv-peers, .venv-supply, build, web/node_modules and the
built page in src.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import image
import release
import supply
import webclient
from environments import (
    VENV,
    find_compiler,
    install,
    install_into,
    install_window,
    interpreter,
    pip,
    require_compiled,
    script,
)
from machine import ROOT, Background, Failure, answer, become, run, run_together, say
from packages import install_packages
from suites import BOTH_BUILDS, FAST, ON_SCREEN, ONE_BUILD, SANITIZED, paths, without

PEERS_VENV = ROOT / ".venv-peers"
SANITIZED_BUILD = ROOT / "build" / "sanitized"
# One more than there are processors: tests wait for servers, disks and animations as much as they compute. Each process
# gets neighbouring tests, so a module's server is started once. A process that is done takes over others.
AT_ONCE = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal")
WITH_ARGUMENTS = ("bench-load",)


def main(arguments: Sequence[str]) -> int:
    """Run the named task."""
    tasks: dict[str, Callable[..., None]] = {
        "play": play,
        "test": test,
        "check": check,
        "lint": lint,
        "check-web": check_web,
        "sanitize": sanitize,
        "protocol": protocol,
        "screenshots": screenshots,
        "bench": bench,
        "bench-peers": bench_peers,
        "bench-strength": bench_strength,
        "bench-load": bench_load,
        "lock": supply.lock,
        "sbom": supply.sbom,
        "audit": supply.audit,
        "image": image.build_and_check,
        "release-check": release.check,
        "page": webclient.build,
        "install": install_all,
    }
    task, more = arguments[0] if arguments else "", arguments[1:]
    if task not in tasks or (more and task not in WITH_ARGUMENTS):
        print(__doc__)
        return 2
    try:
        tasks[task](*more)
    except Failure as failure:
        print(f"bootstrap: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def play() -> None:
    """Start the program: in its window, or in the terminal if the browser client is not built."""
    install_all()
    if webclient.is_built():
        install_window()
        become([script(VENV, "quincunx")])
    else:
        become([script(VENV, "quincunx"), "play"])


def install_all() -> None:
    """Make the environment, including the browser client in the package if it can be built."""
    try:
        webclient.build()
    except Failure as failure:
        say(f"no {'new ' if webclient.is_built() else ''}page for the window: {failure}")
    install()


def test() -> None:
    """Run everything that must pass before a change is merged."""
    install_packages()
    if reason := image.obstacle():
        say(f"skipped the container image: {reason}")
        _install_and_test()
        return
    say("building the container image beside everything else; its output comes at the end")
    with Background([sys.executable, __file__, "image"]) as build:
        _install_and_test()
        build.wait()


def _install_and_test() -> None:
    """Install the program, and run the linters and all tests."""
    webclient.build()  # before the package is installed: its browser tests fail without the client
    install("test", "research", "desktop")
    require_compiled()
    _run_tests()


def _run_tests() -> None:
    """Run the linters and all tests."""
    python = interpreter(VENV)
    say("lint and types, the browser client's own tests, and the sanitizers, side by side")
    run_together([[python, __file__, task] for task in ("lint", "check-web", "sanitize")])
    say("tests of the compiled modules, uncompiled build")
    run([python, "-m", "pytest", *AT_ONCE, *paths(*BOTH_BUILDS), *without(*ONE_BUILD)], PYTHONPATH=str(ROOT / "src"))
    say("tests, compiled build")
    run([python, "-m", "pytest", *AT_ONCE, *without(*ON_SCREEN)])
    say("tests in a browser and in the program window")
    run([python, "-m", "pytest", *AT_ONCE, *paths(*ON_SCREEN)])


def check() -> None:
    """Run what should pass before every commit, in about a minute."""
    install("test", "research", "desktop")  # before the two tasks that run in parallel
    python = interpreter(VENV)
    fast = [python, "-m", "pytest", *AT_ONCE, *paths(*FAST)]
    run_together([[python, __file__, "lint"], fast], PYTHONPATH=str(ROOT / "src"))


def lint() -> None:
    """Lint and type-check the sources; the window's types are Qt's."""
    install("test", "research", "desktop")
    python = interpreter(VENV)
    run([python, "-m", "ruff", "check", "."])
    run([python, "-m", "ruff", "format", "--check", "."])
    run([python, "-m", "mypy"])


def check_web() -> None:
    """Check the browser client without a browser."""
    webclient.build()
    webclient.check()


def sanitize() -> None:
    """Run the conformance suite and the searches on a build that checks every array access."""
    install("test", "research")
    compiler = find_compiler()
    runtime = compiler and answer([compiler, "-print-file-name=libasan.so"])
    if not runtime or not Path(runtime).is_absolute():
        say("skipped the sanitizers: no C compiler with an address sanitizer here")
        return
    into = ["--upgrade", "--target", str(SANITIZED_BUILD), "--no-deps", "--no-build-isolation"]
    how = ["-Ccmake.define.QUINCUNX_SANITIZE=ON", "-Cbuild-dir=build/sanitize"]
    pip(VENV, "install", "--quiet", *into, *how, ".", QUINCUNX_MUST_COMPILE="1")
    say("conformance and searches, build with sanitizers")
    run(
        [interpreter(VENV), "-m", "pytest", *AT_ONCE, *paths(*SANITIZED)],
        QUINCUNX_WALKS="1",
        PYTHONPATH=str(SANITIZED_BUILD),
        LD_PRELOAD=runtime,
        PYTHONMALLOC="malloc",
        ASAN_OPTIONS="detect_leaks=0",
    )


def protocol() -> None:
    """Write the files that are generated from the protocol's structs in src."""
    install("test", "research")
    run([interpreter(VENV), "tools/protocol.py"], PYTHONPATH=str(ROOT / "src"))


def screenshots() -> None:
    """Take screenshots of the pages."""
    install_packages()
    webclient.build()
    install("test", "research", "desktop")
    run([interpreter(VENV), "tools/screenshots.py"])


def bench() -> None:
    """Measure plies per second of every game, in both builds, and nodes per second of its search."""
    install()
    require_compiled()
    run([interpreter(VENV), "bench/rules.py"])
    run([interpreter(VENV), "bench/search.py"])


def bench_peers() -> None:
    """Compare our speed with that of other libraries."""
    install_into(PEERS_VENV, "peers")
    run([interpreter(PEERS_VENV), "bench/peers.py"])


def bench_strength() -> None:
    """Play our bots against others."""
    install_into(PEERS_VENV, "peers")
    run([interpreter(PEERS_VENV), "bench/strength.py"])


def bench_load(*arguments: str) -> None:
    """Measure the server with many connections, and where it saturates."""
    install("test", "research")
    run([interpreter(VENV), "bench/load.py", *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
