"""Running the server: configuration, health, metrics, logs, a graceful stop, upgrades and backups."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import stat
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from sqlalchemy import text

from backends.games import keep, played
from quincunx.cli import main
from quincunx.play.seats import Person
from quincunx.server.app import create_app
from quincunx.server.config import Config, ConfigError, load
from quincunx.store.store import Store, Unit
from quincunx.store.upgrade import upgrade
from servers import Installed, Server, running
from services import free_port

LONG = ("correct horse battery staple " * 7)[:200]  # a password


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "quincunx", *words],
        capture_output=True,
        text=True,
        env={"HOME": "/nowhere", **environment},
    )


class Said(NamedTuple):
    """The result of a command."""

    returncode: int
    stdout: str
    stderr: str


Here = Callable[..., Said]


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str]) -> Here:
    """Run a command in the test's process, if nothing depends on a separate one."""

    def run_here(*words: str) -> Said:
        with pytest.raises(SystemExit) as left:
            main(words)
        assert isinstance(left.value.code, int)
        return Said(left.value.code, *capsys.readouterr())

    return run_here


# configuration


def test_the_command_line_is_above_the_environment_and_that_above_the_file(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text('host = "file"\nport = 1\nlog_level = "error"\n')
    config = load({"QUINCUNX_PORT": "2", "QUINCUNX_HOST": "environment"}, {"host": "given"}, str(file))
    assert (config.host, config.port, config.log_level) == ("given", 2, "error")
    assert load({"QUINCUNX_CONFIG": str(file)}, {}).port == 1
    assert load({"QUINCUNX_TRUSTED_PROXIES": "10.0.0.1, 10.0.0.2"}, {}).trusted_proxies == ["10.0.0.1", "10.0.0.2"]


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({"QUINCUNX_PORT": "many"}, "QUINCUNX_PORT"),
        ({"QUINCUNX_PORT": "70000"}, "QUINCUNX_PORT"),
        ({"QUINCUNX_LOG_LEVEL": "loud"}, "QUINCUNX_LOG_LEVEL"),
        ({"QUINCUNX_BOTS": "0"}, "bots: 0 leaves them to workers"),
        ({"QUINCUNX_REVIEWS": "0"}, "reviews: 0 leaves them to workers"),
        ({"QUINCUNX_PUBLIC_URL": "play.example"}, "public_url"),
        ({"QUINCUNX_PUBLIC_URL": "https://play.example/games"}, "public_url"),
    ],
)
def test_a_wrong_setting_is_named(environment: dict[str, str], word: str) -> None:
    with pytest.raises(ConfigError, match=word):
        load(environment, {})


def test_an_unknown_setting_in_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text("prot = 8000\n")
    with pytest.raises(ConfigError, match="prot"):
        load({}, {}, str(file))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("port = 99999", "port: expected a whole number from 0 to 65535, got 99999"),
        ("bots = -1", "bots: expected a whole number from 0, got -1"),
        ("connections = 0", "connections: expected a whole number from 1, got 0"),
        ("bot_seconds = 'x'", "bot_seconds: expected a number above 0, up to 60, got 'x'"),
        ("log_level = 'loud'", "log_level: expected debug, error, info or warning, got 'loud'"),
        ("trusted_proxies = 3", "trusted_proxies: expected a list of strings, got 3"),
        ("metrics_token = 3", "metrics_token: expected a text"),  # a secret is not repeated in the error
        ("foo = 1", "there is no setting 'foo'"),
    ],
)
def test_a_wrong_setting_in_a_file_is_told_in_plain_words(tmp_path: Path, line: str, words: str) -> None:
    file = tmp_path / "server.toml"
    file.write_text(f"{line}\n")
    with pytest.raises(ConfigError) as told:
        load({}, {}, str(file))
    assert str(told.value) == f"{file}: {words}"


def test_a_wrong_setting_in_the_environment_is_told_in_plain_words() -> None:
    with pytest.raises(ConfigError) as told:
        load({"QUINCUNX_PORT": "many"}, {})
    assert str(told.value) == "QUINCUNX_PORT: expected a whole number from 0 to 65535, got 'many'"


def test_the_printed_configuration_is_whole_can_be_read_and_hides_secrets() -> None:
    secret = {"QUINCUNX_METRICS_TOKEN": "sesame", "QUINCUNX_DATABASE": "postgresql://me:hunter2@db.example/games"}
    printed = run("serve", "--port", "9", "--print-config", **secret).stdout
    assert "sesame" not in printed
    assert "hunter2" not in printed
    settings = tomllib.loads(printed)
    assert set(settings) == set(Config.__struct_fields__)
    assert settings["port"] == 9
    assert settings["database"] == "postgresql://me:***@db.example/games"


def test_a_mistake_is_one_line() -> None:
    failed = run("serve", QUINCUNX_DATABASE="mysql://x")
    assert (failed.returncode, failed.stderr) == (2, "quincunx: expected sqlite: or postgresql:, got mysql:\n")


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("db", "upgrade")])
def test_a_database_that_cannot_be_opened_is_one_line(command: tuple[str, ...], tmp_path: Path, here: Here) -> None:
    (tmp_path / "letter.db").write_text("Dear Ann, this is no database. " * 40)
    nobody = f"postgresql://me:hunter2@127.0.0.1:{free_port()}/games"
    for database in (f"sqlite:///{tmp_path}/letter.db", f"sqlite:///{tmp_path}/letter.db/x.db", nobody):
        failed = (run if command[0] == "serve" else here)(*command, "--database", database)
        assert (failed.returncode, failed.stderr.count("\n")) == (2, 1), failed.stderr
        assert "hunter2" not in failed.stderr


# health, metrics, logs


def test_health(server: Server) -> None:
    assert httpx.get(f"{server.url}/health").json() == {"status": "well"}


def test_metrics_are_prometheus_text(server: Server) -> None:
    httpx.get(f"{server.url}/api/no/such/place")
    answer = httpx.get(f"{server.url}/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'quincunx_http_requests_total{method="GET",route="(none)",status="404"}' in answer.text
    line = re.compile(r'# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"\n]*",?)+\})? \S+')
    assert [text for text in answer.text.splitlines() if not line.fullmatch(text)] == []
    names = re.findall(r"# TYPE (\w+)", answer.text)
    assert len(names) == len(set(names))


def test_the_page_on_metrics_lists_every_one(server: Server, repository: Path) -> None:
    text = httpx.get(f"{server.url}/metrics").text
    served = set(re.findall(r"^# TYPE (\w+) (\w+)", text, re.MULTILINE))
    listed = re.findall(r"^\| `(quincunx_\w+)` \| (\w+) \|", (repository / "docs/metrics.md").read_text(), re.MULTILINE)
    assert set(listed) == served
    assert len(listed) == len(served)


def test_two_servers_in_one_process_count_apart() -> None:
    first, second = (create_app(Config()).state for _ in range(2))
    first.dropped.count("idle")
    assert b'quincunx_connections_cut_total{reason="idle"} 1.0' in first.metrics.text()
    assert b"idle" not in second.metrics.text()


def test_metrics_are_for_this_machine_or_for_whoever_has_the_token(own_database: str) -> None:
    with running(own_database, metrics_token="sesame") as server:
        assert httpx.get(f"{server.url}/metrics").status_code == 404
        assert httpx.get(f"{server.url}/metrics", headers={"authorization": "Bearer wrong"}).status_code == 404
        assert httpx.get(f"{server.url}/metrics", headers={"authorization": "Bearer sesame"}).status_code == 200


def test_metrics_are_not_for_strangers(own_database: str) -> None:
    with running(own_database, trusted_proxies="127.0.0.1") as server:
        assert httpx.get(f"{server.url}/metrics", headers={"x-forwarded-for": "192.0.2.1"}).status_code == 404


@pytest.mark.parametrize("said", ["x-forwarded-for", "forwarded", "via"])
def test_nor_for_those_whom_a_proxy_on_this_machine_brings(server: Server, said: str) -> None:
    """Even if the server does not know about the proxy, whatever address it reports."""
    assert httpx.get(f"{server.url}/metrics", headers={said: "127.0.0.1"}).status_code == 404


def test_answers_carry_what_keeps_browsers_safe(server: Server) -> None:
    for path in ("/health", "/no/such/place", "/api/account"):
        headers = httpx.get(server.url + path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["cache-control"] == "no-store"


def test_an_answer_is_no_page_wherever_it_is_opened(server: Server) -> None:
    for path in ("/health", "/metrics", "/api/games", "/api/openapi.json", "/api/no/such/place"):
        rules = set(httpx.get(server.url + path).headers["content-security-policy"].split("; "))
        assert {"default-src 'none'", "object-src 'none'", "base-uri 'none'", "form-action 'none'", "sandbox"} <= rules


def test_no_other_site_may_read_an_answer(server: Server) -> None:
    foreign = {"origin": "https://elsewhere.example", "access-control-request-method": "POST"}
    for method, path in (("GET", "/api/account"), ("OPTIONS", "/api/login"), ("OPTIONS", "/api/no/such/place")):
        answer = httpx.request(method, server.url + path, headers=foreign)
        assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.parametrize("path", ["/", "/health", "/api/account", "/api/login"])
def test_nothing_is_sent_back_as_it_came(server: Server, path: str) -> None:
    answer = httpx.request("TRACE", server.url + path, headers={"x-secret": "sesame"})
    assert answer.status_code in (404, 405)
    assert "sesame" not in answer.text


def test_nobody_is_sent_elsewhere(own_database: str, tmp_path: Path) -> None:
    """A redirect would hide from a program that it uses an unencrypted address."""
    (tmp_path / "index.html").write_text("a page")
    with running(own_database, public_url="https://play.example", site=tmp_path) as server:
        for path in ("/", "//elsewhere.example", "/api/games", "/api/games/", "/api/login", "/health/", "/live"):
            answer = httpx.get(server.url + path, headers={"host": "play.example"})
            assert answer.status_code not in range(300, 400)
            assert "location" not in answer.headers


def test_no_variable_turns_debugging_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITESTAR_DEBUG", "1")
    monkeypatch.setenv("LITESTAR_PDB", "1")
    app = create_app(Config())
    assert not app.debug
    assert not app.pdb_on_exception


def test_only_a_proxy_that_is_trusted_says_who_asks_and_how(own_database: str) -> None:

    def enter(address: str) -> tuple[int, str]:
        said = {"x-forwarded-for": address, "x-forwarded-proto": "https", "x-real-ip": address}
        done = httpx.post(f"{server.url}/api/guest", headers=said)
        return done.status_code, done.headers.get("set-cookie", "").partition("=")[0]

    with running(own_database, accounts_per_hour=2) as server:
        came = [enter(f"192.0.2.{number}") for number in range(3)]
        assert came == [(201, "quincunx"), (201, "quincunx"), (429, "")]  # they all count as coming from this machine
        server.stop()
        server.settings["trusted_proxies"] = "127.0.0.1"
        server.start()
        assert [enter(f"192.0.2.{number}") for number in range(3)] == [(201, "__Host-quincunx")] * 3
        forged = [enter(f"198.51.100.{number}, 192.0.2.1") for number in range(2)]  # a forged address, then the proxy's
        assert [status for status, _ in forged] == [201, 429]


def test_the_api_describes_itself_without_scripts_from_elsewhere(server: Server) -> None:
    schema = httpx.get(f"{server.url}/api/openapi.json").json()
    assert "/api/register" in schema["paths"]
    for path in ("/api", "/schema", "/api/swagger", "/api/redoc"):
        assert "<script" not in httpx.get(server.url + path).text


def test_a_body_that_is_too_large_is_refused(server: Server) -> None:
    big = {"name": "annette", "password": "x" * 100_000}
    assert httpx.post(f"{server.url}/api/login", json=big).status_code == 413


# stopping


def test_a_request_under_way_is_finished_when_the_server_stops(own_database: str) -> None:
    """Hashing many registrations takes a while; all accepted ones are answered, and stored."""
    with running(own_database, Installed) as server:
        answers: list[int] = []
        arrived = threading.Barrier(7)

        def register(number: int) -> None:
            with server.client() as client:
                client.get("/health")
                arrived.wait()
                answers.append(
                    client.post("/api/register", json={"name": f"Ann{number}", "password": LONG}).status_code
                )

        threads = [threading.Thread(target=register, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        arrived.wait()
        while under_way(server) + len(answers) < 6:
            pass  # wait until the server has all of them
        assert server.stop() == 0
        for thread in threads:
            thread.join()
        server.start()
        here = [n for n in range(6) if log_in(server, f"Ann{n}") == 200]
        assert len(here) == answers.count(201) == 6


def under_way(server: Server) -> int:
    """The number of requests that the server is handling besides this one."""
    found = re.search(r"^quincunx_http_requests_running (\d+)", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)
    assert found
    return int(found[1]) - 1


def log_in(server: Server, name: str) -> int:
    with server.client() as client:
        return client.post("/api/login", json={"name": name, "password": LONG}).status_code


# the database


def test_what_was_acknowledged_survives_a_kill(own_database: str) -> None:
    with running(own_database) as server:
        client = server.member("Ann")
        server.kill()
        server.start()
        with server.client(cookies=dict(client.cookies)) as again:
            assert again.get("/api/account").json()["name"] == "Ann"


def test_the_database_is_for_its_owner_only(own_database: str) -> None:
    with running(own_database) as server:
        server.member("Ann")
        for path in Path(own_database.removeprefix("sqlite:///")).parent.glob("own.db*"):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_backup_while_the_server_writes_is_whole(tmp_path: Path) -> None:
    copy, folder = tmp_path / "copy.db", tmp_path / "50% of #1"
    folder.mkdir()
    own_database = f"sqlite:///{folder}/own.db"
    with running(own_database) as server:
        server.member("Ann")
        stop = threading.Event()

        def busy() -> None:
            while not stop.is_set():
                server.guest().close()

        writer = threading.Thread(target=busy)
        writer.start()
        done = run("db", "backup", str(copy), "--database", own_database)
        stop.set()
        writer.join()
        assert done.returncode == 0, done.stderr
        again = run("db", "backup", str(copy), "--database", own_database)
        assert (again.returncode, "already" in again.stderr) == (2, True)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with sqlite3.connect(copy) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with running(f"sqlite:///{copy}") as server, server.client() as client:
        assert client.post("/api/login", json={"name": "Ann", "password": "correct horse"}).status_code == 200


def test_for_postgresql_a_backup_names_the_tool(tmp_path: Path, here: Here) -> None:
    done = here("db", "backup", str(tmp_path / "copy"), "--database", "postgresql://me:hunter2@127.0.0.1/games")
    assert done.returncode == 2
    assert "pg_dump" in done.stderr
    assert "hunter2" not in done.stderr


def test_upgrade_says_what_it_did(database: str, here: Here) -> None:
    first, second = (here("db", "upgrade", "--database", database).stdout for _ in range(2))
    assert re.fullmatch(r"at version \d+, was empty\n", first)
    assert re.fullmatch(r"at version \d+ already\n", second)


def test_the_server_runs_on_postgresql_too(new_postgresql: Callable[[], str]) -> None:
    with running(new_postgresql()) as server:
        client = server.member("Ann")
        assert client.get("/api/account").json()["name"] == "Ann"
        refused = server.client().post("/api/register", json={"name": "ann", "password": "correct horse"})
        assert refused.status_code == 409


def test_recompute_says_whether_stats_agree_with_the_logs_and_puts_them_right(database: str, here: Here) -> None:
    refused = here("db", "recompute", "--database", database)
    assert (refused.returncode, "quincunx db upgrade" in refused.stderr) == (2, True)
    upgrade(database)

    async def fill(work: Callable[[Unit], object]) -> None:
        store = Store(database)
        await store.write(work)
        await store.close()

    def play(unit: Unit) -> None:
        ann, bob = (unit.accounts.add_member(name, "hash", 1) for name in ("Ann", "Bob"))
        keep(unit, played("checkers", (Person(ann.id, "Ann"), Person(bob.id, "Bob")), 0, kind="pool", rated=True))

    asyncio.run(fill(play))
    check = ("db", "recompute", "--check", "--database", database)
    assert (here(*check).returncode, here(*check).stdout) == (0, "0 differences\n")
    asyncio.run(fill(lambda unit: unit.connection.execute(text("UPDATE stats SET won = 7"))))
    found = here(*check)
    assert (found.returncode, found.stdout.splitlines()[-1]) == (1, "4 differences")
    assert here("db", "recompute", "--database", database).returncode == 0
    assert here(*check).returncode == 0
