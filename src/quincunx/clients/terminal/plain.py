"""A game line by line: prints the board, asks for an action as text. Works in a pipe too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from quincunx.clients.terminal.board import card, draw, foretell
from quincunx.core.errors import ActionError
from quincunx.core.state import State
from quincunx.notation.record import Record
from quincunx.play.view import forecast, view
from quincunx.search.agent import Agent, Budget

HELP = """\
  d1-d4          an action, as text; square names are file and rank
  actions        all that can be played now
  why d1-d4      which rule forbids it
  forecast d1-d4 what it will do, in games with battles
  card d1        all about the piece there
  hint           what a strong bot would play; it is not played
  undo           take back the last action
  show           the board again
  record         the game so far as text
  help           these lines
  quit           stop; the record is printed, so that nothing is lost"""


@dataclass(frozen=True)
class Console:
    """Where lines come from (None at the end of input) and go to."""

    ask: Callable[[str], str | None]
    say: Callable[[str], None]


class PlainGame:
    """One game at the prompt. `bots` are the agents by the players whom they play."""

    def __init__(self, state: State, bots: Mapping[int, Agent], budget: Budget, console: Console) -> None:
        self.state = state
        self.bots = bots
        self.budget = budget
        self.console = console

    def run(self) -> None:
        """Play until the game is over, the player quits or the input ends; then print the record."""
        self.console.say(draw(view(self.state)))
        try:
            while not self.state.over:
                if self.state.to_move in self.bots:
                    self.bot_turn()
                elif not self.ask_once():
                    break
        finally:  # Ctrl-C loses nothing either
            self.console.say("\n" + Record.of(self.state).text())

    def bot_turn(self) -> None:
        """The bot's actions until the turn is over."""
        mover, played = self.state.to_move, []
        while not self.state.over and self.state.to_move == mover:
            action = self.bots[mover].choose(self.state, self.budget)
            played.append(self.state.text(action))
            self.state.apply(action)
        self.console.say(f"{self.state.game.players[mover]} plays {' '.join(played)}")
        self.console.say(draw(view(self.state)))

    def ask_once(self) -> bool:
        """One line from the player; False to stop."""
        line = self.console.ask(f"{self.state.game.players[self.state.to_move]}> ")
        if line is None or line.strip() in ("quit", "q", "exit"):
            return False
        word, _, rest = line.strip().partition(" ")
        command = self.commands().get(word)
        if command is not None:
            command(rest.strip())
        elif word:
            self.play(line.split())
        return True

    def commands(self) -> dict[str, Callable[[str], None]]:
        """What can be typed besides actions."""
        return {
            "help": lambda _: self.console.say(HELP),
            "?": lambda _: self.console.say(HELP),
            "actions": lambda _: self.console.say(" ".join(map(self.state.text, self.state.legal_actions()))),
            "show": lambda _: self.console.say(draw(view(self.state))),
            "record": lambda _: self.console.say(Record.of(self.state).text()),
            "why": self.why,
            "forecast": self.forecast,
            "card": self.card,
            "undo": lambda _: self.undo(),
        }

    def play(self, words: list[str]) -> None:
        """Play the actions named, up to the first that is refused or that is not this player's to choose."""
        ply = self.state.ply
        for word in words:
            if self.state.to_move in self.bots:
                self.console.say(f"{word}: it is not your turn any more.")
                break
            try:
                self.state.apply(self.state.parse(word))
            except ActionError as error:
                self.console.say(f"{word}: {error}")
                break
        if self.state.ply != ply:
            self.console.say(draw(view(self.state)))

    def why(self, text: str) -> None:
        """Say which rule forbids an action."""
        refusal = self.state.why_not(text)
        self.console.say(f"{refusal.sentence} ({refusal.rule})" if refusal else f"{text} is legal.")

    def forecast(self, text: str) -> None:
        """Say what an action will do."""
        try:
            coming = forecast(self.state, self.state.parse(text))
        except ActionError as error:
            self.console.say(str(error))
            return
        self.console.say(foretell(coming, self.state.game.square) if coming else "It does what it says: no battle.")

    def card(self, square: str) -> None:
        """Say all about the piece on a square."""
        try:
            self.console.say(card(view(self.state), self.state.game.cell(square)))
        except ActionError as error:
            self.console.say(str(error))

    def undo(self) -> None:
        """Take back the player's last action, and the bot's answers with it."""
        taken: list[int] = []
        while self.state.actions() and (not taken or self.state.to_move in self.bots):
            taken.append(self.state.undo())
        if self.state.to_move in self.bots:
            for action in reversed(taken):
                self.state.apply(action)
            taken = []
        self.console.say(draw(view(self.state)) if taken else "There is nothing to undo.")
