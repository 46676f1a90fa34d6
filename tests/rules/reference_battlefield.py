"""Battlefield chess again, slow and straight from the rules page: the engine is compared with it.

The board is a dictionary of squares; a unit knows its owner, role, profile, HP and effects. An action is legal if,
played on a copy, it leaves the king safe. Armies are read separately too, without the program's own reader.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import dataclass
from typing import Any

Square = tuple[int, int]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
LINES = {"R": STRAIGHT, "B": DIAGONAL, "Q": STRAIGHT + DIAGONAL}
EFFECTIVE = {"bow": "flying", "spear": "cavalry", "sword": "dragon", "axe": "beast"}
BEATS = {"water": "fire", "fire": "ground", "ground": "water"}


def name(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


def square_of(text: str) -> Square:
    return "abcdefgh".index(text[0]), int(text[1]) - 1


def profile_of(army: dict[str, Any], role: str, table: str, key: str) -> dict[str, Any]:
    own = army.get(table, {}).get(key, {})
    profile = {"element": "none", "skills": [], "weapon": None, **army.get("roles", {}).get(role, {}), **own}
    if profile["class"] in ("beast", "dragon"):
        profile["weapon"] = None
    return profile


@dataclass
class Unit:
    owner: int
    role: str
    profile: dict[str, Any]
    hp: int
    knives: int = 0
    cheered: int = 0

    def has(self, skill: str) -> bool:
        return skill in self.profile["skills"]

    def identity(self) -> tuple[object, ...]:
        """B14: owner, profile, HP and effects; the display name does not matter."""
        profile = {**self.profile, "name": "", "skills": sorted(self.profile["skills"])}
        return self.owner, self.role, repr(sorted(profile.items(), key=str)), self.hp, self.knives, self.cheered


class Reference:
    """The whole game."""

    def __init__(self, white: dict[str, Any], black: dict[str, Any], repetition: int = 3, quiet: int = 100) -> None:
        self.armies = (white, black)
        self.repetition, self.quiet_limit = repetition, quiet
        self.board: dict[Square, Unit] = {}
        for owner, army in enumerate(self.armies):
            for file, role in enumerate("RNBQKBNR"):
                self.put((file, 7 * owner), owner, role, profile_of(army, role, "units", role + "abcdefgh"[file]))
                self.put((file, 1 + 5 * owner), owner, "P", profile_of(army, "P", "units", "P" + "abcdefgh"[file]))
        self.side = 0
        self.unmoved = {(file, rank) for file in (0, 4, 7) for rank in (0, 7)}  # B13
        self.passing: Square | None = None  # a pawn that has just made a double step
        self.acting: Square | None = None
        self.quiet = 0
        self.progress = False
        self.result: tuple[int | None, str] | None = None
        self.seen = Counter([self.identity()])

    def put(self, square: Square, owner: int, role: str, profile: dict[str, Any]) -> None:
        self.board[square] = Unit(owner, role, profile, profile["hp"])

    def copied(self) -> Reference:
        other = copy(self)
        other.board = {square: copy(unit) for square, unit in self.board.items()}
        other.unmoved = set(self.unmoved)
        return other

    # -- who attacks what --

    def attacks(self, square: Square) -> list[Square]:
        """The squares that the unit attacks."""
        unit = self.board[square]
        if unit.role in LINES:
            return [target for way in LINES[unit.role] for target in self.line(square, way)]
        up = 1 if unit.owner == 0 else -1
        leaps = {"K": STRAIGHT + DIAGONAL, "N": KNIGHT, "P": [(-1, up), (1, up)]}[unit.role]
        targets = [(square[0] + right, square[1] + up) for right, up in leaps]
        return [target for target in targets if 0 <= target[0] < 8 and 0 <= target[1] < 8]

    def line(self, square: Square, way: tuple[int, int]) -> list[Square]:
        """The squares in one direction up to and including the first unit."""
        seen = []
        file, rank = square[0] + way[0], square[1] + way[1]
        while 0 <= file < 8 and 0 <= rank < 8:
            seen.append((file, rank))
            if (file, rank) in self.board:
                break
            file, rank = file + way[0], rank + way[1]
        return seen

    def enemies_attacking(self, square: Square, owner: int) -> list[Square]:
        return [at for at, unit in self.board.items() if unit.owner != owner and square in self.attacks(at)]

    def near(self, square: Square, owner: int, skill: str) -> bool:
        """B10: whether a unit of that owner with the skill stands on a neighbouring square."""
        around = [(square[0] + right, square[1] + up) for right, up in STRAIGHT + DIAGONAL]
        return any(at in self.board and self.board[at].owner == owner and self.board[at].has(skill) for at in around)

    # -- battle --

    def damage(self, origin: Square, target: Square) -> int:
        """B5: the damage of one strike."""
        striker, struck = self.board[origin], self.board[target]
        weapon, element, other = striker.profile["weapon"], striker.profile["element"], struck.profile["element"]
        attack = striker.profile["atk"]
        if weapon in EFFECTIVE and EFFECTIVE[weapon] == struck.profile["class"]:
            attack = attack * 3 // 2
        if BEATS.get(element) == other:
            attack = attack * 6 // 5
        if BEATS.get(other) == element:
            attack = attack * 4 // 5
        magical = weapon in ("staff", "healing_staff") or striker.profile["class"] == "dragon"
        armour = struck.profile["mdef" if magical else "def"]
        attack += 2 * self.near(origin, striker.owner, "banner") - 2 * self.near(origin, struck.owner, "dread")
        armour += 2 * self.near(target, struck.owner, "ward") - 3 * (struck.knives > 0)
        damage = max(0, max(0, attack) - max(0, armour))
        return damage // 2 if weapon == "healing_staff" else damage

    def strike(self, origin: Square, target: Square) -> bool:
        """B6, B11: one strike; returns whether the struck unit survives."""
        self.board[target].hp -= self.damage(origin, target)
        if self.board[target].hp < 0:
            return False
        if self.board[origin].profile["weapon"] == "throwing_knives":
            self.board[target].knives = 3
        return True

    def battle(self, origin: Square, target: Square) -> Square | None:
        """B7: the strikes. Returns the square of the defeated unit, if any."""
        counters = origin in self.attacks(target)
        vantage = counters and self.board[target].has("vantage")
        if vantage and not self.strike(target, origin):
            return origin
        if not self.strike(origin, target):
            return target
        return origin if counters and not vantage and not self.strike(target, origin) else None

    def in_check(self, owner: int) -> bool:
        """B12: an enemy's attack would defeat the king."""
        king = next(at for at, unit in self.board.items() if unit.role == "K" and unit.owner == owner)
        return any(self.copied().battle(at, king) == king for at in self.enemies_attacking(king, owner))

    def stands(self, owner: int) -> bool:
        return any(unit.role == "K" and unit.owner == owner for unit in self.board.values())

    # -- legal actions --

    def actions(self) -> set[str]:
        if self.result:
            return set()
        return self.unit_actions() | ({"end"} if self.acting else set())

    def unit_actions(self) -> set[str]:
        own = [at for at, unit in self.board.items() if unit.owner == self.side]
        found = {text for at in ([self.acting] if self.acting else own) for text in self.possible(at)}
        return {text for text in found if self.is_safe(text)}

    def is_safe(self, text: str) -> bool:
        """B12: whether the action leaves the king safe."""
        after = self.copied()
        after.resolve(text)
        if not after.stands(1 - self.side):
            return True
        return after.stands(self.side) and not after.in_check(self.side)

    def possible(self, origin: Square) -> list[str]:
        """The actions that chess geometry and the skills allow, ignoring the king's safety."""
        unit, found = self.board[origin], []
        for target in self.attacks(origin):
            path = f"{name(origin)}-{name(target)}"
            other = self.board.get(target)
            if other and other.owner == self.side:
                full = other.profile["hp"]
                found += [f"heal:{path}"] if self.healing(unit) and other.hp < full else []
                found += [f"cheer:{path}"] if unit.has("cheer") and not other.has("cheer") else []
            elif other or unit.role != "P" or self.passed(target):
                found += self.promotions(origin, target, path)
        if unit.role == "P":
            found += self.pawn_steps(origin)
        return found + (self.castling(origin) if unit.role == "K" else [])

    def healing(self, unit: Unit) -> int:
        """B9: the HP that the unit restores by healing; 0 if it cannot heal."""
        full: int = unit.profile["atk"]
        return full if unit.profile["weapon"] == "healing_staff" else full // 2 if unit.has("heal") else 0

    def passed(self, target: Square) -> bool:
        """B15: an enemy pawn has just passed the square."""
        if self.passing is None or self.board[self.passing].owner == self.side:
            return False
        return self.passing == (target[0], target[1] - (1 if self.side == 0 else -1))

    def promotions(self, origin: Square, target: Square, path: str) -> list[str]:
        """B15: the action, or four promotions if a pawn will arrive on the last rank."""
        if self.board[origin].role != "P" or target[1] not in (0, 7):
            return [path]
        if target in self.board and self.copied().battle(origin, target) != target:
            return [path]
        return [f"{path}={role}" for role in "QRBN"]

    def pawn_steps(self, origin: Square) -> list[str]:
        up = 1 if self.side == 0 else -1
        file, rank = origin
        one, two = (file, rank + up), (file, rank + 2 * up)
        found = [] if one in self.board else self.promotions(origin, one, f"{name(origin)}-{name(one)}")
        if found and rank == (1 if self.side == 0 else 6) and two not in self.board:
            found.append(f"{name(origin)}-{name(two)}")
        return found

    def castling(self, king: Square) -> list[str]:
        """B13: the castling actions."""
        found = []
        for corner, between, way in ((7, (5, 6), (4, 5, 6)), (0, (1, 2, 3), (4, 3, 2))):
            rank = king[1]
            if not {king, (corner, rank)} <= self.unmoved or any((file, rank) in self.board for file in between):
                continue
            if not any(self.enemies_attacking((file, rank), self.side) for file in way):
                found.append(f"{name(king)}-{name((way[2], rank))}")
        return found

    # -- playing --

    def remove(self, square: Square) -> Unit:
        self.unmoved.discard(square)
        if self.passing == square:
            self.passing = None
        self.progress |= self.board[square].role == "P"
        return self.board.pop(square)

    def resolve(self, text: str) -> Square | None:
        """Play the action; returns the unit's square afterwards, if it survives and has not promoted."""
        word, _, path = text.rpartition(":")
        origin, target = square_of(path[:2]), square_of(path[3:5])
        unit = self.board[origin]
        if word == "heal":
            other = self.board[target]
            other.hp = min(other.hp + self.healing(unit), other.profile["hp"])
            return origin
        if word == "cheer":
            self.board[target].cheered = 3
            return origin
        en_passant = unit.role == "P" and origin[0] != target[0] and target not in self.board
        attacked = self.passing if en_passant else target if target in self.board else None
        if attacked:
            fallen = self.battle(origin, attacked)
            if fallen:
                self.remove(fallen)
                self.progress = True
            if fallen == origin:
                return None
            if not fallen:
                target = self.closest(origin, attacked)
        if target == origin:
            return origin
        if unit.role == "K" and abs(target[0] - origin[0]) == 2:
            rook = (7 if target[0] == 6 else 0, origin[1])
            self.board[(5 if target[0] == 6 else 3, origin[1])] = self.remove(rook)
        self.board[target] = self.remove(origin)
        if "=" in path:
            self.put(target, self.side, path[-1], profile_of(self.armies[self.side], path[-1], "promotions", path[-1]))
            return None
        if unit.role == "P" and abs(target[1] - origin[1]) == 2:
            self.passing = target
        return target

    def closest(self, origin: Square, attacked: Square) -> Square:
        """B8: the last empty square before the defender, for sliding units."""
        for way in LINES.get(self.board[origin].role, []):
            line = self.line(origin, way)
            if attacked in line:
                return line[-2] if len(line) > 1 else origin
        return origin

    def play(self, text: str) -> None:
        second, self.acting = self.acting, None
        self.progress = self.progress and second is not None
        if text != "end":
            cheered = self.board[square_of(text.rpartition(":")[2][:2])].cheered == 1
            stands = self.resolve(text)
            if cheered and stands and not second and self.stands(1 - self.side):
                self.acting = stands
                if self.unit_actions():
                    return
                self.acting = None
        self.quiet = 0 if self.progress else self.quiet + 1
        self.begin_turn()

    def begin_turn(self) -> None:
        """B11, then B14: effects run out, then the end is judged."""
        self.side = 1 - self.side
        for unit in self.board.values():
            unit.knives, unit.cheered = max(0, unit.knives - 1), max(0, unit.cheered - 1)
        if self.passing and self.board[self.passing].owner == self.side:
            self.passing = None
        self.judge()

    def judge(self) -> None:
        """B14: the outcome, checked in the order of the rule."""
        if not self.stands(self.side):
            self.result = 1 - self.side, "king_defeated"
            return
        actions = self.unit_actions()
        self.seen[self.identity()] += 1
        if not actions:
            self.result = (1 - self.side, "checkmate") if self.in_check(self.side) else (None, "stalemate")
        elif self.repetition and self.seen[self.identity()] >= self.repetition:
            self.result = None, "repetition"
        elif self.quiet_limit and self.quiet >= self.quiet_limit:
            self.result = None, "quiet"

    def identity(self) -> tuple[object, ...]:
        """B14: everything that identifies a position; en passant only if it can be played in this turn."""
        units = frozenset((at, unit.identity()) for at, unit in self.board.items())
        rights = frozenset(
            (rank, corner) for rank in (0, 7) for corner in (0, 7) if {(4, rank), (corner, rank)} <= self.unmoved
        )
        return units, rights, self.side, self.passing if self.takes_in_this_turn() else None

    def takes_in_this_turn(self) -> bool:
        """Whether en passant can be played now, or as the second action of a cheered pawn."""
        if self.passing is None or self.takes():
            return self.passing is not None
        cheered = [at for at in self.pawns() if self.board[at].cheered == 1]
        for text in [text for at in cheered for text in self.possible(at) if self.is_safe(text)]:
            after = self.copied()
            after.acting = after.resolve(text)
            if after.acting and after.takes():
                return True
        return False

    def pawns(self) -> list[Square]:
        own = [at for at, unit in self.board.items() if unit.role == "P" and unit.owner == self.side]
        return [at for at in own if self.acting in (None, at)]

    def takes(self) -> bool:
        paths = [(at, to) for at in self.pawns() for to in self.attacks(at) if self.passed(to)]
        return any(self.is_safe(f"{name(at)}-{name(to)}") for at, to in paths)
