"""What every match screen does: follows a seat, shows the position and says what happens."""

from __future__ import annotations

from textual.message import Message
from textual.screen import Screen

from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.language import say, t
from quincunx.clients.terminal.screens.glyphs import Glyphs
from quincunx.clients.terminal.screens.picks import Picks, first_cell
from quincunx.clients.terminal.seats.adviser import Adviser
from quincunx.clients.terminal.seats.watcher import Watcher, ask_for_points
from quincunx.clients.terminal.text import legs, messages
from quincunx.clients.terminal.text.turns import Turn, turns
from quincunx.play.match import Match

TICK = 0.5  # seconds


class BaseMatchScreen(Screen[None]):
    """Follows a seat, and says what happens there; kinds of screens draw it."""

    class Changed(Message):
        """Something has happened at the seat."""

    class Rematched(Message):
        """There is another seat to go on at: of the second game of two, or of the rematch."""

    class Scored(Message):
        """What a rated match did to both ratings is known, in words."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    def __init__(self, seat: MatchSeat, signs: Glyphs) -> None:
        super().__init__()
        self.seat = seat
        self.points = ""  # of a rated match that is over
        self.signs = signs
        self.match = seat.match
        self.hand: Picks | None = None
        self.cursor = first_cell(seat.match.state)
        self.hint: tuple[int, ...] = ()
        self.adviser = Adviser()
        self._note = seat.note
        self._watch: Watcher | None = None
        self._take_up()

    # -- what a kind of screen draws --

    def draw(self) -> None:
        """Show everything as it is now."""
        raise NotImplementedError

    def say(self, words: str) -> None:
        """One line for the player; an empty one says nothing."""
        raise NotImplementedError

    def show_clock(self) -> None:
        """Show what is left of the time."""
        raise NotImplementedError

    def stepped(self, cell: int, direction: str) -> int:
        """The neighbouring cell as it is seen here."""
        raise NotImplementedError

    # -- coming and going --

    def on_mount(self) -> None:
        """Listen to the seat, and let the clock be seen to run."""
        self._watch = Watcher(self.seat, lambda: self.post_message(self.Changed()))
        self.set_interval(TICK, self._tick)
        self.call_after_refresh(self._greet)

    def on_unmount(self) -> None:
        """Let everything go that works for this screen."""
        self.adviser.stop()
        if self._watch is not None:
            self._watch.stop()

    def on_screen_resume(self) -> None:
        """Something may have happened behind a dialog."""
        self.call_after_refresh(self.draw)

    def _greet(self) -> None:
        if self.match.status == "open" and self.seat.link:
            self.say(f"{t('screens.match.invite')}\n{self.seat.link}")
        elif self.match.goes_on() and self.match.rematch:
            self._tell_last()
        elif self.match.status == "running" and self.match.state.ply == 0:
            self.say(legs.introduced(self.match))
        self.draw()

    def _tick(self) -> None:
        if self.match.deadline() is not None:
            self.show_clock()

    # -- what happens at the seat --

    def on_base_match_screen_changed(self) -> None:
        """Take up the new position."""
        self.sync()

    def sync(self) -> None:
        """Show the match as the seat knows it now."""
        before, self.match = self.match, self.seat.match
        if self.match.position != before.position or self.match.status != before.status:
            self._take_up()
            self._tell_last()
            self._ask_for_points()
        self._tell_news(before)
        self.draw()

    def _ask_for_points(self) -> None:
        """The server is asked for them in a thread: the screen does not wait."""
        match, seat = self.match, self.seat
        if match.created.rated and match.status == "finished":
            ask_for_points(seat, lambda changes: self.post_message(self.Scored(messages.points(match, changes))))

    def on_base_match_screen_scored(self, event: Scored) -> None:
        """Say what the match was worth."""
        self.points = event.words
        self._tell_last()

    def _take_up(self) -> None:
        """A position to pick in, where this keyboard may."""
        self.adviser.stop()
        self.hint = ()
        mine = self.match.status == "running" and self.match.state.to_move in self.seat.sides
        self.hand = Picks(self.match.state) if mine else None

    def _tell_last(self) -> None:
        """What the other side did; or what can be done besides going on."""
        if self.match.status in ("finished", "aborted"):
            self.say(self._last_words())
        else:
            heard = "" if self.hand is not None and self.match.state.acted else self._heard()
            asked = "" if self.hand is None else messages.prompt(self.match.state, "C")
            self.say(" ".join(filter(None, (heard, asked))))

    def _heard(self) -> str:
        """What has happened since this player's own last turn: a pass that nobody chose is easily missed."""
        mine = self.seat.sides
        sentences: list[str] = []
        for turn in reversed(turns(self.match.state)):
            if turn.side in mine and not turn.passes:
                break
            sentences.insert(0, self._turn_words(turn))
            if len(mine) != 1 and not turn.passes:
                break
        return " ".join(sentences)

    def _turn_words(self, turn: Turn) -> str:
        players, mine = self.seat.game.players, self.seat.sides
        told = turn.moves and turn.side not in mine
        played = t("screens.match.played", side=players[turn.side], moves=turn.moves) if told else ""
        return " ".join(filter(None, (played, messages.passed(turn, players, mine))))

    def _tell_news(self, before: Match) -> None:
        """What else has happened: an offer, trouble with the line, a rematch."""
        offered = [offer for offer, made in self.match.offers.items() if made.side not in self.seat.sides]
        if offered and self.match.offers != before.offers:
            self.say(t(f"screens.offered.{offered[0]}"))
        if self.seat.note != self._note:
            noted, self._note = self._note, self.seat.note
            self.say(say(self._note) or messages.recovered(noted))
        if self.match.rematch and not before.rematch and not self.match.goes_on():
            self.post_message(self.Rematched())

    def action_on(self) -> None:
        """To the second game, when the first has been looked at."""
        if self.match.goes_on() and self.match.rematch:
            self.post_message(self.Rematched())

    def _last_words(self) -> str:
        """How it ended, what that comes to, and what can be done next."""
        second = self.match.goes_on() and self.match.rematch
        next = t("screens.match.to_second") if second else t("screens.match.to_menu")
        words = (messages.status(self.match, self.seat.sides), self.points, legs.standing(self.match), next)
        return " ".join(filter(None, words))
