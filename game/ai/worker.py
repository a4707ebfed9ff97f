"""The process in which computer players think, so that no frame ever waits for them.

One worker lives as long as the table and is asked one question at a time; a newer question or
`cancel` makes it give up the older one. A process that dies, or is silent for too long, is
replaced and the new one is asked again. If that does not help, the table picks a move itself.
The process ends with the table, however the table ends.
"""

from __future__ import annotations

import gc
import logging
import os
import random
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, Protocol

from game.ai import yardstick
from game.ai.analysis import Analyst, Choice
from game.ai.evaluation.evaluator import AnyEvaluator
from game.ai.skills import SKILL, STRONGEST, Strength, evaluator, first_glance, strength, think
from game.rules import GAMES, SHELF
from game.rules.core.protocol import CHANCE, AnyGame, AnyMove, AnyState, Seat
from game.rules.core.stakes import Stakes, merits, nothing
from game.side_process import SideProcess

LIMIT = 3.0  # seconds that one decision may take at most
GRACE = 8.0  # seconds more until a silent process is replaced; starting one takes some of them
LIVES = 3  # how many processes may fail over one question before the table picks a move itself
PROOF = 3600.0  # seconds that it may take to judge a choice, which nobody waits for
NICENESS = 5  # frames come before thoughts
IDLE = 0  # the ticket of no question

_log = logging.getLogger(__name__)


class Current(Protocol):
    """A number that both processes see: the ticket that is still wanted."""

    value: int


class Question(NamedTuple):
    """What is to be decided, from this seat's observation of the game, and how. No seat is to
    decide anything where luck is asked for: that asks how everybody stands.
    It carries the game and the evaluator themselves, so that the process has no table to look them
    up in; both are without state and pickled by the name of their class. What is `paced` spends
    less on a slow machine.
    """

    ticket: int
    game: AnyGame
    evaluator: AnyEvaluator
    strength: Strength
    view: AnyState
    seat: Seat
    seed: int | str
    seconds: float
    paced: bool = False
    choice: Choice | None = None
    """The choice that is to be judged instead: suspected, or proved if something seems better."""
    stakes: Callable[[AnyState, Seat], Stakes] = nothing


class Answer(NamedTuple):
    """The next steps of the seat that was asked for; never none, unless a choice was judged that
    gave nothing away, or it was asked how everybody stands.
    """

    ticket: int
    steps: tuple[AnyMove, ...]
    loss: float = 0.0  # what was given away by a choice that was to be judged
    values: tuple[float, ...] = ()  # how everybody stands, see `standing`
    merits: tuple[tuple[str, int], ...] = ()  # what speaks for the steps, see `stakes`
    trouble: str = ""  # why this is only a first glance; empty if it was thought about


class Failure(NamedTuple):
    """The question could not be answered."""

    ticket: int
    report: str


class Worker:
    """The table's side: ask, look for the answer now and then, never wait.
    The process starts with the first question, or with `warm_up`. `clock` gives seconds that only
    rise; how long a process is silent is measured by it.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._side = SideProcess("walong-table-ai", __name__)
        self._current: Current = self._side.context.RawValue("L", IDLE)
        self._question: Question | None = None
        self._sent = IDLE  # the ticket of the question the process has not answered yet
        self._since = 0.0  # when this process was first asked the question
        self._failures = 0
        self._tickets = IDLE

    @property
    def busy(self) -> bool:
        """Whether a question is out."""
        return self._question is not None

    def warm_up(self) -> None:
        """Start the process if it is not running, so that the first answer comes sooner.
        Raises OSError if the system has no room for a process.
        """
        if not self._side.alive:
            self._dismiss()
            self._side.start(self._current)

    def ask(
        self, game: str, view: AnyState, seat: Seat, level: str, seed: int | str,
        seconds: float = LIMIT, choice: Choice | None = None,
    ) -> int:  # fmt: skip
        """Begin to think, giving up any older question; the answer carries the ticket returned.
        A `choice` is judged. Raises KeyError for an unknown game or level.
        """
        spent = strength(game, SKILL[level])
        limit = max(0.0, min(seconds, LIMIT)) if choice is None else PROOF
        ticket = self._current.value = self._tickets = self._tickets + 1
        self._failures, self._since = 0, self._clock()
        self._question = Question(
            ticket, GAMES[game], evaluator(game), spent, view, seat, seed, limit,
            level == STRONGEST.id, choice, SHELF[game].stakes,
        )  # fmt: skip
        try:
            self._exchanged(self._question)
        except Exception:  # `poll` asks another process
            self._dismiss()
        return ticket

    def poll(self) -> Answer | None:
        """The answer to the last question, once; None while there is none."""
        self._side.reap()
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
        self._sent = IDLE
        self._side.close()

    def _exchanged(self, question: Question) -> Answer | Failure | None:
        """Take in what has come, and hand the question over once the process is free for it.
        A process is sent one question at a time, so that a pipe nobody reads never fills up.
        Raises EOFError or OSError if the process cannot be reached or started, and anything at all
        if it sends what is no answer.
        """
        pipe = self._side.pipe
        while pipe is not None and self._sent != IDLE and pipe.poll():
            found = pipe.recv()
            if not isinstance(found, Answer | Failure):
                raise TypeError(f"{found!r} is no answer")
            self._sent = IDLE
            if found.ticket == question.ticket:
                return found
        if self._sent == IDLE:
            self.warm_up()
            assert self._side.pipe is not None
            self._sent = question.ticket
            self._side.pipe.send(question)
        elif not self._side.alive:
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
        """The answer of a table that cannot rely on its worker: of many kinds of question none."""
        if question.seat == CHANCE or question.choice is not None:
            return Answer(question.ticket, (), trouble=report)
        _log.error("seat %s plays at first glance: %s", question.seat, report)
        rng = random.Random(question.seed)
        step = first_glance(question.game, question.view, question.seat, rng)
        return Answer(question.ticket, (step,), trouble=report)

    def _dismiss(self) -> None:
        self._side.dismiss()
        self._sent = IDLE


# The process ----------------------------------------------------------------------------------


def serve(pipe: Connection[Any, Any], current: Current) -> None:  # what can be pickled
    """The process's side: answer questions until the table is gone."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    gc.disable()  # thoughts leave no cycles, and who stops them would wait for a look at everything
    while True:
        try:
            question: Question = pipe.recv()
            pipe.send(reply(question, current))
            gc.collect()
        except (EOFError, OSError):
            return


def reply(question: Question, current: Current) -> Answer | Failure:
    """Think about a question for as long as it is the current one."""
    able = question.strength
    if question.paced:
        able = replace(able, budget=max(1, int(able.budget * yardstick.pace())))

    def stop() -> bool:
        return current.value != question.ticket

    try:
        analyst = Analyst(question.game, question.evaluator, able, question.seed, stop)
        if question.seat == CHANCE:
            return Answer(question.ticket, (), values=analyst.standing(question.view))
        if question.choice is not None:
            judge = analyst.prove if question.choice.better else analyst.suspect
            judged = judge(question.choice)
            return Answer(question.ticket, judged.better, judged.loss)
        steps = think(
            question.game, question.evaluator, question.view, question.seat, able,
            random.Random(question.seed), question.seconds, stop,
        )  # fmt: skip
        said = merits(question.game, question.stakes, question.view, question.seat, steps)
        told = () if stop() else tuple(said)
    except Exception:  # whatever it is, the table must hear of it
        return Failure(question.ticket, traceback.format_exc())
    return Answer(question.ticket, steps, merits=told)
