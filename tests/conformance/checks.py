"""What every game must satisfy. Each check takes a state, or a game and a seed, and raises AssertionError."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator

import pytest

import quincunx
from quincunx import Game, Random, Record, State
from quincunx.core import action_codes
from quincunx.play.scene import scene
from quincunx.play.view import forecast, view
from quincunx.play.walker import Walker, why

LONGEST = 30_000  # plies: a random game with the draw limits on ends well before


def walk(game: Game, seed: int, longest: int = LONGEST) -> Iterator[State]:
    """The states of a random game, as one object that moves on; the clock runs out now and then if the game has one."""
    random = Random(seed)
    state = game.start()
    yield state
    while not state.over and state.ply < longest:
        actions = state.legal_actions()
        if state.accepts_timeout() and random.below(40) == 0:
            state.apply(state.parse("timeout"))
        else:
            state.apply(actions[random.below(len(actions))])
        yield state


def check_actions(state: State, random: Random) -> None:
    """Actions are known and unique, and none exactly when the game is over; other numbers are refused."""
    actions = state.legal_actions()
    assert actions == sorted(set(actions))
    assert bool(actions) == (state.outcome() is None)
    assert all(state.is_legal(action) for action in actions)
    assert len(actions) <= action_codes.MAX_ACTIONS
    before = state.words()
    wrong = random.below(1 << 24)
    if wrong not in actions and wrong != action_codes.action(action_codes.TIMEOUT, 0, 0):
        with pytest.raises(quincunx.ActionError):
            state.apply(wrong)
    assert state.words() == before


def check_action_text(state: State) -> None:
    """Every legal action has a unique text, which parses back to it."""
    actions = state.legal_actions()
    texts = [state.text(action) for action in actions]
    assert len(set(texts)) == len(texts)
    assert [state.parse(text) for text in texts] == actions


def facts(state: State) -> tuple[object, ...]:
    """All public facts about a state, which undo must restore."""
    return state.words(), state.key, state.position(), state.legal_actions(), state.outcome()


def check_undo(state: State, random: Random) -> None:
    """Undo restores everything, after one action and after several."""
    before, actions = facts(state), state.legal_actions()
    for action in [actions[random.below(len(actions))] for _ in range(3)] if actions else []:
        state.apply(action)
        assert state.last_action() == action
        assert state.undo() == action
        assert facts(state) == before, f"undo of {state.text(action)} does not restore the state"
    depth = 0
    while depth < 4 and not state.over:
        following = state.legal_actions()
        state.apply(following[random.below(len(following))])
        depth += 1
    for _ in range(depth):
        state.undo()
    assert facts(state) == before


def check_copy(state: State, random: Random) -> None:
    """A copy is equal and independent, and continues in the same way."""
    copy = state.copy()
    assert copy == state
    assert (copy.key, copy.actions(), copy.legal_actions()) == (state.key, state.actions(), state.legal_actions())
    before = state.words()
    actions = state.legal_actions()
    if actions:
        action = actions[random.below(len(actions))]
        copy.apply(action)
        assert state.words() == before, "playing on a copy changes the original"
        state.apply(action)
        assert copy == state, "a copy goes on in another way than the original"
        state.undo()
        copy.undo()
        assert copy == state


def check_position(state: State) -> None:
    """The position's text parses back to the same state: same actions, same key computed from scratch."""
    text = state.position()
    again = state.game.position(text)
    assert again.words() == state.words(), text
    assert again == state
    assert again.position() == text
    assert again.key == state.key, "the key computed afresh is another one"
    assert again.legal_actions() == state.legal_actions(), text


def check_record(state: State) -> None:
    """The record parses back and replays to the same state; so does a pickled state."""
    record = Record.of(state)
    again = quincunx.read_record(record.text())
    assert again == record
    assert again.replay() == state
    assert pickle.loads(pickle.dumps(state)) == state


def check_why_not(state: State, random: Random) -> None:
    """Any pair of cells, and any single word, is legal or refused with a rule and a sentence."""
    cells = state.game.board.files * state.game.board.ranks
    pairs = [(random.below(cells), random.below(cells)) for _ in range(8)]
    texts = [f"{state.game.square(origin)}-{state.game.square(target)}" for origin, target in pairs]
    texts += [state.game.square(random.below(cells)), "end", "pass"]
    texts += [f"{kind.prefix}{texts[0]}{kind.suffix}" for kind in state.game.spec.kinds]
    legal = {state.text(action) for action in state.legal_actions()}
    for text in texts:
        refusal = state.why_not(text)
        assert (refusal is None) == (text in legal), text
        if refusal is not None:
            assert refusal.rule
            assert refusal.rule
            assert refusal.sentence[0].isupper() or refusal.sentence[0].isdigit() or refusal.sentence[1].isdigit(), (
                refusal
            )
            assert refusal.sentence.endswith("."), refusal


def check_walker(state: State, random: Random) -> None:
    """The walker reaches exactly the legal actions; a pick that leads nowhere resets and explains why."""
    assert sorted(_reached(state, Walker(state))) == state.legal_actions()
    walker = Walker(state)
    forced = walker.picks
    wrong = random.below(state.game.board.files * state.game.board.ranks)
    if wrong not in walker.cells():
        step = walker.pick(wrong)
        assert step.action is None
        assert step.refusal is not None
        assert step.refusal.sentence
        assert walker.picks == forced


def _reached(state: State, walker: Walker) -> list[int]:
    """All actions completed by some sequence of picks, found by trying all of them."""
    found = []
    for pick in [*sorted(walker.cells()), *walker.choices()]:
        picks = walker.picks
        if len(picks) > 1 and pick in walker.bare:
            continue  # always available, so count it once
        step = walker.pick(pick)
        assert step.refusal is None
        if step.action is not None:
            found.append(step.action)
        else:
            found += [action for action in _reached(state, walker) if action not in walker.bare.values()]
        walker.picks = picks
    return found


def check_view(state: State) -> None:
    """The view fits the board and shows whose turn it is, or how the game ended."""
    shown = view(state)
    cells = range(state.game.board.files * state.game.board.ranks)
    assert all(cell in cells for cell in [*shown.pieces, *shown.last, *shown.board.marks])
    assert all(piece.owner in (0, 1) and len(piece.glyph) == 1 and piece.name for piece in shown.pieces.values())
    assert all(row.label and len(row.values) in (1, 2) for row in shown.hud)
    assert shown.status
    assert set(state.game.spec.position_letters(state).values()) <= set(state.game.spec.letters)
    for action in state.legal_actions()[:3]:
        forecast(state, action)


def check_board(state: State) -> None:
    """`board()` is the position's board in the game's numbers: one row per rank from the top, 0 for an empty square."""
    spec, board, files = state.game.spec, state.board(), state.game.board.files
    numbers = {letter: spec.code(letter) for letter in spec.letters}
    assert len(set(numbers.values()) | {0}) == len(spec.letters) + 1, "every piece has a number of its own"
    for row, text in zip(board, state.position().split()[0].split("/"), strict=True):
        cells = [[0] * int(run) if run.isdigit() else [numbers[run]] for run in re.findall(r"[0-9]+|.", text)]
        assert row == [number for run in cells for number in run]
    occupied = {cell for cell in range(files * len(board)) if board[-1 - cell // files][cell % files]}
    assert occupied == set(spec.pieces(state))


def check_bare(state: State) -> None:
    """What a game says never occurs does not occur."""
    without = state.game.spec.without
    assert not {state.text(action) for action in state.legal_actions()} & set(without)
    kinds = {kind.name for kind in filter(None, map(state.game.kind, state.legal_actions()))}
    assert not kinds & set(without)


def check_scene(state: State) -> None:
    """A scene offers exactly the legal actions, shows captures, and leaves the state unchanged."""
    before, history = state.words(), state.actions()
    shown = scene(state, 7)
    assert (state.words(), state.actions()) == (before, history), "looking at a state changes it"
    texts = [*(text for _, text, _ in shown.paths), *shown.choices]
    assert sorted(texts) == sorted(map(state.text, state.legal_actions()))
    assert len({path for path, _, _ in shown.paths}) == len(shown.paths)
    assert all(path[: len(shown.forced)] == shown.forced for path, _, _ in shown.paths)
    assert all(why(state, path) is None for path, _, _ in shown.paths[:3])
    for _, text, takes in shown.paths[state.ply % 5 :: 5]:
        other = 1 - state.to_move
        count = _count(state, other)
        state.apply(state.parse(text))
        assert takes or _count(state, other) >= count, f"{text} takes something, and the scene does not say so"
        state.undo()
    cells = range(state.game.board.files * state.game.board.ranks)
    assert all(cell in cells for side in shown.threats for cell in side)
    if state.last_action() is not None and shown.has_forecast:
        earlier = state.copy()
        action = earlier.undo()
        assert shown.story == forecast(earlier, action)


def _count(state: State, side: int) -> int:
    return sum(piece.owner == side for piece in state.game.spec.pieces(state).values())


def check_walk(game: Game, seed: int, checks: list[Callable[[State], None]]) -> State:
    """Run the checks along a random game (in a long one, on every fifth state from ply 120 on).

    The game must end; undoing all of it must give the start, and replaying it the end.
    """
    for state in walk(game, seed):
        if state.ply < 120 or state.ply % 5 == 0 or state.over:
            for check in checks:
                check(state)
    assert state.over, f"not over after {LONGEST} plies"
    length = state.ply
    final = state.copy()
    for _ in range(length):
        state.undo()
    assert state == game.start()
    for action in final.actions():
        state.apply(action)
    assert state == final
    return state


def check_keys(game: Game, seeds: range) -> None:
    """States with the same key have the same board, the same side to move and the same actions."""
    known: dict[int, tuple[str, list[int]]] = {}
    for seed in seeds:
        for state in walk(game, seed, longest=300):
            if state.ply % 4 == 0:
                check_turn_keys(state.copy(), known, [100])


def check_turn_keys(state: State, known: dict[int, tuple[str, list[int]]], nodes: list[int]) -> None:
    """The same for up to `nodes` states that one turn can lead through."""
    if state.over:
        return
    nodes[0] -= 1
    actions = state.legal_actions()
    shown = (" ".join(state.position().split()[:2]), actions)
    assert known.setdefault(state.key, shown) == shown, "two positions with different actions have the same key"
    for action in actions if nodes[0] > 0 else []:
        turn = state.turn
        state.apply(action)
        if state.turn == turn:
            check_turn_keys(state, known, nodes)
        state.undo()
