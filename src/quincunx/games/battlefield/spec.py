"""Battlefield chess for people and screens: facts, names, looks."""

from __future__ import annotations

from typing import Any

from quincunx.core import action_codes
from quincunx.core.display import Badge, Board, Forecast, HudRow, Piece
from quincunx.core.game import Game
from quincunx.core.options import Limit
from quincunx.core.outcome import Refusal
from quincunx.core.spec import Cells, Kind, Setup, Spec
from quincunx.core.weights import read_weights
from quincunx.games.battlefield import CODES, terms
from quincunx.games.battlefield.army import Army
from quincunx.games.battlefield.evaluate import BattlefieldEvaluator
from quincunx.games.battlefield.forecasts import defender_of, foresee
from quincunx.games.battlefield.matchup import matchup_of
from quincunx.games.battlefield.positions import fields_of, letters_of, set_up, turn_of
from quincunx.games.battlefield.profile import PROMOTION_ROLES, ROLE_NAMES, ROLES, Profile
from quincunx.games.battlefield.refusals import refuse
from quincunx.games.battlefield.rules import BattlefieldState

REPETITION = Limit("repetition", 3, "how many occurrences of a position make a draw", title="Draw by repetition")
_LIMITS = (
    REPETITION,
    Limit(
        "quiet",
        100,
        "after how many turns without a defeat or a pawn's move the game is a draw",
        title="Draw without progress",
    ),
)


class Battlefield(Spec):
    """Chess with units that battle."""

    players = ("white", "black")
    letters = ROLES + ROLES.lower()
    codes = CODES
    light = 0
    sides = "wb"
    reasons = ("checkmate", "king_defeated", "stalemate", "repetition", "quiet")
    told_reasons = ("repetition",)
    reason_rules = {
        "checkmate": ("B12", "The king is in check, and nothing helps him."),
        "king_defeated": ("B12", "The king has fallen."),
        "stalemate": ("B14", "The player to move has no legal action and is not in check."),
        "repetition": ("B14", "The same position has come up too often."),
        "quiet": ("B14", "Too many turns have passed without a defeat or a pawn's move."),
    }
    kinds = (
        *(Kind(f"promote to {ROLE_NAMES[role]}", suffix=f"={role}") for role in PROMOTION_ROLES),
        Kind("heal", prefix="heal:"),
        Kind("cheer", prefix="cheer:"),
    )
    positional = ("castling", "en_passant", "quiet", "move")

    def new_state(self, game: Game) -> BattlefieldState:
        return BattlefieldState(game)

    def evaluator(self, game: Game) -> BattlefieldEvaluator:
        return BattlefieldEvaluator(read_weights(__package__, game.key, BattlefieldEvaluator.names), matchup_of(game))

    def board(self, game: Game) -> Board:
        return Board(8, 8, chequered=True)

    def pieces(self, state: BattlefieldState) -> dict[int, Piece]:
        pieces = {}
        for cell in range(64):
            number, hp = state.unit_at(cell)
            if number:
                owner = int(number >= terms.FIRST_BLACK)
                profile = state.matchup.profiles[number]
                glyph = profile.role.lower() if owner else profile.role
                pieces[cell] = Piece(
                    owner,
                    glyph,
                    profile.name,
                    self.badges(profile, hp),
                    _effects(state, cell, profile, owner),
                    ROLE_NAMES[profile.role],
                )
        return pieces

    def badges(self, profile: Profile, hp: int) -> tuple[Badge, ...]:
        """The stats of a unit, then its words."""
        words = [Badge("class", profile.unit_class)]
        if profile.weapon:
            words.append(Badge("weapon", profile.weapon.replace("_", " ")))
        if profile.element != "none":
            words.append(Badge("element", profile.element))
        words += [Badge("skill", skill) for skill in profile.skills]
        stats = (
            Badge("ATK", str(profile.atk)),
            Badge("DEF", str(profile.defence)),
            Badge("M.DEF", str(profile.magic_defence)),
        )
        return Badge("HP", str(hp), str(profile.hp)), *stats, *words

    def hud(self, state: BattlefieldState) -> tuple[HudRow, ...]:
        units = HudRow("Units", (str(state.squares(0).bit_count()), str(state.squares(1).bit_count())))
        pieces = self.pieces(state)
        kings = {piece.owner: piece for piece in pieces.values() if piece.glyph in "Kk"}
        hp = tuple(
            f"{kings[side].badges[0].value}/{kings[side].badges[0].most}" if side in kings else "-" for side in (0, 1)
        )
        totals = [
            sum(int(piece.badges[0].value) for piece in pieces.values() if piece.owner == side) for side in (0, 1)
        ]
        return units, HudRow("King's HP", hp), HudRow("Total HP", (str(totals[0]), str(totals[1]))), quiet_row(state)

    def prompt(self, state: BattlefieldState) -> str:
        square = state.game.square(state.memory()[2])
        return f"The unit on {square} was cheered: act with it again, or end your turn."  # B9

    def warning(self, state: BattlefieldState) -> str:
        return "Your king is in check." if state.checked() else ""  # B12

    def refusal(self, state: BattlefieldState, action: int) -> Refusal:
        return refuse(state, action)

    def position_letters(self, state: BattlefieldState) -> dict[int, str]:
        return letters_of(state)

    def position_fields(self, state: BattlefieldState) -> dict[str, str]:
        return fields_of(state)

    def set_up(self, game: Game, setup: Setup) -> BattlefieldState:
        return set_up(game, setup)

    def told_turn(self, to_move: int, fields: Any) -> int:
        return turn_of(to_move, fields)

    def forecast(self, state: BattlefieldState, action: int) -> Forecast | None:
        return foresee(state, action)

    def foretells(self, game: Game) -> bool:
        return True

    def takes(self, state: BattlefieldState, action: int) -> bool:
        kind = action_codes.kind_of(action)
        origin, target = action_codes.origin_of(action), action_codes.target_of(action)
        if kind in (action_codes.END, terms.HEAL, terms.CHEER):
            return False
        return defender_of(state, origin, target) is not None

    def threats(self, state: BattlefieldState) -> tuple[Cells, Cells]:
        return _attacked(state, 0), _attacked(state, 1)


def quiet_row(state: BattlefieldState) -> HudRow:
    """How many turns there were without progress, and how many make a draw."""
    limit, quiet_turns = state.game.options["quiet"], state.memory()[3]
    counted = f"{quiet_turns}/{limit}" if limit else str(quiet_turns)
    return HudRow("No progress", (f"{counted} turn{'' if counted == '1' else 's'}",))


def _effects(state: BattlefieldState, cell: int, profile: Profile, owner: int) -> tuple[str, ...]:
    knives, cheered = state.effects_at(cell)
    in_check = profile.role == "K" and owner == state.to_move and state.checked()
    here = (("knives", knives), ("cheered", cheered), ("check", in_check))
    return tuple(name for name, is_on in here if is_on)


def _attacked(state: BattlefieldState, player: int) -> Cells:
    """The squares that a player's units attack."""
    units, attacked = state.squares(player), 0
    for cell in range(64):
        if units >> cell & 1:
            attacked |= state.attacked_from(cell)
    return tuple(cell for cell in range(64) if attacked >> cell & 1)


GAMES = (
    Battlefield(
        "battlefield",
        "Battlefield Chess",
        "Chess in which an attack is a battle: units have HP, weapons, elements and skills.",
        (
            Army("white", "standard", "white's army", title="White's army", prominent=True, own="army", side=0),
            Army("black", "standard", "black's army", title="Black's army", prominent=True, own="army", side=1),
            *_LIMITS,
        ),
        without=("pass",),
    ),
)
