"""A match in the line mode: prints the board and asks for actions as text. Works in a pipe too."""

from __future__ import annotations

from quincunx.clients.language import say, t
from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.lines import match_news
from quincunx.clients.terminal.lines.console import Console
from quincunx.clients.terminal.lines.typed_commands import TypedCommands
from quincunx.clients.terminal.seats.watcher import Watcher
from quincunx.clients.terminal.text import legs, messages
from quincunx.clients.terminal.text.board import draw
from quincunx.play.match import Match

QUIT = ("quit", "q", "exit")


class LineGame:
    """A match at the prompt, with its second game and its rematches, until the player quits or the input ends.

    News from the seat is printed at once, even while the prompt is waiting. While a bot is thinking no line is
    read, so that a file of moves can be piped in; between people lines are read at any time.
    """

    def __init__(self, seat: MatchSeat, console: Console, how_to_resume: str = "quincunx play --resume") -> None:
        self._console = console
        self._how_to_resume = how_to_resume
        self._leaving = False
        self._sit(seat)

    def _sit(self, seat: MatchSeat) -> None:
        self._seat = seat
        self._commands = TypedCommands(seat, self._console.say)
        self._watch = Watcher(seat, self._console.tell)
        self._told: Match | None = None
        self._note = self._link = ""

    def run(self) -> None:
        """Play; then print how to resume, and the record. Nothing is lost after Ctrl-C either."""
        self._console.say(t("lines.help.hint_at_help"))
        try:
            self._tell()
            while not self._is_done():
                self._hear()
                self._tell()
        finally:
            self._leave()

    def _is_done(self) -> bool:
        status = self._seat.match.status
        return self._leaving or status == "aborted" or (status == "finished" and not self._seat.sides)

    def _leave(self) -> None:
        self._watch.stop()
        match = self._seat.match
        if match.status in ("open", "running"):
            command = f"{self._how_to_resume}={self._seat.id}"  # `=`, because an id may begin with a dash
            self._console.say("\n" + t("lines.match.resume", command=command))
            self._console.say("\n" + match.record().text())
        self._seat.close()

    # -- output --

    def _tell(self) -> None:
        """Print what has happened since the last call, and move on to the next match if there is one."""
        self._tell_notices()
        before, match = self._told, self._seat.match
        if before is not None and match.version == before.version:
            return
        self._told = match
        if before is None:
            self._say(match_news.introduced(match), match_news.squares(match), legs.introduced(match))
        for line in [] if before is None else match_news.news(before, match, self._seat.sides):
            self._console.say(line)
        if match.status != "open" and (before is None or _looks_new(before, match)):
            self._console.say(draw(match.state, match.result))
        if match.status == "running" and match.state.to_move in self._seat.sides:
            self._say(messages.prompt(match.state, t("lines.prompt.end")))
        if match.status in ("finished", "aborted") and (before is None or before.status != match.status):
            self._tell_end(match)
        if match.rematch and (match.goes_on() if before is None else not before.rematch):
            self._follow()

    def _tell_end(self, match: Match) -> None:
        self._say(match_news.ending(match, self._seat.sides), messages.points(match, self._seat.points()))
        self._console.say("\n" + match.record().text())
        self._say(legs.standing(match))
        if match.status == "finished" and self._seat.sides and not match.goes_on():
            self._console.say(t("lines.match.over"))

    def _follow(self) -> None:
        """Move to the seat at the second game or the rematch."""
        match, following = self._seat.match, self._seat.rematch()
        if following is not None:
            self._watch.stop()
            self._seat.close()
            self._console.say(t("lines.match.second" if match.goes_on() else "lines.match.rematch"))
            self._sit(following)
            self._tell()

    def _say(self, *sentences: str) -> None:
        """Print the sentences that are not empty."""
        for sentence in filter(None, sentences):
            self._console.say(sentence)

    def _tell_notices(self) -> None:
        if self._seat.match.status == "open" and self._seat.link != self._link:
            self._link = self._seat.link
            self._console.say(t("lines.match.link", link=self._link))
        if self._seat.note != self._note:
            before, self._note = self._note, self._seat.note
            self._say(say(self._note) or messages.recovered(before))

    # -- input --

    def _hear(self) -> None:
        """Wait for a line or for news, whichever comes first, and carry out what was typed."""
        match = self._seat.match
        if self._seat.busy or match.bot_to_move() is not None:
            self._console.wait()
            return
        self._tell_clock(match)
        low = match_news.running_low(match, self._seat.sides, self._seat.now())
        typed = self._console.ask(match_news.prompt(match, self._seat.sides), low.seconds if low else None)
        if typed is not None:
            self._take(typed.line)
        elif low is not None and self._seat.match is match and low.is_over(match, self._seat.now()):
            self._console.say(t("lines.clock.low", seconds=low.mark))

    def _tell_clock(self, match: Match) -> None:
        """Print the clock above a prompt that is about to be shown."""
        clock = match_news.clocks(match, self._seat.now()) if match.status == "running" else ""
        if clock and not self._console.is_asking:
            self._console.say(clock)

    def _take(self, line: str | None) -> None:
        if line is None or line.strip() in QUIT:
            self._leaving = True
        elif line.strip():
            self._commands.do(line)


def _looks_new(before: Match, match: Match) -> bool:
    """Whether the board must be printed again. A document's frame also shows the winner, so it changes at the end."""
    named = match.state.game.spec.frame is not None and match.result != before.result
    return match.position != before.position or before.status == "open" or named
