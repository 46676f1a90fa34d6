"""The command line as a user sees it: separate processes, real pipes."""

from __future__ import annotations

import importlib
import os
import pkgutil
import pty
import re
import select
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import commands
import quincunx
from conformance.checks import walk
from quincunx.clients.terminal.commands import COMMANDS, lab
from quincunx.core.perft import DEEPEST

KEYS = list(quincunx.games())
FIRST = KEYS[0]
COMMANDS_PACKAGE = "quincunx.clients.terminal.commands"
every_game = pytest.mark.parametrize("key", KEYS)
ONLY_IN = {"edge_fort": "copenhagen"}  # reasons of only one game in a family


def printed(*arguments: str, typed: str = "") -> str:
    done = commands.run(*arguments, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(*arguments: str, typed: str = "") -> str:
    """The error about bad input: one line, and exit code 2."""
    done = commands.run(*arguments, typed=typed)
    assert done.returncode == 2, done.stdout
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def some_actions(key: str, count: int = 6) -> str:
    state = quincunx.game(key).start()
    texts = []
    while len(texts) < count and not state.over:
        action = state.legal_actions()[0]
        texts.append(state.text(action))
        state.apply(action)
    return " ".join(texts)


def test_commands_that_need_no_database_server_or_screen_start_without_them() -> None:
    heavy = {
        "asyncio",
        "httpx",
        "litestar",
        "markdown_it",
        "prometheus_client",
        "rich",
        "sqlalchemy",
        "textual",
        "websockets",
    }
    code = f"""
import sys
from quincunx.cli import main
try:
    main(["games"])
finally:
    print(sorted({heavy} & set(sys.modules)), file=sys.stderr)
    print(*(name for name in sys.modules if name.startswith("{COMMANDS_PACKAGE}.")), file=sys.stderr)
"""
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stderr
    assert loaded == f"[]\n{COMMANDS_PACKAGE}.games\n"


def test_games_lists_every_game_with_its_options() -> None:
    expected = []
    for key, spec in quincunx.games().items():
        expected.append(f"{key}: {spec.title}. {spec.summary}")
        expected += [f"  -o {option.name}={option.default}: {option.title}: {option.help}" for option in spec.options]
    lines = printed("games").splitlines()
    assert len(lines) == len(expected)
    assert all(line.startswith(start) for line, start in zip(lines, expected, strict=True))


@pytest.mark.parametrize("key", KEYS)
def test_rules_print_the_rules_of_that_game_alone(key: str) -> None:
    out = printed("rules", key)
    titles = [spec.title for spec in quincunx.games().values()]
    assert [line[2:] for line in out.splitlines() if line.startswith("# ")] == [quincunx.games()[key].title]
    assert not [line for line in out.splitlines() if line.startswith("## ") and line[3:] in titles]


@every_game
def test_rules_have_every_reason_with_its_rule(key: str) -> None:
    out = printed("rules", key)
    for reason, (rule, _) in quincunx.games()[key].reason_rules.items():
        if ONLY_IN.get(reason, key) == key:
            assert re.search(rf"\b{rule}\b", out), rule


@pytest.mark.parametrize(("typed", "meant"), [("ches", "chess"), ("Othello", "othello"), ("tabult", "tablut")])
def test_an_unknown_game_is_answered_with_the_nearest_and_with_all(typed: str, meant: str) -> None:
    said = f"there is no game {typed!r} (did you mean {meant}?); the games are {', '.join(KEYS)}"
    for command in (("play",), ("rules",), ("learn",), ("puzzle",), ("balance",), ("history", "--game")):
        assert said in refused(*command, typed)
    assert "did you mean" not in refused("rules", "go")


@every_game
def test_show(key: str, tmp_path: Path) -> None:
    out = printed("show", key)
    game = quincunx.game(key)
    assert out.splitlines()[-1] == game.start().position()
    actions = some_actions(key)
    after = game.record(actions).replay()
    shown = printed("show", key, "--record", actions)
    assert shown.splitlines()[-1] == after.position()
    file = tmp_path / "game.txt"
    file.write_text(quincunx.Record.of(after).text())
    assert printed("show", key, "--record", str(file)) == shown
    assert printed("show", key, "--record", "-", typed=file.read_text()) == shown
    assert printed("show", key, "--position", after.position()).splitlines()[-1] == after.position()


@every_game
def test_perft_prints_the_count_last(key: str) -> None:
    state = quincunx.game(key).start()
    for by in ("action", "turn"):
        out = printed("perft", key, "--depth", "2", "--by", by).splitlines()
        assert int(out[-1]) == quincunx.perft(state, 2, by)


@every_game
def test_perft_divides_after_a_record(key: str) -> None:
    actions = some_actions(key)
    state = quincunx.game(key).record(actions).replay()
    out = printed("perft", key, "--depth", "2", "--record", actions, "--divide").splitlines()
    parts = [line.rsplit(": ", 1) for line in out[:-2]]
    assert {text for text, _ in parts} == {state.text(action) for action in state.legal_actions()}
    assert sum(int(count) for _, count in parts) == int(out[-1]) == quincunx.perft(state, 2)


def test_perft_of_depth_0_is_1() -> None:
    assert printed("perft", FIRST, "--depth", "0").splitlines()[-1] == "1"


@every_game
def test_random_counts_results_and_tells_the_speed(key: str) -> None:
    arguments = ("random", key, "--games", "3", "--seed", "7")
    out = printed(*arguments)
    tally = quincunx.playouts(quincunx.game(key).start(), 3, seed=7)
    for (_, reason), count in tally.results.items():
        assert re.search(rf"{reason} +{count} ", out)
    assert re.search(r"^\d+ playouts/s$", out, re.MULTILINE)
    assert re.search(r"^\d+ plies/s$", out, re.MULTILINE)


@every_game
def test_replay(key: str, tmp_path: Path) -> None:
    state = quincunx.game(key).record(some_actions(key)).replay()
    file = tmp_path / "a game.txt"
    file.write_text(quincunx.Record.of(state).text())
    whose, each = ("Turn : ", "Round: ") if state.game.spec.frame else ("to move.", "Move")
    assert whose in printed("replay", str(file)) or state.over
    assert printed("replay", str(file), "--boards").count(each) == state.turn + 1
    assert printed("replay", "-", typed=file.read_text()) == printed("replay", str(file))


@every_game
def test_watch_a_whole_game_of_bots_and_replay_what_it_prints(key: str) -> None:
    bots = ("--bot", "both", "--level", "1", "--seconds", "0.01", "--seed", "3")
    out = printed("play", key, *bots)
    record = quincunx.read_record(out[out.index("Game: ") :])
    assert record.replay().over


def test_play_asks_how_well_the_bot_is_to_play() -> None:
    out = printed("play", typed=f"{FIRST}\n2\n1\nquit\n")
    assert "Which side does the computer play?" in out
    assert "1. 1: Newcomer" in out
    assert re.search(rf"^({'|'.join(quincunx.games()[FIRST].players)}): \S+$", out, re.MULTILINE)


def test_play_with_a_level_takes_a_bot_for_granted() -> None:
    second = quincunx.games()[FIRST].players[1]
    out = printed("play", "--level", "1", typed=f"{FIRST}\n\nquit\n")
    assert "How strong?" not in out
    assert re.search(rf"^Player {second}: level 1", out, re.MULTILINE)


def test_play_with_a_game_begins_at_once_against_a_bot() -> None:
    first, second = quincunx.games()[FIRST].players
    out = printed("play", FIRST, typed="quit\n")
    assert "does the computer play?" not in out
    assert f"{first}> " in out
    assert re.search(rf"^Player {second}: level 4", out, re.MULTILINE)


def test_play_asks_what_it_must_know_and_takes_answers_from_a_pipe() -> None:
    actions = some_actions(FIRST, 2).split()
    lines = [
        "x",
        "1",
        "nobody",
        "Bob",
        "help",
        "actions",
        actions[0],
        "why a1-a1",
        "forecast " + actions[1],
        actions[1],
    ]
    out = printed("play", typed="\n".join([*lines, "undo", "record", "show", "foo", "quit"]))
    assert "Please type a number" in out
    assert "explain why an action is illegal" in out
    assert "take back your last turn and the reply to it" in out
    assert f"{quincunx.games()[FIRST].players[1]} Bob" in out
    record = quincunx.read_record(out[out.rindex("Game: ") :])
    assert [record.game.write_action(action) for action in record.actions] == actions[:1]


def test_plain_play_helps_explains_hints_and_takes_back_in_a_pipe() -> None:
    first = some_actions(FIRST, 1)
    typed = "\n".join(["help", "why a1-a1", "hint", first, "undo", "quit"])
    out = printed("play", FIRST, "--bot", "nobody", "--plain", typed=typed)
    assert "what a strong bot would play" in out
    (hint,) = re.findall(r"Hint: (\S+)", out)
    start = quincunx.game(FIRST).start()
    assert start.why_not(hint) is None
    record = quincunx.read_record(out[out.rindex("Game: ") :])
    assert (record.actions, sum(record.hints.values())) == ((), 1)


def test_what_is_no_action_is_named_once() -> None:
    out = printed("play", FIRST, "--bot", "nobody", "--plain", typed="bogus\na1-a2\nwhy bogus\nquit\n")
    assert len(re.findall(r"^'bogus' is not an action; expected [^(]*$", out, re.MULTILINE)) == 2
    assert re.search(r"^a1-a2: [A-Z].*\(\w+\)$", out, re.MULTILINE)


def test_a_command_that_names_nothing_says_how_to_use_it() -> None:
    out = printed("play", "chess", "--bot", "nobody", "--plain", typed="\nwhy\nforecast e2-e4\ncard\nquit\n")
    assert "is not a" not in out
    assert "Name the action: why Na3." in out
    assert "Name the square: card a1." in out
    assert "This game has no forecasts." in out
    assert out.count("Type help for the commands.") == 1
    assert "Name the action: forecast b1-a3." in printed(
        "play", "battlefield", "--bot", "nobody", typed="forecast\nquit\n"
    )


def test_play_loses_nothing_when_the_input_ends() -> None:
    out = printed("play", FIRST, "--bot", "nobody", typed=some_actions(FIRST, 2).replace(" ", "\n"))
    assert len(quincunx.read_record(out[out.index("Game: ") :]).actions) == 2


@pytest.mark.parametrize("name", [COMMANDS_PACKAGE, f"{COMMANDS_PACKAGE}.lab"])
def test_every_command_is_the_module_of_its_name(name: str) -> None:
    package = importlib.import_module(name)
    modules = {module.name for module in pkgutil.iter_modules(package.__path__)}
    assert modules == set(package.COMMANDS)


def test_help_helps() -> None:
    overview = printed("--help")
    assert "examples:" in overview
    examples = overview[overview.index("examples:") :].splitlines()[1:]
    assert len({re.match(r"  \S+(?: \S+)* {2,}", line).end() for line in examples if line}) == 1  # type: ignore[union-attr]
    for command in COMMANDS:
        assert f"    {command} " in overview
        assert f"usage: quincunx {command} " in printed(command, "--help")
    for command in lab.COMMANDS:
        assert f"usage: quincunx lab {command} " in printed("lab", command, "--help")
    listed = re.findall(r"^    (\w+) ", overview, re.MULTILINE)
    assert listed == [*COMMANDS]
    assert listed[-1] == "lab"
    assert re.fullmatch(r"quincunx \d+\.\d+\.\d+ \((un)?compiled\)\n", printed("--version"))


def test_errors_are_one_line_and_code_2(tmp_path: Path) -> None:
    assert "there is no game 'go'" in refused("show", "go")
    assert "unrecognized arguments: --rules x" in refused("show", FIRST, "--rules", "x")
    assert "has no option 'x'" in refused("show", FIRST, "-o", "x=1")
    assert "expected NAME=VALUE" in refused("show", FIRST, "-o", "x")
    assert "a whole number" in refused("perft", FIRST, "--depth", "-1")
    assert "--depth" in refused("perft", FIRST)
    assert "invalid choice" in refused("perft", FIRST, "--depth", "1", "--by", "move")
    assert "not an action" in refused("show", FIRST, "--record", "boo")
    why = refused("show", "draughts", "--record", "c3-d4 f6-e5 d4-c5")
    assert why.endswith(
        "action 3, d4-c5, is not legal: You must capture if you can. (K4); expected one such as d4-f6\n"
    )
    assert "no such file" in refused("replay", str(tmp_path / "none.txt"))
    assert "no such file" in refused("show", FIRST, "--record", str(tmp_path / "none.txt"))
    assert "this is a folder" in refused("replay", str(tmp_path))
    assert "does not name its game" in refused("replay", "-")
    assert "too short" in refused("show", FIRST, "--position", "x")
    assert "--bot: expected nobody, both, x or o, got 'me'" in refused("play", "cengers", "--bot", "me")
    assert "--level: expected a whole number from 1 to 8, got 9" in refused("play", FIRST, "--level", "9")
    assert "--level: expected a whole number from 1 to 8, got 'x'" in refused("play", "--level", "x")
    assert "no bot 'x'" in refused("match", "random", "x", "--game", FIRST)
    assert "expected seconds" in refused("match", "random", "random", "--game", FIRST, "--seconds", "0")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in refused("replay", str(tmp_path / "binary.txt"))
    assert "there is no command 'frobnicate' (see quincunx --help)" in refused("frobnicate")
    assert "there is no command 'mach' (did you mean match?) (see" in refused("mach")
    assert "arguments are required: BOT1, BOT2, --game" in refused("match")


def test_names_from_outside_are_no_arguments_of_ours() -> None:
    assert "has no option 'key'" in refused("show", FIRST, "-o", "key=x")
    assert "has no option 'options'" in refused("show", FIRST, "-o", "options=x")


def test_a_long_record_may_stand_on_the_command_line() -> None:
    *_, state = walk(quincunx.game(FIRST), seed=1, longest=80)
    actions = " ".join(map(state.text, state.actions()))
    assert len(actions) > 255  # longer than a file name can be
    assert printed("show", FIRST, "--record", actions).splitlines()[-1] == state.position()


def test_a_game_or_option_that_contradicts_the_record_is_refused(tmp_path: Path) -> None:
    other, option = KEYS[1], quincunx.games()[FIRST].options[0].name
    file = tmp_path / "game.txt"
    file.write_text(quincunx.Record.of(quincunx.game(FIRST).start()).text())
    assert f"this is a record of '{FIRST}'; expected Game: {other}" in refused("show", other, "--record", str(file))
    assert f"leave out -o {option}" in refused("show", FIRST, "-o", f"{option}=17", "--record", str(file))


def test_depths_beyond_reach_are_refused() -> None:
    most = f"expected a whole number from 0 to {DEEPEST}, got "
    assert f"{most}300000 " in refused("perft", FIRST, "--depth", "300000")
    assert f"{most}99999" in refused("perft", FIRST, "--depth", "9" * 40)
    for depth in (-1, 300_000):
        with pytest.raises(ValueError, match="expected a depth"):
            quincunx.perft(quincunx.game(FIRST).start(), depth)


def test_a_terminal_without_the_signs_shows_others() -> None:
    command = [sys.executable, "-m", "quincunx", "show", FIRST]
    done = subprocess.run(command, env=os.environ | {"PYTHONIOENCODING": "ascii"}, capture_output=True, timeout=60)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["games"], ["show", "go"]])
def test_python_runs_the_same(arguments: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "quincunx", *arguments], capture_output=True, text=True, timeout=60)
    same = commands.run(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (same.returncode, same.stdout, same.stderr)


@pytest.mark.parametrize("command", ["play", "puzzle"])
def test_nothing_chosen_is_said_in_a_line(command: str) -> None:
    done = commands.run(command, typed="")
    assert done.returncode == 2
    assert f"nothing was chosen; name it on the command line (see quincunx {command} --help)" in done.stderr


def test_a_choice_is_a_number() -> None:
    assert "Please type a number" in commands.run("play", typed="²\n").stdout


def test_a_player_cannot_move_for_the_other_side() -> None:
    spec = quincunx.games()[FIRST]
    first, second = some_actions(FIRST, 2).split()
    out = printed("play", FIRST, "--bot", spec.players[1], "--seed", "1", typed=f"{first} {second}\nundo\nundo\nquit\n")
    assert "not your turn any more" in out
    assert "There is nothing to undo." in out
    assert quincunx.read_record(out[out.rindex("Game: ") :]).actions == ()


def test_ctrl_c_in_a_game_still_prints_the_record() -> None:
    terminal, inner = pty.openpty()
    command = [sys.executable, "-m", "quincunx", "play", FIRST, "--bot", "nobody", "--plain"]
    process = in_terminal(command, inner)
    os.close(inner)
    first = some_actions(FIRST, 1)
    shown = read_until(terminal, "> ")
    os.write(terminal, f"{first}\n".encode())
    shown = read_until(terminal, f"{quincunx.games()[FIRST].players[1]}> ")
    shown = interrupted(terminal, process)
    assert process.wait(timeout=60) == 130
    assert "Result: *" in shown
    assert first in shown[shown.index("Result: *") :]
    os.close(terminal)


def in_terminal(command: list[str], inner: int) -> subprocess.Popen[bytes]:
    """Start a program in a terminal, with Ctrl-C at its default: a background shell would leave it ignored."""
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen(command, stdin=inner, stdout=inner, stderr=inner, start_new_session=True, preexec_fn=heed)


def interrupted(terminal: int, process: subprocess.Popen[bytes]) -> str:
    """Interrupt until it reports that it stops: a signal between a prompt and its read is noticed at the next read."""
    shown = ""
    os.kill(process.pid, signal.SIGINT)
    while "stopped" not in shown:
        if select.select([terminal], [], [], 1.0)[0]:
            shown += os.read(terminal, 4096).decode(errors="replace")
        else:
            os.kill(process.pid, signal.SIGINT)
    return shown


def read_until(terminal: int, words: str) -> str:
    """The output up to and including the given text."""
    shown = ""
    while words not in shown:
        shown += os.read(terminal, 4096).decode(errors="replace")  # a character may be cut in two
    return shown


def test_a_record_that_breaks_names_its_line(tmp_path: Path) -> None:
    good = some_actions(FIRST, 2).split()
    file = tmp_path / "broken.txt"
    file.write_text(f"Game: {FIRST}\n\n{good[0]}\n{good[0]}\n")
    assert "line 4: action 2" in refused("replay", str(file))


def test_ctrl_c_ends_a_long_count_at_once() -> None:
    """Runs in a separate terminal; Ctrl-C is sent once progress is shown."""
    command = [sys.executable, "-m", "quincunx", "perft", FIRST, "--depth", "30"]
    terminal, inner = pty.openpty()
    process = in_terminal(command, inner)
    os.close(inner)
    shown = read_until(terminal, "first actions")
    os.kill(process.pid, signal.SIGINT)
    assert process.wait(timeout=60) == 130
    assert "Traceback" not in shown
    os.close(terminal)


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m quincunx play {FIRST} --bot both --level 1 --seed 1 | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr


def test_workers_need_a_database_a_bus_and_something_to_do() -> None:
    url = ("--database", "postgresql://somewhere/site")
    for given in ((), url):
        assert "add --database postgresql://… --bus redis://…" in refused("workers", *given)
    assert "--bots and --reviews" in refused("workers", *url, "--bus", "redis://x", "--bots", "0", "--reviews", "0")
    assert "bus: several processes need PostgreSQL" in refused("workers", "--bus", "redis://x")
    assert "Ergänze" in refused("--language", "de", "workers")
    assert "bots = 3\n" in printed("workers", *url, "--bus", "redis://x", "--bots", "3", "--print-config")
