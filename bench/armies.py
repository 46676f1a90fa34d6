"""Battlefield's armies: how balanced they are, and what each of their units does, measured by a bot playing itself.

    python bench/armies.py [--games N] [--nodes N] [--seed K] [--plain] [ARMY ...]

Every pairing of armies is played from random openings, each side once with each army. A turn is limited by a number of
nodes, so the same seed gives the same table on any machine. With --plain, every kind of unit is tested as well: the
army plays itself with that kind replaced by a plain one, an infantryman with a sword and the mean stats of its role.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import combinations_with_replacement
from typing import Any

import quincunx
from quincunx.core import action_codes
from quincunx.games.battlefield import terms
from quincunx.games.battlefield.army import roster, shipped
from quincunx.games.battlefield.profile import ROLES, Profile
from quincunx.games.battlefield.rules import BattlefieldState
from quincunx.search.agent import Budget
from quincunx.search.bots import bot
from quincunx.search.chance_fit import result
from quincunx.search.score import score
from quincunx.search.tournament import Openings, opening

OPENINGS = Openings(turns=4, fair=math.inf)  # two turns would give only about four hundred different games
Army = str | dict[str, Any]


@dataclass(frozen=True)
class Run:
    """Number of games per pairing, nodes per turn, and the seed of the first opening."""

    games: int
    nodes: int
    seed: int


@dataclass
class Deeds:
    """What the units of one army did in all its games; a game of an army against itself counts twice."""

    games: int = 0
    counts: dict[str, Counter[Profile]] = field(default_factory=dict)

    def add(self, deed: str, profile: Profile) -> None:
        self.counts.setdefault(deed, Counter())[profile] += 1

    def rate(self, deed: str, profile: Profile, units: int) -> float:
        """The average per unit of the kind and per game."""
        return self.counts.get(deed, Counter())[profile] / units / max(1, self.games)


@dataclass
class Meeting:
    """All games of two armies with fixed colours: results for white, and lengths."""

    results: list[float] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("armies", nargs="*", metavar="ARMY", help="only these shipped armies")
    parser.add_argument("--games", type=int, default=400, help="for each pairing (default: 400)")
    parser.add_argument("--nodes", type=int, default=1500, help="for each turn (default: 1500)")
    parser.add_argument("--seed", type=int, default=1, help="of the openings (default: 1)")
    parser.add_argument("--plain", action="store_true", help="also replace every kind of unit by a plain one")
    arguments = parser.parse_args()
    armies = arguments.armies or list(shipped())
    if not set(armies) <= set(shipped()):
        parser.error(f"there is no such army; expected {', '.join(shipped())}")
    run = Run(arguments.games, arguments.nodes, arguments.seed)
    deeds = {army: Deeds() for army in armies}
    print("| white | black | white's score | decisive | turns (median) | games |\n|---|---|---|---|---|---|")
    compared = [compare(one, other, run, deeds) for one, other in combinations_with_replacement(armies, 2)]
    print("\n| army | against | its score, from both sides |\n|---|---|---|")
    print("".join(compared), end="")
    for army in armies:
        print_deeds(army, deeds[army])
    for army in armies if arguments.plain else ():
        print_unit_values(army, run)


# -- pairings --


def compare(one: str, other: str, run: Run, deeds: dict[str, Deeds]) -> str:
    """Play a pairing and print a row with the result, with the score from both sides if the armies differ."""
    if one == other:
        print_meeting(one, other, meet(one, other, run, (deeds[one], deeds[one])))
        return ""
    half = Run((run.games + 1) // 2, run.nodes, run.seed)
    there, back = meet(one, other, half, (deeds[one], deeds[other])), meet(other, one, half, (deeds[other], deeds[one]))
    print_meeting(one, other, there)
    print_meeting(other, one, back)
    return f"| {one} | {other} | {percent(both_sides(there, back))} |\n"


def both_sides(there: Meeting, back: Meeting) -> list[float]:
    """The first army's result from each opening, averaged over its two sides."""
    return [(white + 1 - black) / 2 for white, black in zip(there.results, back.results, strict=True)]


def meet(white: Army, black: Army, run: Run, deeds: tuple[Deeds, Deeds]) -> Meeting:
    """Play all games of two armies with fixed colours."""
    game = quincunx.game("battlefield", white=white, black=black)
    meeting = Meeting()
    for seed in range(run.seed, run.seed + run.games):
        state = opening(game, seed, OPENINGS)
        assert isinstance(state, BattlefieldState)
        for own in deeds:
            own.games += 1
        play(state, seed, run.nodes, deeds)
        meeting.results.append(result(state))
        meeting.turns.append(state.turn)
    return meeting


def play(state: BattlefieldState, seed: int, nodes: int, deeds: tuple[Deeds, Deeds]) -> None:
    """Let the bot play itself to the end, and record what each unit does."""
    players = [bot("alphabeta", state.game, seed) for _ in deeds]
    while not state.over:
        action = players[state.to_move].choose(state, Budget(math.inf, nodes=nodes))
        for side, deed, profile in deeds_of(state, action):
            deeds[side].add(deed, profile)
        state.apply(action)


def print_meeting(white: str, black: str, meeting: Meeting) -> None:
    decisive = sum(result != 0.5 for result in meeting.results) / len(meeting.results)
    print(
        f"| {white} | {black} | {percent(meeting.results)} | {decisive:.0%} "
        f"| {statistics.median(meeting.turns):.0f} | {len(meeting.results)} |",
        flush=True,
    )


def percent(results: list[float]) -> str:
    found = score(results)
    return f"{100 * found.mean:.1f} ± {100 * found.error:.1f} %"


# -- units --


def deeds_of(state: BattlefieldState, action: int) -> Iterator[tuple[int, str, Profile]]:
    """Yield the countable effects of an action, by side and profile."""
    kind, origin = action_codes.kind_of(action), action_codes.origin_of(action)
    if kind == action_codes.END:
        return
    yield named(state, origin, "acts")
    if kind in (terms.HEAL, terms.CHEER):
        yield named(state, origin, "heals" if kind == terms.HEAL else "cheers")
        return
    forecast = state.game.spec.forecast(state, action)
    for number, strike in enumerate(forecast.changes if forecast else ()):
        yield named(state, strike.origin, "strikes")
        if strike.remaining < 0:
            yield named(state, strike.origin, "defeats")
            yield named(state, strike.target, "falls")
        if number == 0 and strike.origin != origin:
            yield named(state, strike.origin, "helps")  # by Vantage
        for helper in helpers(state, strike.origin, strike.target):
            yield named(state, helper, "helps")


def named(state: BattlefieldState, cell: int, deed: str) -> tuple[int, str, Profile]:
    number, _ = state.unit_at(cell)
    return int(number >= terms.FIRST_BLACK), deed, state.matchup.profiles[number]


def helpers(state: BattlefieldState, striking: int, struck: int) -> Iterator[int]:
    """The squares of units whose passive skills modify a strike (B10)."""
    sides = {cell: named(state, cell, "")[0] for cell in (striking, struck)}
    for cell, skill, owner in ((striking, "banner", striking), (struck, "ward", struck), (striking, "dread", struck)):
        for near in around(cell):
            if state.unit_at(near)[0]:
                side, _, profile = named(state, near, "")
                if side == sides[owner] and skill in profile.skills:
                    yield near


def around(cell: int) -> Iterable[int]:
    """The squares next to a square."""
    steps = ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
    return [cell + x + 8 * y for x, y in steps if 0 <= cell % 8 + x < 8 and 0 <= cell // 8 + y < 8]


DEEDS = ("acts", "strikes", "defeats", "falls", "heals", "cheers", "helps")


def print_deeds(army: str, deeds: Deeds) -> None:
    """Print a row for every kind of unit, in the order of the roles."""
    print(f"\n{roster(army).name}, for each unit and game ({deeds.games} games)\n")
    print(f"| unit | {' | '.join(DEEDS)} |\n|---|{'---|' * len(DEEDS)}")
    for profile, slots in kinds(army).items():
        rates = (f"{deeds.rate(deed, profile, len(slots)):.2f}" for deed in DEEDS)
        print(f"| {title(profile, slots)} | {' | '.join(rates)} |", flush=True)


def kinds(army: Army) -> dict[Profile, list[str]]:
    """The different units of an army, king first, and the slots they start in."""
    found: dict[Profile, list[str]] = {}
    for slot, profile in sorted(roster(army).slots.items(), key=lambda item: ROLES.index(item[1].role)):
        found.setdefault(profile, []).append(slot)
    return found


def title(profile: Profile, slots: list[str]) -> str:
    return f"{profile.name} {profile.role if len(slots) > 2 else ' '.join(slots)}"


# -- units replaced --


def print_unit_values(army: str, run: Run) -> None:
    """Print how the army fares against itself with one kind of unit replaced by a plain one."""
    print(f"\n{roster(army).name} against itself with a plain unit instead\n\n| unit | score |\n|---|---|")
    half = Run((run.games + 1) // 2, run.nodes, run.seed)
    for profile, slots in kinds(army).items():
        poorer = with_plain(army, slots)
        nobody = (Deeds(), Deeds())
        there, back = meet(army, poorer, half, nobody), meet(poorer, army, half, nobody)
        print(f"| {title(profile, slots)} | {percent(both_sides(there, back))} |", flush=True)


def with_plain(army: str, slots: list[str]) -> dict[str, Any]:
    """The army with plain units in these slots."""
    units = {slot: entries(profile) for slot, profile in roster(army).slots.items()}
    promotions = {role: entries(profile) for role, profile in roster(army).promotions.items()}
    units |= {slot: plain(slot[0]) for slot in slots}
    return {"name": f"{army}, plain", "roles": {}, "units": units, "promotions": promotions}


def entries(profile: Profile) -> dict[str, Any]:
    """A profile in the format of an army file."""
    known = asdict(profile)
    renamed = {"unit_class": "class", "defence": "def", "magic_defence": "mdef"}
    return {
        renamed.get(key, key): list(value) if key == "skills" else value
        for key, value in known.items()
        if key != "role" and value is not None
    }


def plain(role: str) -> dict[str, Any]:
    """An infantryman with a sword: no element, no skill, and the mean stats of the role in the shipped armies."""
    peers = [profile for name in shipped() for slot, profile in roster(name).slots.items() if slot[0] == role]
    stats = {
        name: round(statistics.mean(entries(peer)[name] for peer in peers)) for name in ("hp", "atk", "def", "mdef")
    }
    return {"name": "Plain", "class": "infantry", "weapon": "sword", "element": "none", "skills": [], **stats}


if __name__ == "__main__":
    main()
