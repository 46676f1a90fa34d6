"""Real games of all five, each to the end that its rules give it, by keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import quincunx
from quincunx.core.state import State
from quincunx.notation.record import Record
from terminal.driving import Player, settings_of, tell

RECORDS = Path(__file__).parent / "records"
KEYS = list(quincunx.games())
NATURAL = {"king_captured", "home", "checkmate", "no_pieces", "both_passed"}  # no limit ends these


def record_of(key: str) -> Record:
    """A short game that was found among many random ones, or by bots."""
    return quincunx.read_record((RECORDS / f"{key}.txt").read_text(encoding="utf-8"))


def turns_of(record: Record) -> list[list[str]]:
    """The actions turn by turn."""
    state = record.game.start()
    turns: list[list[str]] = []
    for action in record.actions:
        if len(turns) == state.turn:
            turns.append([])
        turns[-1].append(state.text(action))
        state.apply(action)
    return turns


def drawn(state: State) -> list[str]:
    """The rows of the document's screen, by the position's own text."""
    rows = state.position().split()[0]
    for length in range(8, 0, -1):
        rows = rows.replace(str(length), "." * length)
    return [f"{number}|{row}|" for number, row in enumerate(rows.split("/"), 1)]


@pytest.mark.parametrize("key", KEYS)
def test_a_game_to_its_natural_end(key: str) -> None:
    record = record_of(key)

    async def story(player: Player) -> None:
        for ply, action in enumerate(record.actions, 1):
            await player.do(action)
            await player.until(lambda ply=ply: player.screen.match.state.ply == ply)  # type: ignore[misc]
        match = player.screen.match
        assert match.result == record.result
        assert match.result is not None
        assert match.result.reason in NATURAL
        await player.sees(f" in {match.state.ply} moves.")
        await player.press("z")  # a key after the end changes nothing, and says how it ended
        assert player.screen.match is match

    tell(settings_of(key, bots=frozenset(), classic=False, **record.game.options), story)


def test_a_whole_game_on_the_documents_screen() -> None:
    record = record_of("cengers")

    async def story(player: Player) -> None:
        for number, turn in enumerate(turns_of(record), 1):
            moves = [action.split("-") for action in turn if action != "end"]
            await player.go(moves[0][0])
            await player.press("z")
            for _, target in moves:
                await player.go(target)
                await player.press("x")
            await player.press("c")
            await player.until(lambda number=number: player.screen.match.state.turn == number)  # type: ignore[misc]
            assert [line[:11].rstrip() for line in player.lines()[2:10]] == drawn(player.screen.match.state)
        assert player.lines()[1] == " +--------+  Winner: o"
        assert player.lines()[2].endswith("|")

    tell(settings_of("cengers", bots=frozenset()), story)
