"""All texts of random games and of many wrong actions: evidence for translations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quincunx.core import action_codes
from quincunx.core.content import Form
from quincunx.core.errors import InvalidActionError, OptionError
from quincunx.core.game import Game
from quincunx.core.options import Option
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.play.errors import unplayable
from quincunx.play.view import View, view
from quincunx.play.walker import Walker
from quincunx.words import phrase

PLIES = 400  # the most in a game
TRIES = 150  # wrong actions at each tested position
UNREADABLE = ("foo", "z99", "a1-z99", "heal:a1", "=Q", "a1-b2=Z", "")


def said_in_play(game: Game, seed: int) -> Iterator[str]:
    """All texts in a random game from start to end."""
    random, state = Random(seed), game.start()
    while state.outcome() is None and state.ply < PLIES:
        yield from _seen(view(state))
        if state.ply < 2 or random.below(3 if state.acted else 40) == 0:
            yield from _refused(state, random)
        actions = state.legal_actions()
        state.apply(actions[random.below(len(actions))])
    yield from _seen(view(state))
    yield from _refused(state, random)


def _seen(seen: View) -> Iterator[str]:
    yield from (seen.status, *seen.players, *seen.board.mark_names.values())
    yield from filter(None, [seen.prompt])
    for row in seen.hud:
        yield from (row.label, *row.values)
    for piece in seen.pieces.values():
        yield from (piece.name, *piece.effects)
        for badge in piece.badges:
            yield from (badge.label, badge.value)


def _refused(state: State, random: Random) -> Iterator[str]:
    cells = state.game.board.files * state.game.board.ranks
    kinds = [action_codes.MOVE, *(action_codes.OWN + number for number in range(len(state.game.spec.kinds)))]
    wrong = [action_codes.action(kind, 0, 0) for kind in (action_codes.END, action_codes.PASS, action_codes.TIMEOUT)]
    wrong += [action_codes.action(action_codes.PLACE, cell, cell) for cell in range(cells)]
    for _ in range(TRIES):
        wrong.append(action_codes.action(kinds[random.below(len(kinds))], random.below(cells), random.below(cells)))
    legal = set(state.legal_actions())
    yield from (state.explain(action).sentence for action in wrong if action not in legal)
    yield from _unreadable(state)
    yield from _walked(state, random, cells)


def _unreadable(state: State) -> Iterator[str]:
    for text in UNREADABLE:
        try:
            state.game.read_action(text)
        except InvalidActionError as error:
            yield unplayable(error).sentence


def _walked(state: State, random: Random, cells: int) -> Iterator[str]:
    walker = Walker(state)
    yield from walker.labels().values()
    picks = ["end", "pass", "nonsense", -1, *(random.below(cells) for _ in range(6))]
    for pick in picks:
        refusal = walker.pick(pick).refusal
        if refusal is not None:
            yield refusal.sentence


def said_of(game: Game) -> Iterator[str]:
    """The texts in a game's spec: names, options, outcomes."""
    spec = game.spec
    yield from (spec.title, spec.summary, *spec.players, *(kind.title or kind.name for kind in spec.kinds))
    for _, sentence in spec.reason_rules.values():
        yield sentence
        yield from _endings(spec.players, sentence)
    for option in spec.options:
        yield from (option.title, option.help, option.expected, option.own, *option.labels)


def _endings(players: tuple[str, str], sentence: str) -> Iterator[str]:
    """The status line's texts for an outcome, for any winner."""
    yield phrase("play.status.drawn_at_once", reason=sentence)
    for name in players:
        yield phrase("play.status.won_at_once", reason=sentence, side=name)
    for count in (1, 54):
        moves = phrase("play.moves", count=count)
        yield phrase("play.status.drawn", reason=sentence, moves=moves)
        for name in players:
            yield phrase("play.status.won", reason=sentence, side=name, moves=moves)


def said_of_content(game: Game) -> Iterator[str]:
    """The texts in an editor for a game's content, including names in shipped content."""
    for option in game.spec.options:
        if option.content is None:
            continue
        form = option.content.form()
        for field in (*form.head, *form.fields):
            yield from (field.label, *(word.label for word in field.words))
        for table in form.tables:
            yield from (table.label, *(row.label for row in table.rows))


def said_of_faults(game: Game) -> Iterator[str]:
    """The texts about custom content that has an error in each place in turn."""
    for option in game.spec.options:
        content = option.content
        if content is None:
            continue
        data = next(iter(content.shipped().values()))
        for broken in _broken(dict(data), content.form()):
            yield from (fault.sentence for fault in content.faults(broken))
            yield _refused_option(option, broken)


def _refused_option(option: Option, broken: dict[str, Any]) -> str:
    """The error message for the broken content; nothing if it is valid after all."""
    try:
        option.read_sent(broken)
    except OptionError as error:
        return error.text
    return ""


def _broken(data: dict[str, Any], form: Form) -> Iterator[dict[str, Any]]:
    yield from ({}, data | {"name": ""}, data | {"'wrong'": {}})
    for table in form.tables:
        yield data | {table.name: 3}
        yield data | {table.name: {"'wrong'": {}}}
        for row in table.rows:
            rows = data.get(table.name, {})
            entries = rows.get(row.key, {})
            yield data | {table.name: rows | {row.key: 3}}
            yield data | {table.name: rows | {row.key: entries | {"'wrong'": 3}}}
            for field in form.fields:
                rest = {key: entry for key, entry in entries.items() if key != field.key}
                yield data | {table.name: rows | {row.key: rest}}
                words = [word.key for word in field.words]
                for value in ("wrong", 1000, words, words * 2, words * 9, *words):
                    yield data | {table.name: rows | {row.key: entries | {field.key: value}}}
