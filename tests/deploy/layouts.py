"""The processes of a site as the files in deploy/ start them: their commands and their environments."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import yaml

from servers import Server

from .proxies import DEPLOY

FILLED_IN = {"SITE": "play.example.org", "POSTGRES_PASSWORD": "p", "SECRET_KEY": "k" * 32, "METRICS_TOKEN": "t"}
VARIABLE = re.compile(r"\$\{(\w+)(?::[-?]([^}]*))?\}")
WORKERS_SETTINGS = {"QUINCUNX_BOTS": "4", "QUINCUNX_REVIEWS": "1"}  # /etc/quincunx/workers, as docs/operating.md says


class Started(NamedTuple):
    """How a process is started: the arguments of `quincunx`, and its environment."""

    words: list[str]
    environment: dict[str, str]


class Deployed(Server):
    """A process that is started like that, but on a port of its own, and without the settings of other tests."""

    def __init__(self, started: Started, **here: str) -> None:
        """`here` replaces settings that name other machines."""
        settings = {name.removeprefix("QUINCUNX_").lower(): value for name, value in started.environment.items()}
        assert here.keys() <= settings.keys()
        self.READY = "working" if started.words[0] == "workers" else "listening"
        self.DEFAULTS = settings | here
        self._words = started.words
        super().__init__(here["database"])

    def words(self) -> list[str]:
        """The command and its arguments; the last port counts."""
        return [*self._words, "--port", str(self.port)]


def read_compose() -> dict[str, Any]:
    """The Compose file with its variables replaced."""
    return dict(_replaced(yaml.safe_load((DEPLOY / "compose.yaml").read_text())))


def _replaced(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _replaced(value) for name, value in part.items()}
    if isinstance(part, list):
        return [_replaced(value) for value in part]
    if isinstance(part, str):
        return VARIABLE.sub(lambda found: FILLED_IN.get(found[1], found[2] or ""), part)
    return part


def own(compose: dict[str, Any]) -> dict[str, Started]:
    """The services of the Compose file that run this program."""
    return {
        name: Started(service["command"], {key: str(value) for key, value in service["environment"].items()})
        for name, service in compose["services"].items()
        if "build" in service
    }


def unit(name: str, port: str) -> Started:
    """A systemd unit for a port, with the example's settings."""
    text = (DEPLOY / "systemd" / name).read_text()
    (command,) = re.findall(r"^ExecStart=/opt/quincunx/bin/quincunx (.+)$", text, re.MULTILINE)
    example = (DEPLOY / "systemd/environment.example").read_text()
    environment = dict(re.findall(r"^(\w+)=(.*)$", example, re.MULTILINE))
    if "EnvironmentFile=-/etc/quincunx/workers" in text:
        environment |= WORKERS_SETTINGS
    return Started(command.replace("%i", port).split(), environment)
