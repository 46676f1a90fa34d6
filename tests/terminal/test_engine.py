"""`quincunx engine`: driven by python-chess like any engine, and by hand for the other games."""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import chess
import chess.engine
import pytest

import commands
import quincunx
from quincunx import Random, State
from quincunx.clients.engine.limits import read_limits
from quincunx.core.errors import ActionError, PositionError
from search.minimax import wandered
from variants import keys

COMMAND = [sys.executable, "-m", "quincunx", "engine"]
STOCKFISH = shutil.which("stockfish") or "/usr/games/stockfish"
FAST = 0.02 if quincunx.compiled else 0.2
CHESS = quincunx.game("chess")
UCI = CHESS.spec.codec(CHESS)


@pytest.fixture
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) as engine:
        yield engine


def said(script: str) -> list[str]:
    """All answers of the engine to a script."""
    done = commands.run("engine", typed=script)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def best(lines: list[str]) -> str:
    (found,) = [line.split()[1] for line in lines if line.startswith("bestmove")]
    return found


# -- chess, by python-chess --


def test_it_introduces_itself(engine: chess.engine.SimpleEngine) -> None:
    assert engine.id["name"].startswith("Quincunx")
    assert {"Hash", "Threads", "MultiPV", "Level", "UCI_Variant"} <= set(engine.options)
    variants = engine.options["UCI_Variant"]
    assert (variants.default, variants.var) == ("chess", ["chess", *(key for key in keys() if key != "chess")])


def test_a_whole_game_against_itself_is_legal_to_its_end(engine: chess.engine.SimpleEngine) -> None:
    """python-chess raises an exception for an illegal move or an invalid line."""
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < (200 if quincunx.compiled else 12):
        played = engine.play(board, chess.engine.Limit(nodes=2000 if quincunx.compiled else 30))
        assert played.move in board.legal_moves
        board.push(played.move)


@pytest.mark.skipif(not Path(STOCKFISH).exists(), reason="needs Stockfish: apt install stockfish")
@pytest.mark.skipif(not quincunx.compiled, reason="once is enough: the run of the compiled build has it")
@pytest.mark.parametrize("ours", [chess.WHITE, chess.BLACK])
def test_a_whole_game_against_stockfish(engine: chess.engine.SimpleEngine, ours: chess.Color) -> None:
    with chess.engine.SimpleEngine.popen_uci(STOCKFISH, timeout=60) as other:
        other.configure({"Skill Level": 0})
        board = chess.Board()
        while not board.is_game_over(claim_draw=True):
            player = engine if board.turn == ours else other
            played = player.play(board, chess.engine.Limit(nodes=2000))
            assert played.move is not None
            board.push(played.move)
    assert board.outcome(claim_draw=True) is not None


def test_lines_scores_and_mates(engine: chess.engine.SimpleEngine) -> None:
    lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=3), multipv=3)
    assert [line["multipv"] for line in lines] == [1, 2, 3]
    assert all(line["pv"][0] in chess.Board().legal_moves for line in lines)
    mate = chess.Board("k7/8/2K5/8/8/8/8/1R6 w - - 0 1")
    found = engine.analyse(mate, chess.engine.Limit(depth=5))
    assert found["score"].white().mate() == 2
    lost = chess.Board("k7/2K5/8/8/8/8/8/1R6 b - - 0 1")
    assert engine.analyse(lost, chess.engine.Limit(depth=5))["score"].white().mate() == 1


def test_castling_en_passant_and_promotion_go_both_ways() -> None:
    for position, move, text in (
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1-g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "e8-c8"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "e5-d6"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a7-a8=N"),
    ):
        state = UCI.position(CHESS, position)
        action = UCI.read(state, move)
        assert state.text(action) == text
        assert UCI.write(state, action) == move
        assert chess.Move.from_uci(move) in chess.Board(position).legal_moves


def test_every_move_of_random_games_goes_both_ways() -> None:
    state, random = CHESS.start(), Random(3)
    board = chess.Board()
    while not state.over and state.ply < 120:
        moves = {UCI.write(state, action): action for action in state.legal_actions()}
        assert set(moves) == {move.uci() for move in board.legal_moves}
        assert all(UCI.read(state, move) == action for move, action in moves.items())
        move = sorted(moves)[random.below(len(moves))]
        state.apply(moves[move])
        board.push_uci(move)


@pytest.mark.parametrize("text", ["e2-e4", "e2e9", "0000", "O-O", "e2e4e", ""])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ActionError):
        UCI.read(CHESS.start(), text)


def test_a_short_fen_is_enough_and_a_wrong_one_is_refused() -> None:
    assert UCI.position(CHESS, "4k3/8/8/8/8/8/8/4K3 b").to_move == 1
    with pytest.raises(PositionError):
        UCI.position(CHESS, "4k3/8/8/8/8/8/8 w")


def test_only_the_moves_that_are_asked_for(engine: chess.engine.SimpleEngine) -> None:
    only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    played = engine.play(chess.Board(), chess.engine.Limit(depth=1), root_moves=only)
    assert played.move in only


def test_a_level_plays_too(engine: chess.engine.SimpleEngine) -> None:
    engine.configure({"Level": 1})
    assert engine.play(chess.Board(), chess.engine.Limit(time=FAST)).move in chess.Board().legal_moves


# -- the conversation --


def run(story: Callable[[asyncio.subprocess.Process], Awaitable[None]]) -> None:
    async def start() -> None:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*COMMAND, stdin=pipe, stdout=pipe)
        await asyncio.wait_for(story(process), 120)
        assert await asyncio.wait_for(process.wait(), 60) == 0

    asyncio.run(start())


async def until(process: asyncio.subprocess.Process, word: str) -> str:
    assert process.stdout is not None
    while not (line := (await process.stdout.readline()).decode()).startswith(word):
        assert line, "the engine has gone"
    return line


@pytest.mark.parametrize("go", ["go infinite", "go ponder wtime 1000 btime 1000", "go"])
@pytest.mark.parametrize("end", ["stop", "ponderhit"])
def test_a_search_without_end_ends_when_told_and_answers_meanwhile(go: str, end: str) -> None:
    async def story(process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        process.stdin.write(f"position startpos\n{go}\n".encode())
        await until(process, "info depth 2")
        process.stdin.write(b"isready\n")
        await until(process, "readyok")
        process.stdin.write(f"{end}\n".encode())
        assert (await until(process, "bestmove")).split()[1] != "(none)"
        process.stdin.write(b"quit\n")

    run(story)


def test_quit_ends_a_search() -> None:
    async def story(process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        process.stdin.write(b"go infinite\n")
        await until(process, "info depth 1")
        process.stdin.write(b"quit\n")

    run(story)


def test_an_infinite_search_that_has_seen_everything_still_waits() -> None:
    async def story(process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        process.stdin.write(b"position fen k7/8/2K5/8/8/8/8/1R6 w - - 0 1\ngo infinite\n")
        while "score mate 2" not in await until(process, "info depth"):
            pass
        process.stdin.write(b"isready\n")
        await until(process, "readyok")
        process.stdin.write(b"stop\n")
        assert await until(process, "bestmove") == "bestmove c6c7 ponder a8a7\n"
        process.stdin.write(b"quit\n")

    run(story)


def test_nonsense_is_told_or_ignored_and_changes_nothing() -> None:
    script = "hello\nposition startpos moves e2e4\nposition fen rubbish\nposition startpos moves e2e5\n"
    script += "setoption name Nothing value 3\nsetoption name Hash value many\n\nd\ngo depth 1\n"
    lines = said(script)
    assert len([line for line in lines if line.startswith("info string error: ")]) == 4
    board = chess.Board()
    board.push_uci("e2e4")
    assert best(lines) in {move.uci() for move in board.legal_moves}


def test_a_go_that_is_wrong_is_told_and_searches_as_if_it_were_not_said() -> None:
    for go, error in (
        ("go depth 1 searchmoves zz", "'zz'"),
        ("go depth 1 searchmoves e2e5", "e2 to e5"),
        ("go depth 1 movetime x", "movetime: expected a number, got 'x'"),
        ("go nodes 50 movetime", "movetime: expected a number"),
    ):
        lines = said(f"{go}\n")
        (told,) = [line for line in lines if line.startswith("info string error: ")]
        assert error in told
        assert best(lines) in {move.uci() for move in chess.Board().legal_moves}
    assert best(said("go depth 1 searchmoves zz a2a3\n")) == "a2a3", "one is right"


def test_a_game_that_is_over_has_no_move() -> None:
    assert said("position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 3\n")[-1] == "bestmove (none)"


# -- beyond UCI --


@pytest.mark.parametrize("key", keys())
def test_every_game_can_be_played_by_its_own_texts(key: str) -> None:
    game = quincunx.game(key)
    state = wandered(game.start(), 12, 1)
    codec = game.spec.codec(game)
    script = f"setoption name UCI_Variant value {key}\n"
    script += f"position text {state.position()}\ngo depth 2\n"
    action = codec.read(state, best(said(script)))
    assert state.is_legal(action)


def test_a_whole_game_of_another_kind() -> None:
    """For a turn of several actions, the engine is asked action by action."""

    async def story(process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        process.stdin.write(b"setoption name UCI_Variant value checkers\nsetoption name Options value first=light\n")
        state: State = quincunx.game("checkers", first="light").start()
        while not state.over and state.ply < 200:
            moves = " ".join(map(state.text, state.actions()))
            process.stdin.write(f"position startpos moves {moves}\ngo nodes 200\n".encode())
            state.apply(state.parse((await until(process, "bestmove")).split()[1]))
        process.stdin.write(b"quit\n")

    run(story)


def test_scores_say_what_they_are_hundredths_of() -> None:
    assert "info string scores are hundredths of steps" in said("setoption name UCI_Variant value cengers\n")


# -- the page about it --


def conversations(repository: Path) -> list[list[str]]:
    """The examples of the page: `>` is sent to the engine, `<` is its answer."""
    page = (repository / "docs" / "engine.md").read_text()
    return [block.splitlines() for block in re.findall(r"```\n(> .*?)```", page, re.DOTALL)]


def gist(line: str) -> str:
    """A line without the parts that depend on the machine or version."""
    words = line.split()
    return " ".join(words[: {"bestmove": 1, "info": 2, "id": 3}.get(words[0], len(words))])


def test_the_examples_of_the_page_are_true(repository: Path) -> None:
    examples = conversations(repository)
    assert len(examples) == 2
    for example in examples:
        answers = said("\n".join(line[2:] for line in example if line.startswith("> ")) + "\n")
        assert not [line for line in answers if "error" in line]
        heard = iter(map(gist, answers))
        for line in example:
            if line.startswith("< ") and line != "< ...":
                assert gist(line[2:]) in heard, line  # and in this order


# -- limits --


def test_time_is_shared_out() -> None:
    assert read_limits(["movetime", "1000"], 0).seconds == pytest.approx(0.97)
    white, black = (
        read_limits(["wtime", "60000", "btime", "6000", "winc", "1000", "binc", "0"], side) for side in (0, 1)
    )
    assert 2 < white.seconds < 4
    assert 0.1 < black.seconds < 0.3
    assert read_limits(["wtime", "10", "btime", "10"], 0).seconds == 0.01
    assert read_limits(["wtime", "100000", "movestogo", "1"], 0).seconds < 100


def test_other_limits_and_nonsense() -> None:
    limits = read_limits(["depth", "7", "nodes", "5000", "searchmoves", "e2e4", "d2d4", "infinite"], 0)
    assert (limits.depth, limits.nodes, limits.only, limits.waits) == (7, 5000, ("e2e4", "d2d4"), True)
    nonsense = read_limits(["depth", "x", "nodes", "-5", "movetime"], 0)
    assert (nonsense.depth, nonsense.nodes) == (60, 0)
    assert [fault.partition(":")[0] for fault in nonsense.faults] == ["depth", "movetime"]
    assert read_limits([], 0).waits, "nothing else would end it"
