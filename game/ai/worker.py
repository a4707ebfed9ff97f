"""The process in which computer players think, so that no frame ever waits for them.

One worker lives as long as the table. It is asked one question at a time; a newer question or
`cancel` makes it give up the older one. If the process dies, the next look at it starts
another one and asks again.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import signal
import traceback
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol

from game.ai.levels import LEVEL, choose
from game.rules import GAMES
from game.rules.core.protocol import Seat

LIMIT = 2.0
"""Seconds that one decision may take at most."""
LIVES = 3
"""How many processes may die over one question before that is reported."""
FAREWELL = 0.5
"""Seconds a process gets to end by itself."""
NICENESS = 5
"""Frames come before thoughts."""
IDLE = 0
"""The ticket of no question."""


class Current(Protocol):
    """A number that both processes see: the ticket that is still wanted."""

    value: int


class WorkerError(RuntimeError):
    """Thinking failed; the message holds the worker's own traceback if there is one."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be decided: from this seat's view of the game, by this level."""

    ticket: int
    game: str
    view: Any
    seat: Seat
    level: str
    seed: int | str
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    """The next steps of the seat that was asked for; never none."""

    ticket: int
    steps: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """The question could not be answered."""

    ticket: int
    report: str


class Worker:
    """The table's side: ask, look for the answer now and then, never wait.

    The process starts with the first question, or with `warm_up`.
    """

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._current: Current = self._context.RawValue("L", IDLE)
        self._process: SpawnProcess | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._question: Question | None = None
        self._deaths = 0
        self._tickets = IDLE

    def warm_up(self) -> None:
        """Start the process if it is not running, so that the first answer comes sooner."""
        if self._process is not None and not self._process.is_alive():
            self._bury()
        if self._process is None:
            self._start()

    def ask(
        self,
        game: str,
        view: Any,
        seat: Seat,
        level: str,
        seed: int | str,
        seconds: float = LIMIT,
    ) -> int:
        """Begin to think, giving up any older question; the answer carries the ticket returned.

        Raises KeyError for an unknown game or level.
        """
        LEVEL[level], GAMES[game]
        self._tickets += 1
        limit = max(0.0, min(seconds, LIMIT))
        self._question = Question(self._tickets, game, view, seat, level, seed, limit)
        self._deaths = 0
        self._send()
        return self._tickets

    def poll(self) -> Answer | None:
        """The answer to the last question, once; None while there is none.

        Raises WorkerError if thinking failed.
        """
        if self._question is None:
            return None
        try:
            answer = self._received(self._question.ticket)
        except (EOFError, OSError):
            self._revive()
            return None
        if answer is None:
            if self._process is not None and not self._process.is_alive():
                self._revive()
            return None
        self._question = None
        if isinstance(answer, Failure):
            raise WorkerError(answer.report)
        return answer

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._question is not None

    def cancel(self) -> None:
        """Nobody wants the answer any more."""
        self._question = None
        self._current.value = IDLE

    def close(self) -> None:
        """End the process. A later question starts it anew."""
        self.cancel()
        self._bury()

    def _bury(self) -> None:
        """Let the process go, by force if it does not go by itself."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.join(FAREWELL)
            if self._process.is_alive():
                self._process.kill()
                self._process.join()
            self._process.close()
        self._pipe = self._process = None

    def _send(self) -> None:
        """Hand the question over; if the process dies of it, `poll` will see that."""
        question = self._question
        if question is None:
            return
        self.warm_up()
        self._current.value = question.ticket
        with contextlib.suppress(OSError):
            if self._pipe is not None:
                self._pipe.send(question)

    def _start(self) -> None:
        ours, theirs = self._context.Pipe()
        self._process = self._context.Process(
            target=serve, args=(theirs, self._current), name="walong-table-ai", daemon=True
        )
        self._process.start()
        theirs.close()
        self._pipe = ours

    def _received(self, ticket: int) -> Answer | Failure | None:
        """What has come in for this ticket; answers to older questions are dropped."""
        while self._pipe is not None and self._pipe.poll():
            answer: Answer | Failure = self._pipe.recv()
            if answer.ticket == ticket:
                return answer
        return None

    def _revive(self) -> None:
        """The process died: another one gets the same question, if it was not too often."""
        self._deaths += 1
        self._bury()
        if self._deaths >= LIVES:
            self.cancel()
            raise WorkerError(f"the thinking process died {LIVES} times over one question")
        self._send()


def serve(pipe: Connection[Any, Any], current: Current) -> None:
    """The process's side: answer questions until the table is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the table's business
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    while True:
        try:
            question: Question = pipe.recv()
        except (EOFError, OSError):
            return
        answer = reply(question, current)
        if current.value == question.ticket:
            with contextlib.suppress(OSError):
                pipe.send(answer)


def reply(question: Question, current: Current) -> Answer | Failure:
    """Think about a question for as long as it is the current one."""
    try:
        steps = choose(
            GAMES[question.game],
            question.view,
            question.seat,
            LEVEL[question.level],
            random.Random(question.seed),
            question.seconds,
            lambda: current.value != question.ticket,
        )
    except Exception:  # whatever it is, the table must hear of it
        return Failure(question.ticket, traceback.format_exc())
    return Answer(question.ticket, steps)
