"""Files of other programs: PGN, PDN and transcripts, read and written."""

from __future__ import annotations

import pytest

import quincunx
from quincunx import Outcome, Random, Record, RecordError, State
from quincunx.games import read_records

CHESS, DRAUGHTS, OTHELLO = (quincunx.game(key) for key in ("chess", "draughts", "othello"))

ANNOTATED = """\
% an escaped line
[Event "A \\"friendly\\" game"]
[White "Ann"]
[Black "?"]
[Result "1-0"]

1. e4 {the best, by test} e5 2. Nf3!? $6 (2. Bc4 Nf6 (2... Nc6 3. Qh5)) Nc6 ; the old way
3.Bb5 a6 4. Ba4
4... Nf6 5. 0-0 1-0

[White "Bob"]

1. f3 e5 2. g4 Qh4# 0-1
"""


def texts(record: Record) -> str:
    return " ".join(map(record.game.write_action, record.actions))


def random_game(game: quincunx.Game, seed: int, plies: int = 1000) -> State:
    random, state = Random(seed), game.start()
    while not state.over and state.ply < plies:
        actions = state.legal_actions()
        state.apply(actions[random.below(len(actions))])
    return state


def written(record: Record, **headers: str) -> str:
    format = record.game.spec.record_format(record.game)
    assert format is not None
    return format.write(record, headers)


# -- PGN --


def test_comments_variations_and_marks_are_skipped_and_a_file_holds_several_games() -> None:
    first, second = read_records(ANNOTATED)
    assert texts(first) == "e2-e4 e7-e5 g1-f3 b8-c6 f1-b5 a7-a6 b5-a4 g8-f6 e1-g1"
    assert (first.players, first.result) == ({"white": "Ann"}, Outcome(0, "left"))
    assert second.result == Outcome(1, "checkmate")
    assert quincunx.read_record(ANNOTATED) == first


def test_a_pgn_as_it_is_written() -> None:
    state = CHESS.start()
    for text in ("e2-e4", "d7-d5", "e4-d5"):
        state.apply(state.parse(text))
    record = Record.of(state, {"white": 'Ann "A"'}, Outcome(1, "time"))
    assert written(record, Site="here") == (
        '[Event "?"]\n[Site "here"]\n[Date "????.??.??"]\n[Round "?"]\n[White "Ann \\"A\\""]\n[Black "?"]\n'
        '[Result "0-1"]\n[Termination "time forfeit"]\n\n1. e4 d5 2. exd5 0-1\n'
    )
    assert quincunx.read_record(written(record)) == record


def test_a_game_that_went_on_after_a_draw_by_repetition_is_read_without_that_limit() -> None:
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 3
    record = CHESS.record(f"{shuffle} e4 1-0")
    assert record.game.options["repetition"] == 0
    assert len(record.actions) == 13


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("1. e4 e5\n2. Nf6", 2, "move 2: no knight can play Nf6"),
        ("1. e4 e5\n\n2. hello", 3, "move 2: 'hello' is not a move"),
        ("1. e4 {no end", 1, "a comment is not closed"),
        ("1. e4\n(1. d4", 2, "a variation is not closed"),
        ("1. e4 ) e5", 1, "a variation is closed that was never opened"),
        ('[White "Ann]\n1. e4', 1, "'[White \"Ann]' is not a tag"),
        ("1. f3 e5 2. g4 Qh4#\n1-0", 2, "the result is 1-0"),
        ("1. f3 e5 2. g4 Qh4#\n3. e4", 2, "e4 is played after the end of the game"),
        ('[FEN "8/8 w - -"]\n\n1. e4', 1, "the FEN is not valid: the board has 2 ranks"),
        ("1. O-O", 1, "move 1: castling with O-O is not possible here"),
    ],
)
def test_faults_have_a_line_and_say_what_was_expected(text: str, line: int, problem: str) -> None:
    with pytest.raises(RecordError) as error:
        quincunx.read_record(text) if text.startswith("1.") else CHESS.record(text)
    assert (error.value.line, error.value.problem) == (line, problem)
    assert error.value.expected


@pytest.mark.parametrize(
    "text", [";" * 100 + "x", "{" * 100_000, "{}" * 50_000 + "x", '[a "' * 50_000, "[" + " " * 100_000]
)
def test_text_that_only_begins_like_a_file_is_refused_in_one_pass(text: str) -> None:
    """A pattern that tries every way to read the text would never finish."""
    with pytest.raises(RecordError, match="line 1"):
        quincunx.read_record(text)


def test_an_ambiguous_move_names_the_choices() -> None:
    state = CHESS.position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1")
    notation = CHESS.spec.move_notation(CHESS)
    with pytest.raises(quincunx.ActionError, match="2 moves are possible for Rd1; expected Rad1 or Rhd1"):
        notation.read_turn(state, "Rd1")


def test_a_named_game_reads_moves_without_numbers() -> None:
    assert texts(CHESS.record("e4 e5 Nf3")) == "e2-e4 e7-e5 g1-f3"
    assert texts(CHESS.record("e2-e4 e7-e5")) == "e2-e4 e7-e5"
    assert texts(DRAUGHTS.record("11-15")) == "c3-d4"


# -- PDN --


@pytest.mark.parametrize("seed", range(20 if quincunx.compiled else 2))
def test_draughts_are_written_and_read_back(seed: int) -> None:
    record = Record.of(random_game(DRAUGHTS, seed), {"dark": "Ann", "light": "Bob"})
    text = written(record)
    assert '[GameType "21"]' in text
    assert quincunx.read_record(text) == record


def test_dark_is_black_and_begins() -> None:
    record = quincunx.read_record('[GameType "21"]\n[Black "Ann"]\n\n1. 11-15 23-19 2. 8-11 22-17 0-1')
    assert record.players == {"dark": "Ann"}
    assert record.result == Outcome(0, "left")
    assert texts(record) == "c3-d4 d6-c5 b2-c3 f6-g5"


@pytest.mark.parametrize("move", ["26x17x10", "26x10", "26x17 17x10"])
def test_a_chain_of_jumps_is_read_whole_shortened_or_jump_by_jump(move: str) -> None:
    text = f'[FEN "W:W26,32:B22,14,1"]\n[GameType "21"]\n\n1... {move} *'
    record = quincunx.read_record(text)
    assert len(record.actions) == 2
    assert "1... 26x17x10 *" in written(record)
    assert '[FEN "W:W26,32:B1,14,22"]' in written(record)


def test_kings_and_ranges_in_a_fen() -> None:
    record = quincunx.read_record('[GameType "21"]\n[FEN "B:W21-23,K32:BK1,12."]\n\n*')
    letters = record.game.spec.position_letters(next(record.states()))
    assert sorted(letters.values()) == ["D", "L", "d", "l", "l", "l"]


@pytest.mark.parametrize("fen", ["B:W21", "B:W21:W22", "B:W33:B1", "B:W:Bx"])
def test_a_broken_fen(fen: str) -> None:
    with pytest.raises(RecordError, match="line 2: the FEN is not valid"):
        quincunx.read_record(f'[GameType "21"]\n[FEN "{fen}"]\n\n*')


# -- transcripts --


@pytest.mark.parametrize("seed", range(20 if quincunx.compiled else 2))
def test_othello_is_written_and_read_back_with_its_passes(seed: int) -> None:
    record = Record.of(random_game(OTHELLO, seed))
    assert quincunx.read_record(written(record)) == record


@pytest.mark.parametrize("text", ["f5d6c3", "F5D6C3\n", " f5 d6\nc3 "])
def test_case_and_spaces_do_not_matter(text: str) -> None:
    assert texts(quincunx.read_record(text)) == "f5 d6 c3"


def test_a_square_that_cannot_be_played_is_named_with_its_line() -> None:
    with pytest.raises(RecordError, match=r"line 2: move 2, a1: .* expected a legal square such as "):
        quincunx.read_record("f5\na1")
    with pytest.raises(RecordError, match="move 2 is a pass"):
        quincunx.read_record("f5--")


def test_a_transcript_cannot_begin_in_the_middle() -> None:
    state = random_game(OTHELLO, 1, 10)
    with pytest.raises(RecordError, match="starts from the usual position"):
        written(Record.of(OTHELLO.position(state.position())))
