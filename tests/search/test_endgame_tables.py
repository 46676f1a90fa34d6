"""The endgame tables of English draughts and Checkers: against the rules, published counts, and each other."""

from __future__ import annotations

import logging
import lzma
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import quincunx
from quincunx import Budget, Game, State
from quincunx.clients.terminal.commands.analyse import score_text
from quincunx.core.errors import TableError
from quincunx.core.exact import Exact, Limits, MadeTable
from quincunx.core.prober import Prober
from quincunx.games.checkers import ending, opened_tables
from quincunx.games.checkers.ending_tables import EndingTables
from quincunx.games.checkers.materials import pairs_of
from quincunx.games.checkers.opened_tables import mapped_tables, shipped_file, tables_of
from quincunx.games.checkers.table_file import Rules
from quincunx.games.checkers.table_maker import CheckersTableMaker
from quincunx.notation.record import Record
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.analysis import Analysis
from quincunx.search.levels import LevelAgent
from quincunx.search.review import Reviewer

RULES = {"draughts": Rules(True, True, True, True), "checkers": Rules(False, False, False, False)}
BUDGET = Budget(seconds=1e6, nodes=100_000)
WON = "7L/8/8/4D3/8/2D5/8/8 d"

COUNT = 600 if quincunx.compiled else 60  # positions to compare

both_games = pytest.mark.parametrize("key", list(RULES))
compiled_only = pytest.mark.skipif(not quincunx.compiled, reason="takes minutes uncompiled")


def prober_of(game: Game) -> Prober:
    found = game.spec.prober(game)
    assert found is not None
    return found


def solved(state: State) -> Exact:
    solver = state.game.spec.solver(state.game)
    assert solver is not None
    return solver.solve(state, Limits(1e9))[0]


def made(key: str, pieces: int, folder: Path) -> list[MadeTable]:
    maker = CheckersTableMaker(key, RULES[key])
    return [table for table in maker.make(pieces, folder) if isinstance(table, MadeTable)]


def samples(key: str, count: int) -> Iterator[State]:
    """Positions with two to four pieces, of which most are close together."""
    random, game = Random(key), quincunx.game(key)
    while count:
        letters = {}
        for letter in ["dD"[random.random() < 0.6], "lL"[random.random() < 0.6], *random.choices("dDlL", k=2)]:
            rank, file = random.choice([(rank, file) for rank in range(8) for file in range(rank % 2, 8, 2)])
            if (letter, rank) not in (("d", 7), ("l", 0)):
                letters[rank, file] = letter
        if len({letter.lower() for letter in letters.values()}) == 2:
            rows = ["".join(letters.get((rank, file), " ") for file in range(8)) for rank in range(7, -1, -1)]
            board = re.sub(" +", lambda run: str(len(run[0])), "/".join(rows))
            state = game.position(board + random.choice([" d", " l"]))
            if not state.over:
                count -= 1
                yield state


def values_after(state: State, prober: Prober) -> Iterator[int | None]:
    """The values of the positions after all turns, for the opponent: 1 if the opponent has lost."""
    turn = state.turn
    for action in state.legal_actions():
        state.apply(action)
        outcome = state.outcome()
        if outcome is not None:
            yield 0 if outcome.winner is None else 1
        elif state.turn == turn:
            yield from values_after(state, prober)
        else:
            yield prober.value(state)
        state.undo()


@both_games
def test_k3_to_k9_a_position_is_worth_what_its_turns_lead_to(key: str) -> None:
    prober, checked = prober_of(quincunx.game(key)), 0
    for state in samples(key, COUNT):
        value, after = prober.value(state), list(values_after(state, prober))
        checked += value is not None
        lost = [found for found in after if found and found % 2]
        expected = min(lost) + 1 if lost else 0 if 0 in after else max(found or 0 for found in after) + 1
        assert value == expected, quincunx.game(key).spec.position_letters(state)
    assert checked == COUNT


@compiled_only
@both_games
def test_the_best_play_takes_as_many_turns_as_the_table_says(key: str) -> None:
    prober = prober_of(quincunx.game(key))
    for state in samples(key, 40):
        value = prober.value(state)
        if value:
            ahead, exact = state.copy(), solved(state)
            for action in exact.actions:
                ahead.apply(action)
            outcome = ahead.outcome()
            assert ahead.turn - state.turn == value - 1
            assert outcome is not None
            assert (outcome.winner == state.to_move) == (value % 2 == 0) == (exact.margin == 1)


def test_the_counts_for_king_against_king_are_those_that_were_published(tmp_path: Path) -> None:
    """By Ed Trice, for English draughts: 230 wins, 654 draws and 108 losses; the longest win takes 11 turns."""
    found = made("draughts", 2, tmp_path)[0]
    assert (found.name, found.wins, found.draws, found.losses, found.longest) == ("KvK", 230, 654, 108, 11)


def test_there_are_as_many_positions_as_were_published() -> None:
    """By the authors of Chinook, who also count boards with pieces of one side only."""
    for pieces, published in ((2, 6_972), (3, 261_224), (4, 7_092_774), (5, 148_688_232), (6, 2_503_611_964)):
        both = sum(
            ending.positions(*material) for pair in pairs_of(pieces) for material in pair if sum(material) == pieces
        )
        alone = 2 * sum(ending.positions(men, pieces - men, 0, 0) for men in range(pieces + 1))
        assert both + alone == published


@both_games
def test_made_again_the_tables_are_those_that_ship(key: str, tmp_path: Path) -> None:
    pieces = 3 if quincunx.compiled else 2
    made(key, pieces, tmp_path)
    shipped = tables_of(key, RULES[key], shipped_file(key), tmp_path / "none")
    for file in sorted(tmp_path.glob("*.qtab")):
        for table in mapped_tables(key, file):
            held = shipped.held.get(ending.slot_of(*table.material))
            assert held is None or bytes(held) == bytes(table.values)
    assert len(shipped.held) == 41 or not quincunx.compiled


def test_k10_a_win_is_known_only_if_it_comes_before_the_limit_of_quiet_turns() -> None:
    game = quincunx.game("draughts")
    turns = (prober_of(game).value(game.position(WON)) or 0) - 1
    assert turns == 3
    last = game.position(f"{WON} quiet:{100 - turns}")
    assert prober_of(game).value(last) == turns + 1
    for action in solved(last).actions:
        last.apply(action)
    assert last.outcome() == quincunx.Outcome(0, "no_pieces")
    assert prober_of(game).value(game.position(f"{WON} quiet:{101 - turns}")) is None


def test_k10_with_a_limit_of_one_pass_there_are_no_tables() -> None:
    game = quincunx.game("checkers", passes=1)
    assert game.spec.prober(game) is game.spec.solver(game) is None


def test_the_strongest_bot_wins_and_the_others_do_not_ask() -> None:
    state = quincunx.game("draughts").position(WON)
    assert quincunx.bot("level 8", state.game).choose(state, BUDGET) == solved(state).actions[0]
    agent = quincunx.bot("level 7", state.game)
    assert isinstance(agent, LevelAgent)
    search = agent.begin(state)
    assert isinstance(search, AlphaBeta)
    search.run(1e6, most_depth=1)
    assert search.lines(1)[0].score < 90_000


@compiled_only
@both_games
def test_a_search_sees_the_end_behind_an_exchange(key: str) -> None:
    """With five pieces, the tables decide inside the search; the line leads to the end."""
    state = quincunx.game(key).position("7L/8/7l/4D3/8/2D5/1d6/8 d")
    *_, found = Analysis(state, lines=1).findings(nodes=20_000)
    ahead, best = state.copy(), found.lines[0]
    for action in best.actions:
        ahead.apply(action)
    outcome = ahead.outcome()
    assert not best.table
    assert best.wins_in is not None
    assert outcome is not None
    assert outcome.winner == 0


def test_an_analysis_tells_the_table_s_result() -> None:
    state = quincunx.game("draughts").position(WON)
    *_, found = Analysis(state, lines=2).findings(nodes=20_000)
    assert [(line.table, line.chance) for line in found.lines] == [(True, 1.0), (True, 1.0)]
    assert found.lines[0].wins_in == 2


def test_a_review_says_which_turn_threw_a_win_away() -> None:
    game = quincunx.game("draughts")
    turns = tuple(map(game.read_action, ("d6-c5", "a3-b2")))
    record = Record(game, turns, start="1D6/8/3D1L2/8/8/L7/8/8 d")
    plies = Reviewer(record, nodes=1_000).review().plies
    assert [(ply.table, ply.wasted) for ply in plies] == [(True, "win"), (True, None)]
    assert [score_text(ply) for ply in plies] == ["table: won in 9", "table: draw"]


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small file as those that ship, and an empty cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "draughts.qtab.xz"
    made("draughts", 2, tmp_path / "made")
    file.write_bytes(CheckersTableMaker("draughts", RULES["draughts"]).pack(2, tmp_path / "made"))
    return file


def opened(file: Path) -> EndingTables:
    return tables_of("draughts", RULES["draughts"], file, file.parent / "none")


def test_damaged_tables_are_reported_and_left_out(packed: Path, caplog: pytest.LogCaptureFixture) -> None:
    whole = packed.read_bytes()
    data = lzma.decompress(whole)
    broken = {
        "cut": whole[:-100],
        "empty": b"",
        "changed": lzma.compress(data[:-1] + b"\x7f"),
        "later": lzma.compress(data[:4] + b"\x63" + data[5:]),
        "short": lzma.compress(data[:-1]),
        "noise": lzma.compress(b"no tables"),
        "checkers": shipped_file("checkers").read_bytes(),
    }
    for name, contents in broken.items():
        file = packed.with_name(f"{name}.qtab.xz")
        file.write_bytes(contents)
        with caplog.at_level(logging.WARNING, "quincunx.tables"):
            assert opened(file).most == 0
        assert file.name in caplog.text


def test_a_damaged_file_in_the_cache_is_made_again(packed: Path) -> None:
    count = len(opened(packed).held)
    (cached,) = (packed.parent / "cache").rglob("*.qtab")
    whole = cached.read_bytes()
    for contents in (b"", whole[:-1], whole[:-1] + bytes([whole[-1] ^ 1])):
        cached.unlink()  # the mapped one stays as it is
        cached.write_bytes(contents)
        assert len(opened(packed).held) == count
        assert cached.read_bytes() == whole


def test_a_made_table_that_is_cut_is_left_out_and_made_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    made("draughts", 2, tmp_path)
    file = tmp_path / "KvM.qtab"
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    with caplog.at_level(logging.WARNING, "quincunx.tables"):
        found = tables_of("draughts", RULES["draughts"], tmp_path / "KvK.qtab", tmp_path)
    assert "KvM.qtab" in caplog.text
    assert ending.slot_of(0, 1, 1, 0) not in found.held
    file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    made("draughts", 2, tmp_path)
    assert file.read_bytes() == whole


def test_without_a_cache_folder_the_tables_are_in_memory(packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(packed))  # a file, in which there can be no folder
    assert opened(packed).most == 2


def test_a_table_file_names_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "empty.qtab").touch()
    with pytest.raises(TableError, match=r"empty\.qtab has no endgame tables"):
        opened_tables.mapped_tables("draughts", tmp_path / "empty.qtab")
