"""Every phrase used in the code has a text in every language, with placeholders for its parameters."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from quincunx.words import ENGLISH, Entry, areas, languages
from quincunx.words.catalogue import read_area
from words.literals import found_in, literals

SOURCE = Path(__file__).parents[2] / "src" / "quincunx"
WEB = Path(__file__).parents[2] / "web" / "src"
GENERATED = [f"{language}.ts" for language in languages()]  # the browser client's own texts
OTHERS = [language for language in languages() if language != ENGLISH]
AREAS = areas()
PLACEHOLDER = re.compile(r"\{(\w+)\}")
MAKERS = ("phrase", "t")  # functions whose first argument is a code and whose keywords are its parameters
CODE = re.compile(rf"({'|'.join(AREAS)})(\.\w+)+\.?")
ROOMS = sorted(folder.parent.name for folder in SOURCE.glob("*/__init__.py") if folder.parent.name != "clients")
ROOMS += ["clients/desktop", "clients/local", "clients/remote"]
ROOMS += [f"clients/terminal/{room}" for room in ("commands", "doctor", "input", "lines", "screens", "seats")]
AS_TYPED = ("Game: ‹0›", "  ssh -L ‹0›:127.0.0.1:‹1› ‹2›@‹3›")  # a line of a file, and a command
# it speaks English
OF_THE_LAB = (
    "‹0› has no evaluator of its own to tune",
    "‹0› has no side ‹1›; it has ‹2›",
    "‹0› is not a file of positions",
    "‹0› has version ‹1›; this program reads version ‹2›",
    "‹0› has games that were played on other terms: choose another folder",
    "‹0› has positions of ‹1› that do not fit ‹2› with these options",
    "training needs at least ‹0› games",
    "the hidden layer's size must be a multiple of ‹0›",
)
# names and abbreviations that are the same in both languages
SAME = {
    "Hnefatafl",
    "Tablut",
    "Brandubh",
    "Cengers",
    "FlipFlop",
    "Othello",
    "Element",
    "Standard",
    "Wolf",
    "HP",
    "ATK",
    "DEF",
    "M.DEF",
    "Name",
}

SAME |= {"Quincunx", "Online", "System", "Balance", "Bots", "Code", "Passkeys", "Link", "Moderation", "Moderator"}
SAME |= {"{minutes} min + {increment} s"}


@cache
def entries(language: str) -> dict[str, Entry]:
    """All entries of a language; a file's variant of another file's code is listed as `code@area`."""
    found: dict[str, Entry] = {}
    for area in AREAS:
        for code, entry in read_area(area, language).items():
            found[code if code.startswith(f"{area}.") else f"{code}@{area}"] = entry
    return found


def templates(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def names(entry: Entry) -> set[str]:
    """The parameters that an entry uses, in its texts or in its conditions."""
    found = {name[0].lower() + name[1:] for text in templates(entry) for name in PLACEHOLDER.findall(text)}
    if not isinstance(entry, str):
        found |= {condition.partition("=")[0] for condition in entry if "=" in condition}
    return found


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def constants(tree: ast.AST) -> Iterator[str]:
    """The codes in a module: whole ones, and prefixes of composed ones (`tafl.reason.`)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            yield str(node.values[0].value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def calls(tree: ast.AST) -> Iterator[tuple[str, set[str]]]:
    """The calls with a literal code and named parameters."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS and node.args:
            code, keywords = node.args[0], {keyword.arg for keyword in node.keywords}
            if isinstance(code, ast.Constant) and isinstance(code.value, str) and None not in keywords:
                yield code.value, {str(keyword) for keyword in keywords}


def test_every_code_in_the_sources_has_a_text_that_asks_for_its_parameters() -> None:
    english = entries(ENGLISH)
    wrong = []
    for path, tree in sources():
        for code, given in calls(tree):
            if code not in english:
                wrong.append(f"{path.relative_to(SOURCE)}: {code} is in no file")
            elif names(english[code]) - {name for variant in variants_of(code) for name in names(variant)} - given:
                wrong.append(f"{path.relative_to(SOURCE)}: {code} wants {names(english[code])}, gets {given}")
            elif given - names(english[code]):
                wrong.append(f"{path.relative_to(SOURCE)}: {code} does not say {given - names(english[code])}")
    assert wrong == []


def variants_of(code: str) -> list[Entry]:
    """The variants of a phrase in other files."""
    return [entry for known, entry in entries(ENGLISH).items() if known.startswith(f"{code}@")]


@pytest.mark.parametrize("room", ROOMS)
def test_no_sentence_for_people_is_a_plain_string(room: str) -> None:
    assert [text for text in literals(room) if text not in AS_TYPED + OF_THE_LAB] == []


def test_plain_sentences_are_found() -> None:
    tree = ast.parse("raise Refused('late', f'{name} has gone.')\nOptionError(phrase('core.x'), expected='a number')")
    assert [text for node in ast.walk(tree) for text in found_in(node)] == ["‹0› has gone.", "a number"]


def test_every_text_is_used() -> None:
    used = {found for _, tree in sources() for found in constants(tree) if CODE.fullmatch(found)}
    beginnings = tuple(found for found in used if found.endswith("."))
    unused = [
        code for code in entries(ENGLISH) if code.partition("@")[0] not in used and not code.startswith(beginnings)
    ]
    assert [code for code in unused if not code.startswith("browser.")] == []


def test_every_text_of_the_browser_is_used() -> None:
    sources = [path for path in WEB.rglob("*") if path.suffix in (".ts", ".svelte") and path.name not in GENERATED]
    source = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    quoted = set(re.findall(r"['\"](?:browser\.)?([a-z]\w*)['\"]", source))
    beginnings = tuple(re.findall(r"`([a-z]\w*_)\$\{", source))
    keys = [code.rpartition(".")[2] for code in read_area("browser", ENGLISH)]
    assert len(keys) > 500
    unused = [key for key in keys if not {key, re.sub("_(one|other)$", "", key)} & quoted]
    assert [key for key in unused if not key.startswith(beginnings)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_phrase_and_no_other(language: str) -> None:
    english = {code for code in entries(ENGLISH) if "@" not in code}
    assert {code for code in entries(language) if "@" not in code} ^ english == set()


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_asks_for_the_same_parameters_and_is_one(language: str) -> None:
    wrong = []
    for code, entry in entries(language).items():
        if "@" in code:
            continue
        english = entries(ENGLISH)[code]
        if (asked := placeholders(entry)) != placeholders(english):
            wrong.append(f"{code}: {asked}")
        for text in templates(entry):
            if text in templates(english) and text not in SAME and re.search(r"[a-z]{3}", PLACEHOLDER.sub("", text)):
                wrong.append(f"{code}: {text} is not translated")
            if text != text.strip() or re.search(r'"| - |\.\.\.|Remis|\b(Ihr|Ihnen|Ihre[nmrs]?)\b', text):
                wrong.append(f"{code}: {text} is not in the style of the house")
    assert wrong == []


def placeholders(entry: Entry) -> set[str]:
    return {name.lower() for text in templates(entry) for name in PLACEHOLDER.findall(text)}
