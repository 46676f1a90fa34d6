"""A test page that reports to its server what it sees."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from servers import DEADLINE

PAGE = b"""<!doctype html><title>a page</title><body style="margin:0;height:100vh"><h1>A page</h1><script>
const tell = (what) => fetch('/' + what, { method: 'POST' })
addEventListener('click', () => tell('clicked'))
addEventListener('load', async () => {
  const seen = localStorage.seen || 'new'
  localStorage.seen = 'again'
  await navigator.storage.estimate()  // the browser's process has answered, so it knows of what was written before
  tell(seen)
})
</script>"""


class Page:
    """The address of the served page, and what it has reported."""

    def __init__(self, url: str, told: queue.Queue[tuple[str, str]]) -> None:
        self.url = url
        self._told = told

    def told(self, patience: float = DEADLINE) -> tuple[str, str]:
        """Waits for the next report: a word and the cookie sent with it; two empty texts if there is none."""
        try:
            return self._told.get(timeout=patience)
        except queue.Empty:
            return "", ""


@contextmanager
def served() -> Iterator[Page]:
    """Serves the page on a free loopback port; the answer sets a cookie."""
    told: queue.Queue[tuple[str, str]] = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            if "Cookie" not in self.headers:
                self.send_header("Set-Cookie", "taste=vanilla; HttpOnly; SameSite=Lax; Max-Age=86400")
            self.end_headers()
            self.wfile.write(PAGE)

        def do_POST(self) -> None:
            told.put((self.path.strip("/"), self.headers.get("Cookie", "")))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *words: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Page(f"http://127.0.0.1:{server.server_port}/", told)
    finally:
        server.shutdown()
        server.server_close()
