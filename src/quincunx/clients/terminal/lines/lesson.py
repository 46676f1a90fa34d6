"""Lessons in the line mode: explains a step, draws the board and asks for actions. Works in a pipe too."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator

from quincunx.clients.language import say, t
from quincunx.clients.terminal.input.prompts import ask
from quincunx.clients.terminal.lines import inspect
from quincunx.clients.terminal.lines.line_game import QUIT
from quincunx.clients.terminal.lines.typed_help import Row, help_lines
from quincunx.clients.terminal.text.board import draw_lettered
from quincunx.clients.terminal.text.messages import refused
from quincunx.core.state import State
from quincunx.play.errors import Refused
from quincunx.play.lesson_loader import Course
from quincunx.play.lessons import Attempt, Step, Verdict
from quincunx.play.typed_moves import as_actions
from quincunx.play.view import view

WIDTH = 79


def help_text(state: State) -> str:
    """Help on the commands of a lesson, with examples that are legal in the position."""
    return help_lines(_rows(state))


def _rows(state: State) -> Iterator[Row]:
    yield inspect.example(state), "lines.help.act"
    yield "hint", "lines.lesson.help.hint"
    yield from inspect.question_rows(state, "lines.lesson.help.why")
    yield "show", "lines.lesson.help.show"
    yield "again", "lines.lesson.help.again"
    yield "back", "lines.lesson.help.back"
    yield "skip", "lines.lesson.help.skip"
    yield "help", "lines.help.help"
    yield "quit", "lines.lesson.help.quit"


class LessonLines:
    """A course at the prompt, starting at one of its steps; `note` is called with every completed step."""

    def __init__(self, course: Course, at: int, note: Callable[[str], None]) -> None:
        self._course = course
        self._at = at
        self._note = note
        self._begin()

    def run(self) -> bool:
        """Teach until the last step is done or the learner stops; return whether the course is finished."""
        print(t("lines.help.hint_at_help"))
        while self._at < len(self._course.steps):
            line = ask(f"{self._player()}> ")
            if line is None or line.strip() in QUIT:
                return False
            self._answer(line)
        return True

    # -- output --

    @property
    def _step(self) -> Step:
        return self._course.steps[self._at]

    def _player(self) -> str:
        state = self._attempt.state
        return say(state.game.players[state.to_move])

    def _begin(self) -> None:
        """Begin the current step, if one is left."""
        if self._at == len(self._course.steps):
            return
        self._attempt: Attempt = self._course.attempt(self._step)
        self._hints = 0
        self._refused = ""
        self._show()

    def _show(self) -> None:
        step = self._step
        number, count, rules = self._at + 1, len(self._course.steps), ", ".join(step.teaches)
        print(f"\n{t('lines.lesson.step', number=number, count=count, title=step.title, rules=rules)}\n")
        for paragraph in step.text.split("\n\n"):
            print(textwrap.fill(paragraph, WIDTH) + "\n")
        self._show_board()

    def _show_board(self) -> None:
        print(draw_lettered(view(self._attempt.state)))
        task = self._attempt.task
        if task is not None:
            print("\n" + textwrap.fill(task.ask, WIDTH))

    # -- input --

    def _answer(self, line: str) -> None:
        words = inspect.obey(line, self._commands(), self._attempt.state.copy())
        if words:
            self._act(words)

    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "help": lambda _: print(help_text(self._attempt.state)),
            "?": lambda _: print(help_text(self._attempt.state)),
            "hint": lambda _: self._hint(),
            "why": self._why,
            "show": lambda _: self._show(),
            "again": lambda _: self._begin(),
            "back": lambda _: self._go(-1),
            "skip": lambda _: self._go(1),
        }

    def _act(self, words: list[str]) -> None:
        """Try the actions, up to the first that is refused or that ends the step."""
        try:
            texts = as_actions(self._attempt.state, words)
        except Refused as error:
            self._refused = words[0]
            print(textwrap.fill(refused(error), WIDTH))
            return
        for text in texts:
            ply, done = self._attempt.state.ply, self._attempt.done
            verdict = self._attempt.act(text)
            if not verdict.accepted:
                self._refused = text
                print(textwrap.fill(_in_words(verdict), WIDTH))
                return
            if self._attempt.over:
                self._finish(verdict)
                return
            print(say(verdict.sentence))
            self._tell_answers(ply + 1)
            self._hints = self._hints if self._attempt.done == done else 0
        self._show_board()

    def _tell_answers(self, since: int) -> None:
        """Print what the other side has played."""
        state = self._attempt.state.copy()
        notation, answers = state.game.spec.move_notation(state.game), list[str]()
        while state.ply > since:
            action = state.undo()
            answers.insert(0, f"{say(state.game.players[state.to_move])}: {notation.write(state, action)}")
        for answer in answers:
            print(answer)

    def _finish(self, verdict: Verdict) -> None:
        print(draw_lettered(view(self._attempt.state)))
        print("\n" + textwrap.fill(t("lines.lesson.done", praise=verdict.sentence), WIDTH))
        self._note(self._step.key)
        self._go(1)

    def _go(self, by: int) -> None:
        if self._at + by < 0:
            print(t("lines.lesson.first"))
            return
        self._at += by
        self._begin()

    def _hint(self) -> None:
        task = self._attempt.task
        assert task is not None
        number = min(self._hints, len(task.hints) - 1)
        self._hints += 1
        hint = t("lines.lesson.hint", number=number + 1, count=len(task.hints), hint=task.hints[number])
        print(textwrap.fill(hint, WIDTH))

    def _why(self, text: str) -> None:
        asked = text or self._refused
        if not asked:
            print(inspect.name_the_action(self._attempt.state, "why"))
            return
        refusal = inspect.refusal_of(self._attempt.state, asked)
        print(refused(refusal) if refusal else t("lines.lesson.legal", action=asked))


def _in_words(verdict: Verdict) -> str:
    sentence = say(verdict.sentence)
    return f"{sentence} ({verdict.rule})" if verdict.rule else sentence
