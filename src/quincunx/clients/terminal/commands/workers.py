"""`quincunx workers`: plays the bots' turns and reviews matches for the servers of a site."""

from __future__ import annotations

import argparse

from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.server_config import add_bus, add_settings, config_of
from quincunx.clients.terminal.input.values import count, port
from quincunx.core.errors import OptionError
from quincunx.words import phrase


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_workers)
    parser.add_argument("--bots", type=count, metavar="N", help="bots thinking at once (default: one per core)")
    parser.add_argument("--reviews", type=count, metavar="N", help="reviews at once (default: 1)")
    add_settings(parser)
    add_bus(parser)
    parser.add_argument("--port", type=port, help="the port for /health, /ready and /metrics; 0 for any free one")
    parser.add_argument("--host", help="the address to listen on with --port (default: 127.0.0.1)")
    parser.add_argument("--print-config", action="store_true", help="print the effective configuration and exit")


def _workers(arguments: argparse.Namespace) -> None:
    config = config_of(arguments)
    if not config.bus:
        raise OptionError(phrase("commands.workers.no_bus", database="postgresql://…", bus="redis://…"))
    if not config.bots and not config.reviews:
        raise OptionError(phrase("commands.workers.nothing_to_do"))
    if arguments.print_config:
        print(config.text(), end="")
        return
    from quincunx.server.worker import work

    work(config, arguments.port)
