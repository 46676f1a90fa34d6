"""The records of an arena in a folder, from which it is resumed."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

from quincunx.clients.arena.bouts import Pairing, Played, Terms
from quincunx.core.errors import QuincunxError
from quincunx.words import phrase

TERMS = "arena.json"
NAME = re.compile(r"(\d+)-(\d+)-(\d+)([ab])\.txt")  # both players, counted from 1, the opening, and the game


class RecordFolder:
    """A folder with a record of each game. Both games of a bout count, or neither."""

    def __init__(self, folder: Path, terms: Terms) -> None:
        self.folder, self.game = folder, terms.game
        folder.mkdir(parents=True, exist_ok=True)
        known = _known(terms)
        if not (folder / TERMS).is_file():
            _write(folder / TERMS, known)
        elif (folder / TERMS).read_text(encoding="utf-8") != known:
            raise QuincunxError(phrase("commands.arena.other_terms", folder=str(folder), file=TERMS))

    def played(self) -> Iterator[Played]:
        """The bouts that are complete."""
        for path in sorted(self.folder.glob("*a.txt")):
            found, other = NAME.fullmatch(path.name), path.with_name(f"{path.stem[:-1]}b.txt")
            if found and other.is_file():
                first, second = (self.game.record(each.read_text(encoding="utf-8")) for each in (path, other))
                yield Played((int(found[1]) - 1, int(found[2]) - 1), int(found[3]), (first, second))

    def keep(self, played: Played) -> None:
        """Write the records of a bout."""
        for letter, record in zip("ab", played.records, strict=True):
            _write(self.folder / f"{_stem(played.pairing, played.number)}{letter}.txt", record.text())


def _stem(pairing: Pairing, number: int) -> str:
    return f"{pairing[0] + 1}-{pairing[1] + 1}-{number:05}"


def _known(terms: Terms) -> str:
    """What must be the same when an arena is resumed."""
    entrants = [{"name": entrant.name, "player": entrant.maker} for entrant in terms.entrants]
    same = {"game": repr(terms.game), "players": entrants, "seconds": terms.seconds, "seed": terms.seed}
    return json.dumps(same, indent=1) + "\n"


def _write(path: Path, text: str) -> None:
    """Write a file as a whole or not at all."""
    partial = path.with_suffix(".partial")
    partial.write_text(text, encoding="utf-8")
    os.replace(partial, path)
