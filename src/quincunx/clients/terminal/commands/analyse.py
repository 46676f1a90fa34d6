"""`quincunx analyse`: reviews a whole game, turn by turn, and shows better moves."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait

import msgspec

from quincunx.clients.language import say, t
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.input.record import add_record, named_record
from quincunx.clients.terminal.input.self_play import add_evaluation
from quincunx.clients.terminal.input.values import seconds, some, whole
from quincunx.clients.terminal.text.messages import decimals
from quincunx.clients.terminal.text.progress import Bar
from quincunx.clients.terminal.text.tables import print_table
from quincunx.core.state import State
from quincunx.notation.record import Record
from quincunx.search.analysis import LONG
from quincunx.search.review import NODES, Ply, Review, Reviewer, SideReview

SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", "best": "!", "good": "", "forced": ""}
POLL = 0.1  # seconds between checks for Ctrl-C
WORDS = 6  # the number of actions of a line that the table shows


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_analyse)
    add_record(parser)
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=some, default=NODES, help=f"nodes to search for each turn (default: {NODES})")
    limit.add_argument("--seconds", type=seconds, help="seconds for each turn, instead of nodes")
    parser.add_argument(
        "--lines", type=whole(1, 5), default=1, help="number of good lines to show (default: 1, at most 5)"
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    add_evaluation(parser)
    add_language(parser)


def _analyse(arguments: argparse.Namespace) -> None:
    record = named_record(arguments)
    record.replay()
    nodes = 0 if arguments.seconds else arguments.nodes
    review = reviewed(Reviewer(record, nodes, arguments.seconds or LONG, arguments.lines, arguments.evaluation))
    if arguments.json:
        print(msgspec.json.encode(review, enc_hook=str).decode())
    else:
        _print_turns(record, review)
        _print_summary(record, review)


def reviewed(reviewer: Reviewer) -> Review:
    """Run the review with a progress bar; Ctrl-C ends it and returns the review so far."""
    bar = Bar(len(reviewer.record.actions), t("commands.analyse.actions"))

    def progress(done: int, of: int) -> None:
        bar.step(done - bar.done)

    with ThreadPoolExecutor(max_workers=1) as pool:
        future = pool.submit(reviewer.review, progress)
        try:
            with bar:
                while not wait([future], timeout=POLL).done:
                    bar.refresh()
        except KeyboardInterrupt:
            reviewer.stop()
            print(t("commands.program.stopped_early"), file=sys.stderr)
    return future.result()


def _print_turns(record: Record, review: Review) -> None:
    rows: list[Sequence[object]] = []
    notation, state = record.game.spec.move_notation(record.game), next(record.states())
    for turn in _turns(review.plies):
        first, actions = turn[0], [record.actions[at] for at in _numbers(review, turn)]
        played = notation.write_turn(state, actions)
        better = [first.line, *first.others] if first.mark not in ("best", "forced") else first.others
        told_lines = [_line(state, line[:WORDS]) for line in better]
        for action in actions:
            state.apply(action)
        rows.append(
            (
                len(rows) + 1,
                say(record.game.players[first.side]),
                played,
                sign(first),
                score_text(first),
                f"{first.chance:.0%}",
                "; ".join(told_lines),
            )
        )
    head = ("turn", "side", "played", "", "before", "chance", "better")
    print_table([t(f"commands.analyse.head.{name}") if name else "" for name in head], rows)


def _line(state: State, line: Sequence[str]) -> str:
    """One of the engine's lines in notation."""
    game = state.game
    return " ".join(game.spec.move_notation(game).write_line(state, [game.read_action(text) for text in line]))


def _turns(plies: Sequence[Ply]) -> list[list[Ply]]:
    """The plies grouped by turns; a new turn begins when the side changes."""
    turns: list[list[Ply]] = []
    for ply in plies:
        if not turns or turns[-1][0].side != ply.side:
            turns.append([])
        turns[-1].append(ply)
    return turns


def _numbers(review: Review, turn: Sequence[Ply]) -> range:
    """The indices of a turn's actions in the record, which may begin in the middle of a game."""
    first = turn[0].ply - review.plies[0].ply
    return range(first, first + len(turn))


def sign(ply: Ply) -> str:
    """The mark of a turn, and the exact result that it threw away."""
    return f"{SIGNS[ply.mark]} {t(f'commands.analyse.wasted.{ply.wasted}')}" if ply.wasted else SIGNS[ply.mark]


def score_text(value: Ply) -> str:
    """A short score for the first side: units, the number of turns to a win, or the exact result."""
    if value.table:
        return _table_text(value)
    if value.exact is not None:
        result = "wins" if value.exact > 0 else "loses" if value.exact < 0 else "draws"
        return t(f"commands.analyse.exact.{result}", count=abs(value.exact))
    if value.wins_in is not None:
        return f"#{value.wins_in}"
    return "" if value.score is None else decimals(value.score, "+.1f")


def _table_text(value: Ply) -> str:
    """The result in an endgame table, with the number of the winner's turns if the table knows it."""
    if value.score is not None:
        return t("commands.analyse.table.draws")
    result = "wins" if value.chance > 0.5 else "loses"
    if value.wins_in is None:
        return t(f"commands.analyse.table.{result}")
    return t(f"commands.analyse.table.{result}_in", count=abs(value.wins_in))


def _print_summary(record: Record, review: Review) -> None:
    print("\n" + t("commands.analyse.units", unit=review.unit, side=record.game.players[0]))
    rows = [_summary(record, side) for side in review.summary]
    head = ("accuracy", "inaccuracies", "mistakes", "blunders")
    print_table(["", *(t(f"commands.analyse.head.{name}") for name in head)], rows)


def _summary(record: Record, side: SideReview) -> Sequence[object]:
    marks = (side.inaccuracies, side.mistakes, side.blunders)
    return say(record.game.players[side.side]), f"{decimals(side.accuracy, '.1f')} %", *marks
