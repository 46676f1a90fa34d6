"""Checks a proof of the result of FlipFlop or Othello on a small board, with nothing but the rules as written here.

    python tools/check_proof.py FILE [--endings N]

A proof has two parts, one for each side. Each claims a margin for its side, and gives one turn of this side for every
position that the other side can reach. Positions that the proof leaves to an endgame solver are endings; N of them,
drawn at random, are solved by plain search (default: 0); the number of endings is printed.
"""

from __future__ import annotations

import argparse
import gzip
import random
import sys
from collections.abc import Iterator
from functools import cache

WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
STRAIGHT = [way for way in WAYS if 0 in way]
DIAGONAL = [way for way in WAYS if 0 not in way]
Position = tuple[str, str, int, bool]  # the squares from a1 on, the side to move, turns left (F5), after a pass


class Rules:
    """The rules of one game on one board."""

    def __init__(self, game: str, size: int) -> None:
        self.size, self.othello = size, game == "othello"
        middle = size // 2
        white = {(middle - 1, middle - 1), (middle, middle)}
        black = {(middle, middle - 1), (middle - 1, middle)}
        cells = [(file, rank) for rank in range(size) for file in range(size)]
        board = "".join("w" if cell in white else "b" if cell in black else "." for cell in cells)
        self.start: Position = (board, "b" if self.othello else "w", size * size, False)
        self.turns = cache(self.list_turns)

    def placed(self, board: str, side: str, cell: int, ways: list[tuple[int, int]]) -> tuple[str, int]:
        """The board after a piece was placed, and how many it trapped; unchanged if none along these ways."""
        trapped, wanted = [], False
        for x, y in WAYS if board[cell] == "." else []:
            line, file, rank = [], cell % self.size + x, cell // self.size + y
            while 0 <= file < self.size and 0 <= rank < self.size:
                at = file + rank * self.size
                if board[at] in ("." + side):
                    if board[at] == side and line:
                        trapped += line
                        wanted = wanted or (x, y) in ways
                    break
                line.append(at)
                file, rank = file + x, rank + y
        if not wanted:
            return board, 0
        return "".join(side if at in (cell, *trapped) else piece for at, piece in enumerate(board)), len(trapped)

    def placements(self, board: str, side: str, ways: list[tuple[int, int]]) -> Iterator[tuple[str, str, int]]:
        for cell in range(len(board)):
            after, trapped = self.placed(board, side, cell, ways)
            if trapped:
                yield f"{'abcdefgh'[cell % self.size]}{cell // self.size + 1}", after, trapped

    def list_turns(self, position: Position) -> dict[str, Position]:
        """All turns and the positions after them; none if the game is over."""
        board, side, rest, passed = position
        other = "b" if side == "w" else "w"
        firsts = list(self.placements(board, side, WAYS if self.othello else STRAIGHT))
        if rest == 0 or (not firsts and (passed if not self.othello else not any(self.placements(board, other, WAYS)))):
            return {}
        rest -= not self.othello
        turns = {name: (after, other, rest, False) for name, after, _ in firsts}
        for name, after, trapped in firsts if not self.othello else []:
            for second, last, _ in self.placements(after, side, DIAGONAL) if trapped > 1 else []:
                turns[f"{name}+{second}"] = (last, other, rest, False)
        return turns or {"pass": (board, other, rest, not self.othello)}

    def margin(self, position: Position, side: str) -> int:
        """The margin of a side at the end; in Othello empty squares are the winner's."""
        board = position[0]
        lead, empty = 2 * board.count(side) - len(board) + board.count("."), board.count(".") * self.othello
        return lead + (lead > 0) * empty - (lead < 0) * empty

    def images(self, position: Position) -> Iterator[Position]:
        """The eight positions that are the same up to symmetry."""
        rows = [position[0][at : at + self.size] for at in range(0, len(position[0]), self.size)]
        for _ in range(4):
            rows = ["".join(row) for row in zip(*rows[::-1], strict=True)]
            for image in (rows, rows[::-1]):
                yield ("".join(image), *position[1:])

    def name(self, position: Position) -> str:
        """The name in the proof. Of two turns one places a piece, so turns that are more than enough do not count."""
        board, side, rest, passed = position
        return f"{board} {side} {'-' if self.othello or rest >= 2 * board.count('.') + 2 else rest} {int(passed)}"

    def reaches(self, position: Position, least: int) -> bool:
        """Whether the side to move reaches the margin, by plain search."""
        turns = self.turns(position)
        if not turns:
            return self.margin(position, position[1]) >= least
        return any(not self.reaches(after, 1 - least) for after in sorted(turns.values(), key=self.answers))

    def answers(self, position: Position) -> int:
        return len(self.turns(position))


def check(rules: Rules, side: str, least: int, proof: dict[str, str]) -> list[Position]:
    """Check that the side reaches its margin with the turns of the proof against every other; return the endings."""
    open_positions, seen, endings = [rules.start], set(), []
    while open_positions:
        position = open_positions.pop()
        position = next((image for image in rules.images(position) if rules.name(image) in proof), position)
        name = rules.name(position)
        turns = rules.turns(position)
        if name in seen:
            continue
        seen.add(name)
        if not turns:
            demand(rules.margin(position, side) >= least, f"{name}: the end, below {least}")
        elif proof.get(name) == "ending":
            endings.append(position)
        elif position[1] == side:
            demand(proof.get(name) in turns, f"{name}: no legal turn in the proof")
            open_positions.append(turns[proof[name]])
        else:
            open_positions.extend(turns.values())
    print(f"{'white' if side == 'w' else 'black'} reaches {least:+}: {len(seen)} positions, {len(endings)} endings")
    return endings


def demand(is_right: bool, problem: str) -> None:
    if not is_right:
        sys.exit(f"wrong proof: {problem}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--endings", type=int, default=0)
    arguments = parser.parse_args()
    with gzip.open(arguments.file, "rt") as file:
        head, *parts = file.read().split("claim ")
    rules = Rules(head.split()[0], int(head.split()[1]))
    for part in parts:
        claim, *lines = part.splitlines()
        side, least = claim.split()[0], int(claim.split()[1])
        endings = check(rules, side, least, dict(line.rsplit(" ", 1) for line in lines))
        for position in random.sample(endings, min(arguments.endings, len(endings))):
            aim = least if position[1] == side else 1 - least
            demand(rules.reaches(position, aim) == (position[1] == side), f"{rules.name(position)}: not proven")


if __name__ == "__main__":
    main()
