"""The conformance kit: it follows its schema, our rules and python-chess pass it, and broken rules do not."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import quincunx
from pages import REPOSITORY, blocks
from quincunx import State
from quincunx.research.conformance.kit import write_kit
from quincunx.research.conformance.reader import check, read

PAGE = REPOSITORY / "docs" / "conformance.md"


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kit")
    assert len(list(write_kit(folder, list(quincunx.games().values())))) == 13
    return folder


def rules_of(key: str) -> Any:
    """Our own rules, as the reader wants them."""

    class Rules:
        def __init__(self, options: dict[str, Any]) -> None:
            self.state = quincunx.game(key, **options).start()

        to_move = property(lambda self: self.state.to_move)

        def legal(self) -> list[str]:
            return [self.state.text(action) for action in self.state.legal_actions()]

        def play(self, move: str) -> None:
            self.state.apply(self.state.parse(move))

        def copy(self) -> Rules:
            other = object.__new__(type(self))
            other.state = self.state.copy()
            return other

        def board(self) -> list[str]:
            return rows(self.state)

        def result(self) -> list[Any] | None:
            return list(self.state.outcome() or ()) or None

    return Rules


def rows(state: State) -> list[str]:
    numbers = {0: "."} | {state.game.spec.code(letter): letter for letter in state.game.spec.letters}
    return ["".join(numbers[number] for number in row) for row in state.board()]


@pytest.mark.parametrize("key", quincunx.games())
def test_our_rules_pass(key: str, kit: Path) -> None:
    data = read(str(kit / f"{key}.json"))
    jsonschema_rs.validator_for(json.loads((kit / "schema.json").read_text())).validate(data)
    assert len(data["sets"][0]["positions"]) > 10
    assert list(check(data, rules_of(key))) == []


def test_the_games_end_in_different_ways(kit: Path) -> None:
    games = [
        game for path in kit.glob("*.json") if path.stem != "schema" for game in read(str(path))["sets"][0]["games"]
    ]
    ends = {game["result"][1] for game in games}
    assert ends >= {
        "king_escaped",
        "king_captured",
        "home",
        "checkmate",
        "stalemate",
        "repetition",
        "quiet",
        "no_pieces",
    }


def test_python_chess_passes_as_the_page_shows(
    kit: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(kit))
    monkeypatch.chdir(kit)
    (program,) = (block.text for block in blocks(PAGE, "") if "PythonChess" in block.text)
    there: dict[str, Any] = {}
    exec(compile(program, str(PAGE), "exec"), there)
    assert capsys.readouterr().out == ""
    assert sys.modules.pop("reader").__file__ == str(kit / "reader.py")


class Lame(rules_of("chess")):  # type: ignore[misc]
    """Chess without castling."""

    def legal(self) -> list[str]:
        return [move for move in super().legal() if move not in ("e1-g1", "e8-g8")]


class Endless(rules_of("tablut")):  # type: ignore[misc]
    """Tablut in which nothing ends by repetition."""

    def result(self) -> list[Any] | None:
        found = super().result()
        return None if found == [None, "repetition"] else found


@pytest.mark.parametrize(
    ("rules", "said"), [(Lame, "legal: expected"), (Endless, "end: expected [None, 'repetition']")]
)
def test_broken_rules_are_found(rules: Any, said: str, kit: Path) -> None:
    key = "chess" if rules is Lame else "tablut"
    assert any(said in line for line in check(read(str(kit / f"{key}.json")), rules))


def test_the_reader_refuses_another_format(tmp_path: Path) -> None:
    (tmp_path / "new.json").write_text('{"format": 2}')
    with pytest.raises(ValueError, match="has format 2, and this reader knows 1"):
        read(str(tmp_path / "new.json"))
    reader = REPOSITORY / "src" / "quincunx" / "research" / "conformance" / "reader.py"
    assert len(reader.read_text().splitlines()) <= 60
