"""The files of deploy/ match the program's commands, settings and metrics, and the tools that read them accept them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from quincunx.cli import main
from quincunx.server.config import PREFIX, Config
from quincunx.server.wire.connection_limits import FULL

from .layouts import FILLED_IN, VARIABLE, own, read_compose, unit
from .proxies import DEPLOY

UNITS = {"quincunx@.service": "quincunx@8001", "quincunx-workers@.service": "quincunx-workers@8101"}
MOST_EXPOSED = 20  # of 100, on systemd's own scale

Configured = Callable[..., dict[str, Any]]


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Configured:
    """The configuration with which a command would run."""

    def configured(words: list[str], environment: dict[str, str]) -> dict[str, Any]:
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            with pytest.raises(SystemExit) as left:
                main([*words, "--print-config"])
        printed, errors = capsys.readouterr()
        assert left.value.code == 0, errors
        return msgspec.toml.decode(printed)

    return configured


# compose


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """The file with its variables replaced."""
    return read_compose()


def test_compose_accepts_the_file() -> None:
    program = shutil.which("docker-compose")
    if program is None:
        pytest.skip("no docker-compose on this machine (Debian: docker-compose)")
    words = [program, "--file", str(DEPLOY / "compose.yaml"), "config", "--quiet"]
    checked = subprocess.run(words, env=FILLED_IN, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_the_services_start_with_their_settings(compose: dict[str, Any], configured: Configured) -> None:
    assert set(own(compose)) == {"server-1", "server-2", "workers"}
    at_once = {}
    for name, (words, environment) in own(compose).items():
        config = configured(words, environment)
        at_once[name] = config["bots"], config["reviews"]
        hosts = [urlsplit(config[address]).hostname for address in ("database", "bus")]
        assert hosts == ["postgres", "redis"]
        assert all(map(known_setting, environment)), name
        assert set(compose["services"][name]["depends_on"]) <= set(compose["services"])
    assert at_once == {"server-1": (0, 0), "server-2": (0, 0), "workers": (2, 1)}


def known_setting(variable: str) -> bool:
    fields = {field.name for field in msgspec.structs.fields(Config)}
    return variable.startswith(PREFIX) and variable.removeprefix(PREFIX).lower() in fields


def test_the_proxy_knows_the_servers_and_they_trust_it(compose: dict[str, Any]) -> None:
    caddy, servers = compose["services"]["caddy"], [name for name in own(compose) if name.startswith("server")]
    assert caddy["environment"]["SERVERS"].split() == [f"{name}:8000" for name in servers]
    address = caddy["networks"]["site"]["ipv4_address"]
    assert {own(compose)[name].environment["QUINCUNX_TRUSTED_PROXIES"] for name in servers} == {address}
    assert "QUINCUNX_PORT=8000" in (DEPLOY / "Containerfile").read_text()


def test_the_example_names_every_variable_of_the_file() -> None:
    used = {found[1] for found in VARIABLE.finditer((DEPLOY / "compose.yaml").read_text())} - {"QUINCUNX_IMAGE"}
    named = set(re.findall(r"^#?([A-Z_]+)=", (DEPLOY / "env.example").read_text(), re.MULTILINE))
    assert named - {"COMPOSE_PROJECT_NAME"} == used


# the image


def test_the_image_has_no_compiler_and_no_privileges() -> None:
    *_, last = re.split(r"^FROM ", (DEPLOY / "Containerfile").read_text(), flags=re.MULTILINE)
    assert not re.search(r"gcc|python3-dev|python3-venv|npm|pip", last)
    assert re.search(r"^USER \d+:\d+$", last, re.MULTILINE)
    assert "HEALTHCHECK" in last
    assert all(known_setting(name) for name in re.findall(r"QUINCUNX_\w+(?==)", last))


def test_dockerignore_admits_everything_that_is_copied(repository: Path) -> None:
    let_in = re.findall(r"^!(\S+)", (repository / ".dockerignore").read_text(), re.MULTILINE)
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    sources = [name for line in copied for name in line.split()]
    assert {name.split("/")[0] for name in sources} == set(let_in)
    assert all((repository / name).exists() for name in sources)


# systemd


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of a system with the units and everything they need."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze on this machine (Debian: systemd)")
    root = tmp_path_factory.mktemp("system")
    for path in ("etc/systemd/system", "opt/quincunx/bin", "usr/local/share/doc/quincunx"):
        (root / path).mkdir(parents=True)
    shutil.copytree("/lib/systemd/system", root / "usr/lib/systemd/system", symlinks=True)
    (root / "opt/quincunx/bin/quincunx").write_text("#!/bin/sh\n")
    (root / "opt/quincunx/bin/quincunx").chmod(0o755)
    (root / "usr/local/share/doc/quincunx/operating.md").touch()
    for name in UNITS:
        shutil.copy(DEPLOY / "systemd" / name, root / "etc/systemd/system")
    return root


@pytest.mark.parametrize("name", UNITS)
def test_systemd_accepts_the_unit(name: str, system: Path) -> None:
    words = ["systemd-analyze", "verify", f"--root={system}", f"{UNITS[name]}.service"]
    checked = subprocess.run(words, capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("name", UNITS)
def test_the_unit_exposes_little(name: str, system: Path) -> None:
    file = system / "etc/systemd/system" / name
    words = ["systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSED}", "--no-pager", str(file)]
    checked = subprocess.run(words, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("name", UNITS)
def test_the_unit_starts_the_program_with_the_example_settings(name: str, configured: Configured) -> None:
    words, environment = unit(name, UNITS[name].partition("@")[2])
    assert all(map(known_setting, environment))
    assert configured(words, environment)["bus"] == environment["QUINCUNX_BUS"]


# monitoring


@pytest.fixture(scope="module")
def metrics(repository: Path) -> dict[str, str]:
    """The kinds of all metrics; another test compares this page with a real server."""
    return dict(
        re.findall(r"^\| `(quincunx_\w+)` \| (\w+) \|", (repository / "docs/metrics.md").read_text(), re.MULTILINE)
    )


@pytest.mark.parametrize("file", ["grafana-dashboard.json", "alerts.yml"])
def test_only_metrics_that_exist_are_asked_for(file: str, metrics: dict[str, str]) -> None:
    asked = set(re.findall(r"quincunx_\w+", (DEPLOY / "monitoring" / file).read_text()))
    series = {f"{name}_bucket" if kind == "histogram" else name for name, kind in metrics.items()}
    assert asked
    assert asked - series == set()


def test_an_alert_recognises_a_full_server_by_its_reason() -> None:
    assert f'reason="{FULL}"' in (DEPLOY / "monitoring/alerts.yml").read_text()


def test_the_dashboard_shows_every_metric(metrics: dict[str, str]) -> None:
    dashboard = json.loads((DEPLOY / "monitoring/grafana-dashboard.json").read_text())
    shown = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    assert [name for name in metrics if name not in shown] == []
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(set(ids)) == len(ids)


def test_prometheus_accepts_the_files(tmp_path: Path) -> None:
    program = shutil.which("promtool")
    if program is None:
        pytest.skip("no promtool on this machine (Debian: prometheus)")
    (tmp_path / "token").touch()
    text = (DEPLOY / "monitoring/prometheus.yml").read_text()
    token = "/etc/prometheus/quincunx-token"
    assert token in text
    (tmp_path / "prometheus.yml").write_text(text.replace(token, str(tmp_path / "token")))
    shutil.copy(DEPLOY / "monitoring/alerts.yml", tmp_path)
    checked = subprocess.run(
        [program, "check", "config", str(tmp_path / "prometheus.yml")], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stderr
