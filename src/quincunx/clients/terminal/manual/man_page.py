"""The manual page in roff, from the command line's outline."""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.clients.terminal.manual.outline import Argument, Outline

FILES = (
    ("~/.local/share/quincunx/quincunx.db", "Matches, accounts and stats, also those of the window."),
    ("~/.local/share/quincunx/keys.json", "Who plays here, and on which servers."),
)
VARIABLES = (
    ("QUINCUNX_LANGUAGE", "The language of the output: en or de. Otherwise the locale decides."),
    ("QUINCUNX_CONFIG", "The file with the server's settings."),
    ("NO_COLOR", "If it is set, no colours are used."),
    ("XDG_DATA_HOME", "The folder for data, instead of ~/.local/share."),
)
CODES = (
    ("0", "Success."),
    ("1", "A check has failed, or nobody reads the output."),
    ("2", "Bad input: an error message of one line says why."),
    ("130", "Interrupted."),
)


def man_page(program: Outline, version: str) -> str:
    """The whole page."""
    return "\n".join((f'.TH QUINCUNX 1 "" "Quincunx {version}" "Quincunx"', *_lines(program))) + "\n"


def _lines(program: Outline) -> Iterator[str]:
    yield from (".SH NAME", r"quincunx \- board games for two players")
    yield from (".SH SYNOPSIS", *_bold(synopsis(program)))
    yield from (".SH DESCRIPTION", _safe(program.description))
    yield from (".SH OPTIONS", *_arguments(program))
    yield ".SH COMMANDS"
    for command in list(program.everything())[1:]:
        yield from (f".SS {_safe(synopsis(command))}", _safe(command.description), *_arguments(command))
    for title, entries in (("ENVIRONMENT", VARIABLES), ("FILES", FILES), ("EXIT STATUS", CODES)):
        yield f".SH {title}"
        for name, text in entries:
            yield from (".TP", *_bold(name), _safe(text))


def synopsis(command: Outline) -> str:
    """The command with its arguments: `quincunx rules [OPTION ...] GAME`."""
    named = [_repeated(argument) for argument in command.arguments if not argument.is_option]
    inner = ["COMMAND ..."] if command.commands else []
    return " ".join(("quincunx", *command.path, "[OPTION ...]", *named, *inner))


def _repeated(argument: Argument) -> str:
    shapes = {"?": "[{}]", "*": "[{} ...]", "+": "{} [{} ...]"}
    return shapes.get(str(argument.repeats), "{}").replace("{}", argument.metavar)


def _arguments(command: Outline) -> Iterator[str]:
    for argument in command.arguments:
        names = ", ".join(argument.names)
        yield from (".TP", *_bold(f"{names} {_repeated(argument)}".strip()), _safe(argument.help))


def _bold(text: str) -> tuple[str, ...]:
    return (f".B {_safe(text)}",)


def _safe(text: str) -> str:
    """Text in which roff sees no commands: hyphens to be typed, no backslashes, no dot or quote at its start."""
    plain = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace('"', r"\(dq")
    return rf"\&{plain}"
