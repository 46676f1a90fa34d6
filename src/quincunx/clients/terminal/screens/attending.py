"""A table on a screen: the position as it is, and what has happened, whatever the board looks like."""

from __future__ import annotations

from textual.message import Message
from textual.screen import Screen

from quincunx.clients.table import Table
from quincunx.clients.terminal import legs, speech
from quincunx.clients.terminal.advice import Adviser
from quincunx.clients.terminal.screens.hand import Hand, first_cell
from quincunx.clients.terminal.screens.signs import Signs
from quincunx.clients.terminal.turns import Turn, turns
from quincunx.clients.terminal.watching import Watch, ask_for_points
from quincunx.play.match import Match
from quincunx.play.view import capital

TICK = 0.5  # seconds
SECOND = "Press G for the second game."
INVITE = "Waiting for your opponent. Send them this link:"


class Attending(Screen[None]):
    """Follows a table, and says what happens there; kinds of screens draw it."""

    class Changed(Message):
        """Something has happened at the table."""

    class Rematched(Message):
        """There is another table to go on at: of the second game of two, or of the rematch."""

    class Scored(Message):
        """What a rated match did to both ratings is known, in words."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    def __init__(self, table: Table, signs: Signs) -> None:
        super().__init__()
        self.table = table
        self.points = ""  # of a rated match that is over
        self.signs = signs
        self.match = table.match
        self.hand: Hand | None = None
        self.cursor = first_cell(table.match.state)
        self.hint: tuple[int, ...] = ()
        self.adviser = Adviser()
        self._note = table.note
        self._watch: Watch | None = None
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
        """Listen to the table, and let the clock be seen to run."""
        self._watch = Watch(self.table, lambda: self.post_message(self.Changed()))
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
        if self.match.status == "open" and self.table.link:
            self.say(f"{INVITE}\n{self.table.link}")
        elif self.match.goes_on() and self.match.rematch:
            self._tell_last()
        elif self.match.status == "running" and self.match.state.ply == 0:
            self.say(legs.introduced(self.match))
        self.draw()

    def _tick(self) -> None:
        if self.match.deadline() is not None:
            self.show_clock()

    # -- what happens at the table --

    def on_attending_changed(self) -> None:
        """Take up the new position."""
        self.sync()

    def sync(self) -> None:
        """Show the match as the table knows it now."""
        before, self.match = self.match, self.table.match
        if self.match.position != before.position or self.match.status != before.status:
            self._take_up()
            self._tell_last()
            self._ask_for_points()
        self._tell_news(before)
        self.draw()

    def _ask_for_points(self) -> None:
        """The server is asked for them in a thread: the screen does not wait."""
        match, table = self.match, self.table
        if match.created.rated and match.status == "finished":
            ask_for_points(table, lambda changes: self.post_message(self.Scored(speech.points(match, changes))))

    def on_attending_scored(self, event: Scored) -> None:
        """Say what the match was worth."""
        self.points = event.words
        self._tell_last()

    def _take_up(self) -> None:
        """A position to pick in, where this keyboard may."""
        self.adviser.stop()
        self.hint = ()
        mine = self.match.status == "running" and self.match.state.to_move in self.table.sides
        self.hand = Hand(self.match.state) if mine else None

    def _tell_last(self) -> None:
        """What the other side did; or what can be done besides going on."""
        if self.match.status in ("finished", "aborted"):
            self.say(self._last_words())
        else:
            heard = "" if self.hand is not None and self.match.state.acted else self._heard()
            asked = "" if self.hand is None else speech.prompt(self.match.state, "C")
            self.say(" ".join(filter(None, (heard, asked))))

    def _heard(self) -> str:
        """What has happened since this player's own last turn: a pass that nobody chose is easily missed."""
        mine = self.table.sides
        sentences: list[str] = []
        for turn in reversed(turns(self.match.state)):
            if turn.side in mine and not turn.passes:
                break
            sentences.insert(0, self._turn_words(turn))
            if len(mine) != 1 and not turn.passes:
                break
        return " ".join(sentences)

    def _turn_words(self, turn: Turn) -> str:
        players, mine = self.table.game.players, self.table.sides
        told = turn.moves and turn.side not in mine
        played = f"{capital(players[turn.side])} played {' '.join(turn.moves)}." if told else ""
        return " ".join(filter(None, (played, speech.passed(turn, players, mine))))

    def _tell_news(self, before: Match) -> None:
        """What else has happened: an offer, trouble with the line, a rematch."""
        offered = [offer for offer, made in self.match.offers.items() if made.side not in self.table.sides]
        if offered and self.match.offers != before.offers:
            self.say(f"Your opponent offers a {offered[0]}: press O to answer.")
        if self.table.note != self._note:
            noted, self._note = self._note, self.table.note
            self.say(self._note or speech.recovered(noted))
        if self.match.rematch and not before.rematch and not self.match.goes_on():
            self.post_message(self.Rematched())

    def action_on(self) -> None:
        """To the second game, when the first has been looked at."""
        if self.match.goes_on() and self.match.rematch:
            self.post_message(self.Rematched())

    def _last_words(self) -> str:
        """How it ended, what that comes to, and what can be done next."""
        next = SECOND if self.match.goes_on() and self.match.rematch else "Press N for a new game."
        words = (speech.status(self.match, self.table.sides), self.points, legs.standing(self.match), next)
        return " ".join(filter(None, words))
