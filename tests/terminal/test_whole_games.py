"""Real games of every kind, each played by keys to an end by its rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import quincunx
from quincunx.core.state import State
from quincunx.notation.record import Record
from quincunx.play.view import numbered_moves
from terminal.driving import Player, settings_of, tell

RECORDS = Path(__file__).parent / "records"
KEYS = [key for key in quincunx.games() if key != "cengers"]  # it is played on the document's screen
NATURAL = {  # endings without a draw limit
    "king_captured",
    "king_escaped",
    "home",
    "checkmate",
    "no_pieces",
    "blocked",
    "both_passed",
    "neither_can_play",
}


def record_of(key: str) -> Record:
    """A short game, found among many random ones or played by bots."""
    return quincunx.read_record((RECORDS / f"{key}.txt").read_text(encoding="utf-8"))


def turns_of(record: Record) -> list[tuple[int, list[int]]]:
    """The actions grouped by turn, each group with the number of actions before it."""
    state = record.game.start()
    turns: list[tuple[int, list[int]]] = []
    for ply, action in enumerate(record.actions):
        if len(turns) == state.turn:
            turns.append((ply, []))
        turns[-1][1].append(action)
        state.apply(action)
    return turns


def drawn(state: State) -> list[str]:
    """The rows of the document's screen, from the position's text."""
    rows = state.position().split()[0]
    for length in range(8, 0, -1):
        rows = rows.replace(str(length), "." * length)
    return [f"{number}|{row}|" for number, row in enumerate(rows.split("/"), 1)]


async def reaches(player: Player, ply: int) -> None:
    """Wait until that many actions have been played."""
    await player.until(lambda: player.screen.match.state.ply >= ply)


@pytest.mark.parametrize("key", KEYS)
def test_a_game_to_its_natural_end(key: str) -> None:
    record = record_of(key)

    async def story(player: Player) -> None:
        for ply, turn in turns_of(record):
            if player.screen.match.state.ply > ply:
                continue  # a pass that the match has played automatically
            for count, action in enumerate(turn, 1):
                await player.do(action)
                await reaches(player, ply + count)
        match = player.screen.match
        assert match.state.actions() == list(record.actions)
        assert match.result == record.result
        assert match.result is not None
        assert match.result.reason in NATURAL
        await player.sees(f" in {numbered_moves(match.state)} moves.")
        await player.press("z")  # after the end, a key changes nothing, and the result is shown
        assert player.screen.match is match

    tell(settings_of(key, bots=frozenset(), classic=False, **record.game.options), story)


def test_a_whole_game_on_the_documents_screen() -> None:
    record = record_of("cengers")

    async def story(player: Player) -> None:
        for number, (_, turn) in enumerate(turns_of(record), 1):
            texts = [record.game.start().text(action) for action in turn]
            moves = [text.split("-") for text in texts if text != "end"]
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
