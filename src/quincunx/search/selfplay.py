"""Fast games for mining puzzles: one small search per turn chooses the turn and measures how sharp the position is."""

from __future__ import annotations

import math

from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.search.levels import pick
from quincunx.search.root import Line
from quincunx.search.tournament import Openings, opening
from quincunx.search.uniqueness import LOWEST, Choice, Chooser, first_turn

OPENINGS = Openings(turns=4, fair=math.inf)
GLANCE = 40  # nodes for each legal action
LINES = 4  # lines that a player chooses from
ERRING = (0.0, 0.25, 0.5, 1.0)  # possible temperatures of the players, in grains: some make errors, others punish them
LONGEST = 240  # turns
PATIENCE = 4  # consecutive turns with a decided score, whatever is played, after which a game is ended
DECIDED = 700  # 97 %


def self_play(game: Game, seed: int) -> list[tuple[State, Choice]]:
    """Play a game; returns the positions at the beginning of its turns, with the result of a quick search of each."""
    state, random, chooser = opening(game, seed, OPENINGS), Random(seed), Chooser(game)
    heats = [ERRING[random.below(len(ERRING))] * chooser.evaluator.grain for _ in range(2)]
    turns: list[tuple[State, Choice]] = []
    while not state.over and state.turn < LONGEST and not _is_decided(turns):
        lines = chooser.best(state, GLANCE * len(state.legal_actions()), lines=LINES)
        if state.acted == 0:
            turns.append((state.copy(), _glance(state, lines)))
        for action in first_turn(state, pick(lines, heats[state.to_move], random)).actions:
            state.apply(action)
    return turns


def _is_decided(turns: list[tuple[State, Choice]]) -> bool:
    last = [glance for _, glance in turns[-PATIENCE:]]
    return len(last) == PATIENCE and all(max(glance.rival, -glance.score) >= DECIDED for glance in last)


def _glance(state: State, lines: list[Line]) -> Choice:
    """The best turn and its rival, as far as they can be seen in these lines."""
    turn = first_turn(state, lines[0])
    rival = max((line.score for line in lines if first_turn(state, line).key != turn.key), default=LOWEST)
    return Choice(turn, lines[0].score, rival)
