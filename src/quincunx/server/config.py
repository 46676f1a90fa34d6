"""The server's configuration: defaults, then a TOML file, then the environment, then the command line."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import quote, unquote, urlsplit

import msgspec
from msgspec import Meta

from quincunx.core.errors import QuincunxError
from quincunx.host.bus_address import read_bus_address
from quincunx.server.setting_types import fault
from quincunx.store.engine import is_sqlite, read_url
from quincunx.store.home import default_database

PREFIX = "QUINCUNX_"
FILE = "QUINCUNX_CONFIG"

SMTP_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
LOOPBACK = ("localhost", "127.0.0.1", "::1")
LEAST_KEY = 32  # characters

Port = Annotated[int, Meta(ge=0, le=65535)]
Positive = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]


class ConfigError(QuincunxError, ValueError):
    """A setting that does not exist, or has an invalid value."""


class Smtp(NamedTuple):
    """A mail server: encrypted from the start (smtps), by STARTTLS (smtp+starttls), or not at all (smtp)."""

    scheme: str
    host: str
    port: int
    user: str
    password: str

    def text(self) -> str:
        """The server as a URL, without the password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        who = f"{quote(self.user)}:***@" if self.user else ""
        return f"{self.scheme}://{who}{host}:{self.port}"


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting, with its default."""

    host: str = "127.0.0.1"
    port: Port = 8000
    database: str = msgspec.field(default_factory=default_database)
    bus: str = ""  # the Redis that several processes share, such as redis://host/0; empty: there is only one process
    public_url: str = ""  # the URL people use, such as https://play.example.org; empty: taken from each request
    hosts: list[str] = []  # other names, with ports, to accept; if any are set, only these and its own
    trusted_proxies: list[str] = []  # proxies that are trusted to name the client's address
    metrics_token: str = ""  # sent by the scraper; empty: /metrics answers only this machine
    traces_url: str = ""  # the OpenTelemetry collector, such as http://127.0.0.1:4318/v1/traces; empty: no traces
    traces_share: Annotated[float, Meta(gt=0, le=1)] = 1.0  # of all requests and messages
    registration: Literal["open", "closed"] = "open"
    accounts_per_hour: Positive = 60  # new accounts per address, guests included
    smtp_url: str = ""  # the mail server, such as smtps://user:password@mail.example.org; empty: sends no e-mail
    mail_from: str = ""  # the sender's address
    secret_key: str = ""  # encrypts second factors in the database; empty: they are stored in plain text
    password_hashes: Positive = 2  # at once: each takes 64 MiB
    messages_a_second: Positive = 20  # per connection
    connections: Positive = 4000  # open at once; fewer if the system has too few file descriptors
    connections_an_address: Positive = 256  # of these, per address; no limit for a trusted proxy
    head_seconds: Positive = 10  # for the head of a request
    body_seconds: Positive = 30  # for the body of a request, or a message on the WebSocket
    idle_seconds: Positive = 5  # between two requests on a connection
    slow_seconds: Positive = 20  # without the client reading anything that is sent to it
    ping_seconds: Positive = 20  # between two pings, and until an unanswered one closes the connection
    bots: Count = msgspec.field(default_factory=lambda: os.cpu_count() or 1)  # that search at once; 0: left to workers
    bot_seconds: Annotated[float, Meta(gt=0, le=60)] = 2.0  # a bot's longest thinking time per turn
    reviews: Count = 1  # of matches at once, at low priority; 0: left to workers
    analysts: Count = 1  # analyses of positions at once, at low priority; 0: none
    analysis_seconds: Annotated[int, Meta(ge=1, le=600)] = 60  # the longest time of an analysis
    log_format: Literal["auto", "json", "text"] = "auto"  # auto: text in a terminal, otherwise JSON
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    stop_seconds: Positive = 10  # for requests under way when the server stops
    site: str = ""  # the folder of the built browser client; empty: the included one

    def text(self) -> str:
        """The effective configuration as TOML, without secrets."""
        database = read_url(self.database)
        plain = database.set(drivername=database.get_backend_name())
        shown = msgspec.structs.asdict(self) | {
            "database": plain.render_as_string(hide_password=True),
            "bus": read_bus_address(self.bus) if self.bus else "",
            "metrics_token": "(set)" if self.metrics_token else "",
            "secret_key": "(set)" if self.secret_key else "",
            "smtp_url": read_smtp(self.smtp_url).text() if self.smtp_url else "",
        }
        return "".join(f"{name} = {json.dumps(value)}\n" for name, value in shown.items())


def load(environment: Mapping[str, str], given: Mapping[str, object], file: str | None = None) -> Config:
    """The effective configuration; raises ConfigError, which names the invalid setting."""
    path = file or environment.get(FILE)
    settings = (_from_file(Path(path)) if path else {}) | _from_environment(environment) | dict(given)
    config = msgspec.convert(settings, Config)
    _check(config)
    return config


def _check(config: Config) -> None:
    database = read_url(config.database)
    if config.bus:
        try:
            read_bus_address(config.bus)
        except ValueError as error:
            raise ConfigError(f"bus: {error}") from error
        if is_sqlite(database):
            raise ConfigError("bus: several processes need PostgreSQL; SQLite allows only one, without a bus")
    for name in ("bots", "reviews"):
        if not config.bus and not getattr(config, name):
            raise ConfigError(f"{name}: 0 leaves them to workers, which need a bus")
    url = config.public_url
    if url and (not url.startswith(("http://", "https://")) or url.rstrip("/").count("/") != 2):
        raise ConfigError(f"public_url: expected a scheme and a host, as in https://play.example.org, got {url!r}")
    if config.traces_url and not config.traces_url.startswith(("http://", "https://")):
        raise ConfigError("traces_url: expected an address such as http://127.0.0.1:4318/v1/traces")
    if config.secret_key and len(config.secret_key) < LEAST_KEY:
        raise ConfigError(f"secret_key: expected at least {LEAST_KEY} characters that nobody can guess")
    if config.smtp_url:
        read_smtp(config.smtp_url)
        if not url or "@" not in config.mail_from:
            raise ConfigError("smtp_url: e-mails need public_url for their links, and mail_from for their sender")


def read_smtp(text: str) -> Smtp:
    """Parse the URL of a mail server; raises ConfigError if it is invalid or would send a password unencrypted."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in SMTP_PORTS or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ConfigError("smtp_url: expected an address such as smtps://user:password@mail.example.org")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if password and parts.scheme == "smtp" and parts.hostname not in LOOPBACK:
        raise ConfigError("smtp_url: with smtp:// the password would be sent unencrypted: use smtps://")
    return Smtp(parts.scheme, parts.hostname, port or SMTP_PORTS[parts.scheme], user, password)


def _from_file(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        try:
            settings = tomllib.load(file)
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(f"{path}: {error}") from error
    kinds = {field.name: field.type for field in msgspec.structs.fields(Config)}
    for name, value in settings.items():
        if name not in kinds:
            raise ConfigError(f"{path}: there is no setting {name!r:.60}")
        _convert(f"{path}: {name}", value, kinds[name])
    return settings


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """The settings in the environment, converted to their types."""
    found = {}
    for field in msgspec.structs.fields(Config):
        text = environment.get(PREFIX + field.name.upper())
        if text is not None:
            found[field.name] = _read(PREFIX + field.name.upper(), text, field.type)
    return found


def _read(name: str, text: str, kind: Any) -> object:
    if kind == list[str]:
        return [word for word in text.replace(",", " ").split() if word]
    return _convert(name, text, kind, strict=False)


def _convert(name: str, value: object, kind: Any, *, strict: bool = True) -> object:
    """The value converted to its type; raises ConfigError, which names the setting and what it expects."""
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{name}: {fault(kind, value)}") from error
