"""Cengers again, slow and straight from the rules page: the engine is compared with it."""

from __future__ import annotations

from dataclasses import dataclass, field

SQUARES = [(file, rank) for rank in range(8) for file in range(8)]
DIRECTIONS = [(0, 1), (1, 0), (0, -1), (-1, 0)]  # C2
HOME = {
    "x": {(file, rank) for file in range(3) for rank in range(5, 8)},
    "o": {(file, rank) for file in range(5, 8) for rank in range(3)},
}


def name(square: tuple[int, int]) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


@dataclass
class Reference:
    """The whole game as a dictionary of squares."""

    board: dict[tuple[int, int], str] = field(
        default_factory=lambda: dict.fromkeys(HOME["o"], "x") | dict.fromkeys(HOME["x"], "o")
    )
    side: str = "x"
    turns: int = 0
    jumper: tuple[int, int] | None = None
    stood: list[tuple[int, int]] = field(default_factory=list)
    seen: list[object] = field(default_factory=list)
    result: tuple[str | None, str] | None = None
    stragglers: int = 60

    def __post_init__(self) -> None:
        self.seen.append((self.side, frozenset(self.board.items())))

    def actions(self) -> set[str]:
        if self.result:
            return set()
        if self.jumper:
            return {f"{name(self.jumper)}-{name(to)}" for to in self.jumps(self.jumper)} | {"end"}  # C5
        found = {
            f"{name(origin)}-{name(to)}"
            for origin, owner in self.board.items()
            if owner == self.side
            for to in self.steps(origin) + self.jumps(origin)
        }
        return found or {"pass"}  # C8

    def steps(self, origin: tuple[int, int]) -> list[tuple[int, int]]:
        around = [(origin[0] + dx, origin[1] + dy) for dx, dy in DIRECTIONS]
        return [to for to in around if to in SQUARES and to not in self.board]  # C3

    def jumps(self, origin: tuple[int, int]) -> list[tuple[int, int]]:
        return [
            (origin[0] + 2 * dx, origin[1] + 2 * dy)
            for dx, dy in DIRECTIONS
            if (origin[0] + dx, origin[1] + dy) in self.board  # C4
            and (origin[0] + 2 * dx, origin[1] + 2 * dy) in SQUARES
            and (origin[0] + 2 * dx, origin[1] + 2 * dy) not in self.board
            and (origin[0] + 2 * dx, origin[1] + 2 * dy) not in self.stood  # C5, R
        ]

    def play(self, text: str) -> None:
        if "-" in text:
            origin, to = ((ord(word[0]) - ord("a"), int(word[1]) - 1) for word in text.split("-"))
            self.board[to] = self.board.pop(origin)
            if abs(origin[0] - to[0]) + abs(origin[1] - to[1]) == 2:
                self.stood += [origin, to]
                if self.jumps(to):
                    self.jumper = to
                    return
        self.jumper = None
        self.stood = []
        self.end_turn()

    def end_turn(self) -> None:
        mover, self.side = self.side, "o" if self.side == "x" else "x"
        self.turns += 1
        position = (self.side, frozenset(self.board.items()))
        self.seen.append(position)
        at_home = [self.board[square] for square in HOME[mover] if square in self.board]
        number = (self.turns + 1) // 2  # the round whose turn has just ended
        if at_home.count(mover) == 9 or (number >= self.stragglers > 0 and len(at_home) == 9 and mover in at_home):
            self.result = (mover, "home")  # C7
        elif self.seen.count(position) == 3:
            self.result = (None, "repetition")  # C8
        elif self.turns == 400:
            self.result = (None, "rounds")
