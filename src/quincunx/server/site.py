"""Serves the built browser client: all files are in memory, and compressed in advance."""

from __future__ import annotations

import gzip
import hashlib
import re
from pathlib import Path
from typing import NamedTuple

from litestar.datastructures import Headers
from litestar.types import HTTPScope, Receive, Send

from quincunx.server.compression import accepts_gzip

BUILT = Path(__file__).with_name("site")  # made by `npm run build` in web/, and packed into the wheel
ELSEWHERE = ("/api", "/live", "/health", "/ready", "/metrics")
ASSETS = "/assets/"  # files whose names change with their content

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
POLICY = (
    "default-src 'self'; connect-src 'self'{sockets}; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "base-uri 'none'; frame-ancestors 'none'; form-action 'self'; object-src 'none'"
)
UNBUILT = (
    "Quincunx runs, but the page to play it in has not been built yet.\n"
    "Run `make play`, or `npm install && npm run build` in web/, and start it again.\n"
)
HOST = re.compile(r"[A-Za-z0-9.\-]+(:[0-9]+)?|\[[0-9A-Fa-f:]+\](:[0-9]+)?")


class Form(NamedTuple):
    """A file in one encoding, with its headers."""

    body: bytes
    headers: dict[str, str]


class File(NamedTuple):
    """A file, uncompressed and compressed."""

    plain: Form
    compressed: Form | None


class Site:
    """Serves the files of a folder by their paths; all other paths are pages of the client."""

    def __init__(self, folder: Path, public_url: str = "") -> None:
        self._is_secure = public_url.startswith("https://")
        paths = {f"/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*") if path.is_file()}
        shown = {name: path for name, path in paths.items() if "/." not in name}  # not .git, .env and the like
        self._files = {name: _file(name, path.read_bytes()) for name, path in shown.items()}
        self._index = self._files.get("/index.html")

    def serves(self, scope: HTTPScope) -> bool:
        """Whether the request is for the site: a read, and not of the API."""
        path = scope["path"]
        return scope["method"] in ("GET", "HEAD") and not any(
            path == other or path.startswith(f"{other}/") for other in ELSEWHERE
        )

    async def __call__(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        asked = Headers.from_scope(scope)
        status, form = self._answer(scope["path"], asked)
        headers = form.headers | {
            "content-security-policy": POLICY.format(
                sockets=_sockets(asked.get("host", ""), self._is_secure or scope["scheme"] == "https")
            ),
            "referrer-policy": "same-origin",
            "x-content-type-options": "nosniff",
        }
        if status != 304:
            headers["content-length"] = str(len(form.body))
        body = form.body if status != 304 and scope["method"] == "GET" else b""
        pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": pairs})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def _answer(self, path: str, asked: Headers) -> tuple[int, Form]:
        """The status and the response: a file, a page of the client, or a message if there is none."""
        if self._index is None:
            return 503, _text(UNBUILT)
        if path not in self._files and path.startswith(ASSETS):  # a page of an older build asks for it
            return 404, _text("There is no such file.\n")
        file = self._files.get(path, self._index)
        compressed = file.compressed if accepts_gzip(asked.get("accept-encoding", "")) else None
        form = compressed or file.plain
        return (304 if _is_known(asked.get("if-none-match", ""), form) else 200), form


def _file(name: str, body: bytes) -> File:
    digest = hashlib.sha256(body).hexdigest()[:32]
    headers = {
        "content-type": KINDS.get(Path(name).suffix, "application/octet-stream"),
        "cache-control": FOR_EVER if name.startswith(ASSETS) else ASK_AGAIN,
        "vary": "accept-encoding",
    }
    compressed = gzip.compress(body, 9, mtime=0)
    return File(
        Form(body, headers | {"etag": f'"{digest}"'}),
        Form(compressed, headers | {"etag": f'"{digest}-gzip"', "content-encoding": "gzip"})
        if len(compressed) < len(body)
        else None,
    )


def _text(words: str) -> Form:
    return Form(words.encode(), {"content-type": "text/plain; charset=utf-8", "cache-control": "no-store"})


def _is_known(header: str, form: Form) -> bool:
    """Whether the client already has this form of the file."""
    tags = [tag.strip().removeprefix("W/") for tag in header.split(",")]
    return "*" in tags or form.headers["etag"] in tags


def _sockets(host: str, is_secure: bool) -> str:
    """The WebSocket's address, for browsers in which 'self' does not include it. Over HTTPS only the secure one."""
    if not HOST.fullmatch(host):
        return ""
    return f" wss://{host}" if is_secure else f" ws://{host} wss://{host}"
