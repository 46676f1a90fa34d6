"""The browser client's files, and the client's own pages, from a real server; and compression."""

from __future__ import annotations

import gzip
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from quincunx.server.compression import accepts_gzip
from quincunx.server.site import _sockets
from servers import Server, running

SCRIPT = "export const greeting = 'hello';\n" * 200
INDEX = "<!doctype html><title>Quincunx</title><script type=module src=/assets/index-3f2a.js></script>"
KINDS = {
    "/": "text/html; charset=utf-8",
    "/index.html": "text/html; charset=utf-8",
    "/sw.js": "text/javascript; charset=utf-8",
    "/manifest.webmanifest": "application/manifest+json",
    "/icon.svg": "image/svg+xml; charset=utf-8",
    "/icon.png": "image/png",
    "/words.json": "application/json",
    "/assets/index-3f2a.js": "text/javascript; charset=utf-8",
    "/assets/index-3f2a.css": "text/css; charset=utf-8",
    "/assets/inter-9c1b.woff2": "font/woff2",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a built client, with a secret file beside them."""
    house = tmp_path_factory.mktemp("house")
    (house / "secret.txt").write_text("nobody's business")
    for path in KINDS:
        file = house / "site" / (path[1:] or "index.html")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(INDEX if path in ("/", "/index.html") else SCRIPT if path.endswith(".js") else path)
    for hidden in (".env", ".git/config", "assets/.notes.js"):
        file = house / "site" / hidden
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("nobody's business")
    return house / "site"


@pytest.fixture(scope="module")
def site(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path_factory.mktemp('site') / 'test.db'}"
    with running(database, site=folder) as server:
        yield server
        assert server.stop() == 0
        assert not [line for line in server.log if line["level"] == "error"]


@pytest.fixture(scope="module")
def browser(site: Server) -> Iterator[httpx.Client]:
    with site.client() as client:
        yield client


@pytest.mark.parametrize(("path", "kind"), KINDS.items())
def test_every_file_has_its_type_and_says_how_long_it_keeps(browser: httpx.Client, path: str, kind: str) -> None:
    answer = browser.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
    for_ever = "public, max-age=31536000, immutable"
    assert answer.headers["cache-control"] == (for_ever if path.startswith("/assets/") else "no-cache")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/match/abc", "/join/abc", "/no/such/place", "/apiary", "/index.html/x", "/%2e%2e"])
def test_other_paths_are_the_clients_own_pages(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path)
    assert (answer.status_code, answer.text, answer.headers["cache-control"]) == (200, INDEX, "no-cache")


def test_what_is_not_the_sites_is_as_it_was(browser: httpx.Client) -> None:
    assert browser.get("/health").json() == {"status": "well"}
    assert browser.get("/api/no/such/place").json()["error"] == "not_found"
    assert browser.get("/live").status_code in (400, 404, 405)
    assert browser.post("/match/abc").json()["error"] == "not_found"
    assert "quincunx_http" in browser.get("/metrics").text


def test_an_asset_of_an_older_build_is_not_a_page(browser: httpx.Client) -> None:
    answer = browser.get("/assets/index-0000.js")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/plain; charset=utf-8")


def test_files_are_compressed_for_those_who_can_read_that(browser: httpx.Client) -> None:
    compressed = browser.get("/assets/index-3f2a.js", headers={"accept-encoding": "gzip, br"})
    assert (compressed.headers["content-encoding"], compressed.text) == ("gzip", SCRIPT)
    assert int(compressed.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), 9, mtime=0)) < 200
    plain = browser.get("/assets/index-3f2a.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == SCRIPT
    assert plain.headers["vary"] == compressed.headers["vary"] == "accept-encoding"
    assert plain.headers["etag"] != compressed.headers["etag"]  # strong etags differ by encoding
    assert "content-encoding" not in browser.get("/assets/inter-9c1b.woff2").headers  # it would not get smaller


def test_what_is_known_is_not_sent_again(browser: httpx.Client) -> None:
    tag = browser.get("/").headers["etag"]
    assert re.fullmatch(r'"[0-9a-f]{32}(-gzip)?"', tag)
    for header in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = browser.get("/match/abc", headers={"if-none-match": header})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert browser.get("/", headers={"if-none-match": '"other"'}).status_code == 200


def test_head_tells_the_same_without_the_body(browser: httpx.Client) -> None:
    for path in ("/", "/assets/index-3f2a.js", "/match/abc"):
        head, get = browser.head(path), browser.get(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == get.headers["content-length"]
        assert head.headers["etag"] == get.headers["etag"]


def test_a_page_loads_nothing_from_elsewhere(site: Server, browser: httpx.Client) -> None:
    rules = dict(rule.split(" ", 1) for rule in browser.get("/").headers["content-security-policy"].split("; "))
    own = f"127.0.0.1:{site.port}"
    assert rules == {
        "default-src": "'self'",
        "connect-src": f"'self' ws://{own} wss://{own}",
        "img-src": "'self' data:",
        "style-src": "'self' 'unsafe-inline'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "form-action": "'self'",
        "object-src": "'none'",
    }
    assert browser.get("/", headers={"host": "a; script-src *"}).status_code == 421
    assert _sockets("a; script-src *", is_secure=False) == ""  # on a network, where any host is accepted
    assert browser.get("/api/bots").headers["content-security-policy"].startswith("default-src 'none'")


@pytest.mark.parametrize("settings", [{"public_url": "https://play.example"}, {"trusted_proxies": "127.0.0.1"}])
def test_over_https_the_line_is_encrypted_too(own_database: str, folder: Path, settings: dict[str, str]) -> None:
    with running(own_database, site=folder, **settings) as server, server.client() as client:
        answer = client.get("/", headers={"x-forwarded-proto": "https"})
        assert f"connect-src 'self' wss://127.0.0.1:{server.port};" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "target", ["/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "//secret.txt"]
)
def test_there_is_no_way_out_of_the_folder(site: Server, target: str) -> None:
    with socket.create_connection(("127.0.0.1", site.port), timeout=60) as line:
        line.sendall(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert b"nobody's business" not in answer
    assert answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 404"))


@pytest.mark.parametrize("path", ["/.env", "/.git/config", "/.git/", "/assets/.notes.js"])
def test_what_is_hidden_in_the_folder_is_not_sent(browser: httpx.Client, path: str) -> None:
    assert "business" not in browser.get(path).text


@pytest.mark.parametrize("path", ["/assets", "/assets/", "/.git"])
def test_no_folder_is_listed(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path).text
    assert "index-3f2a.css" not in answer
    assert "config" not in answer


def test_files_are_one_route_in_the_metrics(browser: httpx.Client) -> None:
    browser.get("/somewhere/else")
    assert 'quincunx_http_requests_total{method="GET",route="(site)",status="200"}' in browser.get("/metrics").text


def test_without_a_build_the_answer_says_what_to_do(own_database: str, tmp_path: Path) -> None:
    with running(own_database, site=tmp_path / "nothing") as server, server.client() as client:
        answer = client.get("/")
        assert (answer.status_code, answer.headers["content-type"]) == (503, "text/plain; charset=utf-8")
        assert "npm run build" in answer.text
        assert client.get("/api/bots").status_code == 200


# -- the API's answers --


def test_long_answers_of_the_api_are_compressed(browser: httpx.Client) -> None:
    compressed = browser.get("/api/games", headers={"accept-encoding": "gzip"})
    plain = browser.get("/api/games", headers={"accept-encoding": "identity"})
    assert compressed.headers["content-encoding"] == "gzip"
    assert compressed.json() == plain.json()
    assert int(compressed.headers["content-length"]) < int(plain.headers["content-length"]) / 5
    rules = browser.get(f"/api/games/{compressed.json()[0]['key']}/rules", headers={"accept-encoding": "gzip"})
    assert (rules.headers["content-encoding"], rules.headers["vary"].lower()) == ("gzip", "accept-encoding")


@pytest.mark.parametrize("accepted", ["gzip;q=0", "identity", "br"])
def test_nobody_is_sent_an_encoding_that_was_not_accepted(browser: httpx.Client, accepted: str) -> None:
    assert "content-encoding" not in browser.get("/api/games", headers={"accept-encoding": accepted}).headers


def test_head_of_the_api_is_answered_as_it_was(browser: httpx.Client) -> None:
    answer = browser.head("/api/games", headers={"accept-encoding": "gzip"})
    assert (answer.status_code, answer.content) == (405, b"")


def test_an_export_is_sent_part_by_part_and_as_it_is(site: Server) -> None:
    answer = site.member("Ann").get("/api/account/export", headers={"accept-encoding": "gzip"})
    assert answer.json()["account"]["name"] == "Ann"
    assert "content-encoding" not in answer.headers
    assert answer.headers["transfer-encoding"] == "chunked"


@pytest.mark.parametrize("path", ["/api/bots", "/health", "/ready", "/metrics"])
def test_short_answers_and_those_for_machines_are_not(browser: httpx.Client, path: str) -> None:
    assert "content-encoding" not in browser.get(path, headers={"accept-encoding": "gzip"}).headers


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("gzip", True),
        ("GZIP;q=0.5, br", True),
        ("br, gzip;q=1.0", True),
        ("*", True),
        ("*;q=0, gzip", True),
        ("", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("*, gzip;q=0", False),
    ],
)
def test_who_can_read_what_is_compressed(header: str, accepted: bool) -> None:
    assert accepts_gzip(header) == accepted
