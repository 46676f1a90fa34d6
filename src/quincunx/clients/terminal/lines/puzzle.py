"""One puzzle at the prompt: tries are judged turn by turn, and a wrong one is answered by the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from quincunx.clients.terminal.input.prompts import ask
from quincunx.clients.terminal.lines import inspect
from quincunx.clients.terminal.lines.line_game import QUIT
from quincunx.clients.terminal.text.board import draw_lettered
from quincunx.core.errors import ActionError
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.notation.puzzle import Puzzle, played, write_turns
from quincunx.play.puzzles import Attempt, Judged
from quincunx.play.view import view
from quincunx.search.refutation import Refutation, refute

HELP = """\
  d1-d4          play an action; several make a turn
  hint           where to look; then the puzzle counts as failed and lowers your rating
  why            why the last try was wrong; why d1-c2: why an action is illegal
  undo           take back the actions of a turn that is not over yet
  show, actions, card d1, forecast d1-d4
                 the board again, all legal actions, a piece, what an action will do
  skip           the solution, and the next puzzle; this one counts as failed
  help           these lines
  quit           quit"""
GOALS = {"win": "find the only turn that wins", "save": "find the only turn that saves the game"}


class Outcome(Enum):
    """How a puzzle was left."""

    SOLVED = "solved"
    SKIPPED = "skipped"
    QUIT = "quit"


@dataclass(frozen=True)
class Asked:
    """A puzzle, and its place among how many."""

    game: Game
    puzzle: Puzzle
    number: int
    of: int


class PuzzlePrompt:
    """One puzzle, until it is solved, skipped or left. `count` is told once, by whether it counts as solved."""

    def __init__(self, asked: Asked, count: Callable[[Puzzle, bool], None]) -> None:
        self._asked = asked
        self._attempt = Attempt(asked.game, asked.puzzle)
        self._turn: list[str] = []  # the actions of a turn that is not over yet
        self._count: Callable[[Puzzle, bool], None] | None = count
        self._reason = "Nothing was wrong so far."
        self._outcome: Outcome | None = None

    @property
    def is_counted(self) -> bool:
        """Whether it is decided that it was solved, or failed."""
        return self._count is None

    def run(self) -> Outcome:
        """Ask until it is over."""
        asked, mover = self._asked, self._asked.game.players[self._attempt.solver]
        self._show()
        print(f"Puzzle {asked.number} of {asked.of}, rating {asked.puzzle.rating}.")
        print(f"{view(self._here()).status.removesuffix('.')}: {GOALS[asked.puzzle.goal]}.")
        while self._outcome is None:
            line = ask(f"{mover}> ")
            if line is None or line.strip() in QUIT:
                return Outcome.QUIT
            self._typed(line)
        return self._outcome

    def _typed(self, line: str) -> None:
        words = inspect.obey(line, self._commands(), self._here())
        if words:
            self._try(words)

    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "help": lambda _: print(HELP),
            "?": lambda _: print(HELP),
            "hint": lambda _: self._hint(),
            "why": self._why,
            "show": lambda _: self._show(),
            "undo": lambda _: self._undo(),
            "skip": lambda _: self._skip(),
        }

    def _here(self) -> State:
        return played(self._attempt.state, self._turn)

    def _show(self) -> None:
        print(draw_lettered(view(self._here())))

    # -- tries --

    def _try(self, words: list[str]) -> None:
        try:
            judged = self._attempt.attempt([*self._turn, *words])
        except ActionError as error:
            print(str(error))
            return
        tried, self._turn = [*self._turn, *words], []
        match judged.verdict:
            case "unfinished":
                self._turn = tried
                self._show()
            case "wrong":
                self._wrong(tried, judged)
            case "right":
                print(f"Right. The answer is {' '.join(judged.answer)}: go on.")
                self._show()
            case "solved":
                self._solved()

    def _wrong(self, tried: list[str], judged: Judged) -> None:
        self._decide(solved=False)
        found = refute(judged.state, self._attempt.solver)
        self._reason = told(found, self._asked.game.players[1 - self._attempt.solver], " ".join(tried))
        print(f"Not that one. {self._reason}")

    def _solved(self) -> None:
        self._outcome = Outcome.SOLVED
        self._show()
        counts = self._count is not None
        self._decide(solved=True)
        print("Solved." if counts else "Solved, though not at the first try.")

    def _decide(self, solved: bool) -> None:
        """The first thing that happens counts."""
        if self._count is not None:
            self._count(self._asked.puzzle, solved)
            self._count = None

    # -- help --

    def _hint(self) -> None:
        self._decide(solved=False)
        print(f"Look at {', '.join(self._attempt.hint())}.")

    def _why(self, action: str) -> None:
        if not action:
            print(self._reason)
            return
        refusal = self._here().why_not(action)
        print(f"{refusal.sentence} ({refusal.rule})" if refusal else f"{action} is legal.")

    def _undo(self) -> None:
        self._turn = self._turn[:-1]
        self._show()

    def _skip(self) -> None:
        self._outcome = Outcome.SKIPPED
        self._decide(solved=False)
        print(f"The solution was {write_turns(self._asked.puzzle.solution[self._attempt.done :])}.")


def told(found: Refutation, opponent: str, tried: str) -> str:
    """Why a turn was wrong, in a sentence."""
    chance = f"your chance is {found.chance:.0%} then"
    if not found.answer:
        return f"After {tried} the game is lost." if found.loses_in == 0 else f"After {tried} the game is not won."
    answer = f"After {tried} {opponent} answers {' '.join(found.answer)}"
    if found.loses_in is None:
        return f"{answer}: {chance}."
    return f"{answer} and wins" + (f" in {found.loses_in} turns." if found.loses_in > 1 else " at once.")
