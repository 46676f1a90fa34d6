"""Sets the project up and runs a task: `python3 tools/bootstrap.py TASK`. Standard library only.

    play            make the environment if needed, then play
    test            lint, types, and the tests in both builds, compiled and not, and under the sanitizers
    sanitize        the conformance suite in a build with address and bounds sanitizers
    bench           speed of the rules, compiled against uncompiled, and of the search
    bench-peers     speed against other libraries, in an environment of its own
    bench-strength  matches of the bots against others, in the same environment; takes hours
    bench-load      the server under load
    install         only make the environment

Everything lands in folders of this checkout: .venv, .venv-peers and build.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

LEAST_PYTHON = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PEERS_VENV = ROOT / ".venv-peers"
SANITIZED = ROOT / "build" / "sanitized"
BUILT_FROM = ("pyproject.toml", "CMakeLists.txt", "src")
COMPILERS = ("cc", "gcc", "clang")
POSTGRESQL = Path("/usr/lib/postgresql")  # where Debian has its servers, a folder a version
SEARCH_TESTS = ("tests/search/test_alphabeta.py", "tests/search/test_mcts.py", "tests/search/test_evaluators.py")


class Failure(Exception):
    """A step that did not work, in words for the person at the terminal."""


def main(arguments: Sequence[str]) -> int:
    """Run the task that is named."""
    tasks: dict[str, Callable[[], None]] = {
        "play": play,
        "test": test,
        "sanitize": sanitize,
        "bench": bench,
        "bench-peers": bench_peers,
        "bench-strength": bench_strength,
        "bench-load": bench_load,
        "install": install,
    }
    if len(arguments) != 1 or arguments[0] not in tasks:
        print(__doc__)
        return 2
    try:
        tasks[arguments[0]]()
    except Failure as failure:
        print(f"bootstrap: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def play() -> None:
    """The program itself."""
    install()
    run([script(VENV, "quincunx"), "play"])


def test() -> None:
    """Everything that must hold before a change lands."""
    install("test")
    require_compiled()
    install_services()
    python = interpreter(VENV)
    run([python, "-m", "ruff", "check", "."])
    run([python, "-m", "ruff", "format", "--check", "."])
    run([python, "-m", "mypy"])
    sanitize()
    say("tests, uncompiled build")
    run([python, "-m", "pytest", "-n", "auto"], PYTHONPATH=str(ROOT / "src"))
    say("tests, compiled build")
    run([python, "-m", "pytest", "-n", "auto"])


def sanitize() -> None:
    """The conformance suite and the searches on a build that watches every array."""
    install("test")
    compiler = find_compiler()
    runtime = compiler and answer([compiler, "-print-file-name=libasan.so"])
    if not runtime or not Path(runtime).is_absolute():
        say("skipped the sanitizers: no C compiler with an address sanitizer here")
        return
    into = ["--upgrade", "--target", str(SANITIZED), "--no-deps", "--no-build-isolation"]
    how = ["-Ccmake.define.QUINCUNX_SANITIZE=ON", "-Cbuild-dir=build/sanitize"]
    pip(VENV, "install", "--quiet", *into, *how, ".", QUINCUNX_MUST_COMPILE="1")
    say("conformance and searches, build with sanitizers")
    run(
        [interpreter(VENV), "-m", "pytest", "-n", "auto", "tests/conformance", "tests/perft", *SEARCH_TESTS],
        QUINCUNX_WALKS="1",
        PYTHONPATH=str(SANITIZED),
        LD_PRELOAD=runtime,
        PYTHONMALLOC="malloc",
        ASAN_OPTIONS="detect_leaks=0",
    )


def bench() -> None:
    """Plies per second of every game, in both builds; nodes per second of its search."""
    install()
    require_compiled()
    run([interpreter(VENV), "bench/rules.py"])
    run([interpreter(VENV), "bench/search.py"])


def bench_peers() -> None:
    """Our speed beside that of other libraries."""
    install_into(PEERS_VENV, "peers")
    run([interpreter(PEERS_VENV), "bench/peers.py"])


def bench_strength() -> None:
    """Our bots against others."""
    install_into(PEERS_VENV, "peers")
    run([interpreter(PEERS_VENV), "bench/strength.py"])


def bench_load() -> None:
    """How the server does with many connections, and where it saturates."""
    install("test")
    run([interpreter(VENV), "bench/load.py"])


def install(*groups: str) -> None:
    """Make the environment, and build and install the project where anything has changed."""
    install_into(VENV, *groups)
    if not is_compiled(VENV):
        say("no compiled core: the games play all the same, only slower (a C compiler makes them fast)")


def install_into(folder: Path, *groups: str) -> None:
    """Make an environment with these groups of requirements and the project in it; do only what is not done yet."""
    make_environment(folder)
    stamp = folder / "installed.json"
    known = json.loads(stamp.read_text()) if stamp.exists() else {"build": "", "groups": {}}
    wanted = {group: requirement_group(group) for group in ("build", *groups)}
    build = fingerprint()
    if known["build"] == build and all(known["groups"].get(group) == lines for group, lines in wanted.items()):
        return
    say("installing (the first time takes a minute)")
    pip(folder, "install", "--quiet", *(line for lines in wanted.values() for line in lines))
    if known["build"] != build:
        pip(folder, "install", "--quiet", "--no-build-isolation", ".")
    stamp.write_text(json.dumps({"build": build, "groups": known["groups"] | wanted}))


def install_services() -> None:
    """The database server that tests start for themselves: installed where that is allowed, or else named."""
    if any(POSTGRESQL.glob("*/bin/initdb")):
        return
    if shutil.which("apt-get") and os.access("/var/lib/dpkg", os.W_OK):
        say("installing PostgreSQL for the tests")
        quietly = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.call(["apt-get", "update", "--quiet"], env=quietly)  # a new machine knows of no packages yet
        subprocess.call(["apt-get", "install", "-yq", "--no-install-recommends", "postgresql"], env=quietly)
    if not any(POSTGRESQL.glob("*/bin/initdb")):
        say("skipping the tests on PostgreSQL: there is no server here (on Debian: apt install postgresql)")


def make_environment(folder: Path) -> None:
    """A virtual environment with pip in it; a half-made one is made anew."""
    if sys.version_info < LEAST_PYTHON:
        raise Failure(f"needs Python {'.'.join(map(str, LEAST_PYTHON))} or newer; this is {sys.version.split()[0]}")
    if interpreter(folder).exists() and answer([interpreter(folder), "-m", "pip", "--version"]):
        return
    say(f"making {folder.name}")
    try:
        venv.create(folder, with_pip=True, clear=True, symlinks=os.name != "nt")
    except (OSError, subprocess.CalledProcessError) as error:
        raise Failure(f"cannot make {folder.name} ({error}); on Debian: apt install python3-venv") from error


def requirement_group(name: str) -> list[str]:
    """A dependency group of pyproject.toml."""
    import tomllib  # from 3.11 on: after the check of the version

    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    return [str(line) for line in groups[name]]


def fingerprint() -> str:
    """A digest of all that the project's installation depends on."""
    digest = hashlib.sha256(repr((sys.version, find_compiler())).encode())
    for name in BUILT_FROM:
        path = ROOT / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()


def find_compiler() -> str | None:
    """The C compiler, if there is one."""
    named = os.environ.get("CC")
    return next((found for name in ([named] if named else COMPILERS) if (found := shutil.which(name))), None)


def is_compiled(folder: Path) -> bool:
    """Whether the installed project runs compiled."""
    return answer([interpreter(folder), "-c", "import quincunx; print(quincunx.compiled)"]) == "True"


def require_compiled() -> None:
    """Stop where a compiler is there but the build has fallen back: then the sources do not compile."""
    if find_compiler() and not is_compiled(VENV):
        raise Failure("the core did not compile; see why with: .venv/bin/pip install -v --no-build-isolation .")


def interpreter(folder: Path) -> Path:
    """The environment's Python."""
    return script(folder, "python")


def script(folder: Path, name: str) -> Path:
    """A program of the environment."""
    return folder / ("Scripts" if os.name == "nt" else "bin") / (f"{name}.exe" if os.name == "nt" else name)


def pip(folder: Path, *arguments: str, **environment: str) -> None:
    """Run the environment's pip."""
    run([interpreter(folder), "-m", "pip", "--disable-pip-version-check", *arguments], **environment)


def run(command: Sequence[str | Path], **environment: str) -> None:
    """Run a program in the checkout; stop at its first failure."""
    code = subprocess.call([str(part) for part in command], cwd=ROOT, env=environment_with(environment))
    if code:
        raise Failure(f"{' '.join(map(str, command[:4]))} … ended with {code}")


def answer(command: Sequence[str | Path]) -> str:
    """What a program prints, or nothing if it fails."""
    done = subprocess.run(
        [str(part) for part in command], cwd=ROOT / "tools", capture_output=True, text=True, env=environment_with({})
    )
    return done.stdout.strip() if done.returncode == 0 else ""


def environment_with(extra: Mapping[str, str]) -> dict[str, str]:
    """The environment, without what would lead Python astray."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    return kept | extra


def say(text: str) -> None:
    """A line about what is going on."""
    print(f"bootstrap: {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
