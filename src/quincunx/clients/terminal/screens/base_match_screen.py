"""The base of all match screens: follows a seat, shows the position and reports what happens."""

from __future__ import annotations

from textual.message import Message
from textual.screen import Screen

from quincunx.clients.language import say, t
from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.screens.glyphs import Glyphs
from quincunx.clients.terminal.screens.picks import Picks, first_cell
from quincunx.clients.terminal.seats.adviser import Adviser
from quincunx.clients.terminal.seats.watcher import Watcher, ask_for_points
from quincunx.clients.terminal.text import legs, messages
from quincunx.clients.terminal.text.turns import WrittenTurn, turns
from quincunx.core.outcome import Refusal
from quincunx.play.errors import Refused
from quincunx.play.match import Match

TICK = 0.5  # seconds


class BaseMatchScreen(Screen[None]):
    """Follows a seat and reports what happens there; subclasses draw it."""

    class Changed(Message):
        """The seat has changed."""

    class Rematched(Message):
        """There is a seat at the second game of two, or at the rematch."""

    class Scored(Message):
        """The rating changes of a rated match, as text."""

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

    # -- what subclasses draw --

    def draw(self) -> None:
        """Redraw everything."""
        raise NotImplementedError

    def say(self, words: str) -> None:
        """Show a line of text to the player; an empty one clears it."""
        raise NotImplementedError

    def show_clock(self) -> None:
        """Show the time left."""
        raise NotImplementedError

    def stepped(self, cell: int, direction: str) -> int:
        """The neighbouring cell in a direction, as seen on this screen."""
        raise NotImplementedError

    # -- how squares are named; subclasses may name them differently --

    def refused(self, refusal: Refusal | Refused) -> str:
        """Why something cannot be done."""
        return messages.refused(refusal)

    def moves(self, turn: WrittenTurn) -> str:
        """The moves of a turn; empty if it has none."""
        return turn.moves

    def hinted(self, action: int) -> str:
        """An action as a hint."""
        game = self.match.state.game
        return messages.action(game.spec.move_notation(game).write(self.match.state.copy(), action))

    # -- lifecycle --

    def on_mount(self) -> None:
        """Watch the seat, and start to update the clock."""
        self._watch = Watcher(self.seat, lambda: self.post_message(self.Changed()))
        self.set_interval(TICK, self._tick)
        self.call_after_refresh(self._greet)

    def on_unmount(self) -> None:
        """Stop everything that works for this screen."""
        self.adviser.stop()
        if self._watch is not None:
            self._watch.stop()

    def on_screen_resume(self) -> None:
        """Catch up with what has happened behind a dialog."""
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
        """Show the new position."""
        self.sync()

    def sync(self) -> None:
        """Show the current state of the match."""
        before, self.match = self.match, self.seat.match
        if self.match.position != before.position or self.match.status != before.status:
            self._take_up()
            self._tell_last()
            self._ask_for_points()
        self._tell_news(before)
        self.draw()

    def _ask_for_points(self) -> None:
        """Ask the server for the rating changes in a thread, so that the screen does not wait."""
        match, seat = self.match, self.seat
        if match.created.rated and match.status == "finished":
            ask_for_points(seat, lambda changes: self.post_message(self.Scored(messages.points(match, changes))))

    def on_base_match_screen_scored(self, event: Scored) -> None:
        """Show the rating changes."""
        self.points = event.words
        self._tell_last()

    def _take_up(self) -> None:
        """Let the player pick in the new position, if it is their turn."""
        self.adviser.stop()
        self.hint = ()
        mine = self.match.status == "running" and self.match.state.to_move in self.seat.sides
        self.hand = Picks(self.match.state) if mine else None

    def _tell_last(self) -> None:
        """Report the other side's turn, or what the player can do next."""
        if self.match.status in ("finished", "aborted"):
            self.say(self._last_words())
        else:
            heard = "" if self.hand is not None and self.match.state.acted else self._heard()
            asked = "" if self.hand is None else messages.prompt(self.match.state, "C")
            self.say(" ".join(filter(None, (heard, asked))))

    def _heard(self) -> str:
        """What has happened since this player's last turn, including automatic passes, which are easily missed."""
        mine = self.seat.sides
        sentences: list[str] = []
        for turn in reversed(turns(self.match.state)):
            if turn.side in mine and not turn.passes:
                break
            sentences.insert(0, self._turn_words(turn))
            if len(mine) != 1 and not turn.passes:
                break
        return " ".join(sentences)

    def _turn_words(self, turn: WrittenTurn) -> str:
        players, mine = self.seat.game.players, self.seat.sides
        moves = "" if turn.side in mine else self.moves(turn)
        played = t("screens.match.played", side=players[turn.side], moves=moves) if moves else ""
        return " ".join(filter(None, (played, messages.passed(turn, players, mine))))

    def _tell_news(self, before: Match) -> None:
        """Report other news: an offer, a connection problem, a rematch."""
        offered = [offer for offer, made in self.match.offers.items() if made.side not in self.seat.sides]
        if offered and self.match.offers != before.offers:
            self.say(t(f"screens.offered.{offered[0]}"))
        if self.seat.note != self._note:
            noted, self._note = self._note, self.seat.note
            self.say(say(self._note) or messages.recovered(noted))
        if self.match.rematch and not before.rematch and not self.match.goes_on():
            self.post_message(self.Rematched())

    def action_on(self) -> None:
        """Move on to the second game."""
        if self.match.goes_on() and self.match.rematch:
            self.post_message(self.Rematched())

    def _last_words(self) -> str:
        """The result, the score, and what the player can do next."""
        second = self.match.goes_on() and self.match.rematch
        next = t("screens.match.to_second") if second else t("screens.match.to_menu")
        words = (messages.status(self.match, self.seat.sides), self.points, legs.standing(self.match), next)
        return " ".join(filter(None, words))
