"""Battlefield, rule by rule: the parts of units and armies (B1, B2, B9, B16), and the options for armies."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import quincunx
from drawn import play
from quincunx import Record
from quincunx.games.battlefield.army import Armies, ArmyError, read_roster, roster, shipped
from quincunx.games.battlefield.profile import CLASSES, ELEMENTS, SKILLS, WEAPONS, Profile
from quincunx.words import Phrase
from rules.skirmish import PLAIN, army, hp, skirmish


def fault(changes: dict[str, dict[str, Any]]) -> ArmyError:
    """The error in a plain army with these entries for single slots."""
    with pytest.raises(ArmyError) as refusal:
        quincunx.game("battlefield", white=army() | {"units": changes})
    return refusal.value


@pytest.mark.parametrize(
    ("entries", "rule", "words"),
    [
        ({"class": "beast", "weapon": "axe"}, "B1", "carries no weapon"),
        ({"class": "dragon", "weapon": "sword"}, "B1", "carries no weapon"),
        ({"class": "knight"}, "B1", "cavalry, flying, infantry, beast, dragon"),
        ({"weapon": "gun"}, "B2", "throwing_knives"),
        ({"element": "wind"}, "B4", "water"),
        ({"skills": ["heal"]}, "B9", "needs a Staff"),
        ({"skills": ["heal"], "weapon": "healing_staff"}, "B9", "Healing Staff heals by itself"),
        ({"skills": ["fly"]}, "B16", "banner"),
        ({"skills": ["cheer", "cheer"]}, "B16", "twice"),
        ({"skills": "cheer"}, "B16", "a list"),
        ({"hp": 100}, "B16", "from 0 to 99"),
        ({"atk": -1}, "B16", "from 0 to 99"),
        ({"def": "3"}, "B16", "from 0 to 99"),
        ({"mdef": True}, "B16", "from 0 to 99"),
        ({"speed": 3}, "B16", "no entry"),
        ({"name": "a;b"}, "B16", "printable"),
        ({"name": ""}, "B16", "printable"),
    ],
)
def test_b16_an_army_that_breaks_a_rule_is_refused_naming_unit_and_rule(
    entries: dict[str, Any], rule: str, words: str
) -> None:
    error = fault({"Pd": entries})
    assert error.rule == rule
    assert error.unit.endswith("Pd")
    assert words in str(error)
    assert f"({rule})" in str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_b1_every_other_class_carries_exactly_one_weapon() -> None:
    bare = army()
    del bare["roles"]["N"]["weapon"]
    with pytest.raises(ArmyError, match=r"Nb: it has no weapon.*\(B1\)"):
        quincunx.game("battlefield", black=bare)


def test_b1_a_slot_that_turns_beast_drops_the_weapon_of_its_role() -> None:
    units = roster(army() | {"units": {"Nb": {"class": "beast"}}}).slots
    assert (units["Nb"].weapon, units["Ng"].weapon) == (None, "sword")


def test_b16_a_role_may_be_missing_where_every_slot_and_promotion_is_complete() -> None:
    lone = army()
    rook = lone["roles"].pop("R")
    with pytest.raises(ArmyError, match=r"Ra: the army has no rook.*\(B16\)"):
        quincunx.game("battlefield", white=lone)
    lone["units"] = {"Ra": rook, "Rh": rook}
    with pytest.raises(ArmyError, match=r"promotion R: the army has no rook"):
        quincunx.game("battlefield", white=lone)
    lone["promotions"] = {"R": rook}
    assert quincunx.game("battlefield", white=lone).start()
    lone["units"]["Rh"] = {"hp": 3}
    with pytest.raises(ArmyError, match=r"Rh: it has no class"):
        quincunx.game("battlefield", white=lone)


@pytest.mark.parametrize(
    "broken",
    [
        {"roles": {}},
        {"roles": 3},
        {"units": {"Qe": {}}},
        {"units": {"Qd": 3}},
        {"promotions": {"K": {}}},
        {"name": None},
        {"heroes": {}},
    ],
)
def test_b16_a_broken_structure_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(ArmyError):
        quincunx.game("battlefield", white=army() | broken)


def test_b16_every_fault_is_found_and_a_role_s_only_once() -> None:
    broken = army({"Pd": {"name": "Ann"}, "Ng": {"skills": ["heal"], "hp": -1}, "P": {"atk": None, "class": "ship"}})
    faults = Armies().faults(broken | {"heroes": {}, "name": ""})
    assert [(fault.unit, fault.rule, fault.table, fault.row, fault.field) for fault in faults] == [
        ("army", "B16", "heroes", "", ""),
        ("Ng", "B9", "units", "Ng", "skills"),
        ("Ng", "B16", "units", "Ng", "hp"),
        ("Pa", "B1", "roles", "P", "class"),
        ("Pa", "B16", "roles", "P", "atk"),
        ("army", "B16", "", "", "name"),
    ]


@pytest.mark.parametrize("value", ["nobody", 3, None, "no/such/file.toml", ["standard"]])
def test_an_option_that_names_no_army_is_refused(value: object) -> None:
    with pytest.raises(quincunx.OptionError, match="option white"):
        quincunx.game("battlefield", white=value)


def test_an_army_file_of_ones_own(tmp_path: Path) -> None:
    """The file is read when the game is created; the record contains the army itself and replays without the file."""
    file = tmp_path / "mine.toml"
    roles = "".join(
        f"[roles.{role}]\n" + "".join(f"{key} = {entry!r}\n" for key, entry in PLAIN.items()) for role in "KQRBNP"
    )
    file.write_text(f'name = "Mine"\n{roles}[units.Pe]\nhp = 7\nname = "Ann"\n'.replace("'", '"'))
    game = quincunx.game("battlefield", white=str(file), black=file)
    state = play(game.start(), "e2-e4 e7-e5")
    assert (hp(state, "e4"), hp(state, "d2")) == (7, 10)
    text = Record.of(state).text()
    file.unlink()
    assert quincunx.read_record(text).replay() == state
    file.write_text("name = ")
    with pytest.raises(quincunx.OptionError, match="cannot be read"):
        quincunx.game("battlefield", white=str(file))


def test_a_shipped_name_stays_a_name_in_the_record() -> None:
    state = quincunx.game("battlefield", black="emberfall").start()
    assert "Option black: emberfall\n" in Record.of(state).text()


def test_the_shipped_armies_use_every_word_of_the_rules() -> None:
    assert len(shipped()) >= 3
    assert "standard" in shipped()
    profiles: list[Profile] = [profile for name in shipped() for profile in roster(name).profiles()]
    assert {profile.unit_class for profile in profiles} == set(CLASSES)
    assert {profile.weapon for profile in profiles} == {*WEAPONS, None}
    assert {profile.element for profile in profiles} == set(ELEMENTS)
    assert {skill for profile in profiles for skill in profile.skills} == set(SKILLS)


@pytest.mark.parametrize("name", shipped())
def test_the_names_of_a_shipped_army_can_be_translated_and_are_those_of_its_file(name: str) -> None:
    own = read_roster(Armies().shipped()[name])
    assert own == roster(name)
    assert isinstance(roster(name).name, Phrase)
    assert all(isinstance(profile.name, Phrase) for profile in roster(name).profiles())


def test_names_of_one_s_own_army_stay_as_they_are() -> None:
    own = roster(Armies().shipped()["wildwood"])
    assert not any(isinstance(profile.name, Phrase) for profile in own.profiles())


def test_equal_armies_make_equal_games() -> None:
    assert skirmish() == skirmish()
    assert skirmish() != skirmish({"P": {"hp": 9}})
    assert skirmish().start() == skirmish().start()


def test_chess_needs_no_armies() -> None:
    game = quincunx.game("chess")
    assert set(game.options) == {"repetition", "quiet"}
    assert all(not piece.badges for piece in game.spec.pieces(game.start()).values())
    with pytest.raises(quincunx.OptionError):
        quincunx.game("chess", white="standard")
