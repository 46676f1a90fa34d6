"""A match line by line, wherever it lives: prints the board, asks for an action as text. Works in a pipe too."""

from __future__ import annotations

from quincunx.clients.table import Table
from quincunx.clients.terminal import legs, speech, telling
from quincunx.clients.terminal.board import draw
from quincunx.clients.terminal.commands import Commands
from quincunx.clients.terminal.console import Console
from quincunx.clients.terminal.watching import Watch
from quincunx.play.match import Match

QUIT = ("quit", "q", "exit")
OVER = "Type rematch to play again, or quit."
SECOND = "The second game begins."
REMATCH = "The rematch begins."


class LineGame:
    """One match at the prompt, its second game and its rematches, until the player quits or the input ends.

    What happens at the table is said at once, also while the prompt waits. While a bot thinks no line is
    read, so that a file of moves can be piped in; between people it is read at any time.
    """

    def __init__(self, table: Table, console: Console, how_to_resume: str = "quincunx play --resume") -> None:
        self._console = console
        self._how_to_resume = how_to_resume
        self._leaving = False
        self._sit(table)

    def _sit(self, table: Table) -> None:
        self._table = table
        self._commands = Commands(table, self._console.say)
        self._watch = Watch(table, self._console.tell)
        self._told: Match | None = None
        self._note = self._link = ""

    def run(self) -> None:
        """Play; then say how to go on, and print the record. Ctrl-C loses nothing either."""
        try:
            self._tell()
            while not self._is_done():
                self._hear()
                self._tell()
        finally:
            self._leave()

    def _is_done(self) -> bool:
        status = self._table.match.status
        return self._leaving or status == "aborted" or (status == "finished" and not self._table.sides)

    def _leave(self) -> None:
        self._watch.stop()
        match = self._table.match
        if match.status in ("open", "running"):
            self._console.say(f"\nTo play on: {self._how_to_resume}={self._table.id}")  # an id may begin with a dash
            self._console.say("\n" + match.record().text())
        self._table.close()

    # -- what is said --

    def _tell(self) -> None:
        """Say what has happened since the last time, and go on to the next match when there is one."""
        self._tell_notices()
        before, match = self._told, self._table.match
        if before is not None and match.version == before.version:
            return
        self._told = match
        if before is None:
            self._say(telling.introduced(match), telling.squares(match), legs.introduced(match))
        for line in [] if before is None else telling.news(before, match, self._table.sides):
            self._console.say(line)
        if match.status != "open" and (before is None or _looks_new(before, match)):
            self._console.say(draw(match.state, match.result))
        if match.status == "running" and match.state.to_move in self._table.sides:
            self._say(speech.prompt(match.state, "type end"))
        if match.status in ("finished", "aborted") and (before is None or before.status != match.status):
            self._tell_end(match)
        if match.rematch and (match.goes_on() if before is None else not before.rematch):
            self._follow()

    def _tell_end(self, match: Match) -> None:
        self._say(telling.ending(match, self._table.sides), speech.points(match, self._table.points()))
        self._console.say("\n" + match.record().text())
        self._say(legs.standing(match))
        if match.status == "finished" and self._table.sides and not match.goes_on():
            self._console.say(OVER)

    def _follow(self) -> None:
        """To the table where the two play on."""
        match, following = self._table.match, self._table.rematch()
        if following is not None:
            self._watch.stop()
            self._table.close()
            self._console.say(SECOND if match.goes_on() else REMATCH)
            self._sit(following)
            self._tell()

    def _say(self, *sentences: str) -> None:
        """Say those that say something."""
        for sentence in filter(None, sentences):
            self._console.say(sentence)

    def _tell_notices(self) -> None:
        if self._table.match.status == "open" and self._table.link != self._link:
            self._link = self._table.link
            self._console.say(f"Send this link to your opponent: {self._link}")
        if self._table.note != self._note:
            before, self._note = self._note, self._table.note
            self._say(self._note or speech.recovered(before))

    # -- what is typed --

    def _hear(self) -> None:
        """Wait for a line or for news, whichever comes first; do what was typed."""
        match = self._table.match
        if self._table.busy or match.bot_to_move() is not None:
            self._console.wait()
            return
        self._tell_clock(match)
        low = telling.running_low(match, self._table.sides, self._table.now())
        typed = self._console.ask(telling.prompt(match, self._table.sides), low.seconds if low else None)
        if typed is not None:
            self._take(typed.line)
        elif low is not None and self._table.match is match and low.is_over(match, self._table.now()):
            self._console.say(f"{low.mark} seconds left.")

    def _tell_clock(self, match: Match) -> None:
        """Above a prompt that is about to be shown."""
        clock = telling.clocks(match, self._table.now()) if match.status == "running" else ""
        if clock and not self._console.is_asking:
            self._console.say(clock)

    def _take(self, line: str | None) -> None:
        if line is None or line.strip() in QUIT:
            self._leaving = True
        elif line.strip():
            self._commands.do(line)


def _looks_new(before: Match, match: Match) -> bool:
    """Whether there is another board to look at, or the first one; a document's frame names the winner, too."""
    named = match.state.game.spec.frame is not None and match.result != before.result
    return match.position != before.position or before.status == "open" or named
