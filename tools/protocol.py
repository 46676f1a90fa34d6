"""Writes what is generated from `quincunx.protocol`: the browser client's types, and a JSON Schema for other clients.

python tools/protocol.py           write the files
python tools/protocol.py --check   only say which of them are stale
"""

from __future__ import annotations

import json
import pkgutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

import quincunx.protocol
from quincunx.core import sides
from quincunx.play import lessons, match, match_setup, walker
from quincunx.play.events import AnyEvent
from quincunx.play.replay import Replay
from quincunx.protocol import messages, words
from quincunx.protocol.version import VERSION
from quincunx.words import Text
from typescript import TypeScript

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "web" / "src" / "protocol"
SCHEMA = ROOT / "docs" / "protocol.schema.json"
NAMING = (sides, lessons, match, match_setup, walker)  # further modules that have names for choices
PLAYED = (AnyEvent, Replay)  # what goes over the wire as the rules of play have it


def main(arguments: list[str]) -> int:
    """Write the files, or check them."""
    wanted = {SCHEMA: schema()} | {TYPES / name: text for name, text in typescript().items()}
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    stale += [path for path in TYPES.rglob("*.ts") if path not in wanted]
    if arguments == ["--check"]:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is stale: run make protocol")
        return bool(stale)
    for path in stale:
        if path in wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted[path], encoding="utf-8")
        else:
            path.unlink()
        print(path.relative_to(ROOT))
    return 0


def typescript() -> dict[Any, str]:
    """The browser client's types."""
    return TypeScript([*structs(), *PLAYED], [*modules(), *NAMING]).files()


def schema() -> str:
    """Everything as JSON Schema, with the messages of both directions as choices."""
    roots = [messages.Incoming, messages.Outgoing, AnyEvent, words.Text, Replay, *structs()]
    (incoming, outgoing, event, text, *_), parts = msgspec.json.schema_components(
        roots, schema_hook=text_schema, ref_template="#/$defs/{name}"
    )
    written = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Quincunx protocol",
        "description": "Every message of the WebSocket and every body of the HTTP API; docs/protocol.md explains them.",
        "version": VERSION,
        "$defs": {"FromClient": incoming, "FromServer": outgoing, "Event": event, "Text": text, **parts},
    }
    shown = json.dumps(written, indent=1, ensure_ascii=False) + "\n"
    return shown.replace('\\\\Z"', '$"')  # the end of a text, in Python's patterns and in JavaScript's


def text_schema(kind: type) -> dict[str, Any]:
    """For `schema_hook` of msgspec: where a text is described."""
    if kind is not Text:
        raise NotImplementedError(f"{kind.__name__} is nothing for JSON")
    return {"$ref": "#/$defs/Text"}


def structs() -> list[type[msgspec.Struct]]:
    """The structs that the protocol's modules define."""
    return [
        value
        for module in modules()
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, msgspec.Struct)
        if value.__module__ == module.__name__ and not name.startswith("_") and value not in BASES
    ]


BASES = (messages.FromClient, messages.FromServer)


def modules() -> list[ModuleType]:
    """The protocol's modules."""
    return list(_modules())


def _modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(quincunx.protocol.__path__, "quincunx.protocol."):
        yield import_module(found.name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
