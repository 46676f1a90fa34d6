"""Hnefatafl and its family again, slow and straight from the rules page: the engine is compared with it."""

from __future__ import annotations

from dataclasses import dataclass, field

Square = tuple[int, int]

DIRECTIONS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
ATTACKERS = "d1 e1 f1 g1 h1 f2 d11 e11 f11 g11 h11 f10 a4 a5 a6 a7 a8 b6 k4 k5 k6 k7 k8 j6"  # H1
DEFENDERS = "d6 e5 e6 e7 f4 f5 f7 f8 g5 g6 g7 h6"
PIECES = {
    11: {"a": ATTACKERS, "d": DEFENDERS, "k": "f6"},
    9: {"a": "d1 e1 f1 e2 d9 e9 f9 e8 a4 a5 a6 b5 i4 i5 i6 h5", "d": "e3 e4 e6 e7 c5 d5 f5 g5", "k": "e5"},
    7: {"a": "d1 d2 d6 d7 a4 b4 f4 g4", "d": "d3 d5 c4 e4", "k": "d4"},
}
SIZES = {"hnefatafl": 11, "copenhagen": 11, "tablut": 9, "brandubh": 7}


def name(square: Square) -> str:
    return f"{'abcdefghijk'[square[0]]}{square[1] + 1}"


def square_of(text: str) -> Square:
    return "abcdefghijk".index(text[0]), int(text[1:]) - 1


def step(square: Square, direction: Square, times: int = 1) -> Square:
    return square[0] + times * direction[0], square[1] + times * direction[1]


@dataclass
class Reference:
    """The whole game as a dictionary of squares."""

    key: str
    board: dict[Square, str] = field(default_factory=dict)
    side: str = "a"
    quiet: int = 0
    seen: list[object] = field(default_factory=list)
    result: tuple[str | None, str] | None = None

    def __post_init__(self) -> None:
        self.size = SIZES[self.key]
        if not self.board:
            letters = PIECES[self.size].items()
            self.board = {square_of(text): letter for letter, texts in letters for text in texts.split()}
        self.squares = {(file, rank) for file in range(self.size) for rank in range(self.size)}
        last = self.size - 1
        self.rim = {square for square in self.squares if square[0] in (0, last) or square[1] in (0, last)}
        self.throne = (last // 2, last // 2)
        self.goals = self.rim if self.key == "tablut" else {(0, 0), (0, last), (last, 0), (last, last)}
        self.corners = set() if self.key == "tablut" else self.goals
        self.seen.append(self.position())

    def position(self) -> object:
        return self.side, frozenset(self.board.items())

    def king(self) -> Square:
        return next(square for square, letter in self.board.items() if letter == "k")

    def owner(self, square: Square) -> str | None:
        letter = self.board.get(square)
        return "d" if letter == "k" else letter

    def beside(self, square: Square) -> list[Square]:
        return [step(square, direction) for direction in DIRECTIONS if step(square, direction) in self.squares]

    # -- H3, H4 --

    def actions(self) -> set[str]:
        return set() if self.result else self.moves()

    def moves(self) -> set[str]:
        mine = [square for square in self.board if self.owner(square) == self.side]
        return {f"{name(origin)}-{name(target)}" for origin in mine for target in self.targets(origin)}

    def targets(self, origin: Square) -> list[Square]:
        found = []
        for direction in DIRECTIONS:
            target = step(origin, direction)
            while target in self.squares and target not in self.board:
                if self.board[origin] == "k" or (target != self.throne and target not in self.corners):
                    found.append(target)
                target = step(target, direction)
        return found

    # -- H5, H6 --

    def play(self, text: str) -> None:
        origin, target = (square_of(word) for word in text.split("-"))
        self.board[target] = self.board.pop(origin)
        mover, self.side = self.side, "d" if self.side == "a" else "a"
        captured = self.captured(target, mover)
        king_taken = self.king() in captured
        for square in captured - {self.king()}:
            del self.board[square]
        self.quiet = 0 if captured else self.quiet + 1
        self.seen.append(self.position())
        self.result = self.judged(mover, target, king_taken)

    def captured(self, target: Square, mover: str) -> set[Square]:
        found = set()
        for direction in DIRECTIONS:
            victim = step(target, direction)
            if self.takeable(victim, mover) and self.is_jaw(step(victim, direction), mover):
                found.add(victim)
        if self.key == "copenhagen":
            for direction in DIRECTIONS:
                found |= {square for square in self.walled(target, direction, mover) if self.board[square] != "k"}
        return found

    def takeable(self, square: Square, mover: str) -> bool:
        if self.owner(square) in (None, mover):
            return False
        by_throne = square == self.throne or self.throne in self.beside(square)
        return self.board[square] != "k" or (self.size < 11 and not by_throne)  # H8

    def is_jaw(self, square: Square, mover: str) -> bool:
        if self.owner(square) == mover or square in self.corners:
            return True
        return square == self.throne and (mover == "d" or square not in self.board)

    def walled(self, target: Square, along: Square, mover: str) -> list[Square]:
        """The row that the moved piece closes in (H12)."""
        row: list[Square] = []
        square = step(target, along)
        while self.owner(square) not in (None, mover) and square in self.rim:
            row.append(square)
            square = step(square, along)
        closed = self.owner(square) == mover or square in self.corners
        fronted = any(
            all(self.owner(step(member, inwards)) == mover for member in row)
            for inwards in DIRECTIONS
            if step(target, inwards, -1) not in self.squares and inwards[0] * along[0] + inwards[1] * along[1] == 0
        )
        return row if len(row) > 1 and closed and fronted else []

    # -- H7 to H11 --

    def judged(self, mover: str, moved: Square, king_taken: bool) -> tuple[str | None, str] | None:
        if self.king() in self.goals:
            return "d", "king_escaped"
        if self.key == "copenhagen" and mover == "d" and self.has_fort():
            return "d", "edge_fort"
        if mover == "a" and (king_taken or self.enclosed(moved)):
            return "a", "king_captured"
        if mover == "a" and not any(self.owner(square) == "d" for square in self.reached_from_edge()):
            return "a", "surrounded"
        if not self.moves():
            return mover, "no_action"
        if self.seen.count(self.seen[-1]) == 3:
            return ("a" if self.key == "copenhagen" else None), "repetition"
        return (None, "quiet") if self.quiet == 200 else None

    def enclosed(self, moved: Square) -> bool:
        sides = [step(self.king(), direction) for direction in DIRECTIONS]
        hostile = [side for side in sides if self.board.get(side) == "a" or side == self.throne]
        return len(hostile) == 4 and moved in sides

    def reached_from_edge(self) -> set[Square]:
        return self.flood({square for square in self.rim if self.board.get(square) != "a"}, self.without("a"))

    def without(self, letter: str) -> set[Square]:
        return {square for square in self.squares if self.board.get(square) != letter}

    def flood(self, start: set[Square], free: set[Square]) -> set[Square]:
        reached, waiting = set(start), list(start)
        while waiting:
            for square in self.beside(waiting.pop()):
                if square in free and square not in reached:
                    reached.add(square)
                    waiting.append(square)
        return reached

    # -- H13 --

    def has_fort(self) -> bool:
        """Let more and more attackers in, wherever they can go, until they cannot capture anything."""
        if self.king() not in self.rim or not self.targets(self.king()):
            return False
        siege = Reference(self.key, dict(self.board))
        while True:
            attackers = {square for square, letter in siege.board.items() if letter == "a"}
            crowd = siege.flood(attackers, siege.without("d") - self.corners)
            if self.king() in crowd:
                return False
            siege.board |= dict.fromkeys(crowd - {self.throne}, "a")
            lost = {square for moved in crowd - {self.throne} for square in siege.captured(moved, "a")}
            if not lost:
                return True
            siege.board = {square: letter for square, letter in siege.board.items() if square not in lost}
