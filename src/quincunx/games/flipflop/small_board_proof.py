"""Solves FlipFlop and Othello on small boards from the start, and proves the result.

The first turns are searched here, with every position solved kept; where few squares are empty, the endgame solvers
decide, and what they find is written to a journal. A run that was interrupted reads it and continues.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from quincunx.core.errors import TableError
from quincunx.core.small_boards import Bounds
from quincunx.games.flipflop.endgame_table import EndgameTable
from quincunx.games.flipflop.flipflop_solver import FlipFlopSolver
from quincunx.games.flipflop.othello_solver import OthelloSolver
from quincunx.games.flipflop.small_boards import Position, Rules
from quincunx.words import phrase

SIZES = {4: 0, 6: 22}  # by size of the board: up to how many empty squares the endgame solvers decide
MEGABYTES = 256
SMALL = 10  # empty squares: up to this many, endings need hardly any memory
FOREVER = 1e9


class SmallBoardProof:
    """The search for the result on one board. What is known of a position is the margin for the player to move."""

    def __init__(self, key: str, size: int, is_othello: bool, solved_up_to: int | None = None) -> None:
        self.rules = Rules(size, is_othello)
        self._key = key
        self._start = self.rules.start().mirrored()
        self._solved_up_to = SIZES[size] if solved_up_to is None else solved_up_to
        self._known: dict[Position, tuple[int, int]] = {}
        self._endings = 0
        self._journal = Path(os.devnull)
        self._report: Callable[[Bounds], None] = lambda bounds: None
        solver = OthelloSolver if is_othello else FlipFlopSolver
        self._solver = solver(EndgameTable(MEGABYTES if self._solved_up_to > SMALL else 1), size)
        self._solver.begin(FOREVER, 0, FOREVER)

    # -- solving --

    def solve(self, journal: Path, report: Callable[[Bounds], None]) -> Bounds:
        """Find the result from the start."""
        return self.solve_from(self.rules.start(), journal, report)

    def solve_from(self, position: Position, journal: Path, report: Callable[[Bounds], None]) -> Bounds:
        """Find the result from a position: first whether it is won, drawn or lost, then the margin."""
        self._start = position.mirrored()
        self._report = report
        self._read(journal)
        for aim in iter(lambda: _next_aim(*self.bounds(self._start)), None):
            self._reaches(self._start, aim)
            self._report(self._told())
        return self._told()

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return what is known about a position."""
        squares = self.rules.size * self.rules.size
        return self._known.get(position, (-squares, squares))

    def _told(self) -> Bounds:
        return Bounds(*self.bounds(self._start), self._endings)

    def _reaches(self, position: Position, margin: int) -> bool:
        """Whether the player to move can reach this margin; remembers the answer."""
        least, most = self.bounds(position)
        if least < margin <= most:
            found = self._searched(position, margin)
            least, most = (max(least, found), most) if found >= margin else (least, min(most, found))
            self._known[position] = least, most
        return least >= margin

    def _searched(self, position: Position, margin: int) -> int:
        """A lower bound if the margin can be reached, otherwise an upper bound."""
        final = self.rules.final_margin(position)
        if final is not None:
            return final
        if self.rules.left(position) <= self._solved_up_to:
            return self._ending(position, margin)
        afters = sorted({after.mirrored() for _, after in self.rules.turns(position)}, key=self._promise)
        for after in afters:
            if not self._reaches(after, 1 - margin):
                return -self.bounds(after)[1]
        return max(-self.bounds(after)[0] for after in afters)

    def _promise(self, after: Position) -> tuple[int, int]:
        """The order of turns: those that are known to be good first, then those that leave few turns."""
        return self.bounds(after)[1], len(list(self.rules.turns(after)))

    # -- endings --

    def _ending(self, position: Position, margin: int) -> int:
        found = self._from_solver(position, margin)
        bound = ">=" if found >= margin else "<="
        self._endings += 1
        words = (f"{position.mine:x}", f"{position.theirs:x}", position.rest, int(position.passed))
        with self._journal.open("a") as file:
            file.write(" ".join(map(str, (*words, int(position.is_black), bound, found))) + "\n")
        self._report(self._told())
        return found

    def _from_solver(self, position: Position, margin: int) -> int:
        sides = position.mine, position.theirs
        if isinstance(self._solver, OthelloSolver):
            return int(self._solver.solve(*sides, margin - 1, margin))
        return int(self._solver.solve(*sides, margin - 1, margin, position.rest, position.passed))

    def _read(self, journal: Path) -> None:
        """Read an earlier run's journal. A line cut short when the disk was full or the run was killed is left out."""
        self._journal = journal
        journal.parent.mkdir(parents=True, exist_ok=True)
        lines = journal.read_text().splitlines(keepends=True) if journal.exists() else []
        whole = [line for line in lines if line.endswith("\n")]
        if len(whole) < len(lines):
            journal.write_text("".join(whole))
        for number, line in enumerate(whole, 1):
            try:
                self._take(*line.split())
            except (TypeError, ValueError) as error:
                raise TableError(phrase("flipflop.journal.damaged", file=str(journal), line=number)) from error
        self._endings = len(whole)

    def _take(self, mine: str, theirs: str, rest: str, passed: str, is_black: str, bound: str, found: str) -> None:
        """Take over what a line of the journal says."""
        position = Position(int(mine, 16), int(theirs, 16), int(rest), passed == "1", is_black == "1")
        least, most = self.bounds(position)
        value = int(found)
        self._known[position] = (max(least, value), most) if bound == ">=" else (least, min(most, value))

    # -- the proof --

    def proof(self) -> Iterator[str]:
        """Return the lines: for each side what it reaches, and its turns against all turns of the other."""
        start = self.rules.start().mirrored()
        margin = self.bounds(start)[0]
        yield f"{self._key} {self.rules.size}"
        for is_black, least in ((start.is_black, margin), (not start.is_black, -margin)):
            yield f"claim {'b' if is_black else 'w'} {least}"
            seen: set[Position] = set()
            yield from self._tree(start, is_black, least, seen)

    def _tree(self, position: Position, is_black: bool, least: int, seen: set[Position]) -> Iterator[str]:
        """The turns of one side from here on, all positions once; an ending has no turn."""
        if position in seen or self.rules.final_margin(position) is not None:
            return
        seen.add(position)
        rest = position.rest if position.rest < 2 * self.rules.left(position) + 2 else "-"
        name = f"{self.rules.board(position)} {'b' if position.is_black else 'w'} {rest} {int(position.passed)}"
        turns = [(turn, after.mirrored()) for turn, after in self.rules.turns(position)]
        if self.rules.left(position) <= self._solved_up_to:
            yield f"{name} ending"
        elif position.is_black == is_black:
            turn, after = next(pair for pair in turns if not self._reaches(pair[1], 1 - least))
            yield f"{name} {turn}"
            yield from self._tree(after, is_black, least, seen)
        else:
            for _, after in turns:
                yield from self._tree(after, is_black, least, seen)


def _next_aim(least: int, most: int) -> int | None:
    """The next margin to ask about: won, drawn or lost first, then outwards from a draw."""
    if least == most:
        return None
    if least < 1 <= most:
        return 1
    if least < 0 <= most:
        return 0
    return least + 1 if least > 0 else most
