"""Positions as text: a chess FEN, then details that the letters don't show.

    units:e4=Pd/7+k2,g1/12,c6+c1    square, profile (named after its slot or promotion), HP, effects and counts
    acting:e4                       the cheered unit that may act a second time
    passing:e4                      the pawn that has just made a double step, if en passant cannot be played yet

A unit is only listed if its profile is not the first of its role, its HP are not full, or it has an effect.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from quincunx.core.errors import PositionError
from quincunx.core.game import Game
from quincunx.core.spec import Setup
from quincunx.games.battlefield import terms
from quincunx.games.battlefield.matchup import Matchup
from quincunx.games.battlefield.names import ROLE_TITLES
from quincunx.games.battlefield.profile import ROLES, Profile
from quincunx.games.battlefield.rules import BattlefieldState
from quincunx.notation.position import write_board
from quincunx.words import Text, phrase

_CASTLING = "KQkq"
_HOMES = {"K": (4, 7), "Q": (4, 0), "k": (60, 63), "q": (60, 56)}  # the squares of king and rook
_UNIT = re.compile(r"([a-h][1-8])(?:=([KQRBNP][a-h]?))?(?:/([0-9]{1,2}))?(?:\+(?:k([1-3]))?(?:c([1-3]))?)?")
_MOST_UNITS = 16
_MOST_PAWNS = 8


def fields_of(state: BattlefieldState) -> dict[str, str]:
    """Return the fields of the position text."""
    square = state.game.square
    rights, passing, acting, quiet = state.memory()
    castling = "".join(letter for bit, letter in enumerate(_CASTLING) if rights >> bit & 1)
    legal = state.takes_in_passing()
    fields = {
        "castling": castling or "-",
        "en_passant": square(passing + (8 if state.to_move == 0 else -8)) if legal else "-",
        "quiet": str(quiet),
        "move": str(state.turn // 2 + 1),
    }
    units = [text for cell in range(64) if (text := _write_unit(state, cell))]
    if units:
        fields["units"] = ",".join(units)
    if acting != terms.NONE:
        fields["acting"] = square(acting)
    if passing != terms.NONE and not legal:
        fields["passing"] = square(passing)
    return fields


def _write_unit(state: BattlefieldState, cell: int) -> str:
    """Return the details of the unit on the square; '' if its letter is enough."""
    number, hp = state.unit_at(cell)
    if not number:
        return ""
    profile, side = state.matchup.profiles[number], int(number >= terms.FIRST_BLACK)
    knives, cheered = state.effects_at(cell)
    text = ""
    if number != state.matchup.usual[side, profile.role]:
        text += f"={state.matchup.rosters[side].title(profile)}"
    if hp != profile.hp:
        text += f"/{hp}"
    if knives or cheered:
        text += "+" + (f"k{knives}" if knives else "") + (f"c{cheered}" if cheered else "")
    return text and state.game.square(cell) + text


def fen(state: BattlefieldState) -> str:
    """Return the position as a plain FEN, which is complete for chess except for repetition."""
    spec, fields = state.game.spec, fields_of(state)
    board = write_board(state.game, letters_of(state))
    return " ".join([board, spec.sides[state.to_move], *(fields[name] for name in spec.positional)])


def letters_of(state: BattlefieldState) -> dict[int, str]:
    """Return the letter of each unit, by cell."""
    letters = {}
    for cell in range(64):
        number, _ = state.unit_at(cell)
        if number:
            role = state.matchup.profiles[number].role
            letters[cell] = role.lower() if number >= terms.FIRST_BLACK else role
    return letters


def turn_of(to_move: int, fields: Mapping[str, str]) -> int:
    """Return the number of the turn, from the FEN's move number."""
    move = _count(fields, "move")
    if move == 0:
        expected = phrase("battlefield.position_expected.move_number")
        raise PositionError(phrase("battlefield.position.move_zero"), expected=expected)
    return 2 * (move - 1) + to_move


def set_up(game: Game, setup: Setup) -> BattlefieldState:
    """Return the state of a parsed position."""
    _check_letters(game, setup.letters, setup.to_move)
    state = BattlefieldState(game)
    state.empty_field(setup.to_move)
    details = _read_units(game, setup)
    for cell, letter in enumerate(setup.letters):
        if letter:
            _add_unit(state, cell, letter, details.pop(cell, None), setup)
    acting = _square(game, setup, "acting")
    quiet = _count(setup.fields, "quiet")
    state.take_up(_rights(game, setup), _passing(game, setup, acting), acting, quiet)
    _check_acting(state, setup, acting)
    return state


def _check_letters(game: Game, letters: tuple[str, ...], to_move: int) -> None:
    for player, side in zip(game.players, (ROLES, ROLES.lower()), strict=True):
        units = [letter for letter in letters if letter and letter in side]
        kings, pawns = units.count(side[0]), units.count(side[-1])
        if kings > 1:
            problem = phrase("battlefield.position.kings", side=player, count=kings)
            raise PositionError(problem, expected=phrase("battlefield.position_expected.one_king"))
        if pawns > _MOST_PAWNS:
            problem = phrase("battlefield.position.pawns", side=player, count=pawns)
            raise PositionError(problem, expected=_at_most(_MOST_PAWNS))
        if len(units) > _MOST_UNITS:
            problem = phrase("battlefield.position.units", side=player, count=len(units))
            raise PositionError(problem, expected=_at_most(_MOST_UNITS))
    if "kK"[to_move] not in letters:
        problem = phrase("battlefield.position.no_king", side=game.players[1 - to_move])
        raise PositionError(problem, expected=phrase("battlefield.position_expected.king"))
    for cell in (*range(8), *range(56, 64)):
        if letters[cell] in ("P", "p"):
            problem = phrase("battlefield.position.pawn_on_edge", square=game.square(cell))
            raise PositionError(problem, expected=phrase("battlefield.position_expected.no_pawn_on_edge"))


def _at_most(count: int) -> Text:
    return phrase("battlefield.position_expected.at_most", count=count)


def _read_units(game: Game, setup: Setup) -> dict[int, re.Match[str]]:
    """Return the details of single units, by cell."""
    details: dict[int, re.Match[str]] = {}
    field = setup.fields.get("units")
    for word in field.split(",") if field else []:
        found = _UNIT.fullmatch(word)
        if found is None:
            problem = phrase("battlefield.position.wrong_unit", unit=repr(word[:20]))
            raise PositionError(problem, expected=phrase("battlefield.position_expected.unit"))
        cell = game.setup_cell(found[1])
        if cell in details or not setup.letters[cell]:
            problem = phrase("battlefield.position.wrong_unit", unit=repr(word))
            raise PositionError(problem, expected=phrase("battlefield.position_expected.unit_once"))
        details[cell] = found
    return details


def _add_unit(state: BattlefieldState, cell: int, letter: str, detail: re.Match[str] | None, setup: Setup) -> None:
    side = int(letter.islower())
    title, hp, knives, cheered = detail.groups()[1:] if detail else (None, None, None, None)
    profile = _profile(state.matchup, side, letter.upper(), title)
    left = profile.hp if hp is None else int(hp)
    if left > profile.hp:
        problem = phrase("battlefield.position.too_many_hp", square=state.game.square(cell), hp=left)
        raise PositionError(problem, expected=_at_most(profile.hp))
    if knives == "3" and not setup.acted:
        expected = phrase("battlefield.position_expected.knives")
        raise PositionError(phrase("battlefield.position.knives"), expected=expected)
    # a cheer has just been set in the opponent's turn, and is a turn old in the player's next one (B9, B11)
    if cheered and ("cheer" in profile.skills or int(cheered) != (1 if side == setup.to_move else 2)):
        problem = phrase("battlefield.position.cheered", square=state.game.square(cell), count=cheered)
        raise PositionError(problem, expected=phrase("battlefield.position_expected.cheered"))
    state.add_unit(cell, state.matchup.number(side, profile), left, int(knives or 0), int(cheered or 0))


def _profile(matchup: Matchup, side: int, role: str, title: str | None) -> Profile:
    if title is None:
        return matchup.profiles[matchup.usual[side, role]]
    roster = matchup.rosters[side]
    profile = roster.slots.get(title) or roster.promotions.get(title)
    if profile is None or profile.role != role:
        problem = phrase("battlefield.position.wrong_profile", role=ROLE_TITLES[role], slot=title)
        raise PositionError(problem, expected=phrase("battlefield.position_expected.profile"))
    return profile


def _rights(game: Game, setup: Setup) -> int:
    """B13: read the castling rights, which require kings and rooks on their starting squares."""
    text = setup.fields["castling"]
    if text != "-" and (not text or [letter for letter in _CASTLING if letter in text] != list(text)):
        problem = phrase("battlefield.position.castling", value=repr(text[:20]))
        raise PositionError(problem, expected=phrase("battlefield.position_expected.castling"))
    rights = 0
    for bit, letter in enumerate(_CASTLING):
        if letter in text:
            king, rook = _HOMES[letter]
            wanted = ("K", "R") if letter.isupper() else ("k", "r")
            if (setup.letters[king], setup.letters[rook]) != wanted:
                homes = game.square(king), game.square(rook)
                expected = phrase("battlefield.position_expected.castling_right", king=homes[0], rook=homes[1])
                raise PositionError(phrase("battlefield.position.castling_right", letter=letter), expected=expected)
            rights |= 1 << bit
    return rights


def _passing(game: Game, setup: Setup, acting: int) -> int:
    """Return the pawn that has just passed, from the FEN's square behind it or from the `passing` field."""
    behind, passing = setup.fields["en_passant"], _square(game, setup, "passing")
    up = 8 if setup.to_move == 0 else -8
    owner = 1 - setup.to_move
    if behind != "-":
        if passing != terms.NONE:
            problem = phrase("battlefield.position.en_passant_twice")
            raise PositionError(problem, expected=phrase("battlefield.position_expected.en_passant"))
        passing = game.setup_cell(behind) - up
    elif acting == passing:
        owner = setup.to_move  # the double step was made in the current turn
    if passing == terms.NONE:
        return passing
    first = passing + (up if owner != setup.to_move else -up) * 2
    rank = 3 if owner == 0 else 4
    way = (passing + first) // 2
    if passing // 8 != rank or setup.letters[passing] != "Pp"[owner] or setup.letters[way] or setup.letters[first]:
        problem = phrase("battlefield.position.no_double_step")
        raise PositionError(problem, expected=phrase("battlefield.position_expected.double_step"))
    return passing


def _check_acting(state: BattlefieldState, setup: Setup, acting: int) -> None:
    """B9: check that within a turn a cheered unit has acted once, its king is safe, and it can act again."""
    if (acting != terms.NONE) != (setup.acted > 0) or setup.acted > 1:
        problem = phrase("battlefield.position.acting_alone")
        raise PositionError(problem, expected=phrase("battlefield.position_expected.acted"))
    if acting == terms.NONE:
        return
    kings = all(any(letter == king for letter in setup.letters) for king in "Kk")
    if not kings or not state.squares(setup.to_move) >> acting & 1 or state.effects_at(acting)[1] != 1:
        problem = phrase("battlefield.position.acting_not_cheered")
        raise PositionError(problem, expected=phrase("battlefield.position_expected.acting"))
    if state.checked() or not state.has_choice():
        problem = phrase("battlefield.position.turn_over")
        raise PositionError(problem, expected=phrase("battlefield.position_expected.second_action"))


def _square(game: Game, setup: Setup, name: str) -> int:
    value = setup.fields.get(name)
    return terms.NONE if value is None else game.setup_cell(value)


def _count(fields: Mapping[str, str], name: str) -> int:
    value = fields[name]
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        problem = phrase("battlefield.position.no_count", field=name, value=repr(value[:20]))
        raise PositionError(problem, expected=phrase("battlefield.position_expected.count"))
    return int(value)
