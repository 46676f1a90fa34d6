"""The Battlefield spec for the user interface: facts, names and appearance."""

from __future__ import annotations

from typing import Any

from quincunx.core import action_codes
from quincunx.core.display import Badge, Board, Forecast, HudRow, Piece
from quincunx.core.game import Game
from quincunx.core.geometry import DIAGONAL, KNIGHT, STRAIGHT, Pairs, lines
from quincunx.core.options import Limit
from quincunx.core.outcome import Refusal
from quincunx.core.spec import Cells, Kind, Setup, Spec
from quincunx.core.weights import read_weights
from quincunx.games.battlefield import CODES, terms
from quincunx.games.battlefield.army import Army
from quincunx.games.battlefield.emblems import emblems
from quincunx.games.battlefield.evaluate import BattlefieldEvaluator
from quincunx.games.battlefield.forecasts import defender_of, forecast
from quincunx.games.battlefield.matchup import matchup_of
from quincunx.games.battlefield.names import CLASS_NAMES, ELEMENT_NAMES, ROLE_TITLES, SKILL_NAMES, WEAPON_NAMES
from quincunx.games.battlefield.positions import fields_of, letters_of, set_up, turn_of
from quincunx.games.battlefield.profile import PROMOTION_ROLES, ROLE_NAMES, ROLES, Profile
from quincunx.games.battlefield.refusals import refuse
from quincunx.games.battlefield.rules import BattlefieldState
from quincunx.words import Text, phrase

REPETITION = Limit(
    "repetition", 3, phrase("battlefield.option_help.repetition"), title=phrase("battlefield.option.repetition")
)
_LIMITS = (
    REPETITION,
    Limit("quiet", 100, phrase("battlefield.option_help.quiet"), title=phrase("battlefield.option.quiet")),
)
_PAWN = ((0, 1), (-1, 1), (1, 1))
_LAST_RANK = 56
_HP = phrase("battlefield.badge.hp")
_ATK = phrase("battlefield.badge.atk")
_DEF = phrase("battlefield.badge.def")
_MDEF = phrase("battlefield.badge.mdef")
_CLASSES = {word: Badge(phrase("battlefield.badge.class"), name) for word, name in CLASS_NAMES.items()}
_WEAPONS = {word: Badge(phrase("battlefield.badge.weapon"), name) for word, name in WEAPON_NAMES.items()}
_ELEMENTS = {word: Badge(phrase("battlefield.badge.element"), name) for word, name in ELEMENT_NAMES.items()}
_SKILLS = {word: Badge(phrase("battlefield.badge.skill"), name) for word, name in SKILL_NAMES.items()}
_KNIVES = phrase("battlefield.effect.knives")
_CHEERED = phrase("battlefield.effect.cheered")
_CHECK = phrase("battlefield.effect.check")


def _promotion(role: str) -> Kind:
    title = phrase("battlefield.choice.promote", role=ROLE_TITLES[role])
    return Kind(f"promote to {ROLE_NAMES[role]}", suffix=f"={role}", title=title)


class Battlefield(Spec):
    """Chess with units that battle."""

    players = (phrase("battlefield.side.white"), phrase("battlefield.side.black"))
    letters = ROLES + ROLES.lower()
    codes = CODES
    light = 0
    sides = "wb"
    flip = 56
    reasons = ("checkmate", "king_defeated", "stalemate", "repetition", "quiet")
    told_reasons = ("repetition",)
    reason_rules = {
        "checkmate": ("B12", phrase("battlefield.reason.checkmate")),
        "king_defeated": ("B12", phrase("battlefield.reason.king_defeated")),
        "stalemate": ("B14", phrase("battlefield.reason.stalemate")),
        "repetition": ("B14", phrase("battlefield.reason.repetition")),
        "quiet": ("B14", phrase("battlefield.reason.quiet")),
    }
    kinds = (
        *(_promotion(role) for role in PROMOTION_ROLES),
        Kind("heal", prefix="heal:", title=phrase("battlefield.choice.heal")),
        Kind("cheer", prefix="cheer:", title=phrase("battlefield.choice.cheer")),
    )
    positional = ("castling", "en_passant", "quiet", "move")

    def new_state(self, game: Game) -> BattlefieldState:
        return BattlefieldState(game)

    def evaluator(self, game: Game) -> BattlefieldEvaluator:
        return BattlefieldEvaluator(read_weights(__package__, game.key, BattlefieldEvaluator.names), matchup_of(game))

    def board(self, game: Game) -> Board:
        return Board(8, 8, chequered=True)

    def paths(self, game: Game, kind: Kind | None) -> Pairs:
        if kind is not None and kind.suffix:  # a promotion
            return [pair for pair in lines(game.board, _PAWN, 1) if pair[1] >= _LAST_RANK]
        return lines(game.board, STRAIGHT + DIAGONAL, 7) + lines(game.board, KNIGHT, 1)

    def pieces(self, state: BattlefieldState) -> dict[int, Piece]:
        pieces = {}
        for cell in range(64):
            number, hp = state.unit_at(cell)
            if number:
                owner = int(number >= terms.FIRST_BLACK)
                profile = state.matchup.profiles[number]
                pieces[cell] = Piece(
                    owner,
                    profile.role.lower() if owner else profile.role,
                    profile.name,
                    self.badges(profile, hp),
                    _effects(state, cell, profile, owner),
                    ROLE_NAMES[profile.role],
                    emblems(profile, *state.effects_at(cell)),
                )
        return pieces

    def badges(self, profile: Profile, hp: int) -> tuple[Badge, ...]:
        """Return a unit's stats, then its other properties."""
        words = [_CLASSES[profile.unit_class]]
        if profile.weapon:
            words.append(_WEAPONS[profile.weapon])
        if profile.element != "none":
            words.append(_ELEMENTS[profile.element])
        words += [_SKILLS[skill] for skill in profile.skills]
        stats = (
            Badge(_ATK, str(profile.atk)),
            Badge(_DEF, str(profile.defence)),
            Badge(_MDEF, str(profile.magic_defence)),
        )
        return Badge(_HP, str(hp), str(profile.hp)), *stats, *words

    def hud(self, state: BattlefieldState) -> tuple[HudRow, ...]:
        units = HudRow(
            phrase("battlefield.hud.units"), (str(state.squares(0).bit_count()), str(state.squares(1).bit_count()))
        )
        pieces = self.pieces(state)
        kings = {piece.owner: piece for piece in pieces.values() if piece.glyph in "Kk"}
        hp = tuple(
            f"{kings[side].badges[0].value}/{kings[side].badges[0].most}" if side in kings else "-" for side in (0, 1)
        )
        totals = [
            sum(int(piece.badges[0].value) for piece in pieces.values() if piece.owner == side) for side in (0, 1)
        ]
        return (
            units,
            HudRow(phrase("battlefield.hud.kings_hp"), hp),
            HudRow(phrase("battlefield.hud.total_hp"), (str(totals[0]), str(totals[1]))),
            quiet_row(state),
        )

    def prompt(self, state: BattlefieldState) -> Text:
        return phrase("battlefield.turn.cheered", square=state.game.square(state.memory()[2]))  # B9

    def warning(self, state: BattlefieldState) -> Text:
        return phrase("battlefield.turn.in_check") if state.checked() else ""  # B12

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
        return forecast(state, action)

    def has_forecast(self, game: Game) -> bool:
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
    """Return the row with the number of turns without progress, and how many make a draw."""
    limit, quiet_turns = state.game.options["quiet"], state.memory()[3]
    counted = f"{quiet_turns}/{limit}" if limit else str(quiet_turns)
    return HudRow(phrase("battlefield.hud.quiet"), (phrase("battlefield.hud.turns", count=counted),))


def _effects(state: BattlefieldState, cell: int, profile: Profile, owner: int) -> tuple[Text, ...]:
    knives, cheered = state.effects_at(cell)
    in_check = profile.role == "K" and owner == state.to_move and state.checked()
    here = ((_KNIVES, knives), (_CHEERED, cheered), (_CHECK, in_check))
    return tuple(name for name, is_on in here if is_on)


def _attacked(state: BattlefieldState, player: int) -> Cells:
    """Return the squares that a player's units attack."""
    units, attacked = state.squares(player), 0
    for cell in range(64):
        if units >> cell & 1:
            attacked |= state.attacked_from(cell)
    return tuple(cell for cell in range(64) if attacked >> cell & 1)


def _army(name: str, side: int, title: Text, about: Text) -> Army:
    return Army(name, "standard", about, title=title, prominent=True, own=phrase("battlefield.option.army"), side=side)


GAMES = (
    Battlefield(
        "battlefield",
        phrase("battlefield.game.battlefield"),
        phrase("battlefield.summary.battlefield"),
        (
            _army("white", 0, phrase("battlefield.option.white"), phrase("battlefield.option_help.white")),
            _army("black", 1, phrase("battlefield.option.black"), phrase("battlefield.option_help.black")),
            *_LIMITS,
        ),
        without=("pass",),
    ),
)
