"""The process in which computer players think, so that no frame ever waits for them.

One worker lives as long as the table and is asked one question at a time; a newer question or
`cancel` makes it give up the older one. A process that dies, or is silent for too long, is
replaced and the new one is asked again. If that does not help, the table picks a move itself.
The process ends with the table, however the table ends.
"""

from __future__ import annotations

import ctypes
import logging
import multiprocessing
import os
import random
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, NamedTuple, Protocol

from game.ai.evaluation.evaluator import AnyEvaluator
from game.ai.skills import SKILL, Strength, evaluator, first_glance, strength, think
from game.rules import GAMES
from game.rules.core.protocol import AnyGame, AnyMove, AnyState, Seat

LIMIT = 2.0  # seconds that one decision may take at most
GRACE = 8.0  # seconds more until a silent process is replaced; starting one takes some of them
LIVES = 3  # how many processes may fail over one question before the table picks a move itself
FAREWELL = 0.5  # seconds that `close` waits for a killed process to be gone
NICENESS = 5  # frames come before thoughts
IDLE = 0  # the ticket of no question
_PR_SET_PDEATHSIG = 1

_log = logging.getLogger(__name__)


class Current(Protocol):
    """A number that both processes see: the ticket that is still wanted."""

    value: int


class Question(NamedTuple):
    """What is to be decided, from this seat's observation of the game, and how.
    It carries the game and the evaluator themselves, so that the process has no table to look them
    up in; both are without state and pickled by the name of their class.
    """

    ticket: int
    game: AnyGame
    evaluator: AnyEvaluator
    strength: Strength
    view: AnyState
    seat: Seat
    seed: int | str
    seconds: float


class Answer(NamedTuple):
    """The next steps of the seat that was asked for; never none."""

    ticket: int
    steps: tuple[AnyMove, ...]
    trouble: str = ""  # why this is only a first glance; empty if it was thought about


class Failure(NamedTuple):
    """The question could not be answered."""

    ticket: int
    report: str


class Worker:
    """The table's side: ask, look for the answer now and then, never wait.
    The process starts with the first question, or with `warm_up`. On Linux it ends with the thread
    that started it, so these belong to the main thread. `clock` gives seconds that only rise; how
    long a process is silent is measured by it.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._context = multiprocessing.get_context("spawn")
        self._current: Current = self._context.RawValue("L", IDLE)
        self._process: SpawnProcess | None = None
        self._pipe: Connection[Any, Any] | None = None  # what can be pickled
        self._question: Question | None = None
        self._sent = IDLE  # the ticket of the question the process has not answered yet
        self._since = 0.0  # when this process was first asked the question
        self._failures = 0
        self._tickets = IDLE
        self._killed: list[SpawnProcess] = []

    @property
    def busy(self) -> bool:
        """Whether a question is out."""
        return self._question is not None

    @property
    def pid(self) -> int | None:
        """The process's number; None while there is none."""
        return self._process.pid if self._process is not None else None

    def warm_up(self) -> None:
        """Start the process if it is not running, so that the first answer comes sooner.
        Raises OSError if the system has no room for a process.
        """
        if self._process is not None and not self._process.is_alive():
            self._dismiss()
        if self._process is None:
            ours, theirs = self._context.Pipe()
            with theirs:
                self._process = self._context.Process(
                    target=serve, args=(theirs, self._current), name="walong-table-ai", daemon=True
                )
                self._pipe = ours
                with uninterrupted():
                    self._process.start()

    def ask(
        self,
        game: str,
        view: AnyState,
        seat: Seat,
        level: str,
        seed: int | str,
        seconds: float = LIMIT,
    ) -> int:
        """Begin to think, giving up any older question; the answer carries the ticket returned.
        Raises KeyError for an unknown game or level.
        """
        spent = strength(game, SKILL[level])
        limit = max(0.0, min(seconds, LIMIT))
        ticket = self._current.value = self._tickets = self._tickets + 1
        self._failures, self._since = 0, self._clock()
        self._question = Question(
            ticket, GAMES[game], evaluator(game), spent, view, seat, seed, limit
        )
        try:
            self._exchanged(self._question)
        except Exception:  # `poll` asks another process
            self._dismiss()
        return ticket

    def poll(self) -> Answer | None:
        """The answer to the last question, once; None while there is none."""
        self._reap()
        question = self._question
        if question is None:
            return None
        try:
            found = self._exchanged(question)
        except Exception as error:  # a process that has gone mad may send anything
            return self._failed(question, f"the thinking process is lost: {error!r}")
        if found is not None:
            self._question = None
            return found if isinstance(found, Answer) else self._glanced(question, found.report)
        if self._clock() - self._since > question.seconds + GRACE:
            return self._failed(question, "the thinking process is silent")
        return None

    def cancel(self) -> None:
        """Nobody wants the answer any more."""
        self._question = None
        self._current.value = IDLE

    def close(self) -> None:
        """End the process. A later question starts it anew."""
        self.cancel()
        self._dismiss()
        for process in self._killed:
            process.join(FAREWELL)
        self._reap()

    def _exchanged(self, question: Question) -> Answer | Failure | None:
        """Take in what has come, and hand the question over once the process is free for it.
        A process is sent one question at a time, so that a pipe nobody reads never fills up.
        Raises EOFError or OSError if the process cannot be reached or started, and anything at all
        if it sends what is no answer.
        """
        while self._pipe is not None and self._sent != IDLE and self._pipe.poll():
            found = self._pipe.recv()
            if not isinstance(found, Answer | Failure):
                raise TypeError(f"{found!r} is no answer")
            self._sent = IDLE
            if found.ticket == question.ticket:
                return found
        if self._sent == IDLE:
            self.warm_up()
            assert self._pipe is not None
            self._sent = question.ticket
            self._pipe.send(question)
        elif self._process is None or not self._process.is_alive():
            raise EOFError
        return None

    def _failed(self, question: Question, report: str) -> Answer | None:
        """Another process gets the same question, unless too many have failed over it."""
        self._dismiss()
        self._failures += 1
        self._since = self._clock()
        _log.warning("%s (%s of %s)", report, self._failures, LIVES)
        if self._failures < LIVES:
            return None
        self.cancel()
        return self._glanced(question, report)

    def _glanced(self, question: Question, report: str) -> Answer:
        """The answer of a table that cannot rely on its worker."""
        _log.error("seat %s plays at first glance: %s", question.seat, report)
        rng = random.Random(question.seed)
        step = first_glance(question.game, question.view, question.seat, rng)
        return Answer(question.ticket, (step,), report)

    def _dismiss(self) -> None:
        """Kill the process without waiting for its end; a stopped one dies as well."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None and self._process.pid is not None:
            self._process.kill()
            self._killed.append(self._process)
        self._pipe = self._process = None
        self._sent = IDLE

    def _reap(self) -> None:
        """Forget the killed processes that are gone."""
        for process in [process for process in self._killed if not process.is_alive()]:
            self._killed.remove(process)
            process.close()


# The process ----------------------------------------------------------------------------------


def serve(pipe: Connection[Any, Any], current: Current) -> None:  # what can be pickled
    """The process's side: answer questions until the table is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where that is not inherited
    _end_with_parent()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    while True:
        try:
            question: Question = pipe.recv()
            pipe.send(reply(question, current))
        except (EOFError, OSError):
            return


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Processes that are started meanwhile ignore Ctrl-C: whoever starts them ends them. For the
    main thread only.
    """
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end_with_parent() -> None:
    """End this process when the table ends, in the middle of a thought and even when stopped.
    Only Linux can do the latter; everywhere a thread waits for the parent's end.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    sentinel = parent.sentinel

    def outlive() -> None:
        wait([sentinel])
        os._exit(0)

    threading.Thread(target=outlive, daemon=True).start()


def reply(question: Question, current: Current) -> Answer | Failure:
    """Think about a question for as long as it is the current one."""
    try:
        steps = think(
            question.game, question.evaluator, question.view, question.seat, question.strength,
            random.Random(question.seed), question.seconds,
            lambda: current.value != question.ticket,
        )  # fmt: skip
    except Exception:  # whatever it is, the table must hear of it
        return Failure(question.ticket, traceback.format_exc())
    return Answer(question.ticket, steps)
