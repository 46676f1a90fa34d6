"""Orthodox chess for people and screens: battlefield chess in which every attack captures, in the words of chess."""

from __future__ import annotations

from quincunx.core.codec import Codec
from quincunx.core.display import Badge, HudRow, Piece
from quincunx.core.game import Game
from quincunx.core.move_notation import MoveNotation
from quincunx.core.options import Limit
from quincunx.core.record_format import RecordFormat
from quincunx.games.battlefield.pgn import Pgn
from quincunx.games.battlefield.profile import ROLE_NAMES, ROLES, Profile
from quincunx.games.battlefield.rules import BattlefieldState
from quincunx.games.battlefield.san import San
from quincunx.games.battlefield.spec import REPETITION, Battlefield, quiet_row
from quincunx.games.battlefield.uci import Uci

_EVERY_HIT_KILLS = {"class": "infantry", "weapon": "sword", "hp": 0, "atk": 1, "def": 0, "mdef": 0}
_ARMY = {"name": "chess", "roles": dict.fromkeys(ROLES, _EVERY_HIT_KILLS)}
_AT_START = {"Q": 1, "R": 2, "B": 2, "N": 2, "P": 8}  # the pieces that can be captured, the most valuable first


class Chess(Battlefield):
    """Chess by the laws of FIDE."""

    reason_rules = {
        **Battlefield.reason_rules,
        "checkmate": ("B12", "Checkmate."),
        "stalemate": ("B14", "Stalemate: the player to move has no legal move and is not in check."),
        "quiet": ("B14", "Too many turns have passed without a capture or a pawn's move."),
    }

    def badges(self, profile: Profile, hp: int) -> tuple[Badge, ...]:
        return ()

    def hud(self, state: BattlefieldState) -> tuple[HudRow, ...]:
        lost = [_lost(state, side) for side in (0, 1)]
        words = [_in_words(pieces, self.players[side]) for side, pieces in enumerate(lost)]
        return (
            HudRow("Captured", (words[1], words[0]), (lost[1], lost[0])),
            HudRow("Move", (str(state.turn // 2 + 1),)),
            quiet_row(state),
        )

    def warning(self, state: BattlefieldState) -> str:
        return "Check! Your king is attacked." if state.checked() else ""

    def foretells(self, game: Game) -> bool:
        return False  # every attack ends alike

    def codec(self, game: Game) -> Codec:
        return Uci()

    def move_notation(self, game: Game) -> MoveNotation:
        return San()

    def record_format(self, game: Game) -> RecordFormat:
        return Pgn()


def _lost(state: BattlefieldState, side: int) -> tuple[Piece, ...]:
    """The pieces that a side no longer has, where every piece beyond the usual number was a pawn."""
    there = [letter.upper() for letter in state.game.spec.position_letters(state).values() if letter.islower() == side]
    missing = {role: count - there.count(role) for role, count in _AT_START.items()}
    missing["P"] += sum(count for count in missing.values() if count < 0)
    return tuple(
        Piece(side, role.lower() if side else role, ROLE_NAMES[role], shape=ROLE_NAMES[role])
        for role, count in missing.items()
        for _ in range(count)
    )


def _in_words(pieces: tuple[Piece, ...], colour: str) -> str:
    if not pieces:
        return "nothing"
    return f"1 {colour} piece" if len(pieces) == 1 else f"{len(pieces)} {colour} pieces"


CHESS = Chess(
    "chess",
    "Chess",
    "Orthodox chess: checkmate the king.",
    (
        REPETITION,
        Limit(
            "quiet",
            100,
            "after how many turns without a capture or a pawn's move the game is a draw",
            title="Draw without progress",
        ),
    ),
    {"army": _ARMY},
    without=("heal", "cheer", "end", "pass"),
)
