"""Plays on a whole site while its processes, its services and its network fail, and checks that nothing was lost.

    python tools/chaos.py --seed 7 --minutes 3

It starts PostgreSQL, Redis, HAProxy, servers and workers on loopback ports, and a hundred scripted players. The faults
follow from the seed. docs/chaos.md explains what is done and what is checked. Ctrl-C ends the play early, and what was
done until then is checked. The exit status is 1 if a promise was broken.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))  # its modules start real servers, databases and proxies

from chaos.faults import NAMES  # noqa: E402
from chaos.run import Settings, run  # noqa: E402


def main(arguments: list[str]) -> int:
    """Run with these arguments; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="determines which faults occur, and when")
    parser.add_argument("--minutes", type=float, default=3.0, help="how long faults are injected")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2, help="with 0, the servers run the bots themselves")
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--watchers", type=int, default=20)
    parser.add_argument("--think", type=float, default=2.0, help="seconds between two moves of a player, on average")
    parser.add_argument("--faults", default=",".join(NAMES), help=f"separated by commas: {', '.join(NAMES)}")
    parser.add_argument("--folder", type=Path, help="for the logs (default: a new temporary one)")
    asked = parser.parse_args(arguments)
    faults = [name for name in asked.faults.split(",") if name]
    if unknown := set(faults) - set(NAMES):
        parser.error(f"unknown faults: {', '.join(sorted(unknown))}")
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="quincunx-chaos-"))
    settings = Settings(
        seed=asked.seed,
        seconds=asked.minutes * 60,
        servers=asked.servers,
        workers=asked.workers,
        players=asked.players,
        watchers=asked.watchers,
        think=asked.think,
        faults=faults,
        folder=folder,
    )
    verdict = run(settings)
    print(f"logs: {folder}")
    return 1 if verdict.violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
