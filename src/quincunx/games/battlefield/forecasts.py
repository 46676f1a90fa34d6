"""Forecasts of actions: the strikes in order, or the HP that a heal restores; fallen units and final squares."""

from __future__ import annotations

from quincunx.core import action_codes
from quincunx.core.display import Forecast, GaugeChange
from quincunx.games.battlefield import terms
from quincunx.games.battlefield.profile import Profile
from quincunx.games.battlefield.rules import BattlefieldState
from quincunx.words import Text, phrase

_NO_COUNTER = phrase("battlefield.forecast.no_counter")


def forecast(state: BattlefieldState, action: int) -> Forecast | None:
    """Return the forecast of a battle or a heal; None for other actions."""
    kind, origin, target = action_codes.kind_of(action), action_codes.origin_of(action), action_codes.target_of(action)
    if not state.is_legal(action) or kind in (action_codes.END, terms.CHEER):
        return None
    if kind == terms.HEAL:
        return _healing(state, origin, target)
    defender = defender_of(state, origin, target)
    return None if defender is None else _battle(state, origin, defender, target)


def defender_of(state: BattlefieldState, origin: int, target: int) -> int | None:
    """Return the square of the unit that a move attacks: the target, or for en passant the square beside it (B15)."""
    if state.unit_at(target)[0]:
        return target
    is_pawn = _profile(state, origin).role == "P"
    return state.memory()[1] if is_pawn and (origin - target) % 8 else None


def _healing(state: BattlefieldState, origin: int, target: int) -> Forecast:
    hp = state.unit_at(target)[1]
    healed = min(hp + _profile(state, origin).healing, _profile(state, target).hp)
    text = _named("battlefield.forecast.heal", state, origin, target)
    return Forecast((GaugeChange(origin, target, healed - hp, healed, text, _left(state, target, healed)),), (), {})


def _battle(state: BattlefieldState, origin: int, defender: int, target: int) -> Forecast:
    opener, count, attacker_hp, defender_hp = state.forecast_battle(origin, defender)
    before = {origin: state.unit_at(origin)[1], defender: state.unit_at(defender)[1]}
    after = {origin: attacker_hp, defender: defender_hp}
    order = [(origin, defender), (defender, origin)]
    strikes = tuple(
        _strike(state, striking, struck, before[struck], after[struck])
        for striking, struck in (order[opener], order[1 - opener])[:count]
    )
    fallen = tuple(cell for cell in (origin, defender) if after[cell] < 0)
    if origin in fallen:
        return Forecast(strikes, fallen, {})
    end = target if defender in fallen else _stop(origin, defender)
    notes = () if fallen or count > 1 else (_NO_COUNTER,)
    return Forecast(strikes, fallen, {} if end == origin else {origin: end}, notes)


def _strike(state: BattlefieldState, striking: int, struck: int, before: int, after: int) -> GaugeChange:
    text = _named("battlefield.forecast.strike", state, striking, struck)
    notes = _profile(state, striking).notes_against(_profile(state, struck))
    return GaugeChange(striking, struck, after - before, after, text, _left(state, struck, after), notes)


def _named(code: str, state: BattlefieldState, origin: int, target: int) -> Text:
    """Return the phrase about two units, with their names and squares."""
    unit, other = _profile(state, origin).name, _profile(state, target).name
    square = state.game.square
    return phrase(code, unit=unit, origin=square(origin), other=other, target=square(target))


def _left(state: BattlefieldState, cell: int, hp: int) -> Text:
    if hp < 0:
        return phrase("battlefield.forecast.falls", other=_profile(state, cell).name)
    return phrase("battlefield.forecast.left", hp=hp, most=_profile(state, cell).hp)


def _profile(state: BattlefieldState, cell: int) -> Profile:
    return state.matchup.profiles[state.unit_at(cell)[0]]


def _stop(origin: int, defender: int) -> int:
    """B8: return the last square before the defender on the line of attack; knights and adjacent units stay."""
    files, ranks = defender % 8 - origin % 8, defender // 8 - origin // 8
    if files and ranks and abs(files) != abs(ranks):
        return origin
    right, up = (files > 0) - (files < 0), (ranks > 0) - (ranks < 0)
    return defender - right - 8 * up
