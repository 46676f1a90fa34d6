"""The program's embedded server, for the user alone, on loopback."""

from __future__ import annotations

from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

from quincunx.clients.desktop.child_process import ChildProcess
from quincunx.clients.desktop.messages import say
from quincunx.clients.desktop.window_folder import is_free, remember_port, remembered_port
from quincunx.clients.language import t
from quincunx.core.errors import QuincunxError
from quincunx.words import phrase

PATIENCE = 30.0  # seconds, in case the database is busy


class NotStartedError(QuincunxError):
    """Raised if the server did not start."""


class EmbeddedServer:
    """A running server, and its address."""

    def __init__(self, folder: Path, wanted: int | None) -> None:
        self._child = ChildProcess("server_process", str(_port(folder, wanted)), log=folder / "server.log")
        try:
            self.url = self._child.line()
            if not _is_well(self.url):
                last, log = self._child.last_words(), str(self._child.log)
                raise NotStartedError(phrase("desktop.server.not_started", reason=last, log=log))
        except BaseException:
            self._child.stop()
            raise
        self.port = urlsplit(self.url).port or 0
        if not remembered_port(folder):
            remember_port(folder, self.port)

    def stop(self) -> int:
        """Stop the server, which first finishes its open requests."""
        return self._child.stop()


def _port(folder: Path, wanted: int | None) -> int:
    """The requested port, or the last one used; 0, for any free port, if it is taken."""
    port = remembered_port(folder) if wanted is None else wanted
    if is_free(port):
        return port
    say(t("desktop.server.port_taken", port=port))
    return 0


def _is_well(url: str) -> bool:
    if not url:
        return False
    connection = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)  # never through a proxy
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
