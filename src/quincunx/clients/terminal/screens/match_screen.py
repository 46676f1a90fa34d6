"""A match screen for players: keys, picks, hints and offers, independent of how the board is drawn."""

from __future__ import annotations

from textual.binding import Binding
from textual.message import Message

from quincunx.clients.language import t
from quincunx.clients.terminal.screens.base_match_screen import BaseMatchScreen
from quincunx.clients.terminal.screens.dialogs import Choice, Question
from quincunx.clients.terminal.screens.help_screen import HelpScreen
from quincunx.clients.terminal.screens.offers import Command, possible
from quincunx.clients.terminal.seats.watcher import ask_for_hint
from quincunx.clients.terminal.text import messages
from quincunx.clients.terminal.text.turns import texts
from quincunx.core import action_codes
from quincunx.play.commands import Hint, MakeOffer, Resign
from quincunx.play.errors import Refused
from quincunx.play.walker import Step, choice_label


class MatchScreen(BaseMatchScreen):
    """Plays at a seat; subclasses draw it."""

    BINDINGS = [
        *(Binding(key, f"step('{key}')", show=False) for key in ("up", "down", "left", "right")),
        Binding("enter,space", "pick", show=False),
        Binding("z,Z", "take", show=False),
        Binding("x,X", "aim", show=False),
        Binding("c,C", "close", show=False),
        Binding("escape", "reset", show=False),
        Binding("h,H", "hint", show=False),
        Binding("u,U", "takeback", show=False),
        Binding("o,O", "offers", show=False),
        Binding("g,G", "on", show=False),
        Binding("question_mark", "help", show=False),
    ]

    class Hinted(Message):
        """The hint for the position of that version has been found."""

        def __init__(self, action: int, position: int) -> None:
            super().__init__()
            self.action = action
            self.position = position

    # -- picks --

    def action_step(self, direction: str) -> None:
        """Move the cursor."""
        self.cursor = self.stepped(self.cursor, direction)
        self.draw()

    def action_pick(self) -> None:
        """Pick the square under the cursor: take a piece, or move the taken one there."""
        self._came(self.hand.pick(self.cursor) if self.hand else None)

    def action_take(self) -> None:
        """Take the piece under the cursor."""
        self._came(self.hand.take(self.cursor) if self.hand else None)

    def action_aim(self) -> None:
        """Move the taken piece to the square under the cursor."""
        self._came(self.hand.aim(self.cursor) if self.hand else None)

    def action_close(self) -> None:
        """End the turn."""
        self._came(self.hand.close() if self.hand else None)

    def action_reset(self) -> None:
        """Deselect the piece."""
        if self.hand is not None:
            self.hand.reset()
        self.hint = ()
        self.say("")
        self.draw()

    def _came(self, step: Step | None) -> None:
        """Handle a pick: play the action, show why it is illegal, or ask for a choice."""
        if self.hand is None or step is None:
            self.say(messages.status(self.match, self.seat.sides))
        elif step.refusal is not None:
            self.say(self.refused(step.refusal))
        elif step.action is not None:
            self.play(step.action)
        elif names := self._must_choose():
            labels = [choice_label(self.seat.game, name) for name in names]
            self.app.push_screen(Choice(t("screens.match.which"), names, labels), self._chosen)
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

    def play(self, *actions: int) -> None:
        """Play actions of a turn at the seat."""
        refusal = ""
        try:
            self.seat.act(*texts(self.match.state, actions), position=self.match.position)
        except Refused as error:
            refusal = self.refused(error)
        self.sync()
        if refusal:
            self.say(refusal)
        for action in actions:
            if action_codes.kind_of(action) < action_codes.END or action_codes.kind_of(action) >= action_codes.OWN:
                self.cursor = action_codes.target_of(action)

    # -- the other keys --

    def action_hint(self) -> None:
        """Show what a strong bot would play."""
        if self.hand is None:
            self.say(messages.status(self.match, self.seat.sides))
            return
        position = self.match.position
        try:
            self.seat.ask(Hint(position))  # counted
        except Refused as error:
            self.say(self.refused(error))
            return
        self.say(t("screens.match.hint_wanted"))
        ask_for_hint(
            self.adviser,
            self.match.state.copy(),
            lambda action: self.post_message(self.Hinted(action, position)),
        )

    def on_match_screen_hinted(self, event: Hinted) -> None:
        """Show the hint, unless the position has changed."""
        if event.position != self.match.position or self.hand is None:
            return
        bare = action_codes.kind_of(event.action) in (action_codes.END, action_codes.PASS)
        self.hint = () if bare else (action_codes.origin_of(event.action), action_codes.target_of(event.action))
        self.say(t("screens.match.hint", action=self.hinted(event.action)))
        self.draw()

    def action_takeback(self) -> None:
        """Take back the last turn, or ask the opponent to agree."""
        try:
            self.seat.ask(MakeOffer("takeback"))
        except Refused as error:
            self.say(self.refused(error))
            return
        self.sync()
        offered = "takeback" in self.match.offers
        self.say(t("screens.match.takeback_offered") if offered else t("screens.match.taken_back"))

    def action_offers(self) -> None:
        """Show what is possible now: resign, offer, accept, decline."""
        commands = possible(self.match, self.seat.sides)
        if commands:
            self.app.push_screen(
                Choice(t("screens.match.offers"), list(commands)), lambda name: self._offer(commands.get(name or ""))
            )
        else:
            self.say(t("screens.match.nothing_to_offer"))

    def _offer(self, command: Command | None) -> None:
        if isinstance(command, Resign):
            self.app.push_screen(Question(t("screens.match.resign")), lambda yes: self._ask(command) if yes else None)
        elif command is not None:
            self._ask(command)

    def _ask(self, command: Command) -> None:
        try:
            self.seat.ask(command)
        except Refused as error:
            self.say(self.refused(error))
            return
        self.sync()

    def action_help(self) -> None:
        """Show the keys and the rules."""
        self.app.push_screen(HelpScreen(self.seat.game.spec, t("screens.help.keys")))
