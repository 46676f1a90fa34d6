"""The spec of orthodox chess: battlefield chess in which every attack captures, with the terms of chess."""

from __future__ import annotations

from quincunx.core.codec import Codec
from quincunx.core.display import Badge, HudRow, Piece
from quincunx.core.exact import Solver
from quincunx.core.game import Game
from quincunx.core.move_notation import MoveNotation
from quincunx.core.options import Limit
from quincunx.core.record_format import RecordFormat
from quincunx.games.battlefield.names import ROLE_TITLES
from quincunx.games.battlefield.pgn import Pgn
from quincunx.games.battlefield.profile import ROLE_NAMES, ROLES, Profile
from quincunx.games.battlefield.rules import BattlefieldState
from quincunx.games.battlefield.san import San
from quincunx.games.battlefield.spec import REPETITION, Battlefield, quiet_row
from quincunx.games.battlefield.syzygy import syzygy_solver
from quincunx.games.battlefield.uci import Uci
from quincunx.words import Text, phrase

_EVERY_HIT_KILLS = {"class": "infantry", "weapon": "sword", "hp": 0, "atk": 1, "def": 0, "mdef": 0}
_ARMY = {"name": "chess", "roles": dict.fromkeys(ROLES, _EVERY_HIT_KILLS)}
_AT_START = {"Q": 1, "R": 2, "B": 2, "N": 2, "P": 8}  # the pieces that can be captured, the most valuable first
_COLOURS = (phrase("battlefield.captured.white"), phrase("battlefield.captured.black"))


class Chess(Battlefield):
    """Chess by the laws of FIDE."""

    tells_moves = True
    reason_rules = {
        **Battlefield.reason_rules,
        "checkmate": ("B12", phrase("battlefield.chess_reason.checkmate")),
        "stalemate": ("B14", phrase("battlefield.chess_reason.stalemate")),
        "quiet": ("B14", phrase("battlefield.chess_reason.quiet")),
    }

    def badges(self, profile: Profile, hp: int) -> tuple[Badge, ...]:
        return ()

    def hud(self, state: BattlefieldState) -> tuple[HudRow, ...]:
        lost = [_lost(state, side) for side in (0, 1)]
        words = [_in_words(pieces, _COLOURS[side]) for side, pieces in enumerate(lost)]
        return (
            HudRow(phrase("battlefield.hud.captured"), (words[1], words[0]), (lost[1], lost[0])),
            HudRow(phrase("battlefield.hud.move"), (str(_move_number(state)),)),
            quiet_row(state),
        )

    def warning(self, state: BattlefieldState) -> Text:
        return phrase("battlefield.turn.chess_check") if state.checked() else ""

    def has_forecast(self, game: Game) -> bool:
        return False  # every attack is a capture

    def solver(self, game: Game) -> Solver | None:
        return syzygy_solver(game)

    def codec(self, game: Game) -> Codec:
        return Uci()

    def move_notation(self, game: Game) -> MoveNotation:
        return San()

    def record_format(self, game: Game) -> RecordFormat:
        return Pgn()


def _move_number(state: BattlefieldState) -> int:
    """Return the number of the move to be made; once the game is over, of the last one."""
    return (state.turn + 1) // 2 if state.over else state.turn // 2 + 1


def _lost(state: BattlefieldState, side: int) -> tuple[Piece, ...]:
    """Return the pieces that a side has lost, assuming that every piece beyond the usual number was a pawn."""
    there = [letter.upper() for letter in state.game.spec.position_letters(state).values() if letter.islower() == side]
    missing = {role: count - there.count(role) for role, count in _AT_START.items()}
    missing["P"] += sum(count for count in missing.values() if count < 0)
    return tuple(
        Piece(side, role.lower() if side else role, ROLE_TITLES[role], shape=ROLE_NAMES[role])
        for role, count in missing.items()
        for _ in range(count)
    )


def _in_words(pieces: tuple[Piece, ...], colour: Text) -> Text:
    if not pieces:
        return phrase("battlefield.captured.nothing")
    return phrase("battlefield.captured.pieces", count=len(pieces), colour=colour)


CHESS = Chess(
    "chess",
    phrase("battlefield.game.chess"),
    phrase("battlefield.summary.chess"),
    (
        REPETITION,
        Limit("quiet", 100, phrase("battlefield.option_help.chess_quiet"), title=phrase("battlefield.option.quiet")),
    ),
    {"army": _ARMY},
    without=("heal", "cheer", "end", "pass"),
)
