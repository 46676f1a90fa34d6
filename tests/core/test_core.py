"""The core alone: games and options, random numbers, errors, counting without the GIL."""

from __future__ import annotations

import pickle
import re
import threading
from collections.abc import Callable

import pytest

import quincunx
from quincunx import Outcome, Random
from quincunx.core.options import EvenSize, Limit, Word
from quincunx.core.perft import Perft
from quincunx.words import Phrase
from variants import keys

KEYS = list(quincunx.games())


def test_random_numbers_are_those_of_splitmix64() -> None:
    """The published first outputs from seed 1234567."""
    random = Random(1234567)
    first = [random.below(0xFFFFFFFF) for _ in range(5)]
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert first == [(number >> 32) * 0xFFFFFFFF >> 32 for number in published]


@pytest.mark.parametrize("count", [0, -1, 1 << 32])
def test_random_refuses_a_count_it_cannot_draw_from(count: int) -> None:
    with pytest.raises(ValueError, match="expected a count"):
        Random(1).below(count)


def test_any_seed_will_do() -> None:
    for seed in (0, -1, 2**64, 2**200):
        assert 0 <= Random(seed).below(6) < 6


def test_unknown_games_and_options_are_named() -> None:
    with pytest.raises(quincunx.UnknownGameError, match="there is no game 'go'; the games are "):
        quincunx.game("go")
    with pytest.raises(quincunx.OptionError, match="has no option 'colour'"):
        quincunx.game(KEYS[0], colour="red")


@pytest.mark.parametrize("value", [-1, 1.5, True, "", "x", "-1", "9" * 30, None, [3]])
def test_limits_refuse_what_is_no_count(value: object) -> None:
    with pytest.raises(
        quincunx.OptionError, match="option quiet: expected a whole number up to 1000000, or 0 for no limit"
    ):
        Limit("quiet", 200, "").read(value)


def test_options_read_text_as_the_value_it_spells() -> None:
    assert Limit("quiet", 200, "").read("0") == 0
    size = EvenSize("n", 8, "", 8, 20)
    assert [size.read(value) for value in (8, "20")] == [8, 20]
    for value in (7, 9, 6, 22, "9", "ten"):
        with pytest.raises(quincunx.OptionError, match="an even number from 8 to 20"):
            size.read(value)
    first = Word("first", "dark", "", ("dark", "light"))
    assert first.read("light") == "light"
    assert first.labels == ("dark", "light")
    with pytest.raises(quincunx.OptionError, match="dark or light"):
        first.read("red")


@pytest.mark.parametrize("key", keys())
def test_games_are_values(key: str) -> None:
    game = quincunx.game(key)
    assert game == quincunx.game(key)
    assert hash(game) == hash(quincunx.game(key))
    assert pickle.loads(pickle.dumps(game)) == game
    assert repr(game).startswith(f"quincunx.game({key!r}")
    with pytest.raises(TypeError):
        game.options["repetition"] = 1  # type: ignore[index]


def test_no_two_games_are_equal() -> None:
    games = [quincunx.game(key) for key in keys()]
    assert all((one == other) == (one is other) for one in games for other in games)
    assert games[0] != "a game"
    assert games[0].start() != games[-1].start()


@pytest.mark.parametrize("key", keys())
def test_the_first_player_and_counters(key: str) -> None:
    state = quincunx.game(key).start()
    assert (state.turn, state.ply, state.acted, state.over) == (0, 0, 0, False)
    assert state.to_move in (0, 1)
    assert state.outcome() is None
    with pytest.raises(quincunx.NothingToUndoError):
        state.undo()
    with pytest.raises(TypeError):
        hash(state)


@pytest.mark.parametrize("wrong", [None, "d1-d4", -1, 1 << 31, 1 << 80, 1.0])
def test_apply_refuses_what_is_no_action(wrong: object) -> None:
    state = quincunx.game(KEYS[0]).start()
    with pytest.raises(quincunx.InvalidActionError, match="is not an action"):
        state.apply(wrong)  # type: ignore[arg-type]
    assert state == state.game.start()


@pytest.mark.parametrize(
    ("key", "text", "offered"),
    [
        ("chess", "castle", "a1-b2, a1-b2=Q, a1-b2=R, a1-b2=B or a1-b2=N"),
        (
            "battlefield",
            "castle",
            "a1-b2, a1-b2=Q, a1-b2=R, a1-b2=B, a1-b2=N, heal:a1-b2, cheer:a1-b2 or end",
        ),
        ("hnefatafl", "jump", "a1-b2"),
        ("cengers", "jump", "a1-b2, end or pass"),
        ("checkers", "jump", "a1-b2, end or pass"),
        ("draughts", "jump", "a1-b2"),
        ("flipflop", "there", "c3, end or pass"),
        ("othello", "there", "c3 or pass"),
    ],
)
def test_the_forms_that_are_offered_are_those_of_the_rules(key: str, text: str, offered: str) -> None:
    with pytest.raises(quincunx.InvalidActionError) as told:
        quincunx.game(key).read_action(text)
    assert told.value.expected == offered


@pytest.mark.parametrize("text", ["e2e4", "e2e5", "a7a8=Q", "heal:c1d2", "a10b2"])
def test_the_hyphen_between_two_squares_may_be_left_out(text: str) -> None:
    game = quincunx.game("hnefatafl" if "10" in text else "battlefield")
    target = re.search(r"[a-h][0-9](=Q)?$", text)
    assert target is not None
    assert game.read_action(text) == game.read_action(f"{text[: target.start()]}-{target[0]}")


def test_a_timeout_with_cells_is_no_action() -> None:
    timed = [game for game in map(quincunx.game, KEYS) if game.start().accepts_timeout()]
    assert timed
    for game in timed:
        with pytest.raises(quincunx.InvalidActionError):
            game.start().apply(game.read_action("timeout") | 5)


@pytest.mark.parametrize(
    "use",
    [quincunx.State.legal_actions, lambda state: quincunx.perft(state, 1), lambda state: quincunx.playouts(state, 1)],
)
def test_a_state_without_rules_is_refused_everywhere(use: Callable[[quincunx.State], object]) -> None:
    with pytest.raises(NotImplementedError):
        use(quincunx.State(quincunx.game(KEYS[0])))


def test_what_is_legal_follows_every_change() -> None:
    """The legal actions are kept from when they are listed until the state changes."""
    game = quincunx.game("othello")
    state, other = game.start(), game.start()
    listed = state.legal_actions()
    action = listed[0]
    listed.clear()
    assert state.legal_actions()[0] == action
    other.legal_actions()
    assert state.is_legal(action)
    state.legal_actions()
    state.apply(action)
    assert not state.is_legal(action)
    state.legal_actions()
    assert state.undo() == action
    assert state.is_legal(action)
    state.apply(action)
    state.legal_actions()
    state.assign(other)
    assert state.is_legal(action)
    state.legal_actions()
    del state
    for _ in range(3):  # one of them gets the same address
        other = other.copy()
        other.apply(other.legal_actions()[0])
        assert not other.is_legal(action)


def test_assign_takes_only_states_of_the_same_game() -> None:
    state, other = (quincunx.game(key).start() for key in KEYS[:2])
    with pytest.raises(ValueError, match="expected a state of"):
        state.assign(other)
    state.apply(state.legal_actions()[0])
    before = state.words()
    state.assign(state)
    assert state.words() == before
    assert len(state.actions()) == 1


def test_a_game_is_frozen() -> None:
    with pytest.raises(AttributeError, match="frozen"):
        quincunx.game(KEYS[0]).board = None  # type: ignore[assignment]


def test_actions_are_read_with_capitals_and_spaces() -> None:
    state = quincunx.game(KEYS[0]).start()
    text = state.text(state.legal_actions()[0])
    assert state.parse(f" {text.upper().replace('-', ' - ')} ") == state.legal_actions()[0]


def test_an_illegal_action_names_its_rule() -> None:
    state = quincunx.game(KEYS[0]).start()
    refusal = state.why_not("a1-a1")
    assert refusal is not None
    with pytest.raises(quincunx.IllegalActionError) as raised:
        state.parse("a1-a1")
    assert (raised.value.rule, raised.value.sentence) == refusal
    assert str(raised.value) == f"{refusal.sentence} ({refusal.rule})"


def test_errors_survive_pickling() -> None:
    for error in (
        quincunx.IllegalActionError("H3", "No."),
        quincunx.InvalidActionError("x is not an action", "a1-b2"),
        quincunx.RecordError("broken", expected="whole", line=3),
        Limit("quiet", 200, "").refuse(-1),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert isinstance(error.text, Phrase)
        assert isinstance(again.text, Phrase)
        assert (again.text.code, again.text.params) == (error.text.code, error.text.params)
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_outcomes_unpack() -> None:
    winner, reason = Outcome(None, "repetition")
    assert (winner, reason) == (None, "repetition")


def test_perft_refuses_an_unknown_measure() -> None:
    with pytest.raises(ValueError, match="by='action' or by='turn'"):
        quincunx.perft(quincunx.game(KEYS[0]).start(), 1, by="move")


def test_counting_leaves_the_state_alone() -> None:
    state = quincunx.game(KEYS[0]).start()
    state.apply(state.legal_actions()[0])
    before = state.words()
    quincunx.perft(state, 2)
    quincunx.playouts(state, 2)
    assert state.words() == before


def test_a_long_count_holds_no_lock_and_can_be_stopped() -> None:
    """If the count held the lock, the main thread could never stop it."""
    counter = Perft(quincunx.game(KEYS[0]).start())
    counting = threading.Thread(target=counter.by_action, args=(60,), daemon=True)
    counting.start()
    counter.stop()
    counting.join(60)
    assert not counting.is_alive()


def test_playouts_that_do_not_end_are_counted_as_unfinished() -> None:
    tally = quincunx.playouts(quincunx.game(KEYS[0]).start(), 4, longest=3)
    assert tally.results == {(None, "unfinished"): 4}
    assert tally.plies == 12
