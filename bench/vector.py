"""Steps per second of many games at once, with random legal actions, compared with other batched environments.

    python bench/vector.py [--seconds S] [--size N] [--observe] [--processor-time] [GAME ...]

Every step includes the choice of a random action, the legal actions as a mask, and the reset of games that end. Pgx
runs on the processor, in a compiled loop. For EnvPool, NumPy chooses the actions, and that time is not counted.
Libraries that are not installed are skipped: `pip install pgx jax envpool`.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable

from quincunx.research import Vector

ROUNDS = 3  # the best of this many
# our names of the games, and those of Pgx and EnvPool, which have two of them
GAMES = {
    "othello": ("othello", "Othello-v1"),
    "chess": ("chess", "Chess-v1"),
    "hnefatafl": ("", ""),
    "cengers": ("", ""),
}
LOOP = 20  # steps that Pgx makes without returning to Python

Clock = Callable[[], float]
Measure = Callable[[float], float]  # steps per second in a run of that many seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"only these of: {', '.join(GAMES)}")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each row (default: 3)")
    parser.add_argument("--size", type=int, default=4096, help="games in a batch (default: 4096)")
    parser.add_argument("--observe", action="store_true", help="also write the planes of every position")
    parser.add_argument("--processor-time", action="store_true", help="per second of processor time, of all cores")
    arguments = parser.parse_args()
    clock = time.process_time if arguments.processor_time else time.perf_counter
    unknown = [name for name in arguments.games if name not in GAMES]
    if unknown:
        parser.error(f"there is no {unknown[0]} here; expected {', '.join(GAMES)}")
    for name in arguments.games or GAMES:
        print_contest(name, arguments.size, arguments.seconds, clock, observe=arguments.observe)


def print_contest(game: str, size: int, seconds: float, clock: Clock, *, observe: bool) -> None:
    """Print a row for each library as soon as it is measured; the first is ours, on all cores."""
    cores = os.cpu_count() or 1
    makers = {
        f"quincunx, {cores} threads": lambda: ours(game, size, cores, clock, observe=observe),
        "quincunx, 1 thread": lambda: ours(game, size, 1, clock, observe=observe),
        "Pgx": lambda: pgx(GAMES[game][0], size, clock),
        "EnvPool": lambda: envpool(GAMES[game][1], size, clock),
    }
    best = 0.0
    for name, make in makers.items():
        try:
            measure = make()
        except (ModuleNotFoundError, LookupError) as error:
            print(f"{game:10} {name:20} skipped: {error.args[0]}")
            continue
        speed = max(measure(seconds / ROUNDS) for _ in range(ROUNDS))
        best = best or speed
        print(f"{game:10} {name:20} {speed:>13,.0f} steps/s {best / speed:>7,.1f}×", flush=True)


def repeated(steps: Callable[[], int], clock: Clock) -> Measure:
    """Measure a function that makes some steps and returns their number."""

    def measure(seconds: float) -> float:
        made, started = 0, clock()
        while (spent := clock() - started) < seconds:
            made += steps()
        return made / spent

    return measure


def ours(game: str, size: int, threads: int, clock: Clock, *, observe: bool) -> Measure:
    batch = Vector(game, size, seed=1, threads=threads)

    def steps() -> int:
        batch.step(batch.sample())
        if observe:
            batch.observe()
        return size

    return repeated(steps, clock)


def pgx(name: str, size: int, clock: Clock) -> Measure:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    if not name:
        raise LookupError("Pgx does not have the game")
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(_: int, at: tuple) -> tuple:
        state, key = at
        key, chosen, reset = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return step(state, jax.random.categorical(chosen, logits), jax.random.split(reset, size)), key

    run = jax.jit(lambda at: jax.lax.fori_loop(0, LOOP, one, at))
    at = (jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), size)), jax.random.key(2))

    def steps() -> int:
        nonlocal at
        at = jax.block_until_ready(run(at))
        return LOOP * size

    steps()  # compiles
    return repeated(steps, clock)


def envpool(name: str, size: int, clock: Clock) -> Measure:
    import envpool
    import numpy as np

    if not name:
        raise LookupError("EnvPool does not have the game")
    games = envpool.make_gymnasium(name, num_envs=size, seed=1)
    mask = games.reset()[1]["legal_action_mask"]
    random = np.random.default_rng(1)

    def measure(seconds: float) -> float:
        nonlocal mask
        made, spent = 0, 0.0
        while spent < seconds:
            actions = np.where(mask, random.random(mask.shape, np.float32), -1).argmax(1)
            started = clock()
            mask = games.step(actions)[4]["legal_action_mask"]
            spent += clock() - started
            made += size
        return made / spent

    return measure


if __name__ == "__main__":
    main()
