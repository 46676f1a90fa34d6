"""Checkers again, slow and straight from the rules page: the engine is compared with it.

The board is a dictionary of squares, a piece is a pair of owner and rank. English draughts is implemented beside the
rules of checkers, with captured pieces removed at once: the usual way to play it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

Square = tuple[int, int]
Piece = tuple[str, str]

OTHER = {"dark": "light", "light": "dark"}
FORWARD = {"dark": 1, "light": -1}
LAST_RANK = {"dark": 7, "light": 0}


def name(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


def square_of(text: str) -> Square:
    return "abcdefgh".index(text[0]), int(text[1]) - 1


def dark_tile(square: Square) -> bool:
    file, rank = square
    return 0 <= file < 8 and 0 <= rank < 8 and (file + rank) % 2 == 0  # K1: a1 is dark


def starting_board() -> dict[Square, Piece]:
    tiles = [(file, rank) for file in range(8) for rank in range(8) if dark_tile((file, rank))]
    dark = {tile: ("dark", "man") for tile in tiles if tile[1] < 3}
    light = {tile: ("light", "man") for tile in tiles if tile[1] > 4}
    return dark | light


@dataclass
class Reference:
    """The whole game."""

    english: bool = False
    side: str = "dark"
    board: dict[Square, Piece] = field(default_factory=starting_board)
    capturer: Square | None = None
    jumped: Counter[Square] = field(default_factory=Counter)
    man_moved: bool = False
    captured: bool = False
    quiet: int = 0
    passes: int = 0
    timeouts: dict[str, int] = field(default_factory=lambda: {"dark": 0, "light": 0})
    result: tuple[str | None, str] | None = None

    # -- what can be played --

    def actions(self) -> set[str]:
        if self.result:
            return set()
        if self.capturer:
            captures = self.written(self.capturer, self.captures(self.capturer))
            return captures if self.english else captures | {"end"}  # K4
        found = self.all_captures()
        if not self.english or not found:
            found = found | self.all_steps()
        return found or {"pass"}  # K7

    def own(self) -> list[Square]:
        return [square for square, (owner, _) in self.board.items() if owner == self.side]

    def all_captures(self) -> set[str]:
        return {text for origin in self.own() for text in self.written(origin, self.captures(origin))}

    def all_steps(self) -> set[str]:
        return {text for origin in self.own() for text in self.written(origin, self.steps(origin))}

    def written(self, origin: Square, targets: list[Square]) -> set[str]:
        return {f"{name(origin)}-{name(target)}" for target in targets}

    def directions(self, origin: Square) -> list[Square]:
        ahead = FORWARD[self.side]
        both = [(-1, ahead), (1, ahead), (-1, -ahead), (1, -ahead)]
        return both if self.board[origin][1] == "king" else both[:2]  # K3

    def steps(self, origin: Square) -> list[Square]:
        around = [(origin[0] + dx, origin[1] + dy) for dx, dy in self.directions(origin)]
        return [target for target in around if dark_tile(target) and target not in self.board]

    def captures(self, origin: Square) -> list[Square]:
        found = []
        for dx, dy in self.directions(origin):
            over = (origin[0] + dx, origin[1] + dy)
            target = (origin[0] + 2 * dx, origin[1] + 2 * dy)
            enemy = over in self.board and self.board[over][0] == OTHER[self.side]
            if enemy and self.jumped[over] < 2 and dark_tile(target) and target not in self.board:  # K3, K5
                found.append(target)
        return found

    # -- what an action does --

    def play(self, text: str) -> None:
        if "-" in text:
            origin, target = map(square_of, text.split("-"))
            self.move(origin, target)
            if self.capturer and self.captures(self.capturer):
                return
        self.end_turn(text)

    def move(self, origin: Square, target: Square) -> None:
        owner, rank = self.board.pop(origin)
        self.man_moved = self.man_moved or rank == "man"
        crowned = rank == "man" and target[1] == LAST_RANK[owner]
        self.board[target] = (owner, "king" if crowned else rank)  # K6
        if abs(target[0] - origin[0]) == 2:
            over = ((origin[0] + target[0]) // 2, (origin[1] + target[1]) // 2)
            self.captured = True
            self.capturer = None if self.english and crowned else target
            if self.english:
                del self.board[over]
            else:
                self.jumped[over] += 1

    def end_turn(self, text: str) -> None:
        for over in self.jumped:
            del self.board[over]  # K5
        self.quiet = 0 if self.captured or self.man_moved else self.quiet + 1
        self.passes = self.passes + 1 if text == "pass" else 0
        self.timeouts[self.side] = self.timeouts[self.side] + 1 if text == "timeout" else 0
        self.capturer = None
        self.jumped = Counter()
        self.captured = self.man_moved = False
        mover, self.side = self.side, OTHER[self.side]
        self.result = self.judged(mover)

    def judged(self, mover: str) -> tuple[str | None, str] | None:
        if not self.own():
            return mover, "no_pieces"  # K9
        if self.timeouts[mover] == 3:
            return self.side, "left"  # K8
        if self.english and not self.all_captures() and not self.all_steps():
            return mover, "blocked"
        if self.passes == 2:
            return None, "passes"  # K10
        if self.quiet == 100:
            return None, "quiet"
        return None
