"""The embedded server's process: `python -m quincunx.clients.desktop.server_process PORT`.

It prints its address on a line. When its standard input ends, because the program has closed it or was killed, it stops
as `quincunx serve` does on SIGTERM.
"""

from __future__ import annotations

import os
import signal
import sys
import threading

from quincunx.clients.desktop.window_folder import LOOPBACK
from quincunx.clients.language import of_environment, say, use
from quincunx.core.errors import QuincunxError
from quincunx.core.system_errors import system_reason
from quincunx.server.config import load
from quincunx.server.serve import note_address, serve


def main(port: int) -> None:
    """Serve the user's database on loopback; settings for access from other machines are overridden."""
    threading.Thread(target=_leave_when_alone, daemon=True).start()
    try:
        serve(load(os.environ, {"host": LOOPBACK, "port": port, "public_url": ""}), _tell)
    except (QuincunxError, OSError) as error:
        sys.exit(say(system_reason(error) if isinstance(error, OSError) else error.text))


def _tell(host: str, port: int) -> None:
    note_address(host, port)
    print(f"http://{host}:{port}", flush=True)


def _leave_when_alone() -> None:
    while os.read(0, 64):
        pass
    signal.raise_signal(signal.SIGTERM)


if __name__ == "__main__":
    use(of_environment())
    main(int(sys.argv[1]))
