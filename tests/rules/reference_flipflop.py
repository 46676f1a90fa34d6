"""FlipFlop and Othello again, slow and straight from the rules page: the engine is compared with it."""

from __future__ import annotations

from dataclasses import dataclass, field

Square = tuple[int, int]

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
OTHER = {"white": "black", "black": "white"}


def name(square: Square) -> str:
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def square_of(text: str) -> Square:
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def centre(n: int) -> dict[Square, str]:
    """F1: two of each, crosswise."""
    low, high = n // 2 - 1, n // 2
    return {(low, low): "white", (high, high): "white", (low, high): "black", (high, low): "black"}


@dataclass
class Reference:
    """The whole game as a dictionary of squares."""

    key: str = "flipflop"
    n: int = 8
    board: dict[Square, str] = field(default_factory=dict)
    side: str = "white"
    second_offered: bool = False
    just_passed: bool = False
    black_turns: int = 0
    result: tuple[str | None, str] | None = None

    def __post_init__(self) -> None:
        self.board = centre(self.n)
        self.side = "black" if self.key == "othello" else "white"

    def trapped_along(self, square: Square, direction: Square, side: str) -> list[Square]:
        """F2: the unbroken row of enemies starting at the square, if one of the player's pieces closes it."""
        row = []
        at = (square[0] + direction[0], square[1] + direction[1])
        while self.board.get(at) == OTHER[side]:
            row.append(at)
            at = (at[0] + direction[0], at[1] + direction[1])
        return row if self.board.get(at) == side else []

    def placements(self, side: str, directions: list[Square]) -> set[str]:
        """The empty squares where a piece traps something in one of the directions."""
        return {
            name((file, rank))
            for file in range(self.n)
            for rank in range(self.n)
            if (file, rank) not in self.board
            and any(self.trapped_along((file, rank), direction, side) for direction in directions)
        }

    def first_placements(self, side: str) -> set[str]:
        """F3; in Othello along any line."""
        return self.placements(side, STRAIGHT if self.key == "flipflop" else STRAIGHT + DIAGONAL)

    def actions(self) -> set[str]:
        if self.result:
            return set()
        if self.second_offered:
            return self.placements(self.side, DIAGONAL) | {"end"}  # F4
        return self.first_placements(self.side) or {"pass"}  # F3

    def play(self, text: str) -> None:
        if text not in ("pass", "end"):
            is_first = not self.second_offered
            trapped = self.place(square_of(text))
            if self.key == "flipflop" and is_first and trapped >= 2 and self.placements(self.side, DIAGONAL):
                self.second_offered = True  # F4
                return
        self.second_offered = False
        both_passed = self.just_passed and text == "pass"
        self.just_passed = text == "pass"
        self.black_turns += self.side == "black"
        self.side = OTHER[self.side]
        self.judge(both_passed)

    def place(self, square: Square) -> int:
        """F2: all eight directions at once."""
        trapped = [at for direction in STRAIGHT + DIAGONAL for at in self.trapped_along(square, direction, self.side)]
        for at in [square, *trapped]:
            self.board[at] = self.side
        return len(trapped)

    def judge(self, both_passed: bool) -> None:
        if self.key == "othello":
            if not self.first_placements("white") and not self.first_placements("black"):
                self.result = (self.leader(), "neither_can_play")
        elif both_passed:  # F5
            self.result = (self.leader(), "both_passed")
        elif self.side == "white" and self.black_turns == self.n * self.n // 2:
            self.result = (self.leader(), "turns_used")

    def leader(self) -> str | None:
        """F6"""
        owners = list(self.board.values())
        lead = owners.count("white") - owners.count("black")
        return None if lead == 0 else "white" if lead > 0 else "black"

    def count(self, depth: int) -> int:
        """The number of sequences of that many turns (perft by turn), by brute force."""
        if depth == 0:
            return 1
        total = 0
        for text in self.actions():
            after = Reference(self.key, self.n)
            after.__dict__.update(self.__dict__, board=dict(self.board))
            after.play(text)
            total += after.count(depth if after.side == self.side else depth - 1)
        return total
