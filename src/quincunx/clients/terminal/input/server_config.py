"""The arguments that name the server's configuration and its database."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from quincunx.clients.terminal.input.parser import Parser

if TYPE_CHECKING:
    from quincunx.server.config import Config


def add_settings(parser: Parser) -> None:
    """Add the arguments for the server's settings and its database."""
    parser.add_argument("--config", metavar="FILE", help="a TOML file with settings (default: $QUINCUNX_CONFIG)")
    parser.add_argument("--database", metavar="URL", help="sqlite:///file.db or postgresql://host/name")


def add_bus(parser: Parser) -> None:
    """Add the argument for the bus that several processes share."""
    parser.add_argument("--bus", metavar="URL", help="redis://host/0, shared by all processes of the site")


def config_of(arguments: argparse.Namespace) -> Config:
    """The server's configuration from the arguments and the environment."""
    from quincunx.server.config import load

    names = ("host", "port", "database", "bus", "bots", "reviews")
    given = {name: getattr(arguments, name) for name in names if getattr(arguments, name, None) is not None}
    return load(os.environ, given, arguments.config)
