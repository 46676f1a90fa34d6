"""Why an action is not legal: the first rule that forbids it, with a message for the player.

B0 stands for the board and the moves of chess.
"""

from __future__ import annotations

from quincunx.core import action_codes
from quincunx.core.outcome import Refusal
from quincunx.games.battlefield import terms
from quincunx.games.battlefield.names import ROLE_TITLES
from quincunx.games.battlefield.profile import Profile
from quincunx.games.battlefield.rules import BattlefieldState
from quincunx.words import phrase

_NO_UNIT = {
    action_codes.PLACE: Refusal("B0", phrase("battlefield.refused.place")),
    action_codes.PASS: Refusal("B14", phrase("battlefield.refused.pass")),
    action_codes.TIMEOUT: Refusal("B14", phrase("battlefield.refused.timeout")),
    action_codes.END: Refusal("B9", phrase("battlefield.refused.end")),
}


def refuse(state: BattlefieldState, action: int) -> Refusal:
    """Return the rule that forbids an illegal action."""
    kind, origin, target = action_codes.kind_of(action), action_codes.origin_of(action), action_codes.target_of(action)
    if kind == action_codes.END and "end" in state.game.spec.without:
        return Refusal("B0", phrase("battlefield.refused.end_of_move"))
    own = state.game.kind(action)
    if own is not None and own.name in state.game.spec.without:
        return Refusal("B0", phrase("battlefield.refused.kind"))
    if kind in _NO_UNIT:
        return _NO_UNIT[kind]
    name = state.game.square
    acting = state.memory()[2]
    if state.squares(1 - state.to_move) >> origin & 1:
        return Refusal("B0", phrase("battlefield.refused.others_piece", square=name(origin)))
    if not state.squares(state.to_move) >> origin & 1:
        return Refusal("B0", phrase("battlefield.refused.no_piece", square=name(origin)))
    if acting not in (terms.NONE, origin):
        return Refusal("B9", phrase("battlefield.refused.other_unit", square=name(acting)))
    if origin == target:
        return Refusal("B0", phrase("battlefield.refused.same_square"))
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
        return Refusal("B9", phrase("battlefield.refused.no_healer", square=name(origin)))
    fault = _friend_fault(state, origin, target)
    if fault:
        return fault
    number, hp = state.unit_at(target)
    if hp == state.matchup.profiles[number].hp or not healer.healing:
        return Refusal("B9", phrase("battlefield.refused.nothing_to_heal", square=name(target)))
    return None


def _cheer_fault(state: BattlefieldState, cheerer: Profile, origin: int, target: int) -> Refusal | None:
    name = state.game.square
    if "cheer" not in cheerer.skills:
        return Refusal("B9", phrase("battlefield.refused.no_cheerer", square=name(origin)))
    fault = _friend_fault(state, origin, target)
    if fault:
        return fault
    if "cheer" in state.matchup.profiles[state.unit_at(target)[0]].skills:
        return Refusal("B9", phrase("battlefield.refused.cheerer_cheered"))
    return None


def _friend_fault(state: BattlefieldState, origin: int, target: int) -> Refusal | None:
    name = state.game.square
    if not state.squares(state.to_move) >> target & 1:
        return Refusal("B9", phrase("battlefield.refused.no_friend", square=name(target)))
    if not state.attacked_from(origin) >> target & 1:
        return Refusal("B9", phrase("battlefield.refused.out_of_reach", origin=name(origin), target=name(target)))
    return None


def _move_fault(state: BattlefieldState, mover: Profile, kind: int, origin: int, target: int) -> Refusal | None:
    name = state.game.square
    if state.squares(state.to_move) >> target & 1:
        return Refusal("B0", phrase("battlefield.refused.own_piece", square=name(target)))
    if mover.role == "P":
        fault = _pawn_fault(state, origin, target)
    elif mover.role == "K" and _castles(origin, target, state.to_move):
        fault = _castling_fault(state, origin, target)
    elif not state.attacked_from(origin) >> target & 1:
        role = ROLE_TITLES[mover.role]
        sentence = phrase("battlefield.refused.not_its_move", role=role, origin=name(origin), target=name(target))
        fault = Refusal("B0", sentence)
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
        return Refusal("B15", phrase("battlefield.refused.pawn_diagonal", square=name(target)))
    steps = [origin + up]
    if origin // 8 == (1 if state.to_move == 0 else 6):
        steps.append(origin + 2 * up)
    if target not in steps:
        return Refusal("B0", phrase("battlefield.refused.pawn_move", origin=name(origin), target=name(target)))
    if any(occupied >> cell & 1 for cell in steps[: steps.index(target) + 1]):
        return Refusal("B0", phrase("battlefield.refused.pawn_blocked"))
    return None


def _just_passed(state: BattlefieldState, target: int, up: int) -> bool:
    """Return whether an enemy pawn's double step last turn passed the square, even if en passant isn't allowed."""
    number, _ = state.unit_at(target - up)
    double_step = action_codes.action(action_codes.MOVE, target + up, target - up)
    is_pawn = number != 0 and state.matchup.profiles[number].role == "P"
    return is_pawn and double_step in state.actions()[-2 - state.acted :]


def _castles(origin: int, target: int, side: int) -> bool:
    """Return whether a king's move can only be meant as castling."""
    return origin == (4 if side == 0 else 60) and abs(target - origin) == 2


def _castling_fault(state: BattlefieldState, king: int, target: int) -> Refusal | None:
    way = range(king, target + 1) if target > king else range(king, target - 1, -1)
    rook = king + 3 if target > king else king - 4
    right = (1 if target > king else 2) << 2 * state.to_move
    if not state.memory()[0] & right:
        return Refusal("B13", phrase("battlefield.refused.castling_lost"))
    if any((state.squares(0) | state.squares(1)) >> cell & 1 for cell in range(min(king, rook) + 1, max(king, rook))):
        return Refusal("B13", phrase("battlefield.refused.castling_blocked"))
    for cell in way:
        if state.attackers_of(cell):
            return Refusal("B13", phrase("battlefield.refused.castling_attacked", square=state.game.square(cell)))
    return None


def _promotion_fault(state: BattlefieldState, mover: Profile, kind: int, origin: int, target: int) -> Refusal | None:
    promotes = kind != action_codes.MOVE
    if mover.role != "P" or target // 8 not in (0, 7):
        return Refusal("B15", phrase("battlefield.refused.no_promotion")) if promotes else None
    arrives = not state.unit_at(target)[0] or state.forecast_battle(origin, target)[3] < 0
    if arrives and not promotes:
        return Refusal("B15", phrase("battlefield.refused.promotion"))
    if promotes and not arrives:
        return Refusal("B15", phrase("battlefield.refused.no_arrival"))
    return None


def _danger(state: BattlefieldState, mover: Profile, action: int) -> Refusal:
    """B12: return the danger to the king, the only reason left. Try out the action to find the actual danger."""
    stands, checkers = state.outcome_for_king(action)
    attacked = _attacked(state, mover, action)
    goal = state.game.square(action_codes.target_of(action))
    if not stands:
        return Refusal("B12", phrase("battlefield.refused.king_loses", square=goal))
    if mover.role == "K" and attacked is None and action_codes.kind_of(action) == action_codes.MOVE:
        checker = state.game.square(checkers[0])
        return Refusal("B12", phrase("battlefield.refused.into_check", square=goal, checker=checker))
    lasting = [cell for cell in checkers if cell in state.checkers_now()]
    if attacked in lasting:
        return Refusal("B12", phrase("battlefield.refused.check_undefeated", square=goal))
    if lasting:
        return Refusal("B12", phrase("battlefield.refused.check_stays", square=state.game.square(lasting[0])))
    square = state.game.square(checkers[0])
    if attacked is None:
        return Refusal("B12", phrase("battlefield.refused.check_opened", square=square))
    return Refusal("B12", phrase("battlefield.refused.check_after_battle", square=square))


def _attacked(state: BattlefieldState, mover: Profile, action: int) -> int | None:
    """Return the square of the unit that the action would battle, if any; in chess there are no battles."""
    kind, origin, target = action_codes.kind_of(action), action_codes.origin_of(action), action_codes.target_of(action)
    if kind in (terms.HEAL, terms.CHEER) or not state.game.spec.has_forecast(state.game):
        return None
    if mover.role == "P" and (origin - target) % 8 and not state.unit_at(target)[0]:
        return target - 8 if state.to_move == 0 else target + 8  # en passant (B15)
    return target if state.unit_at(target)[0] else None
