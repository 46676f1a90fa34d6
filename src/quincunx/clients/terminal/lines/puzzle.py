"""A puzzle at the prompt: tries are judged turn by turn, and the engine refutes wrong ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from quincunx.clients.language import say, t
from quincunx.clients.terminal.input.prompts import ask
from quincunx.clients.terminal.lines import inspect
from quincunx.clients.terminal.lines.line_game import QUIT
from quincunx.clients.terminal.lines.typed_help import Row, help_lines
from quincunx.clients.terminal.text.board import draw_lettered
from quincunx.clients.terminal.text.messages import refused
from quincunx.core.errors import ActionError
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.notation.puzzle import Puzzle, in_notation, played
from quincunx.play.errors import Refused, unplayable
from quincunx.play.puzzles import Attempt, Judged
from quincunx.play.typed_moves import as_actions
from quincunx.play.view import view
from quincunx.search.refutation import Refutation, refute


def help_text(state: State) -> str:
    """Help on the commands of a puzzle, with examples that are legal in the position."""
    return help_lines(_rows(state))


def _rows(state: State) -> Iterator[Row]:
    yield inspect.example(state), "lines.help.act"
    yield "hint", "lines.puzzle.help.hint"
    yield "why", "lines.puzzle.help.why"
    yield from inspect.question_rows(state, "lines.help.why")
    yield "undo", "lines.puzzle.help.undo"
    yield "show", "lines.help.show"
    yield "skip", "lines.puzzle.help.skip"
    yield "help", "lines.help.help"
    yield "quit", "lines.puzzle.help.quit"


class PuzzleEnding(Enum):
    """How a puzzle ended."""

    SOLVED = "solved"
    SKIPPED = "skipped"
    QUIT = "quit"


@dataclass(frozen=True)
class PosedPuzzle:
    """A puzzle, with its number and the number of all puzzles."""

    game: Game
    puzzle: Puzzle
    number: int
    of: int


class PuzzlePrompt:
    """One puzzle, until it is solved, skipped or left. `count` is called once, with whether it counts as solved."""

    def __init__(self, asked: PosedPuzzle, count: Callable[[Puzzle, bool], None]) -> None:
        self._asked = asked
        self._attempt = Attempt(asked.game, asked.puzzle)
        self._turn: list[str] = []  # the actions of a turn that is not over yet
        self._count: Callable[[Puzzle, bool], None] | None = count
        self._reason = t("lines.puzzle.nothing_wrong")
        self._outcome: PuzzleEnding | None = None

    @property
    def is_counted(self) -> bool:
        """Whether the puzzle has been counted as solved or failed."""
        return self._count is None

    def run(self) -> PuzzleEnding:
        """Ask until the puzzle is over."""
        asked, mover = self._asked, self._asked.game.players[self._attempt.solver]
        self._show()
        print(t("lines.puzzle.puzzle", number=asked.number, count=asked.of, rating=asked.puzzle.rating))
        print(say(view(self._here()).status), t(f"lines.puzzle.goal.{asked.puzzle.goal}"))
        while self._outcome is None:
            line = ask(f"{say(mover)}> ")
            if line is None or line.strip() in QUIT:
                return PuzzleEnding.QUIT
            self._typed(line)
        return self._outcome

    def _typed(self, line: str) -> None:
        words = inspect.obey(line, self._commands(), self._here())
        if words:
            self._try(words)

    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "help": lambda _: print(help_text(self._here())),
            "?": lambda _: print(help_text(self._here())),
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
        before = self._attempt.state.copy()
        try:
            tried = [*self._turn, *as_actions(self._here(), words)]
            judged = self._attempt.attempt(tried)
        except Refused as refusal:
            print(refused(refusal))
            return
        except ActionError as error:
            print(refused(unplayable(error)))
            return
        self._turn = []
        match judged.verdict:
            case "unfinished":
                self._turn = tried
                self._show()
            case "wrong":
                self._wrong(in_notation(before, [tried])[0], judged)
            case "right":
                _, answer = in_notation(before, [tried, judged.answer])
                print(t("lines.puzzle.right", answer=answer))
                self._show()
            case "solved":
                self._solved()

    def _wrong(self, tried: str, judged: Judged) -> None:
        self._decide(solved=False)
        found = refute(judged.state, self._attempt.solver)
        self._reason = refutation_text(found, tried)
        print(t("lines.puzzle.wrong", reason=self._reason))

    def _solved(self) -> None:
        self._outcome = PuzzleEnding.SOLVED
        self._show()
        counts = self._count is not None
        self._decide(solved=True)
        print(t("lines.puzzle.solved" if counts else "lines.puzzle.solved_late"))

    def _decide(self, solved: bool) -> None:
        """Count the puzzle as solved or failed; only the first call has an effect."""
        if self._count is not None:
            self._count(self._asked.puzzle, solved)
            self._count = None

    # -- help --

    def _hint(self) -> None:
        self._decide(solved=False)
        print(t("lines.puzzle.look", squares=self._attempt.hint()))

    def _why(self, action: str) -> None:
        if not action:
            print(self._reason)
            return
        print(inspect.why(self._here(), action))

    def _undo(self) -> None:
        self._turn = self._turn[:-1]
        self._show()

    def _skip(self) -> None:
        self._outcome = PuzzleEnding.SKIPPED
        self._decide(solved=False)
        solution = in_notation(self._attempt.state, self._asked.puzzle.solution[self._attempt.done :])
        print(t("lines.puzzle.solution", solution=", ".join(solution)))


def refutation_text(found: Refutation, tried: str) -> str:
    """Why a turn was wrong, in a sentence."""
    if not found.answer:
        return t("lines.puzzle.lost" if found.loses_in == 0 else "lines.puzzle.not_won", tried=tried)
    if found.loses_in is None:
        return t("lines.puzzle.answer", tried=tried, answer=found.notation, chance=round(found.chance * 100))
    return t("lines.puzzle.answer_wins", tried=tried, answer=found.notation, count=found.loses_in)
