"""An option's content over HTTP: the shipped content, the form for custom content, and all errors in it at once."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from servers import Server

PLACE = "/api/games/battlefield/content/white"


@pytest.fixture
def content(server: Server) -> Any:
    return server.client().get(PLACE).json()


def word(code: str) -> dict[str, Any]:
    """The label of a word in the data."""
    return {"code": "battlefield.form.word", "params": {"word": {"code": f"battlefield.{code}"}}}


def faults(server: Server, army: Any) -> Any:
    answer = server.client().post(f"{PLACE}/check", json=army)
    assert answer.status_code == 200, answer.text
    return answer.json()["faults"]


def test_every_shipped_army_is_there_whole_and_without_fault(server: Server, content: Any) -> None:
    assert set(content["shipped"]) == {"standard", "wildwood", "emberfall"}
    assert content["shipped"]["standard"]["roles"]["K"]["name"] == "Lord"
    for army in content["shipped"].values():
        assert faults(server, army) == []


def test_the_form_has_a_label_for_every_word_that_the_shipped_armies_use(content: Any) -> None:
    form = content["form"]
    fields = {field["key"]: field for field in form["fields"]}
    assert fields["weapon"]["words"][1] == {"key": "healing_staff", "label": word("weapon.healing_staff")}
    assert fields["weapon"]["unless"] == {"field": "class", "words": ["beast", "dragon"]}
    assert (fields["hp"]["kind"], fields["hp"]["least"], fields["hp"]["most"]) == ("number", 0, 99)
    rows = {(table["name"], row["key"]) for table in form["tables"] for row in table["rows"]}
    for army in content["shipped"].values():
        assert {key for key in army if key != "name"} <= {table["name"] for table in form["tables"]}
        for table in set(army) - {"name"}:
            for row, entries in army[table].items():
                assert (table, row) in rows
                assert set(entries) <= set(fields)
                for key in ("class", "weapon", "element"):
                    assert entries.get(key) in {None, *(word["key"] for word in fields[key]["words"])}


def test_a_unit_says_which_row_it_is_like(content: Any) -> None:
    tables = {table["name"]: table for table in content["form"]["tables"]}
    assert tables["roles"]["rows"][0] == {"key": "K", "label": word("role.king"), "like": None}
    label = {"code": "battlefield.form.unit", "params": {"role": {"code": "battlefield.role.pawn"}, "file": "d"}}
    assert {"key": "Pd", "label": label, "like": ["roles", "P"]} in tables["units"]["rows"]
    assert [tables[name]["optional"] for name in ("roles", "units", "promotions")] == [False, True, True]


def test_all_faults_are_told_at_once_with_the_place_of_each(server: Server, content: Any) -> None:
    army = copy.deepcopy(content["shipped"]["standard"])
    army["name"] = ""
    army["roles"]["P"]["hp"] = 100
    army["units"]["Ng"]["skills"] = ["heal"]
    del army["roles"]["R"]["class"]
    found = faults(server, army)
    army_itself = {"code": "battlefield.fault.army"}
    places = [(fault["unit"], fault["rule"], fault["table"], fault["row"], fault["field"]) for fault in found]
    assert places == [
        ("Ra", "B1", "roles", "R", "class"),
        ("Ng", "B9", "units", "Ng", "skills"),
        ("Pa", "B16", "roles", "P", "hp"),
        (army_itself, "B16", "", "", "name"),
    ]
    assert found[2]["sentence"] == {
        "code": "battlefield.fault.wrong_stat",
        "params": {"entry": {"code": "battlefield.entry.hp"}, "value": "100", "most": 99},
    }


@pytest.mark.parametrize(
    "body",
    [
        {"roles": 3},
        {"roles": {"K": 3}},
        {"roles": {"K": {"hp": {"deep": [1]}, "class": [], "skills": [[]]}}},
        {"roles": {str(number): {} for number in range(3000)}},
        {"units": {"Pd": {"skills": ["heal"] * 5000}}},
        {"name": ["x"]},
        {},
    ],
)
def test_a_hostile_shape_has_its_faults_told_within_bounds(server: Server, body: Any) -> None:
    assert 0 < len(faults(server, body)) <= 100


@pytest.mark.parametrize(
    ("body", "status"), [(b"[]", 400), (b"3", 400), (b"{", 400), (b"[" * 20_000, 400), (b'{"a":"' + b"x" * 70_000, 413)]
)
def test_what_is_no_mapping_is_refused(server: Server, body: bytes, status: int) -> None:
    headers = {"content-type": "application/json"}
    answer = server.client().post(f"{PLACE}/check", content=body, headers=headers)
    assert answer.status_code == status
    assert answer.json()["message"]


@pytest.mark.parametrize(
    "place", ["cengers/content/repetition", "battlefield/content/quiet", "nothing/content/white", "cengers/content/no"]
)
def test_an_option_without_content_is_not_found(server: Server, place: str) -> None:
    assert server.client().get(f"/api/games/{place}").status_code == 404
