"""Rules and evaluators in plain Python over the core, compiled or not: they work, and no exception is lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import quincunx
from quincunx import Game, Outcome, Refusal, State
from quincunx.core import action_codes
from quincunx.core.display import Board, Piece
from quincunx.core.options import Limit
from quincunx.core.plain import PlainEvaluator, PlainState
from quincunx.core.spec import Setup, Spec
from quincunx.notation import TEXT
from quincunx.search.agent import Budget
from quincunx.search.bots import bot

LAST = 9


class Race(PlainState):
    """Each player has a runner on a path of ten squares, and steps once or twice; the first at the end wins."""

    counters = 1

    def begin(self) -> None:
        self.runners = [0, 0]
        self.steps = 0

    def choices(self) -> list[int]:
        at = self.runners[self.to_move]
        return [action_codes.action(action_codes.MOVE, at, target) for target in (at + 1, at + 2) if target <= LAST]

    def play(self, action: int) -> None:
        mover = self.to_move
        self.runners[mover] = action_codes.target_of(action)
        self.steps += 1
        self.hand_over()
        if self.runners[mover] == LAST:
            self.conclude(mover, "home")
        elif self.has_recurred():
            self.conclude(None, "repetition")

    def pack(self) -> Sequence[int]:
        return [*self.runners, self.steps]

    def unpack(self, numbers: Sequence[int]) -> None:
        self.runners = list(numbers[:2])
        self.steps = numbers[2]


class Ahead(PlainEvaluator):
    """An evaluator: who is ahead, and by how much."""

    names = ("ahead",)

    def see(self, state: State) -> list[int]:
        return [state.runners[0] - state.runners[1]]  # type: ignore[attr-defined]

    def gains(self, state: State, action: int) -> int:
        return action_codes.target_of(action) - action_codes.origin_of(action) - 1


class Racing(Spec):
    """The game Race, with a configurable state class."""

    players = ("white", "black")
    letters = "wb"
    sides = "wb"
    reasons = ("home", "repetition")
    reason_rules = {"home": ("R1", "Home."), "repetition": ("R2", "Again.")}
    state_class: type[PlainState] = Race
    evaluator_class: type[PlainEvaluator] = Ahead

    def new_state(self, game: Game) -> State:
        return self.state_class(game)

    def evaluator(self, game: Game) -> PlainEvaluator:
        return self.evaluator_class([50.0])

    def board(self, game: Game) -> Board:
        return Board(LAST + 1, 1)

    def pieces(self, state: Race) -> dict[int, Piece]:
        return {at: Piece(player, "wb"[player], "runner") for player, at in enumerate(state.runners)}

    def hud(self, state: Race) -> tuple[()]:
        return ()

    def refusal(self, state: Race, action: int) -> Refusal:
        return Refusal("R1", "One step or two.")

    def position_fields(self, state: Race) -> dict[str, str]:
        return {}

    def set_up(self, game: Game, setup: Setup) -> State:
        return self.new_state(game)


def race(state_class: type[PlainState] = Race, evaluator_class: type[PlainEvaluator] = Ahead) -> Game:
    spec = Racing("race", "Race", "Be first.", (Limit("repetition", 3, "", title="Repetition"),))
    spec.state_class, spec.evaluator_class = state_class, evaluator_class
    return Game(spec, TEXT, {})


def test_it_plays_and_takes_back() -> None:
    state = race().start()
    start = state.words()
    for text in ("a1-c1", "a1-b1"):
        state.apply(state.parse(text))
    assert (state.runners, state.steps, state.to_move, state.turn) == ([2, 1], 2, 0, 2)
    assert [state.text(action) for action in state.legal_actions()] == ["c1-d1", "c1-e1"]
    assert state.copy() == state
    state.undo()
    state.undo()
    assert state.words() == start


def test_counters_make_no_other_position() -> None:
    one, other = race().start(), race().start()
    other.steps = 7
    assert one.key == other.key
    assert one != other


def test_the_core_counts_and_plays_it() -> None:
    start = race().start()
    assert quincunx.perft(start, 4) == 16
    assert quincunx.perft(start, 2, "turn") == 4
    tally = quincunx.playouts(start, 20, seed=3)
    assert tally.playouts == 20
    assert {reason for _, reason in tally.results} == {"home"}


@pytest.mark.parametrize("name", ["alphabeta", "mcts", "rollouts", "random"])
def test_bots_play_it(name: str) -> None:
    game = race()
    state = game.start()
    while not state.over:
        state.apply(bot(name, game, seed=1).choose(state, Budget(seconds=60, depth=3, nodes=40)))
    assert state.outcome() in (Outcome(0, "home"), Outcome(1, "home"))


def test_a_bot_sees_what_the_evaluator_sees() -> None:
    game = race()
    state = game.start()
    evaluator = game.spec.evaluator(game)
    long, short = state.parse("a1-c1"), state.parse("a1-b1")
    assert (evaluator.gain_of(state, long), evaluator.gain_of(state, short)) == (1, 0)
    state.apply(long)
    assert (evaluator.listed(state), evaluator.worth(state)) == ([2], -100)
    state.undo()

    class Calm(Ahead):
        def gains(self, state: State, action: int) -> int:
            return 0

    assert bot("alphabeta", race(evaluator_class=Calm)).choose(state, Budget(seconds=60, depth=1)) == long


def test_repetition_counts_what_the_game_has_seen() -> None:
    class Standing(Race):
        def choices(self) -> list[int]:
            return [action_codes.action(action_codes.PASS, 0, 0)]

        def play(self, action: int) -> None:
            self.hand_over()
            if self.has_recurred():
                self.conclude(None, "repetition")

    state = race(Standing).start()
    while not state.over:
        state.apply(state.parse("pass"))
    assert (state.outcome(), state.ply) == (Outcome(None, "repetition"), 4)


def test_player_1_may_begin_and_the_past_may_be_forgotten() -> None:
    class Late(Race):
        def begin(self) -> None:
            super().begin()
            self.turn_to(1)

        def play(self, action: int) -> None:
            super().play(action)
            self.forget_past()

    state = race(Late).start()
    assert state.to_move == 1
    state.apply(state.legal_actions()[0])
    assert state.seen() == []


# -- what goes wrong --


class Stumbles(Race):
    """Fails from the third step on."""

    def choices(self) -> list[int]:
        if self.steps > 2:
            raise LookupError("no choices here")
        return super().choices()


class Falls(Race):
    """Fails when it plays the third step."""

    def play(self, action: int) -> None:
        super().play(action)
        if self.steps > 2:
            raise LookupError("fell")


@pytest.mark.parametrize("state_class", [Stumbles, Falls])
def test_what_the_rules_raise_comes_out_of_every_search(state_class: type[PlainState]) -> None:
    game = race(state_class)
    start = game.start()
    for attempt in (
        lambda: quincunx.perft(start, 6),
        lambda: quincunx.perft(start, 6, "turn"),
        lambda: quincunx.playouts(start, 2, seed=1),
        lambda: bot("alphabeta", game).choose(start, Budget(seconds=60, depth=8)),
        lambda: bot("mcts", game).choose(start, Budget(seconds=60, nodes=200)),
    ):
        with pytest.raises(LookupError):
            attempt()
    assert start == game.start(), "and the state is what it was"


def test_a_step_that_fails_is_taken_back() -> None:
    state = race(Falls).start()
    for text in ("a1-b1", "a1-b1"):
        state.apply(state.parse(text))
    before = state.words()
    with pytest.raises(LookupError, match="fell"):
        state.apply(state.parse("b1-c1"))
    assert state.words() == before
    assert state.legal_actions()


def test_choices_that_fail_are_told_and_asked_for_again() -> None:
    state = race(Stumbles).start()
    for text in ("a1-b1", "a1-b1", "b1-c1"):
        state.apply(state.parse(text))
    for _ in range(2):
        with pytest.raises(LookupError, match="no choices here"):
            state.legal_actions()
    with pytest.raises(LookupError, match="no choices here"):
        state.apply(action_codes.action(action_codes.MOVE, 1, 2))


def test_choices_that_fail_are_told_by_whoever_asks_for_them() -> None:
    state = race(Stumbles).start()
    for text in ("a1-b1", "a1-b1", "b1-c1"):
        state.apply(state.parse(text))
    move, stand = (action_codes.action(kind, 0, 0) for kind in (action_codes.MOVE, action_codes.PASS))
    for action in (move, stand):
        for ask in (state.is_legal, state.accepts, state.refusal, state.apply):
            with pytest.raises(LookupError, match="no choices here"):
                ask(action)
            assert state.key == state.copy().key, "and whoever asks for something else is not told"


def test_fields_that_cannot_be_unpacked_are_told() -> None:
    class Amnesiac(Race):
        def unpack(self, numbers: Sequence[int]) -> None:
            raise LookupError("forgotten")

    game = race(Amnesiac)
    state = game.start()
    state.apply(state.parse("a1-c1"))
    other = game.start()
    for restore in (state.copy, lambda: other.assign(state), state.undo):
        with pytest.raises(LookupError, match="forgotten"):
            restore()
        assert state.legal_actions()


def test_fields_that_cannot_be_packed_are_told() -> None:
    class Speechless(Race):
        def pack(self) -> Sequence[int]:
            if self.steps == 7:
                raise LookupError("no words")
            return super().pack()

    game = race(Speechless)
    state = game.start()
    state.steps = 7
    for ask in (lambda: state.key, state.words, state.copy, lambda: game.start().assign(state)):
        with pytest.raises(LookupError, match="no words"):
            ask()
        assert state.legal_actions()


@pytest.mark.parametrize(
    ("choices", "said"), [([], "has no choices"), ([0] * (action_codes.MAX_ACTIONS + 1), "more than 1024 choices")]
)
def test_a_position_has_a_choice_and_not_too_many(choices: list[int], said: str) -> None:
    class Odd(Race):
        def choices(self) -> list[int]:
            return choices

    with pytest.raises(ValueError, match=said):
        race(Odd).start().legal_actions()


def test_what_is_packed_has_one_length_and_fits_into_words() -> None:
    class Grows(Race):
        def pack(self) -> list[int]:
            return [*super().pack(), *[0] * self.steps]

    class Negative(Race):
        def pack(self) -> list[int]:
            return [*self.runners, -self.steps]

    class Huge(Race):
        def pack(self) -> list[int]:
            return [0] * 300

    state = race(Grows).start()
    with pytest.raises(ValueError, match="packs 4 numbers, and 3 at the start"):
        state.apply(state.legal_actions()[0])
    state = race(Negative).start()
    with pytest.raises(OverflowError):
        state.apply(state.legal_actions()[0])
    with pytest.raises(NotImplementedError, match="more than 240 numbers"):
        race(Huge).start()


def test_an_evaluator_that_fails_is_told() -> None:
    class Blind(Ahead):
        def see(self, state: State) -> list[int]:
            return []

    class Greedy(Ahead):
        def gains(self, state: State, action: int) -> int:
            raise LookupError("greed")

    game = race(evaluator_class=Blind)
    with pytest.raises(ValueError, match="sees 0 things, and has 1 weights"):
        game.spec.evaluator(game).worth(game.start())
    with pytest.raises(ValueError, match="sees 0 things"):
        bot("alphabeta", game).choose(game.start(), Budget(seconds=60, depth=2))
    game = race(evaluator_class=Greedy)
    with pytest.raises(LookupError, match="greed"):
        bot("alphabeta", game).choose(game.start(), Budget(seconds=60, depth=3))


def test_a_method_that_is_missing_is_named() -> None:
    with pytest.raises(NotImplementedError):
        race(PlainState).start()
