"""`quincunx lab prove`: proves by proof-number search which openings of a game are won."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from quincunx.clients.terminal.input.game_options import add_game_options, named_game
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.values import some
from quincunx.clients.terminal.text.progress import Bar
from quincunx.core.game import Game
from quincunx.search.openings import Decided, decide, openings

OPENING, END, UNDECIDED = "opening ", "end", "-"


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_prove)
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    add_game_options(parser)
    parser.add_argument("--actions", type=some, default=2, help="length of the openings (default: 2)")
    parser.add_argument("--nodes", type=some, default=20_000, help="nodes for each side of an opening (default: 20000)")
    parser.add_argument(
        "--out", metavar="FILE", type=Path, required=True, help="write the proofs to FILE, or continue it"
    )


def _prove(arguments: argparse.Namespace) -> None:
    game = named_game(arguments)
    done = winners_in(arguments.out)
    total = len(openings(game, arguments.actions))
    try:
        with Bar(total - len(done), "openings") as bar, arguments.out.open("a") as file:
            for found in decide(game, arguments.actions, arguments.nodes, set(done)):
                file.write("".join(f"{line}\n" for line in lines_of(game, found)))
                file.flush()
                bar.step()
    except KeyboardInterrupt:
        print("stopped; run the command again to continue")
    tally = Counter(winners_in(arguments.out).values())
    print(f"{total} openings of {arguments.actions} actions, up to symmetry")
    for side in (*game.spec.sides, UNDECIDED):
        print(f"{f'won for {side}' if side != UNDECIDED else 'not decided'}: {tally[side]}")


def lines_of(game: Game, decided: Decided) -> Iterator[str]:
    """Return the lines of the file about one opening."""
    winner = UNDECIDED if decided.winner is None else game.spec.sides[decided.winner]
    yield f"{OPENING}{winner} {decided.opening}"
    yield from (f"{position} {action}" for position, action in decided.answers)
    yield END


def winners_in(file: Path) -> dict[str, str]:
    """Return the winners of the openings in the file. A last one that was cut short is removed from the file."""
    winners: dict[str, str] = {}
    text = file.read_text() if file.exists() else ""
    blocks = text.split(f"{END}\n")
    for block in blocks[:-1]:
        winner, opening = block.partition("\n")[0].removeprefix(OPENING).split(" ", 1)
        winners[opening] = winner
    if blocks[-1]:
        file.write_text(text[: len(text) - len(blocks[-1])])
    return winners
