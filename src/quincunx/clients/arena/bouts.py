"""Two games between two players from one opening, each once on each side."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import dataclass

from quincunx.clients.arena.players import Entrant, Player
from quincunx.clients.arena.uci_engine import EngineFault
from quincunx.core import clock
from quincunx.core.game import Game
from quincunx.core.outcome import Outcome
from quincunx.core.state import State
from quincunx.notation.record import Record
from quincunx.search.tournament import opening

LEAST = 0.01  # seconds for an action at the end of a long turn

Pairing = tuple[int, int]  # the numbers of the players, the smaller one first


@dataclass(frozen=True)
class Terms:
    """What all games of an arena share: the game, the seconds for a turn, and the margin that engines have."""

    game: Game
    entrants: tuple[Entrant, ...]
    seconds: float
    margin: float
    seed: int


@dataclass(frozen=True)
class Bout:
    """Who plays, and which opening."""

    terms: Terms
    pairing: Pairing
    number: int


@dataclass(frozen=True)
class Played:
    """A bout, and its two records: first with the first player as player 0, then the other way round."""

    pairing: Pairing
    number: int
    records: tuple[Record, Record]

    @property
    def results(self) -> tuple[float, float]:
        """What the first player got in each of the two games: 1, ½ or 0."""
        return self._result(0), self._result(1)

    def _result(self, game: int) -> float:
        outcome = self.records[game].result
        if outcome is None or outcome.winner is None:
            return 0.5
        return float(outcome.winner == game)


def play(bout: Bout) -> Played:
    """Play both games."""
    start = opening(bout.terms.game, bout.terms.seed + bout.number)
    first, second = (bout.terms.entrants[number] for number in bout.pairing)
    records = _record(bout, start, (first, second)), _record(bout, start, (second, first))
    return Played(bout.pairing, bout.number, records)


def _record(bout: Bout, start: State, entrants: tuple[Entrant, Entrant]) -> Record:
    """Play one game. A player who is at fault loses it."""
    state = start.copy()
    names = {str(side): entrant.name for side, entrant in zip(state.game.players, entrants, strict=True)}
    with ExitStack() as stack:
        fault = _play(bout, state, entrants, stack)
    return Record.of(state, names, fault)


def _play(bout: Bout, state: State, entrants: tuple[Entrant, Entrant], stack: ExitStack) -> Outcome | None:
    """Play until the game is over, or until one of the players is at fault."""
    players: list[Player] = []
    for side, entrant in enumerate(entrants):
        try:
            player = entrant.player(state.game, 2 * (bout.terms.seed + bout.number) + side, bout.terms.margin)
        except EngineFault as fault:
            return Outcome(1 - side, fault.reason)
        players.append(stack.enter_context(closing(player)))
    while not state.over:
        try:
            _turn(state, players[state.to_move], bout.terms.seconds)
        except EngineFault as fault:
            return Outcome(1 - state.to_move, fault.reason)
    return None


def _turn(state: State, player: Player, seconds: float) -> None:
    """Let a player play a turn, whose actions share its time."""
    turn, deadline = state.turn, clock.now() + seconds
    while state.turn == turn and not state.over:
        state.apply(player.choose(state, max(LEAST, deadline - clock.now())))
