"""Questions at the prompt."""

from __future__ import annotations

from quincunx.clients import language
from quincunx.clients.terminal.input.keyboard import KEYBOARD
from quincunx.core.errors import OptionError
from quincunx.words import phrase


def ask(prompt: str) -> str | None:
    """Read a line from the player; None at the end of input."""
    print(prompt, end="", flush=True)
    line = KEYBOARD.line()
    if line is None or not KEYBOARD.is_terminal():
        print()  # end the line, because Enter was not pressed
    return line


def choose(question: str, choices: dict[str, str], command: str = "play") -> str:
    """Ask until the player types the name or the number of a choice; `command` is named in the error message.

    A name that is a phrase is shown in the language in use; its English form is accepted as well.
    """
    keys = list(choices)
    names = {key: language.say(key) for key in keys}
    print(question)
    for number, (key, meaning) in enumerate(choices.items(), 1):
        print(f"  {number}. {names[key]}: {meaning}" if meaning else f"  {number}. {names[key]}")
    by_answer = {str(number): key for number, key in enumerate(keys, 1)}
    by_answer |= {"": keys[0]} | {name: key for key, name in names.items()} | {key: key for key in keys}
    while True:
        answer = ask(f"1-{len(keys)} [1]: ")
        if answer is None:
            raise OptionError(phrase("terminal.prompt.nothing_chosen", command=f"quincunx {command} --help"))
        if answer.strip() in by_answer:
            return by_answer[answer.strip()]
        print(language.t("terminal.prompt.type_a_number", most=len(keys)))
