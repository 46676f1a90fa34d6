"""The command line: `quincunx COMMAND`."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import quincunx
from quincunx.clients.desktop import command as desktop
from quincunx.clients.engine.conversation import converse
from quincunx.clients.terminal import (
    administration,
    alphabet,
    analysing,
    balancing,
    counting,
    learning,
    lobby,
    login,
    matches,
    mine,
    mining,
    playing,
    serving,
    solving,
    strength,
)
from quincunx.clients.terminal.arguments import (
    Parser,
    add_ascii,
    add_command,
    add_game_options,
    count,
    named_game,
    named_spec,
    some,
    whole,
)
from quincunx.clients.terminal.board import draw
from quincunx.clients.terminal.house import add_database
from quincunx.clients.terminal.records import add_record, is_id, kept_record, named_record
from quincunx.clients.terminal.rules import rules_text
from quincunx.core.errors import OptionError, QuincunxError
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.core.walk import DEEPEST
from quincunx.notation.record import Record
from quincunx.play.view import view

if TYPE_CHECKING:
    from quincunx.clients.terminal.arguments import Commands

_EXAMPLES = {
    "quincunx": "play in a window",
    "quincunx games": "the games and their options",
    "quincunx play": "choose a game and play it in the terminal",
    "quincunx play {first} --bot both": "watch a bot play itself",
    "quincunx rules {first}": "read the rules",
    "quincunx learn {first}": "learn them step by step",
    "quincunx show {first} --record FILE": "the board at the end of a record",
    "quincunx analyse FILE": "look at a game again, turn by turn",
    "quincunx perft {first} --depth 3": "count the lines of three actions",
    "quincunx match 'level 8' random --game {first}": "let bots play each other",
    "quincunx random {first} -o {option}": "random games with an option",
    "quincunx play --resume": "resume your latest match",
    "quincunx play {first} --online URL": "find an opponent at a server",
    "quincunx lobby URL": "see who is online there",
    "quincunx stats": "show your results and ratings",
    "quincunx puzzle {first}": "find the only turn that wins",
    "quincunx serve --port 8000": "let people play over the network",
}


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit code: 2 for bad input, 130 when interrupted."""
    alphabet.settle(ascii=False)  # for what the arguments themselves are answered
    parsed = _parser().parse_args(arguments)
    alphabet.settle(ascii=parsed.ascii)
    try:
        parsed.run(parsed)
        sys.stdout.flush()
    except QuincunxError as error:
        _fail(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone: nothing more to say
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except UnicodeDecodeError:
        _fail("the file is not text in UTF-8")
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        sys.exit(130)
    sys.exit(0)


def _fail(message: str) -> NoReturn:
    print(f"quincunx: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)


def _parser() -> Parser:
    first = next(iter(quincunx.games().values()))
    option = first.options[0]
    parser = Parser(
        prog="quincunx",
        description="Board games for two players. Without a command: play in a window.",
        epilog=_examples(first.key, f"{option.name}={option.default}"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    build = "compiled" if quincunx.compiled else "uncompiled"
    parser.add_argument("--version", action="version", version=f"quincunx {metadata.version('quincunx')} ({build})")
    parser.set_defaults(run=_open, how="window", port=None)
    parser.set_defaults(**playing.DEFAULTS)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    add_command(commands, "games", _games, "list the games and their options")
    rules = add_command(commands, "rules", _rules, "print the rules of a game")
    rules.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")

    learning.add_learn(commands)
    playing.add_play(commands)
    lobby.add_lobby(commands)
    _add_boards(commands)
    analysing.add_analyse(commands)
    add_command(commands, "engine", _engine, "run as a UCI engine for other programs, in every game")
    matches.add_match(commands)
    strength.add_strength(commands)
    balancing.add_balance(commands)
    mining.add_mining(commands)
    desktop.add_window(commands)
    mine.add_mine(commands)
    solving.add_solving(commands)
    login.add_login(commands)
    serving.add_serve(commands)
    serving.add_db(commands)
    administration.add_admin(commands)
    return parser


def _add_boards(commands: Commands) -> None:
    """What shows or counts positions and records."""
    show = add_command(commands, "show", _show, "print the board")
    _position_options(show)
    add_ascii(show)

    perft = add_command(commands, "perft", _perft, "count the lines of play of a given depth; the count comes last")
    _position_options(perft)
    perft.add_argument("--depth", type=whole(0, DEEPEST), required=True, help="how many actions, or turns")
    perft.add_argument(
        "--by", choices=("action", "turn"), default="action", help="what the depth counts (default: action)"
    )
    perft.add_argument("--divide", action="store_true", help="the count behind each first action, too")

    replay = add_command(commands, "replay", _replay, "play through a record and print how it ends")
    add_record(replay)
    replay.add_argument("--boards", action="store_true", help="print the board after every turn")

    random = add_command(commands, "random", _random, "play random games and count their results")
    _position_options(random)
    random.add_argument("--games", type=some, default=1000, help="how many (default: 1000)")
    random.add_argument("--seed", type=count, default=0, help="the same seed gives the same games (default: 0)")


def _examples(first: str, option: str) -> str:
    """Commands and what they are for, in two columns."""
    commands = {command.format(first=first, option=option): what for command, what in _EXAMPLES.items()}
    width = max(map(len, commands))
    return "\n".join(["examples:", *(f"  {command:<{width}}  {what}" for command, what in commands.items())])


def _position_options(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    add_game_options(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--record",
        metavar="FILE|MATCH|ACTIONS",
        help="after this record: a file, - for standard input, the id of a match, or actions in quotes",
    )
    where.add_argument("--position", metavar="TEXT", help="from this position")
    add_database(parser)


def _state(arguments: argparse.Namespace) -> State:
    game = named_game(arguments)
    if arguments.position is not None:
        return game.position(arguments.position)
    if arguments.record is not None:
        record = _record(arguments, game)
        _refuse_conflict(arguments, game, record.game)
        return record.replay()
    return game.start()


def _record(arguments: argparse.Namespace, game: Game) -> Record:
    """The record that is given as a file, as standard input, as the id of a match, or as the actions themselves."""
    text = _record_text(arguments.record)
    found = kept_record(arguments, text) if text == arguments.record and is_id(text) else None
    if found is not None and found.game.key != game.key:
        raise OptionError(f"that match is of {found.game.key}, not of {game.key}")
    read: Record = found or game.record(text)
    return read


def _refuse_conflict(arguments: argparse.Namespace, asked: Game, recorded: Game) -> None:
    """A record says with which options it was played; asking for others is a mistake."""
    for name in [option.partition("=")[0] for option in arguments.option]:
        if recorded.options.get(name) != asked.options[name]:
            raise OptionError(f"the record has {name}={recorded.options.get(name)}: leave out -o {name}")


def _record_text(argument: str) -> str:
    """The text of a record that is given as a file, as standard input, or as the actions themselves."""
    if argument == "-":
        return sys.stdin.read()
    path = Path(argument)
    with contextlib.suppress(OSError, ValueError):  # a long record is no name that a file could have
        if path.is_file():
            return path.read_text(encoding="utf-8")
    one_word = len(argument.split()) == 1
    if one_word and (os.sep in argument or path.suffix):
        return path.read_text(encoding="utf-8")  # which says that there is no such file
    return argument


def _games(arguments: argparse.Namespace) -> None:
    for key, spec in quincunx.games().items():
        print(f"{key}: {spec.title}. {spec.summary}")
        for option in spec.options:
            print(f"  -o {option.name}={option.default}: {option.title}, {option.help} ({option.expected})")


def _rules(arguments: argparse.Namespace) -> None:
    print(rules_text(named_spec(arguments.game)))


def _show(arguments: argparse.Namespace) -> None:
    state = _state(arguments)
    print(draw(state))
    print(state.position())


def _perft(arguments: argparse.Namespace) -> None:
    counting.print_perft(_state(arguments), arguments.depth, arguments.by, _divide_line if arguments.divide else None)


def _divide_line(text: str, count: int) -> None:
    print(f"{text}: {count}")


def _replay(arguments: argparse.Namespace) -> None:
    record = named_record(arguments)
    state = record.replay()
    if arguments.boards:
        _print_boards(record)
    else:
        print(draw(state))
    if state.over and state.game.spec.frame is not None:
        print(view(state).status)  # the frame has no room for the reason
    if record.result is not None and state.outcome() is None:
        winner = "drawn" if record.result.winner is None else f"won by {record.game.players[record.result.winner]}"
        print(f"The record says: {winner} ({record.result.reason}).")


def _print_boards(record: Record) -> None:
    """The board at the start, after every turn, and where the record ends within one."""
    turn = -1
    for number, state in enumerate(record.states()):
        if state.turn != turn or number == len(record.actions):
            turn = state.turn
            print(draw(state) + "\n")


def _random(arguments: argparse.Namespace) -> None:
    counting.print_playouts(_state(arguments), arguments.games, arguments.seed)


def _engine(arguments: argparse.Namespace) -> None:
    converse(sys.stdin)


def _open(arguments: argparse.Namespace) -> None:
    """The window; where there is no page to show in it, the games themselves."""
    if desktop.has_page():
        desktop.open_window(arguments)
    else:
        print("No window: this was installed without its page (make play builds it). So here:", file=sys.stderr)
        playing.play(arguments)
