"""The servers of the load benchmarks, and what processes use."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

SETTINGS = {
    "QUINCUNX_ACCOUNTS_PER_HOUR": "1000000000",
    "QUINCUNX_CONNECTIONS": "100000",
    "QUINCUNX_CONNECTIONS_AN_ADDRESS": "100000",
    "QUINCUNX_MESSAGES_A_SECOND": "1000",
    "QUINCUNX_PORT": "0",
}
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A server process."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.address = f"127.0.0.1:{port}"

    def memory(self) -> int:
        """Its resident memory, in bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def metric(self, name: str) -> int:
        """One of its metrics, as a whole number."""
        text = httpx.get(f"http://{self.address}/metrics", timeout=120).text
        line = next(line for line in text.splitlines() if line.startswith(name))
        return int(float(line.split()[1]))

    def seconds(self) -> float:
        """The processor time it has used."""
        return seconds_of([self.process.pid])


@contextmanager
def running_server(database: str, *more: str) -> Iterator[Server]:
    """Run a server until the end of the block; what it logs as errors is printed."""
    command = [sys.executable, "-m", "quincunx", "serve", "--database", database, *more]
    process = subprocess.Popen(command, env=os.environ | SETTINGS, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    port = next((line["port"] for line in map(json.loads, process.stderr) if line["what"] == "listening"), None)
    if port is None:
        raise SystemExit("the server did not start")
    drain = subprocess.Popen(["grep", '"level": "error"'], stdin=process.stderr)
    try:
        yield Server(process, port)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        drain.wait()


@contextmanager
def running_servers(count: int, database: str, *more: str) -> Iterator[list[Server]]:
    """Run several servers on one database."""
    with ExitStack() as stack:
        yield [stack.enter_context(running_server(database, *more)) for _ in range(count)]


def seconds_of(processes: Iterable[int]) -> float:
    """The processor time that processes have used, and their children that have ended."""
    return sum(_seconds(process) for process in processes)


def _seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS
