"""The start menu's model: rows with a label and values to choose from, independent of the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quincunx.clients.terminal.screens.options import RANDOM, Options
from quincunx.clients.terminal.seats.match_settings import MatchSettings, UnfinishedMatch, person_side
from quincunx.clients.terminal.text.messages import bot_name, clock_name, friend_name
from quincunx.core.spec import Spec
from quincunx.games import games, make_game
from quincunx.play import seats
from quincunx.play.clocks import Clock, Days, Fischer, PerTurn, Untimed, usual_clock
from quincunx.play.legs import Legs
from quincunx.play.match_setup import Colour, clock_for
from quincunx.play.pairing import USUAL_CLOCK
from quincunx.search.levels import LEVELS
from quincunx.words import Text, phrase

FRIEND = phrase("screens.menu.friend")
WATCH = phrase("screens.menu.watch")
ONLINE = phrase("screens.menu.online")
OTHERS = (FRIEND, WATCH, ONLINE)  # the opponents listed after the levels
COLOURS: tuple[Colour, ...] = ("first", "second", "random")
SCREENS = (phrase("screens.menu.document"), phrase("screens.menu.large_board"))
CLOCKS: tuple[Clock, ...] = (
    Untimed(),
    Fischer(180, 2),
    USUAL_CLOCK,
    Fischer(900, 10),
    *map(PerTurn, (30, 60, 120)),
    *map(Days, (1, 3, 7)),
)
CLOCK_HELP = phrase("screens.menu.clock_help")
ONLINE_HELP = phrase("screens.menu.online_help")
FRIEND_HELP = phrase("screens.menu.friend_help")
GAMES = (phrase("screens.menu.one_game"), phrase("screens.menu.two_games"))
GAMES_HELP = phrase("screens.menu.games_help")
LEFT = "left"  # the row of unfinished matches
_LASTING = ("game", "opponent", "side", "clock", "legs", "screen", LEFT)  # rows that every game has


@dataclass(frozen=True)
class Row:
    """A label, the values, and the chosen one."""

    name: str
    label: Text
    values: tuple[Text, ...]
    chosen: int
    help: Text = ""
    labels: tuple[Text, ...] = ()  # of the values, if people call them something else

    @property
    def shown(self) -> Text:
        """What people call the chosen value."""
        return (self.labels or self.values)[self.chosen]


class MenuForm:
    """The choices so far. Rows that do not apply to the chosen game are left out."""

    def __init__(self, settings: MatchSettings | None = None) -> None:
        self.specs: tuple[Spec, ...] = tuple(games().values())
        self._base = base = settings or MatchSettings(make_game(self.specs[0].key, {}))
        self._clocks = _clocks(base.clock, self.specs)
        self.left: Sequence[UnfinishedMatch] = ()
        self.friend = friend_name(base.friend or seats.FRIEND)
        self.picked: dict[str, int] = {
            "game": self.specs.index(base.game.spec),
            "opponent": _opponent(base),
            "screen": 0 if base.classic else 1,
        }
        self.choose_legs(base.legs)
        side = base.side if not base.bots else int(base.bots == {0})
        if side != person_side(base.game.spec):
            self.picked["side"] = side
        if base.clock != clock_for(base.game, None):
            self.picked["clock"] = self._clocks.index(base.clock)
        self._options = Options(base)

    @property
    def spec(self) -> Spec:
        """The chosen game."""
        return self.specs[self.picked["game"]]

    @property
    def is_online(self) -> bool:
        """Whether the match will be played on a server."""
        return self.picked["opponent"] == len(LEVELS) + OTHERS.index(ONLINE)

    @property
    def is_beside_friend(self) -> bool:
        """Whether the match will be played between two people at this keyboard."""
        return self.picked["opponent"] == len(LEVELS) + OTHERS.index(FRIEND)

    @property
    def _is_watching(self) -> bool:
        return self.picked["opponent"] == len(LEVELS) + OTHERS.index(WATCH)

    def go_online(self) -> None:
        """Choose an online opponent and a random side."""
        self.picked |= {"opponent": len(LEVELS) + OTHERS.index(ONLINE), "side": COLOURS.index("random")}

    def choose_legs(self, legs: Legs) -> None:
        """Choose a match of one game or of two."""
        self.picked["legs"] = legs - 1

    @property
    def is_classic(self) -> bool:
        """Whether to use the screen of the game's document, if it has one."""
        return self.picked["screen"] == 0

    @property
    def waiting(self) -> UnfinishedMatch:
        """The chosen unfinished match."""
        return self.left[self.picked.get(LEFT, 0)]

    def rows(self) -> list[Row]:
        """The rows that apply now."""
        spec = self.spec
        rows = [self._row("game", phrase("screens.menu.game"), tuple(each.title for each in self.specs), spec.summary)]
        levels = tuple(map(bot_name, LEVELS))
        help = ONLINE_HELP if self.is_online else FRIEND_HELP if self.is_beside_friend else ""
        rows.append(self._row("opponent", phrase("screens.menu.opponent"), (*levels, *OTHERS), help))
        if not self._is_watching:
            rows.append(self._row("side", phrase("screens.menu.side"), (*spec.players, RANDOM)))
        rows += self._option_rows()
        rows.append(self._row("clock", phrase("screens.menu.clock"), tuple(map(clock_name, self._clocks)), CLOCK_HELP))
        rows.append(self._row("legs", phrase("screens.menu.match"), GAMES, GAMES_HELP))
        if spec.frame is not None:
            rows.append(self._row("screen", phrase("screens.menu.screen"), SCREENS))
        if self.left:
            about = phrase("screens.menu.resume_help", about=self.waiting.about)
            rows.append(self._row(LEFT, phrase("screens.menu.resume"), tuple(each.title for each in self.left), about))
        return rows

    def change(self, name: str, step: int) -> None:
        """Choose the next or the previous value of a row, wrapping around."""
        row = next(row for row in self.rows() if row.name == name)
        self.picked[name] = (row.chosen + step) % len(row.values)
        if name == "game":
            self.picked = {key: value for key, value in self.picked.items() if key in _LASTING}

    def settings(self, coin: Callable[[int], int]) -> MatchSettings:
        """The settings that were chosen; `coin` makes the random choices."""
        base, picked = self._base, {row.name: row.values[row.chosen] for row in self._option_rows()}
        chosen = self._options.chosen(self.spec, picked)
        opponent, side = self.picked["opponent"], self.picked.get("side", person_side(self.spec))
        mine = coin(2) if side > 1 else side
        bots = {len(LEVELS) + OTHERS.index(WATCH): frozenset({0, 1})}
        if opponent < len(LEVELS):
            bots[opponent] = frozenset({1 - mine})
        return MatchSettings(
            make_game(self.spec.key, chosen),
            frozenset(chosen),
            bots.get(opponent, frozenset()),
            opponent + 1 if opponent < len(LEVELS) else base.level,
            base.seconds,
            base.seed,
            self.is_classic,
            self._clocks[next(row.chosen for row in self.rows() if row.name == "clock")],
            COLOURS[side] if self.is_online else None,
            2 if self.picked["legs"] else 1,
            mine,
            self.friend if self.is_beside_friend else "",
        )

    def _option_rows(self) -> list[Row]:
        rows = []
        for option in self._options.listed(self.spec):
            values, start = self._options.values(self.spec, option), self._options.start(self.spec, option)
            label = option.title or option.name.capitalize()
            labels = tuple(map(option.label, values))
            rows.append(Row(option.name, label, values, self.picked.get(option.name, start), option.help, labels))
        return rows

    def _row(self, name: str, label: Text, values: tuple[Text, ...], help: Text = "") -> Row:
        start = 0
        if name == "clock":
            start = self._clocks.index(usual_clock(self.spec) or (USUAL_CLOCK if self.is_online else Untimed()))
        elif name == "side":
            start = person_side(self.spec)
        return Row(name, label, values, self.picked.get(name, start), help)


def _clocks(chosen: Clock, specs: Sequence[Spec]) -> tuple[Clock, ...]:
    """The common clocks, the one from the command line, and the games' other default clocks."""
    usual = map(usual_clock, specs)
    return tuple(dict.fromkeys((*CLOCKS, chosen, *(clock for clock in usual if clock is not None))))


def _opponent(settings: MatchSettings) -> int:
    if len(settings.bots) == 1:
        return settings.level - 1
    return len(LEVELS) + OTHERS.index(WATCH if settings.bots else FRIEND)
