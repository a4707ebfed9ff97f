"""The thinking process: it answers, gives up, survives, and ends. No test depends on speed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.ai.worker import LIMIT, LIVES, Answer, Question, Worker, WorkerError, reply
from game.rules import GAMES

GAME = GAMES["jin_li"]
START = GAME.start(2, {})
PATIENCE = 60.0
"""Seconds after which a test gives up; far more than any answer needs."""


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker()
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
    process = worker._process
    assert process is not None
    assert process.pid is not None
    return process.pid


def kill(worker: Worker) -> None:
    """Kill the process and wait until it is gone."""
    process = worker._process
    assert process is not None
    process.kill()
    process.join()


def test_an_answer_is_a_legal_step_and_comes_once(worker: Worker) -> None:
    ticket = worker.ask("jin_li", START, 0, "newcomer", 1)
    assert worker.busy
    answer = answered(worker)
    assert answer.ticket == ticket
    assert GAME.why_illegal(START, answer.steps[0]) is None
    assert not worker.busy
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


def test_a_newer_question_is_the_one_that_is_answered(worker: Worker) -> None:
    worker.ask("jin_li", START, 0, "master", 1)
    ticket = worker.ask("jin_li", START, 0, "newcomer", 2)
    assert answered(worker).ticket == ticket


def test_cancelled_means_no_answer_but_the_next_one(worker: Worker) -> None:
    worker.ask("jin_li", START, 0, "master", 1)
    worker.cancel()
    assert not worker.busy
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


def test_a_process_that_keeps_dying_is_reported(worker: Worker) -> None:
    worker.ask("jin_li", START, 0, "master", 1)
    for _ in range(LIVES - 1):
        kill(worker)
        assert worker.poll() is None
    kill(worker)
    with pytest.raises(WorkerError, match=f"died {LIVES} times"):
        worker.poll()
    assert not worker.busy


def test_a_failure_is_reported_with_its_traceback(worker: Worker) -> None:
    worker.ask("jin_li", "no state at all", 0, "newcomer", 1)
    with pytest.raises(WorkerError, match="Traceback"):
        answered(worker)
    worker.ask("jin_li", START, 0, "newcomer", 1)
    assert answered(worker).steps


def test_what_nobody_knows_cannot_be_asked(worker: Worker) -> None:
    with pytest.raises(KeyError):
        worker.ask("chess", START, 0, "newcomer", 1)
    with pytest.raises(KeyError):
        worker.ask("jin_li", START, 0, "grandmaster", 1)
    assert not worker.busy


def test_close_ends_the_process_and_a_question_starts_another(worker: Worker) -> None:
    worker.ask("jin_li", START, 0, "master", 1)
    process = worker._process
    worker.close()
    worker.close()
    assert worker._process is None
    assert process is not None
    worker.ask("jin_li", START, 0, "newcomer", 1)
    assert answered(worker).steps


def test_thinking_time_is_bounded(worker: Worker) -> None:
    worker.ask("jin_li", START, 0, "master", 1, seconds=1000.0)
    question = worker._question
    assert question is not None
    assert question.seconds == LIMIT


def test_a_question_nobody_waits_for_is_given_up() -> None:
    class Never:
        value = 0

    question = Question(1, "jin_li", START, 0, "master", 1, 3600.0)
    answer = reply(question, Never())
    assert isinstance(answer, Answer)


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs /proc")
def test_the_process_knows_no_pictures(worker: Worker) -> None:
    worker.ask("jin_li", START, 0, "newcomer", 1)
    answered(worker)
    assert "pygame" not in Path(f"/proc/{pid(worker)}/maps").read_text("utf-8")
