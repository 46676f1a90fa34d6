"""Scripts that complete commands in a shell, from the command line's outline."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator

from quincunx.clients.terminal.manual.outline import Argument, Outline


def bash(program: Outline) -> str:
    """The script for bash."""
    words = "\n".join(
        f"        {_place(each)}) words={shlex.quote(' '.join(word for word, _ in each.words()))} ;;"
        for each in program.everything()
    )
    values = "\n".join(
        f"        {patterns}) words={shlex.quote(' '.join(option.values))} ;;"
        for patterns, option in _options_with_values(program)
    )
    return f"""\
# Completes quincunx in bash. Written by: quincunx completion bash
_quincunx() {{
    local at="" word words="" current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}"
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$at $word" in
            {_places(program)}) at="$at $word" ;;
        esac
    done
    case "$at" in
{words}
    esac
    case "$at $previous" in
{values}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _quincunx quincunx
"""


def zsh(program: Outline) -> str:
    """The script for zsh, which also shows what the words mean."""
    words = "\n".join(
        f"        {_place(each)}) found=({' '.join(_described(*word) for word in each.words())}) ;;"
        for each in program.everything()
    )
    values = "\n".join(
        f"        {patterns}) found=({' '.join(map(shlex.quote, option.values))}) ;;"
        for patterns, option in _options_with_values(program)
    )
    return f"""\
#compdef quincunx
# Completes quincunx in zsh. Written by: quincunx completion zsh
_quincunx() {{
    local at="" word
    local -a found
    for word in "${{(@)words[2,CURRENT-1]}}"; do
        case "$at $word" in
            ({_places(program)}) at="$at $word" ;;
        esac
    done
    case "$at" in
{words}
    esac
    case "$at ${{words[CURRENT-1]}}" in
{values}
    esac
    (( $#found )) && _describe quincunx found || _files
}}
if [[ "$funcstack[1]" == _quincunx ]]; then _quincunx "$@"; else compdef _quincunx quincunx; fi
"""


def fish(program: Outline) -> str:
    """The script for fish, which also shows what the words mean."""
    lines = "\n".join(line for each in program.everything() for line in _fish_lines(each))
    places = " ".join(_place(each) for each in program.everything() if each.path)
    return f"""\
# Completes quincunx in fish. Written by: quincunx completion fish
function __quincunx_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        contains -- "$at $word" {places}; and set at "$at $word"
    end
    test "$at" = "$argv[1]"
end
{lines}
"""


def _fish_lines(command: Outline) -> Iterator[str]:
    start = f"complete -c quincunx -n {_quoted_in_fish(f'__quincunx_at {_place(command)}')}"
    if not any(argument.takes_file and not argument.is_option for argument in command.arguments):
        yield f"{start} -f"
    for word, meaning in command.words():
        if not word.startswith("-"):
            yield f"{start} -a {word} -d {_quoted_in_fish(meaning)}"
    for option in command.arguments:
        if option.is_option:
            yield f"{start} {_fish_option(option)} -d {_quoted_in_fish(option.help)}"


def _fish_option(option: Argument) -> str:
    names = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    if option.takes_file:
        names.append("-r -F")
    elif option.metavar:
        names.append(f"-x -a {_quoted_in_fish(' '.join(option.values))}")
    return " ".join(names)


def _options_with_values(program: Outline) -> Iterator[tuple[str, Argument]]:
    """The options with a value, each as a shell pattern with its command before it."""
    for command in program.everything():
        for option in command.arguments:
            if option.is_option and option.metavar:
                yield "|".join(shlex.quote(f"{_text(command)} {name}") for name in option.names), option


def _places(program: Outline) -> str:
    return "|".join(_place(each) for each in program.everything() if each.path)


def _place(command: Outline) -> str:
    return f"'{_text(command)}'"


def _text(command: Outline) -> str:
    """The words after `quincunx`, each with a space before it."""
    return "".join(f" {word}" for word in command.path)


def _described(word: str, meaning: str) -> str:
    return shlex.quote(f"{word.replace(':', chr(92) + ':')}:{meaning}" if meaning else word)


def _quoted_in_fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SCRIPTS: dict[str, Callable[[Outline], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
