"""All texts of a game are phrases that can be translated: games are played, and wrong actions tried."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

import quincunx
from quincunx import Game
from quincunx.core.errors import OptionError
from quincunx.search.chances import Scale, scale_of
from quincunx.words import Phrase
from variants import variants
from words.evidence import said_in_play, said_of, said_of_content, said_of_faults

GAMES = variants()
ACTION = r"(?:\w+:)?[a-z]\d+(?:-[a-z]\d+(?:=\w)?)?"
# numbers, single letters for sides, actions, user input
NO_WORDS = re.compile(rf"[\W\d_]*|[a-z]|{ACTION}(, {ACTION})*|'.*'", re.DOTALL)


def plain(texts: Iterable[str]) -> list[str]:
    """The texts that contain words but are not phrases."""
    return sorted({text for text in texts if not isinstance(text, Phrase) and not NO_WORDS.fullmatch(text)})


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_is_said_in_play(game: Game) -> None:
    texts = [text for seed in (1, 2) for text in said_in_play(game, seed)]
    assert len(set(texts)) > 30
    assert plain(texts) == []


@pytest.mark.parametrize("key", list(quincunx.games()))
def test_names_options_and_endings(key: str) -> None:
    assert plain(said_of(quincunx.game(key))) == []


@pytest.mark.parametrize("key", list(quincunx.games()))
def test_content_and_its_faults(key: str) -> None:
    assert plain([*said_of_content(quincunx.game(key)), *said_of_faults(quincunx.game(key))]) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_units_of_scores(game: Game) -> None:
    assert plain([scale_of(game).unit, Scale().unit]) == []


@pytest.mark.parametrize("game", GAMES)
def test_options_that_are_refused(game: Game) -> None:
    for option in game.spec.options:
        with pytest.raises(OptionError) as refused:
            option.read_sent(object)
        assert plain([refused.value.text]) == []
