"""`quincunx serve`: runs the server."""

from __future__ import annotations

import argparse

from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.server_config import add_bus, add_settings, config_of
from quincunx.clients.terminal.input.values import port


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_serve)
    add_settings(parser)
    add_bus(parser)
    parser.add_argument("--host", help="the address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=port, help="the port; 0 for any free one (default: 8000)")
    parser.add_argument("--print-config", action="store_true", help="print the effective configuration and exit")


def _serve(arguments: argparse.Namespace) -> None:
    config = config_of(arguments)
    if arguments.print_config:
        print(config.text(), end="")
        return
    from quincunx.server.serve import serve

    serve(config)
