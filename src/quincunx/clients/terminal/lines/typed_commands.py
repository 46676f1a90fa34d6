"""The commands that a player can type during a match, except to quit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from quincunx.clients import language
from quincunx.clients.action_sequence import Stopped
from quincunx.clients.language import say, t
from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.lines import inspect, match_news
from quincunx.clients.terminal.lines.typed_help import Row, help_lines
from quincunx.clients.terminal.seats.adviser import Adviser
from quincunx.clients.terminal.text import messages
from quincunx.core.game import Game
from quincunx.play.commands import Abort, Accept, Claim, Decline, Hint, MakeOffer, PlayerCommand, Resign
from quincunx.play.errors import Refused
from quincunx.play.events import Offer
from quincunx.play.rulebook import rules_text
from quincunx.play.typed_moves import as_actions


def help_text(game: Game) -> str:
    """Help on the commands, limited to those that the game has."""
    return f"{inspect.help_text(game)}\n{help_lines(_rows(game))}"


def _rows(game: Game) -> Iterator[Row]:
    yield "hint", "lines.help.hint"
    yield "undo", "lines.help.undo"
    yield "clock", "lines.help.clock"
    yield "rules", "lines.help.rules"
    yield "record", "lines.help.record"
    yield "draw", "lines.help.draw"
    yield "accept", "lines.help.accept"
    yield "decline", "lines.help.decline"
    yield "resign", "lines.help.resign"
    if game.spec.abortable:
        yield "abort", "lines.help.abort"
    yield "claim", "lines.help.claim"
    yield "rematch", "lines.help.rematch"
    yield "help", "lines.help.help"
    yield "quit", "lines.help.quit"


class TypedCommands:
    """Carries out what is typed, at one seat."""

    def __init__(self, seat: MatchSeat, say: Callable[[str], None]) -> None:
        self._seat = seat
        self._say = say

    def do(self, line: str) -> None:
        """Carry out a command, or play actions."""
        word, _, rest = line.strip().partition(" ")
        command = self._commands().get(word)
        answer = inspect.answers(self._seat.match.state.copy()).get(word)
        if command is not None and rest.strip():
            self._say(t("lines.refused.too_much", word=word, found=f"{rest.strip()!r:.40}"))
        elif command is not None:
            command()
        elif answer is not None:
            self._say(answer(rest.strip()))
        else:
            self._play(line.split())

    def _commands(self) -> dict[str, Callable[[], object]]:
        match, game = self._seat.match, self._seat.game
        return {
            "help": lambda: self._say(help_text(game)),
            "?": lambda: self._say(help_text(game)),
            "hint": self._hint,
            "clock": lambda: self._say(match_news.clocks(match, self._seat.now()) or t("lines.clock.none")),
            "rules": lambda: self._say(rules_text(game.spec, language.spoken())),
            "record": lambda: self._say(match.record().text()),
            "undo": lambda: self._offer("takeback"),
            "takeback": lambda: self._offer("takeback"),
            "draw": lambda: self._offer("draw"),
            "rematch": lambda: self._offer("rematch"),
            "accept": lambda: self._answer(Accept),
            "decline": lambda: self._answer(Decline),
            "resign": lambda: self._ask(Resign()),
            "abort": lambda: self._ask(Abort()),
            "claim": lambda: self._ask(Claim()),
        }

    def _play(self, words: list[str]) -> None:
        """Play the actions, up to the first that is refused or that is not this player's turn."""
        try:
            match = self._seat.match
            mine = match.status == "running" and match.state.to_move in self._seat.sides
            self._seat.act(*(as_actions(match.state, words) if mine else words))
        except Refused as refused:
            why = messages.refused(refused)
            word = refused.action if isinstance(refused, Stopped) else " ".join(words)
            self._say(why if word in why else f"{word}: {why}")

    def _hint(self) -> None:
        """Print what a strong bot would play. The hint is counted, and not played."""
        match = self._seat.match
        if self._ask(Hint(match.position)):
            state = match.state.copy()
            best = state.game.spec.move_notation(state.game).write(state, Adviser().best(state.copy()))
            self._say(t("lines.news.hint", action=messages.action(best)))

    def _offer(self, offer: Offer) -> None:
        if not self._ask(MakeOffer(offer)):
            return
        match = self._seat.match
        if offer in match.offers:
            self._say(t("lines.offer.made", offer=offer))
        elif offer == "draw" and match.status == "running":
            self._say(t("lines.offer.draw_declined"))

    def _answer(self, kind: type[Accept | Decline]) -> None:
        offers = [offer for offer, made in self._seat.match.offers.items() if made.side not in self._seat.sides]
        if offers:
            self._ask(kind(offers[0]))
        else:
            self._say(t("lines.offer.none"))

    def _ask(self, command: PlayerCommand) -> bool:
        """Send a command; return whether it was carried out, and print the reason if not."""
        try:
            self._seat.ask(command)
        except Refused as refused:
            nothing = refused.code == "nothing_to_take_back"
            self._say(t("lines.refused.nothing_to_undo") if nothing else say(refused.sentence))
            return False
        return True
