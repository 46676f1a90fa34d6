"""Records: what is written can be read back; errors say where and why."""

from __future__ import annotations

import pytest

import quincunx
from drawn import play
from quincunx import Outcome, Record, RecordError

GAME = quincunx.game("cengers")
HEADER = "Game: cengers\n"


def started() -> quincunx.State:
    return play(GAME.start(), "f3-f4 c6-c5")


def test_a_record_with_everything_reads_back() -> None:
    record = Record.of(started(), {"x": "Ann: the first; of her name", "o": "Bo"}, Outcome(0, "left"))
    again = quincunx.read_record(record.text())
    assert again == record
    assert again.players["x"] == "Ann: the first; of her name"
    assert again.result == Outcome(0, "left")
    assert hash(again) == hash(record)


def test_hints_are_counted_in_the_header() -> None:
    record = Record.of(started(), {"x": "Ann"}, hints={"x": 3, "o": 0})
    assert "Hints x: 3\n" in record.text()
    assert "Hints o" not in record.text()
    assert quincunx.read_record(record.text()) == record


@pytest.mark.parametrize("line", ["Hints y: 1", "Hints x: many", "Hints x: -1", "Hints x:", "Hints: 2"])
def test_hints_that_cannot_be_read_are_refused(line: str) -> None:
    with pytest.raises(RecordError):
        quincunx.read_record(f"{HEADER}{line}\n\nf3-f4\n")


@pytest.mark.parametrize("name", ["", " Ann", "Ann\nStart: x", "Ann\r\nPlayer o: Eve", "Ann\u2028Bo", "a\x0bb"])
def test_a_name_that_would_not_read_back_is_refused(name: str) -> None:
    with pytest.raises(RecordError, match="is not a name"):
        Record.of(started(), {"x": name})


def test_a_side_or_reason_that_does_not_exist_is_refused() -> None:
    with pytest.raises(RecordError, match="expected x or o"):
        Record.of(started(), {"white": "Ann"})
    with pytest.raises(RecordError, match="is not a reason"):
        Record.of(started(), result=Outcome(0, "o left at move 40"))


def test_comments_marks_and_line_ends() -> None:
    text = "\ufeff; my game\r\nGame:cengers\r\n\r\nf3-f4 ; well\r\nc6-c5\r\n"
    record = quincunx.read_record(text)
    assert record.replay() == started()
    assert GAME.record("F3-F4 c6-C5").replay() == started()


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("f3-f4", 1, "comes before the Game: header"),
        ("", 1, "does not name its game"),
        ("Game: cengers\nRules: seed\n", 2, "is not a header"),
        ("Game: cengers\nOption repetition: x\nOption rounds: 5\n", 2, "option repetition"),
        ("Game: cengers\nOption colour: red\n", 2, "no option 'colour'"),
        ("Game: cengers\nOption rounds: {\n", 2, "the option is not valid JSON"),
        ("Game: cengers\nOption rounds: " + '{"a":' * 100_000 + "\n", 2, "the option is not valid JSON"),
        ("Game: cengers\nPlayer white: Ann\n", 2, "'white' is not a side"),
        ("Game: cengers\nPlayer: Ann\n", 2, "is incomplete"),
        ("Game: cengers\nGame: cengers\n", 2, "is given twice"),
        ("Game: cengers\nResult: maybe\n", 2, "the result is 'maybe'"),
        ("Game: cengers\nStart: 8/8 x\n", 2, "the board has 2 ranks"),
        ("Game: cengers\nHello: there\n", 2, "is not a header"),
        ("Game: cengers\n\nf3-f4\nPlayer x: Ann\n", 4, "comes after the first action"),
        ("Game: cengers\n\nf3-f4\nc6-c5 z9-z8\n", 4, "there is no square 'z9'"),
        ("Game: cengers\n\nf3-f4\nf3-f4\n", 4, "action 2, f3-f4, is not legal"),
        ("Game: cengers\nResult: x (home)\n\nf3-f4\n", 2, "the result is x (home)"),
    ],
)
def test_broken_records_name_the_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(RecordError) as raised:
        quincunx.read_record(text).replay()
    assert problem in str(raised.value)
    assert raised.value.line == line
    assert raised.value.expected


def test_a_record_of_another_game_is_refused() -> None:
    with pytest.raises(RecordError, match="expected Game: cengers"):
        GAME.record("Game: checkers\n")


def test_the_record_brings_its_own_options() -> None:
    record = GAME.record(HEADER + "Option rounds: 7\n\nf3-f4")
    assert record.game == quincunx.game("cengers", rounds=7)


def test_a_record_may_start_from_a_position() -> None:
    middle = GAME.position(started().position())
    middle.apply(middle.parse("f4-f5"))
    again = quincunx.read_record(Record.of(middle).text())
    assert again.start is not None
    assert again.replay() == middle


def test_a_number_that_is_no_action_is_a_broken_record() -> None:
    with pytest.raises(RecordError, match="action 1 is not legal"):
        Record(GAME, (1 << 30,)).replay()
