"""A match line by line, wherever it lives: prints the board, asks for an action as text. Works in a pipe too."""

from __future__ import annotations

from collections.abc import Callable

from quincunx.clients.table import Table
from quincunx.clients.terminal.advice import Adviser
from quincunx.clients.terminal.board import draw
from quincunx.clients.terminal.plain import HELP, Console, PlainGame
from quincunx.play.commands import Abort, Accept, Claim, Decline, Hint, MakeOffer, PlayerCommand, Resign
from quincunx.play.match import Match
from quincunx.play.refused import Refused
from quincunx.play.scene import ENDINGS
from quincunx.play.view import ending, view
from quincunx.search.agent import Budget

MORE_HELP = """\
  draw           offer a draw
  accept         what the other player offers; decline: do not
  resign         leave the match, which loses it; abort: call it off before one's first move
  claim          the win, where the other player has stayed away"""

QUIT = ("quit", "q", "exit")
INSPECTING = ("actions", "show", "why", "forecast", "card")


class LineGame:
    """One match at the prompt, until it is over, the player quits or the input ends."""

    def __init__(self, table: Table, console: Console, how_to_resume: str = "quincunx play --resume") -> None:
        self._table = table
        self._say = console.say
        self._console = console
        self._how_to_resume = how_to_resume
        self._told: Match | None = None
        self._note = self._link = ""

    def run(self) -> None:
        """Play; then say how to go on, and print the record. Ctrl-C loses nothing either."""
        try:
            self._news()
            while self._table.match.status in ("open", "running"):
                if not self._is_mine_to_move():
                    self._table.wait()
                elif not self._ask_once():
                    break
                self._news()
        finally:
            self._leave()

    def _is_mine_to_move(self) -> bool:
        match = self._table.match
        return match.status == "running" and match.state.to_move in self._table.sides

    def _leave(self) -> None:
        match = self._table.match
        if match.status in ("open", "running") and self._table.id:
            self._say(f"\nTo play on: {self._how_to_resume}={self._table.id}")  # an id may begin with a dash
        self._say("\n" + match.record().text())

    # -- what is shown --

    def _news(self) -> None:
        """Say what has happened since the last time."""
        self._notices()
        match, before = self._table.match, self._told
        if before is not None and match.version == before.version:
            return
        self._told = match
        for line in [] if before is None else played(before, match, self._table.sides):
            self._say(line)
        if match.status != "open" and (before is None or match.position != before.position):
            self._say(draw(view(match.state)))
        for offer, made in match.offers.items():
            if made.side not in self._table.sides:
                self._say(f"The other player offers a {offer}: accept or decline.")
        self._end(match)

    def _end(self, match: Match) -> None:
        """How it ended, where the board does not say it."""
        if match.status == "aborted":
            self._say("The match was called off.")
        elif match.result is not None and match.state.outcome() is None:
            self._say(ending(match.state, match.result.winner, ENDINGS[match.result.reason]))

    def _notices(self) -> None:
        if self._table.match.status == "open" and self._table.link != self._link:
            self._link = self._table.link
            self._say(f"Give this link to the one you want to play with: {self._link}")
        if self._table.note != self._note:
            self._note = self._table.note
            self._say(self._note or "All is well again.")

    # -- what is typed --

    def _ask_once(self) -> bool:
        """One line from the player; False to stop."""
        match = self._table.match
        line = self._console.ask(f"{match.state.game.players[match.state.to_move]}> ")
        if line is None or line.strip() in QUIT:
            return False
        word, _, rest = line.strip().partition(" ")
        command = self._commands().get(word)
        if command is not None:
            command(rest.strip())
        elif word:
            self._play(line.split())
        return True

    def _commands(self) -> dict[str, Callable[[str], None]]:
        """What can be typed besides actions."""
        looking = PlainGame(self._table.match.state.copy(), {}, Budget(), self._console).commands()
        return {word: looking[word] for word in INSPECTING} | {
            "help": lambda _: self._say(f"{HELP}\n{MORE_HELP}"),
            "?": lambda _: self._say(f"{HELP}\n{MORE_HELP}"),
            "hint": lambda _: self._hint(),
            "record": lambda _: self._say(self._table.match.record().text()),
            "undo": lambda _: self._ask(MakeOffer("takeback")),
            "takeback": lambda _: self._ask(MakeOffer("takeback")),
            "draw": lambda _: self._ask(MakeOffer("draw")),
            "accept": lambda _: self._answer(Accept),
            "decline": lambda _: self._answer(Decline),
            "resign": lambda _: self._ask(Resign()),
            "abort": lambda _: self._ask(Abort()),
            "claim": lambda _: self._ask(Claim()),
        }

    def _play(self, words: list[str]) -> None:
        """Play the actions named, up to the first that is refused or that is not this player's to choose."""
        for word in words:
            if not self._is_mine_to_move():
                self._say(f"{word}: it is not your turn any more.")
                return
            try:
                self._table.act(word)
            except Refused as refused:
                self._say(f"{word}: {refused.sentence}" + (f" ({refused.rule})" if refused.rule else ""))
                return

    def _hint(self) -> None:
        """What a strong bot would play; it is not played."""
        match = self._table.match
        try:
            self._table.ask(Hint(match.position))
        except Refused as refused:
            self._say(refused.sentence)
        else:
            self._say(f"Hint: {match.state.text(Adviser().best(match.state.copy()))}")

    def _answer(self, kind: type[Accept | Decline]) -> None:
        offers = [offer for offer, made in self._table.match.offers.items() if made.side not in self._table.sides]
        if offers:
            self._ask(kind(offers[0]))
        else:
            self._say("Nothing is on offer.")

    def _ask(self, command: PlayerCommand) -> None:
        try:
            self._table.ask(command)
        except Refused as refused:
            nothing = refused.code == "nothing_to_take_back"
            self._say("There is nothing to undo." if nothing else refused.sentence)


def played(before: Match, match: Match, mine: tuple[int, ...]) -> list[str]:
    """What the other side has played between two moments, a line for each run of actions."""
    state, actions = before.state.copy(), match.state.actions()
    if actions[: state.ply] != state.actions():  # something was taken back
        return []
    turns: list[tuple[int, list[str]]] = []
    for action in actions[state.ply :]:
        if not turns or turns[-1][0] != state.to_move:
            turns.append((state.to_move, []))
        turns[-1][1].append(state.text(action))
        state.apply(action)
    players = state.game.players
    return [f"{players[side]} plays {' '.join(texts)}" for side, texts in turns if side not in mine]
