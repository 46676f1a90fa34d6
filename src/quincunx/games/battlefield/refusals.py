"""Why an action is not legal: the first rule that forbids it, in words for the player.

B0 is the board and the moves of chess.
"""

from __future__ import annotations

from quincunx.core import action_codes
from quincunx.core.outcome import Refusal
from quincunx.games.battlefield import terms
from quincunx.games.battlefield.profile import ROLE_NAMES, Profile
from quincunx.games.battlefield.rules import BattlefieldState

_NO_UNIT = {
    action_codes.PLACE: Refusal("B0", "Pieces are never placed: name the square to go from and the square to go to."),
    action_codes.PASS: Refusal(
        "B14", "There is no passing: a player who can do nothing is in checkmate or in stalemate."
    ),
    action_codes.TIMEOUT: Refusal("B14", "The clock does not pass turns in this game."),
    action_codes.END: Refusal("B9", "Only a cheered unit's second action can be left out, and no unit has acted yet."),
}


def refuse(state: BattlefieldState, action: int) -> Refusal:
    """The rule against an action that is not legal."""
    kind, origin, target = action_codes.kind_of(action), action_codes.origin_of(action), action_codes.target_of(action)
    if kind == action_codes.END and "end" in state.game.spec.without:
        return Refusal("B0", "A turn is one move, and ends by itself.")
    own = state.game.kind(action)
    if own is not None and own.name in state.game.spec.without:
        return Refusal("B0", "In this game pieces only move and capture.")
    if kind in _NO_UNIT:
        return _NO_UNIT[kind]
    name = state.game.square
    acting = state.memory()[2]
    if state.squares(1 - state.to_move) >> origin & 1:
        return Refusal("B0", f"The piece on {name(origin)} is your opponent's.")
    if not state.squares(state.to_move) >> origin & 1:
        return Refusal("B0", f"There is no piece on {name(origin)}.")
    if acting not in (terms.NONE, origin):
        return Refusal("B9", f"Only the unit on {name(acting)} may act again in this turn; or end it.")
    if origin == target:
        return Refusal("B0", "Name another square than the piece's own.")
    profile = state.matchup.profiles[state.unit_at(origin)[0]]
    if kind == terms.HEAL:
        fault = _heal_fault(state, profile, origin, target)
    elif kind == terms.CHEER:
        fault = _cheer_fault(state, profile, origin, target)
    else:
        fault = _move_fault(state, profile, kind, origin, target)
    return fault or _danger(state, profile, action)


def _heal_fault(state: BattlefieldState, healer: Profile, origin: int, target: int) -> Refusal | None:
    name = state.game.square
    if healer.weapon != "healing_staff" and "heal" not in healer.skills:
        return Refusal("B9", f"The unit on {name(origin)} cannot heal: that takes the Heal skill or a Healing Staff.")
    fault = _friend_fault(state, origin, target)
    if fault:
        return fault
    number, hp = state.unit_at(target)
    if hp == state.matchup.profiles[number].hp or not healer.healing:
        return Refusal("B9", f"This would restore nothing to the unit on {name(target)}.")
    return None


def _cheer_fault(state: BattlefieldState, cheerer: Profile, origin: int, target: int) -> Refusal | None:
    name = state.game.square
    if "cheer" not in cheerer.skills:
        return Refusal("B9", f"The unit on {name(origin)} does not have the Cheer skill.")
    fault = _friend_fault(state, origin, target)
    if fault:
        return fault
    if "cheer" in state.matchup.profiles[state.unit_at(target)[0]].skills:
        return Refusal("B9", "A unit that cheers others cannot be cheered itself.")
    return None


def _friend_fault(state: BattlefieldState, origin: int, target: int) -> Refusal | None:
    name = state.game.square
    if not state.squares(state.to_move) >> target & 1:
        return Refusal("B9", f"There is no unit of yours on {name(target)}.")
    if not state.attacked_from(origin) >> target & 1:
        return Refusal(
            "B9", f"From {name(origin)} the unit does not reach {name(target)}: skills work on squares it attacks."
        )
    return None


def _move_fault(state: BattlefieldState, mover: Profile, kind: int, origin: int, target: int) -> Refusal | None:
    name = state.game.square
    if state.squares(state.to_move) >> target & 1:
        return Refusal("B0", f"Your own piece stands on {name(target)}.")
    if mover.role == "P":
        fault = _pawn_fault(state, origin, target)
    elif mover.role == "K" and _castles(origin, target, state.to_move):
        fault = _castling_fault(state, origin, target)
    elif not state.attacked_from(origin) >> target & 1:
        fault = Refusal("B0", f"A {ROLE_NAMES[mover.role]} does not get from {name(origin)} to {name(target)} here.")
    else:
        fault = None
    return fault or _promotion_fault(state, mover, kind, origin, target)


def _pawn_fault(state: BattlefieldState, origin: int, target: int) -> Refusal | None:
    name = state.game.square
    up = 8 if state.to_move == 0 else -8
    occupied = state.squares(0) | state.squares(1)
    if state.attacked_from(origin) >> target & 1:
        if occupied >> target & 1 or _just_passed(state, target, up):
            return None
        return Refusal(
            "B15", f"A pawn goes diagonally only to attack: {name(target)} is empty, and no pawn has just passed it."
        )
    steps = [origin + up]
    if origin // 8 == (1 if state.to_move == 0 else 6):
        steps.append(origin + 2 * up)
    if target not in steps:
        return Refusal("B0", f"A pawn does not get from {name(origin)} to {name(target)}.")
    if any(occupied >> cell & 1 for cell in steps[: steps.index(target) + 1]):
        return Refusal("B0", "A pawn steps forward only onto empty squares.")
    return None


def _just_passed(state: BattlefieldState, target: int, up: int) -> bool:
    """Whether a pawn has made its double step over the square in the enemy's last turn, right or no right."""
    number, _ = state.unit_at(target - up)
    double_step = action_codes.action(action_codes.MOVE, target + up, target - up)
    is_pawn = number != 0 and state.matchup.profiles[number].role == "P"
    return is_pawn and double_step in state.actions()[-2 - state.acted :]


def _castles(origin: int, target: int, side: int) -> bool:
    """Whether a king's move can only be meant as castling."""
    return origin == (4 if side == 0 else 60) and abs(target - origin) == 2


def _castling_fault(state: BattlefieldState, king: int, target: int) -> Refusal | None:
    way = range(king, target + 1) if target > king else range(king, target - 1, -1)
    rook = king + 3 if target > king else king - 4
    right = (1 if target > king else 2) << 2 * state.to_move
    if not state.memory()[0] & right:
        return Refusal("B13", "The king or that rook has left its square, or the rook is gone.")
    if any((state.squares(0) | state.squares(1)) >> cell & 1 for cell in range(min(king, rook) + 1, max(king, rook))):
        return Refusal("B13", "There are pieces between the king and the rook.")
    for cell in way:
        if state.attackers_of(cell):
            return Refusal(
                "B13",
                f"{state.game.square(cell)} is attacked: the king castles neither out of, through nor into an attack.",
            )
    return None


def _promotion_fault(state: BattlefieldState, mover: Profile, kind: int, origin: int, target: int) -> Refusal | None:
    promotes = kind != action_codes.MOVE
    if mover.role != "P" or target // 8 not in (0, 7):
        return Refusal("B15", "Only a pawn that reaches the last rank is promoted.") if promotes else None
    arrives = not state.unit_at(target)[0] or state.foretell(origin, target)[3] < 0
    if arrives and not promotes:
        return Refusal("B15", "Say what the pawn becomes: add =Q, =R, =B or =N.")
    if promotes and not arrives:
        return Refusal("B15", "The attack will not defeat its target, so the pawn is not promoted: leave out the =.")
    return None


def _danger(state: BattlefieldState, mover: Profile, action: int) -> Refusal:
    """B12: nothing else is left. What would come of the action is tried out, so that the reason is the real one."""
    stands, checkers = state.outcome_for_king(action)
    attacked = _attacked(state, mover, action)
    goal = state.game.square(action_codes.target_of(action))
    if not stands:
        return Refusal("B12", f"The battle on {goal} would defeat your king.")
    if mover.role == "K" and attacked is None and action_codes.kind_of(action) == action_codes.MOVE:
        return Refusal("B12", f"On {goal} your king would be in check from {state.game.square(checkers[0])}.")
    lasting = [cell for cell in checkers if cell in state.checkers_now()]
    if attacked in lasting:
        return Refusal("B12", f"Your king is in check from {goal}, and this battle would not defeat the unit there.")
    if lasting:
        square = state.game.square(lasting[0])
        return Refusal("B12", f"Your king is in check from {square}, and this does not save him.")
    square = state.game.square(checkers[0])
    if attacked is None:
        return Refusal("B12", f"This would leave your king in check from {square}.")
    return Refusal("B12", f"After this battle your king would be in check from {square}.")


def _attacked(state: BattlefieldState, mover: Profile, action: int) -> int | None:
    """The square of the unit that the action battles, if it does; in chess there are no battles."""
    kind, origin, target = action_codes.kind_of(action), action_codes.origin_of(action), action_codes.target_of(action)
    if kind in (terms.HEAL, terms.CHEER) or not state.game.spec.foretells(state.game):
        return None
    if mover.role == "P" and (origin - target) % 8 and not state.unit_at(target)[0]:
        return target - 8 if state.to_move == 0 else target + 8  # en passant (B15)
    return target if state.unit_at(target)[0] else None
