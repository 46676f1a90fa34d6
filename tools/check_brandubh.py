"""Checks proofs that openings of Brandubh are won, with nothing but the rules as written here.

    python tools/check_brandubh.py FILE

For each opening the file names the winner, and one move of the winner for every position that can arise. No position
may be repeated on the way, and nothing may last 200 moves without an end, so that no draw by H11 can interfere.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator

SIZE = 7
THRONE = 24
CORNERS = {0, 6, 42, 48}
START = "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3"
ON = {"a": "a", "d": "dk"}  # the pieces of each side
LONGEST = 199
Board = tuple[str, ...]


def squares(text: str) -> Board:
    """The board of a position text, from a1 on."""
    rows = text.split("/")[::-1]
    return tuple("".join("." * int(one) if one.isdigit() else one for one in "".join(rows)))


def rays(cell: int) -> Iterator[list[int]]:
    """The squares in each of the four directions, nearest first."""
    file, rank = cell % SIZE, cell // SIZE
    yield [rank * SIZE + x for x in range(file + 1, SIZE)]
    yield [rank * SIZE + x for x in range(file - 1, -1, -1)]
    yield [y * SIZE + file for y in range(rank + 1, SIZE)]
    yield [y * SIZE + file for y in range(rank - 1, -1, -1)]


RAYS = [list(rays(cell)) for cell in range(SIZE * SIZE)]


def moves(board: Board, side: str) -> Iterator[tuple[int, int]]:
    """H3, H4: any number of empty squares; only the king stops on the throne or a corner."""
    for cell, piece in enumerate(board):
        if piece in ON[side]:
            for ray in RAYS[cell]:
                for target in ray:
                    if board[target] != ".":
                        break
                    if piece == "k" or (target != THRONE and target not in CORNERS):
                        yield cell, target


def played(board: Board, side: str, origin: int, target: int) -> tuple[Board, str]:
    """The board after a move and its captures (H5, H6, H8), and the winner if it ends the game."""
    after = list(board)
    after[origin], after[target] = ".", board[origin]
    king = after.index("k")
    captured = [ray[0] for ray in RAYS[target] if len(ray) > 1 and caught(after, side, ray[0], ray[1])]
    for cell in captured:
        after[cell] = "." if cell != king else "k"
    if side == "a" and (king in captured or enclosed(after, king, target)):
        return tuple(after), "a"
    if king in CORNERS:  # H7
        return tuple(after), "d"
    if side == "a" and surrounded(after):
        return tuple(after), "a"
    other = "d" if side == "a" else "a"
    return tuple(after), "" if any(True for _ in moves(tuple(after), other)) else side  # H10


def caught(board: list[str], side: str, victim: int, far: int) -> bool:
    """Whether the victim is between the moved piece and the far square."""
    piece = board[victim]
    if piece == "." or piece in ON[side]:
        return False
    if piece == "k" and (victim == THRONE or any(ray[:1] == [THRONE] for ray in RAYS[victim])):
        return False
    throne = far == THRONE and (side == "d" or board[THRONE] == ".")  # H6: always hostile to attackers
    return board[far] in ON[side] or far in CORNERS or throne


def enclosed(board: list[str], king: int, moved: int) -> bool:
    """H8: attackers, or the throne, on all four sides of the king, and the moved piece is one of them."""
    beside = [ray[0] for ray in RAYS[king] if ray]
    return len(beside) == 4 and moved in beside and all(board[cell] == "a" or cell == THRONE for cell in beside)


def surrounded(board: list[str]) -> bool:
    """H9: no way without attackers leads from the edge to a light piece."""
    fresh = [cell for cell in range(SIZE * SIZE) if not all(RAYS[cell]) and board[cell] != "a"]
    reached = set(fresh)
    while fresh:
        cell = fresh.pop()
        beside = {ray[0] for ray in RAYS[cell] if ray and board[ray[0]] != "a"} - reached
        reached |= beside
        fresh += beside
    return not any(board[cell] in "dk" for cell in reached)


def square(cell: int) -> str:
    return f"{'abcdefg'[cell % SIZE]}{cell // SIZE + 1}"


def check(board: Board, side: str, winner: str, answers: dict[tuple[Board, str], str], path: set[object]) -> None:
    """Check that the winner wins from here, whatever the other side plays."""
    demand((board, side) not in path, "a position is repeated")
    demand(len(path) < LONGEST, "a line is too long")
    path.add((board, side))
    legal = {f"{square(origin)}-{square(target)}": (origin, target) for origin, target in moves(board, side)}
    if side == winner:
        answer = answers.get((board, side), "")
        demand(answer in legal, f"no legal move: {''.join(board)} {side} {answer}")
        legal = {answer: legal[answer]}
    for origin, target in legal.values():
        after, ended = played(board, side, origin, target)
        demand(ended in ("", winner), "the other side wins")
        if not ended:
            check(after, "d" if side == "a" else "a", winner, answers, path)
    path.remove((board, side))


def demand(is_right: bool, problem: str) -> None:
    if not is_right:
        sys.exit(f"wrong proof: {problem}")


def main() -> None:
    file = sys.argv[1]
    with gzip.open(file, "rt") if file.endswith(".gz") else open(file) as opened:
        blocks = opened.read().split("end\n")[:-1]
    for block in blocks:
        head, *lines = block.splitlines()
        _, winner, *opening = head.split()
        if winner == "-":
            continue
        board, side, path = squares(START), "a", set()
        for move in opening:
            path.add((board, side))
            legal = {f"{square(origin)}-{square(target)}": (origin, target) for origin, target in moves(board, side)}
            demand(move in legal, f"{' '.join(opening)} is illegal")
            board, side = played(board, side, *legal[move])[0], "d" if side == "a" else "a"
        answers = {(squares(text), to_move): move for text, to_move, move in map(str.split, lines)}
        check(board, side, winner, answers, path)
        print(f"{' '.join(opening)}: won for {winner}, {len(lines)} positions")


if __name__ == "__main__":
    main()
