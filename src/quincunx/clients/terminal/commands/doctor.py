"""`quincunx doctor`: what is installed and works, and how to get what is missing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from quincunx.clients.language import say, t
from quincunx.clients.terminal.doctor import program, screen, storage
from quincunx.clients.terminal.doctor.finding import Finding
from quincunx.clients.terminal.extras import missing
from quincunx.clients.terminal.input.parser import Parser, add_ascii, add_language
from quincunx.clients.terminal.input.server_config import add_bus, add_settings, config_of
from quincunx.core.errors import QuincunxError

if TYPE_CHECKING:
    from quincunx.server.config import Config

WIDEST = 10
Check = Callable[[argparse.Namespace], Finding]
_EXTRAS = (
    "local",
    "client",
    "terminal",
    "server",
    "postgres",
    "cluster",
    "tracing",
    "train",
    "research",
    "openspiel",
    "syzygy",
)
_OF_THE_WINDOW = ("page", "window")


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_doctor)
    parser.add_argument("parts", metavar="PART", nargs="*", type=_part, help=f"only these, of: {', '.join(PARTS)}")
    add_settings(parser)
    add_bus(parser)
    add_ascii(parser)
    add_language(parser)


def _part(name: str) -> str:
    if name not in PARTS:
        raise argparse.ArgumentTypeError(t("commands.doctor.no_part", name=repr(name[:40]), known=", ".join(PARTS)))
    return name


def _doctor(arguments: argparse.Namespace) -> None:
    """Print the findings; exit with code 1 if a named part is missing, or if anything fails."""
    healthy = True
    for name in arguments.parts or PARTS:
        finding = _examine(name, arguments)
        healthy &= finding.verdict == "works" or (finding.verdict == "missing" and not arguments.parts)
        _print(name, finding)
    sys.exit(0 if healthy else 1)


def _examine(name: str, arguments: argparse.Namespace) -> Finding:
    """Run a check. One whose package is missing says so, and one of a wrong setting says what is wrong with it."""
    try:
        return PARTS[name](arguments)
    except ModuleNotFoundError as error:
        return Finding("missing", missing(error, "window" if name in _OF_THE_WINDOW else arguments.command))
    except QuincunxError as error:
        return Finding("fails", say(error.text))


def _print(name: str, finding: Finding) -> None:
    verdict = t(f"commands.doctor.verdict.{finding.verdict}")
    print(f"{name:<{WIDEST}}  {verdict:<{WIDEST}}  {' '.join(finding.text.split())}")
    if finding.remedy:
        print(f"{'':<{2 * WIDEST + 4}}{finding.remedy}")


def _alone(check: Callable[[], Finding]) -> Check:
    """A check that needs no arguments."""
    return lambda arguments: check()


def _of_setting(check: Callable[[str], Finding], setting: str) -> Check:
    """A check of what a setting of the server names."""

    def examine(arguments: argparse.Namespace) -> Finding:
        config: Config = config_of(arguments)
        return check(getattr(config, setting))

    return examine


PARTS: dict[str, Check] = {
    "program": _alone(program.version),
    "engine": _alone(program.build),
    **{name: _alone(partial(program.extra, name)) for name in _EXTRAS},
    "data": _alone(storage.data_folder),
    "database": _of_setting(storage.database, "database"),
    "bus": _of_setting(storage.bus, "bus"),
    "screen": _alone(screen.terminal),
    "page": _alone(screen.page),
    "display": _alone(screen.display_here),
    "desktop": _alone(screen.desktop),
    "browser": _alone(screen.browser),
    "window": _alone(screen.window),
}
