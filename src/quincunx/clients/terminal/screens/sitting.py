"""Sitting at a table: keys, picks and hints, whatever the board looks like."""

from __future__ import annotations

from textual.binding import Binding
from textual.message import Message
from textual.screen import Screen

from quincunx.clients.table import Table
from quincunx.clients.terminal.advice import Adviser
from quincunx.clients.terminal.screens import speech
from quincunx.clients.terminal.screens.dialogs import Choice
from quincunx.clients.terminal.screens.hand import Hand
from quincunx.clients.terminal.screens.helping import HelpScreen
from quincunx.clients.terminal.screens.offers import Command, possible
from quincunx.clients.terminal.screens.signs import Signs
from quincunx.clients.terminal.screens.turns import turns
from quincunx.clients.terminal.screens.watching import Watch, ask_for_hint
from quincunx.core import codes
from quincunx.play.commands import Hint, MakeOffer
from quincunx.play.refused import Refused
from quincunx.play.view import view
from quincunx.play.walker import Step

KEYS = """\
# Keys

| key | what it does |
|---|---|
| arrows | move the cursor |
| Enter, Space, click | pick: the piece, then where it goes |
| Z | take the piece under the cursor |
| X | let it go to the square under the cursor; X again goes on |
| C | end the turn, or pass where nothing can be played |
| Escape, right click | put the piece back |
| H | a hint: the best action is shown, not played |
| U | take back your last turn |
| F | look from the other side |
| O | resign, offer a draw, answer an offer |
| V | the screen of the game's own document, where it has one |
| Page Up, Page Down | earlier and later moves |
| N | a new game |
| Q | quit |
"""


class TableScreen(Screen[None]):
    """Plays at a table; kinds of screens draw it."""

    BINDINGS = [
        *(Binding(key, f"step('{key}')", show=False) for key in ("up", "down", "left", "right")),
        Binding("enter,space", "pick", "Pick"),
        Binding("z,Z", "take", "Take"),
        Binding("x,X", "aim", "Go"),
        Binding("c,C", "close", "End"),
        Binding("escape", "reset", "Back"),
        Binding("h,H", "hint", "Hint"),
        Binding("u,U", "takeback", "Undo"),
        Binding("o,O", "offers", "Offers"),
        Binding("question_mark", "help", "Help"),
    ]

    class Changed(Message):
        """Something has happened at the table."""

    class Hinted(Message):
        """The hint for the position of that version has been found."""

        def __init__(self, action: int, position: int) -> None:
            super().__init__()
            self.action = action
            self.position = position

    def __init__(self, table: Table, signs: Signs) -> None:
        super().__init__()
        self.table = table
        self.signs = signs
        self.match = table.match
        self.hand: Hand | None = None
        self.cursor = self._first_cursor()
        self.hint: tuple[int, ...] = ()
        self.adviser = Adviser()
        self._watch: Watch | None = None
        self._take_up()

    # -- what a kind of screen draws --

    def draw(self) -> None:
        """Show everything as it is now."""
        raise NotImplementedError

    def say(self, words: str) -> None:
        """One line for the player; an empty one says nothing."""
        raise NotImplementedError

    def stepped(self, cell: int, direction: str) -> int:
        """The neighbouring cell as it is seen here."""
        raise NotImplementedError

    # -- coming and going --

    def on_mount(self) -> None:
        """Listen to the table."""
        self._watch = Watch(self.table, lambda: self.post_message(self.Changed()))
        self.call_after_refresh(self.draw)

    def on_unmount(self) -> None:
        """Let everything go that works for this screen."""
        self.adviser.stop()
        if self._watch is not None:
            self._watch.stop()

    def on_screen_resume(self) -> None:
        """Something may have happened behind a dialog."""
        self.call_after_refresh(self.draw)

    def _first_cursor(self) -> int:
        """On the last action; before the first one, on something in the middle that can be picked."""
        shown = view(self.table.match.state)
        board = shown.board
        middle = board.ranks // 2 * board.files + board.files // 2
        if shown.last:
            return shown.last[-1]
        begins = Hand(self.table.match.state).walker.cells()
        return min(begins, key=lambda cell: _distance(cell, middle, board.files), default=middle)

    # -- what happens at the table --

    def on_table_screen_changed(self) -> None:
        """Take up the new position."""
        self.sync()

    def sync(self) -> None:
        """Show the match as the table knows it now."""
        before, self.match = self.match, self.table.match
        if self.match.position != before.position or self.match.status != before.status:
            self._take_up()
            self._tell_last()
        self.draw()

    def _take_up(self) -> None:
        """A position to pick in, where this keyboard may."""
        self.adviser.stop()
        self.hint = ()
        mine = self.match.status == "running" and self.match.state.to_move in self.table.sides
        self.hand = Hand(self.match.state) if mine else None

    def _tell_last(self) -> None:
        """What the other side did; or what can be done besides going on."""
        played = turns(self.match.state)
        if self.match.status != "running":
            self.say(speech.status(self.match, self.table.sides))
        elif self.hand is not None and self.hand.walker.bare:
            self.say(self._closing_words(self.hand))
        elif played and played[-1].side not in self.table.sides:
            name = self.table.game.players[played[-1].side]
            self.say(f"{name[0].upper() + name[1:] if len(name) > 1 else name} played {' '.join(played[-1].actions)}.")
        else:
            self.say("")

    def _closing_words(self, hand: Hand) -> str:
        if hand.walker.paths:
            return "Go on, or press C to end the turn."
        return "There is nothing to play: press C to pass."

    # -- picks --

    def action_step(self, direction: str) -> None:
        """Move the cursor."""
        self.cursor = self.stepped(self.cursor, direction)
        self.draw()

    def action_pick(self) -> None:
        """Whatever comes next on the square under the cursor."""
        self._came(self.hand.pick(self.cursor) if self.hand else None)

    def action_take(self) -> None:
        """Take the piece under the cursor."""
        self._came(self.hand.take(self.cursor) if self.hand else None)

    def action_aim(self) -> None:
        """Go to the square under the cursor."""
        self._came(self.hand.aim(self.cursor) if self.hand else None)

    def action_close(self) -> None:
        """End the turn."""
        self._came(self.hand.close() if self.hand else None)

    def action_reset(self) -> None:
        """Put the piece back."""
        if self.hand is not None:
            self.hand.reset()
        self.hint = ()
        self.say("")
        self.draw()

    def _came(self, step: Step | None) -> None:
        """Do what the pick came to: play the action, say why not, or ask on."""
        if self.hand is None or step is None:
            self.say(speech.status(self.match, self.table.sides))
        elif step.refusal is not None:
            self.say(speech.refused(step.refusal))
        elif step.action is not None:
            self.play(step.action)
        elif names := self._must_choose():
            self.app.push_screen(Choice("Which?", names), self._chosen)
        else:
            self.say("")
        self.draw()

    def _must_choose(self) -> tuple[str, ...]:
        return self.hand.must_choose() if self.hand is not None else ()

    def _chosen(self, name: str | None) -> None:
        if self.hand is None:
            return
        if name is None:
            self.hand.reset()
            self.draw()
        else:
            self._came(self.hand.choose(name))

    def play(self, action: int) -> None:
        """Play an action at the table."""
        try:
            self.table.act(self.match.state.text(action), self.match.position)
        except Refused as error:
            self.say(speech.refused(error))
        self.sync()
        if codes.kind_of(action) < codes.END or codes.kind_of(action) >= codes.OWN:
            self.cursor = codes.target_of(action)

    # -- the other keys --

    def action_hint(self) -> None:
        """Show what a strong bot would play."""
        if self.hand is None:
            self.say(speech.status(self.match, self.table.sides))
            return
        position = self.match.position
        try:
            self.table.ask(Hint(position))  # counted
        except Refused as error:
            self.say(speech.refused(error))
            return
        self.say("Thinking about a hint…")
        tell = lambda action: self.post_message(self.Hinted(action, position))  # noqa: E731
        ask_for_hint(self.adviser, self.match.state.copy(), tell)

    def on_table_screen_hinted(self, event: Hinted) -> None:
        """Show the hint, unless the match has gone on."""
        if event.position != self.match.position or self.hand is None:
            return
        text = self.match.state.text(event.action)
        bare = codes.kind_of(event.action) in (codes.END, codes.PASS)
        self.hint = () if bare else (codes.origin_of(event.action), codes.target_of(event.action))
        self.say(f"Hint: {text}")
        self.draw()

    def action_takeback(self) -> None:
        """Ask for the last turn back."""
        try:
            self.table.ask(MakeOffer("takeback"))
        except Refused as error:
            self.say(speech.refused(error))
            return
        self.sync()
        self.say("Taken back." if "takeback" not in self.match.offers else "A takeback is offered.")

    def action_offers(self) -> None:
        """Resign, offer, accept, decline: what is possible now."""
        commands = possible(self.match, self.table.sides)
        if commands:
            self.app.push_screen(Choice("What?", list(commands)), lambda name: self._ask(commands.get(name or "")))
        else:
            self.say("There is nothing to offer or to answer.")

    def _ask(self, command: Command | None) -> None:
        if command is None:
            return
        try:
            self.table.ask(command)
        except Refused as error:
            self.say(speech.refused(error))
            return
        self.sync()

    def action_help(self) -> None:
        """The keys and the rules."""
        self.app.push_screen(HelpScreen(self.table.game.spec, KEYS))


def _distance(cell: int, other: int, files: int) -> tuple[int, int]:
    """How far two cells are apart: in files first, so that the middle of a row counts as near."""
    return abs(cell % files - other % files), abs(cell // files - other // files)
