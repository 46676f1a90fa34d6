"""The manual page and shell completion know every command and option, and the shells complete with the scripts."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from quincunx.clients.terminal.commands import COMMANDS, lab
from quincunx.clients.terminal.commands.completion import SHELLS
from quincunx.clients.terminal.manual.completion import SCRIPTS
from quincunx.clients.terminal.manual.outline import outline
from quincunx.clients.terminal.manual.program_parser import program_parser
from terminal.test_cli import KEYS, printed
from terminal.test_extras import bare

ASK = {
    "bash": """source {script}; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _quincunx
        printf '%s\\n' "${{COMPREPLY[@]}}" """,
    # zsh's own functions only work while somebody types, so these two only print what they would offer
    "zsh": """compdef() {{ :; }}; _files() {{ :; }}; _describe() {{ print -l -- "${{(@P)2}}"; }}
        source {script}; words=({words}); CURRENT=$#words; _quincunx""",
    "fish": "source {script}; complete -C {line}",
}


@pytest.fixture(params=SHELLS)
def complete(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., list[str]]:
    """Returns the words that the shell offers for the last word, which has been begun."""
    shell = request.param
    if not shutil.which(shell):
        pytest.skip(f"no {shell} here")
    script = tmp_path / f"quincunx.{shell}"
    script.write_text(SCRIPTS[shell](outline(program_parser())))

    def ask(*words: str) -> list[str]:
        quoted = " ".join(f"'{word}'" for word in ("quincunx", *words))
        line = f"'quincunx {' '.join(words)}'"
        program = ASK[shell].format(script=script, words=quoted, line=line)
        done = subprocess.run([shell, "-c", program], capture_output=True, text=True, timeout=60)
        assert done.stderr == ""
        offered = [text.split("\t")[0].split(":")[0] for text in done.stdout.splitlines()]
        return sorted(text for text in offered if text.startswith(words[-1]))

    return ask


def test_a_shell_completes_commands_games_options_and_their_values(complete: Callable[..., list[str]]) -> None:
    assert complete("ma") == ["man", "match"]
    assert complete("lab", "tr") == ["train"]
    assert complete("rules", "ch") == ["checkers", "chess"]
    assert complete("play", "--fr") == ["--friend"]
    assert complete("play", "--screen", "") == ["classic", "large"]
    assert complete("play", "chess", "--two") == ["--two-games"]


def test_the_manual_has_every_command_and_option_and_formats_without_warnings() -> None:
    page = printed("man")
    for name in (*COMMANDS, *(f"lab {name}" for name in lab.COMMANDS)):
        assert rf".SS \&quincunx {name} ".replace("-", r"\-") in page
    assert r"\-\-two\-games" in page
    if shutil.which("groff"):
        command = ["groff", "-man", "-ww", "-Tutf8", "-z"]
        done = subprocess.run(command, input=page, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")


def test_both_come_with_a_bare_installation(tmp_path: Path) -> None:
    for words in (("man",), ("completion", "bash")):
        done = bare(*words, home=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert all(key in done.stdout for key in KEYS) or words == ("man",)
