"""The thinking process: it answers, gives up, survives, and ends. No test depends on speed."""

from __future__ import annotations

import gc
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.ai import analysis, yardstick
from game.ai import worker as ai
from game.ai.analysis import Choice
from game.ai.skills import SKILL, SKILLS, evaluator, strength
from game.ai.worker import GRACE, LIMIT, LIVES, Answer, Failure, Question, Worker, reply
from game.rules import GAMES, SHELF
from game.rules.core.protocol import CHANCE
from game.rules.core.stakes import merits
from tests.ai.test_skills import some_state
from tests.tools.showcase.games import played_out

ROOT = Path(__file__).parents[2]
GAME = GAMES["jin_li"]
START = GAME.start(2, {})
PATIENCE = 60.0
"""Seconds after which a test gives up; far more than any answer needs."""


class Wanted:
    """The first question is."""

    value = 1


needs_signals = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs signals")


class Clock:
    """A clock that goes on only when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def worker(clock: Clock) -> Iterator[Worker]:
    worker = Worker(clock)
    yield worker
    worker.close()


def answered(worker: Worker) -> Answer:
    """Look again and again until the answer is there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = worker.poll()
        if answer is not None:
            return answer
        time.sleep(0.005)
    raise AssertionError("no answer")


def pid(worker: Worker) -> int:
    process = worker._side.process
    assert process is not None
    assert process.pid is not None
    return process.pid


def kill(worker: Worker) -> None:
    """Kill the process and wait until it is gone."""
    process = worker._side.process
    assert process is not None
    process.kill()
    process.join()


def gone(number: int) -> bool:
    """Whether a process ends before a test gives up."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    os.kill(number, signal.SIGKILL)
    return False


def test_an_answer_is_a_legal_step_and_comes_once(worker: Worker) -> None:
    ticket = worker.ask("jin_li", START, 0, "newcomer", 1)
    assert worker._question is not None
    answer = answered(worker)
    assert answer.ticket == ticket
    assert GAME.why_illegal(START, answer.steps[0]) is None
    assert worker._question is None
    assert worker.poll() is None


def test_the_same_seed_gives_the_same_answer(worker: Worker) -> None:
    found = set()
    for _ in range(2):
        worker.ask("jin_li", START, 0, "newcomer", "seven")
        found.add(answered(worker).steps)
    assert len(found) == 1


def test_one_process_serves_all_questions(worker: Worker) -> None:
    worker.warm_up()
    first = pid(worker)
    for seed in range(3):
        worker.ask("jin_li", START, 0, "newcomer", seed)
        answered(worker)
    assert pid(worker) == first


@pytest.mark.parametrize("game", GAMES)
def test_thoughts_leave_no_cycles(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the process that thinks need not look for them meanwhile, when nobody could stop it."""
    monkeypatch.setattr(analysis, "MOST", 1)
    rules = GAMES[game]
    state: Any = some_state(rules, 1, 12)
    seat = rules.actor(state)
    assert seat is not None
    able = replace(strength(game, SKILL["master"]), budget=8)
    view = rules.observation(state, seat)
    first, second, *_ = rules.moves(rules.determinize(view, seat, random.Random(1)))
    suspected = Choice(0, seat, view, (first,))
    asked = Question(
        1, rules, evaluator(game), able, view, seat, 1, LIMIT, stakes=SHELF[game].stakes
    )
    standing = asked._replace(view=rules.observation(state, CHANCE), seat=CHANCE)
    gc.collect()
    gc.disable()
    try:
        for question in (
            asked, standing, asked._replace(choice=suspected),
            asked._replace(choice=suspected._replace(better=(second,))),
        ):  # fmt: skip
            found = reply(question, Wanted())
            assert isinstance(found, Answer), found
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_a_process_that_thinks_looks_for_cycles_only_once_it_has_answered(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, enabled = list[str](), list[bool]()

    class Pipe:
        def recv(self) -> None:
            if looked:
                raise EOFError

        def send(self, answer: object) -> None:
            looked.append("answered")

    def answer(*asked: object) -> None:
        enabled.append(gc.isenabled())

    monkeypatch.setattr(ai, "reply", answer)
    monkeypatch.setattr(os, "nice", lambda more: 0)
    monkeypatch.setattr(gc, "collect", lambda: looked.append("looked"))
    try:
        ai.serve(Pipe(), Wanted())  # type: ignore[arg-type]
    finally:
        gc.enable()
    assert enabled == [False]
    assert looked == ["answered", "looked"]


def test_a_newer_question_is_the_one_that_is_answered(worker: Worker) -> None:
    worker.ask("jin_li", START, 0, "master", 1)
    ticket = worker.ask("jin_li", START, 0, "newcomer", 2)
    assert answered(worker).ticket == ticket


def test_cancelled_means_no_answer_but_the_next_one(worker: Worker) -> None:
    worker.ask("jin_li", START, 0, "master", 1)
    worker.cancel()
    assert worker._question is None
    assert worker.poll() is None
    ticket = worker.ask("jin_li", START, 0, "newcomer", 2)
    assert answered(worker).ticket == ticket


def test_a_process_that_dies_is_replaced_and_asked_again(worker: Worker) -> None:
    ticket = worker.ask("jin_li", START, 0, "master", 1)
    first = pid(worker)
    os.kill(first, signal.SIGTERM)
    assert answered(worker).ticket == ticket
    assert pid(worker) != first


def test_a_process_that_dies_between_questions_is_replaced(worker: Worker) -> None:
    worker.warm_up()
    kill(worker)
    worker.ask("jin_li", START, 0, "newcomer", 1)
    assert answered(worker).steps


def test_a_process_that_keeps_dying_does_not_stop_the_game(worker: Worker) -> None:
    ticket = worker.ask("jin_li", START, 0, "master", 1)
    for _ in range(LIVES - 1):
        kill(worker)
        assert worker.poll() is None
        assert worker.poll() is None  # another process is asked
    kill(worker)
    answer = worker.poll()
    assert answer is not None
    assert answer.ticket == ticket
    assert GAME.why_illegal(START, answer.steps[0]) is None
    assert answer.trouble
    assert worker._question is None


@needs_signals
def test_a_stopped_process_is_replaced_and_asked_again(worker: Worker, clock: Clock) -> None:
    worker.warm_up()
    first = pid(worker)
    os.kill(first, signal.SIGSTOP)
    ticket = worker.ask("jin_li", START, 0, "newcomer", 1)
    clock.now += LIMIT + GRACE
    assert worker.poll() is None
    assert pid(worker) == first  # as long as it may take
    clock.now += 1.0
    assert worker.poll() is None
    answer = answered(worker)
    assert answer.ticket == ticket
    assert not answer.trouble
    assert pid(worker) != first
    assert gone(first)


@needs_signals
def test_a_choice_may_be_judged_for_as_long_as_games_last(worker: Worker, clock: Clock) -> None:
    worker.warm_up()
    first = pid(worker)
    os.kill(first, signal.SIGSTOP)
    played = tuple(GAME.moves(START)[:1])
    ticket = worker.ask("jin_li", START, 0, "newcomer", 1, choice=Choice(0, 0, START, played))
    clock.now += 2 * 96 * 16.0  # of Skud Pai Sho on a machine of a quarter of the speed
    assert worker.poll() is None
    assert pid(worker) == first
    os.kill(first, signal.SIGCONT)
    assert answered(worker).ticket == ticket


@needs_signals
def test_processes_that_all_stop_do_not_stop_the_game(worker: Worker, clock: Clock) -> None:
    worker.ask("jin_li", START, 0, "newcomer", 1)
    answer = None
    for _ in range(LIVES):
        assert answer is None
        worker.poll()
        os.kill(pid(worker), signal.SIGSTOP)
        clock.now += LIMIT + GRACE + 1.0
        answer = worker.poll()
    assert answer is not None
    assert answer.trouble
    assert GAME.why_illegal(START, answer.steps[0]) is None


@needs_signals
def test_questions_to_a_stopped_process_never_block_the_table(worker: Worker, clock: Clock) -> None:
    worker.warm_up()
    os.kill(pid(worker), signal.SIGSTOP)
    for seed in range(2000):  # far more than a pipe holds
        worker.ask("jin_li", START, 0, "newcomer", seed)
    clock.now += LIMIT + GRACE + 1.0
    worker.poll()
    assert answered(worker).ticket == 2000


@needs_signals
def test_replacing_a_process_waits_for_nothing(
    worker: Worker, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker.ask("jin_li", START, 0, "newcomer", 1)
    process = worker._side.process
    assert process is not None
    os.kill(pid(worker), signal.SIGSTOP)
    joined: list[float | None] = []
    monkeypatch.setattr(type(process), "join", lambda _, timeout=None: joined.append(timeout))
    clock.now += LIMIT + GRACE + 1.0
    worker.poll()
    worker.poll()
    assert joined == []
    monkeypatch.undo()
    assert answered(worker).steps


def test_a_process_that_cannot_be_started_does_not_stop_the_game(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room() -> None:
        raise OSError("Resource temporarily unavailable")

    monkeypatch.setattr(worker, "warm_up", no_room)
    worker.ask("jin_li", START, 0, "newcomer", 1)
    found = [worker.poll() for _ in range(LIVES)]
    assert found[-1] is not None
    assert "unavailable" in found[-1].trouble


@pytest.mark.parametrize("choice", [None, Choice(0, 0, START, ())])
def test_how_a_game_that_is_over_stands_may_stay_unknown(
    worker: Worker, monkeypatch: pytest.MonkeyPatch, choice: Choice | None
) -> None:
    """No move in it could be the answer at first glance."""

    def no_room() -> None:
        raise OSError("Resource temporarily unavailable")

    match = played_out("jin_li")
    view = GAME.observation(match.state, CHANCE)
    monkeypatch.setattr(worker, "warm_up", no_room)
    ticket = worker.ask("jin_li", view, CHANCE if choice is None else 0, "newcomer", 1, 1.0, choice)
    found = [worker.poll() for _ in range(LIVES)][-1]
    assert found is not None
    assert found[:4] == (ticket, (), 0.0, ())
    assert "unavailable" in found.trouble


@pytest.mark.parametrize("nonsense", [b"\x80\x05nonsense", pickle.dumps(42), b"", b"\x80\x05c"])
@pytest.mark.parametrize("again", [False, True], ids=["once", "asked again"])
def test_a_process_that_sends_nonsense_is_replaced(
    worker: Worker, nonsense: bytes, again: bool
) -> None:
    ticket = worker.ask("jin_li", START, 0, "newcomer", 1)
    first, unheard = pid(worker), worker._side.pipe
    worker._side.pipe, theirs = worker._side.context.Pipe()
    theirs.send_bytes(nonsense)
    if again:
        ticket = worker.ask("jin_li", START, 0, "newcomer", 2)
    answer = answered(worker)
    assert (answer.ticket, answer.trouble) == (ticket, "")
    assert pid(worker) != first
    assert unheard is not None
    unheard.close()


TABLE = """
import pathlib, sys, time
from game.ai import worker as ai
from game.rules import GAMES

thinking = pathlib.Path(sys.argv[1])

def endless(*question):
    thinking.touch()
    while True:
        pass

if __name__ == "__main__":
    worker = ai.Worker()
    worker.ask("jin_li", GAMES["jin_li"].start(2, {}), 0, "newcomer", 1)
    while not thinking.exists():
        time.sleep(0.01)
    print(worker._side.process.pid, flush=True)
    time.sleep(600)
else:
    ai.think = endless
"""
"""A table whose worker thinks about a question without end."""


@needs_signals
@pytest.mark.parametrize("stopped", [
    pytest.param(False, id="thinking"), pytest.param(True, id="stopped", marks=pytest.mark.deep),
])  # fmt: skip
def test_the_process_ends_with_a_killed_table(tmp_path: Path, stopped: bool) -> None:
    if stopped and sys.platform != "linux":
        pytest.skip("only Linux ends a stopped process with its parent")
    script = tmp_path / "table.py"
    script.write_text(TABLE, "utf-8")
    command = [sys.executable, str(script), str(tmp_path / "thinking")]
    paths = {**os.environ, "PYTHONPATH": str(ROOT)}
    table = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=paths)
    assert table.stdout is not None
    child = int(table.stdout.readline())
    if stopped:
        os.kill(child, signal.SIGSTOP)
    table.kill()
    table.wait()
    table.stdout.close()
    assert gone(child)


def test_a_failure_is_told_with_its_traceback_and_does_not_stop_the_game(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticket = worker.ask("jin_li", START, 0, "newcomer", 1)
    assert worker._question is not None
    failure = reply(worker._question._replace(view="no state at all"), worker._current)
    assert failure.ticket == ticket
    assert isinstance(failure, Failure)
    monkeypatch.setattr(worker, "_exchanged", lambda question: failure)
    answer = worker.poll()
    assert answer is not None
    assert "Traceback" in answer.trouble
    assert GAME.why_illegal(START, answer.steps[0]) is None


def test_what_nobody_knows_cannot_be_asked(worker: Worker) -> None:
    with pytest.raises(KeyError):
        worker.ask("chess", START, 0, "newcomer", 1)
    with pytest.raises(KeyError):
        worker.ask("jin_li", START, 0, "champion", 1)
    assert worker._question is None


def test_close_ends_the_process_and_a_question_starts_another(worker: Worker) -> None:
    worker.ask("jin_li", START, 0, "master", 1)
    process = worker._side.process
    worker.close()
    worker.close()
    assert worker._side.process is None
    assert process is not None
    worker.ask("jin_li", START, 0, "newcomer", 1)
    assert answered(worker).steps


def test_thinking_time_is_bounded(worker: Worker) -> None:
    worker.ask("jin_li", START, 0, "master", 1, seconds=1000.0)
    question = worker._question
    assert question is not None
    assert question.seconds == LIMIT


@pytest.mark.parametrize(("speed", "part"), [(3.0, 1), (0.8, 1), (0.6, 2), (0.26, 4), (0.2, 4)])
def test_the_strongest_spends_less_on_a_slow_machine(
    worker: Worker, monkeypatch: pytest.MonkeyPatch, speed: float, part: int
) -> None:
    budgets = []
    monkeypatch.setattr(yardstick, "rounds", lambda seconds: speed * yardstick.REFERENCE)
    monkeypatch.setattr(ai, "think", lambda *values: budgets.append(values[4].budget))
    monkeypatch.setattr(worker, "_exchanged", lambda question: None)
    for skill in ("master", "grandmaster"):
        worker.ask("jin_li", START, 0, skill, 1)
        assert worker._question is not None
        reply(worker._question, worker._current)
    master, strongest = (strength("jin_li", SKILL[n]).budget for n in ("master", "grandmaster"))
    assert budgets == [master, strongest // part]


def test_a_question_nobody_waits_for_is_given_up() -> None:
    class Never:
        value = 0

    able = strength("jin_li", SKILLS[-1])
    question = Question(1, GAME, evaluator("jin_li"), able, START, 0, 1, 3600.0)
    answer = reply(question, Never())
    assert isinstance(answer, Answer)


def test_the_process_says_what_speaks_for_its_steps(worker: Worker) -> None:
    worker.ask("jin_li", START, 0, "newcomer", 1)
    answer = answered(worker)
    assert answer.merits
    stakes = SHELF["jin_li"].stakes
    assert list(answer.merits) == list(merits(GAME, stakes, START, 0, answer.steps))


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs /proc")
def test_the_process_knows_no_pictures(worker: Worker) -> None:
    worker.ask("jin_li", START, 0, "newcomer", 1)
    answered(worker)
    assert "pygame" not in Path(f"/proc/{pid(worker)}/maps").read_text("utf-8")
