"""`quincunx lab`: commands that measure bots and games, and make the data that ships with them. One module each."""

from quincunx.clients.terminal.input.parser import CommandParser, add_modules

COMMANDS = {
    "calibrate": "rate the levels of a game by playing them against each other",
    "tune": "find better weights for a game's evaluator by self-play, and print them",
    "chances": "find the winning chances that correspond to a game's scores, by self-play",
    "balance": "measure how even each game is, by a bot playing itself",
    "selfplay": "play games of a bot against itself, and store their positions for training",
    "train": "train a network for a game on positions from self-play",
    "gate": "play a network against another evaluation until it is clear whether it is stronger",
    "solve": "solve a game on a small board, and write a proof of the result",
    "prove": "prove by proof-number search which openings of a game are won",
    "distances": "make a game's table of distances, which its bots use",
    "puzzles": "find puzzles by self-play: positions with only one good turn",
    "tables": "make a game's endgame tables: the exact results of positions with few pieces",
    "conformance": "write positions and games with which other implementations of the rules can be tested",
}


def add_arguments(parser: CommandParser) -> None:
    """Add the commands of the lab."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_modules(commands, __name__, COMMANDS)
