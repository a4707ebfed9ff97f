"""Motion is exact: nothing is lost between motions, and skipping ends where playing ends."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.timeline import (
    Call,
    Parallel,
    Sequence,
    Timeline,
    Tween,
    Wait,
    arc,
    between,
    ease_in_out,
    ease_out,
    linear,
)


@pytest.mark.parametrize("ease", [linear, ease_out, ease_in_out])
def test_eases_begin_and_end_exactly(ease: Callable[..., Any]) -> None:
    assert ease(0.0) == pytest.approx(0.0, abs=1e-9)
    assert ease(1.0) == pytest.approx(1.0)


@given(st.lists(st.floats(0.001, 0.3), min_size=1, max_size=60))
def test_a_tween_ends_at_one_and_leaves_over_what_it_did_not_need(steps: list[float]) -> None:
    shown: list[Any] = []
    tween = Tween(1.0, shown.append, linear)
    for i, step in enumerate(steps):
        left = tween.advance(step)
        passed = sum(steps[: i + 1])
        if left is not None:
            assert shown[-1] == 1.0
            assert left == pytest.approx(passed - 1.0, abs=1e-9)
            return
        assert shown[-1] == pytest.approx(passed)


def test_a_sequence_hands_time_on() -> None:
    log = []
    timeline = Timeline()
    first, second = Call(lambda: log.append("a")), Call(lambda: log.append("b"))
    timeline.play(Wait(0.5), first, Wait(0.5), second)
    timeline.update(0.6)
    assert log == ["a"]
    timeline.update(0.41)
    assert log == ["a", "b"]
    assert not timeline.moving


def test_parallel_lasts_as_long_as_its_longest() -> None:
    parallel = Parallel(Wait(0.2), Wait(0.5))
    assert parallel.advance(0.3) is None
    assert parallel.advance(0.3) == pytest.approx(0.1)


def test_parallel_leaves_over_what_its_last_one_did_not_need() -> None:
    parallel = Parallel(Wait(0.19), Wait(0.25))
    assert parallel.advance(0.2) is None
    assert parallel.advance(0.2) == pytest.approx(0.15)


def test_nothing_side_by_side_is_over_at_once() -> None:
    assert Parallel().advance(0.1) == 0.0


def test_skip_ends_everything_and_what_that_starts() -> None:
    log = []
    timeline = Timeline()
    shown: list[Any] = []
    timeline.play(
        Sequence(
            Tween(3.0, shown.append),
            Call(lambda: timeline.play(Wait(9), Call(lambda: log.append("later")))),
        )
    )
    timeline.update(0.1)
    timeline.skip()
    assert shown[-1] == 1.0
    assert log == ["later"]
    assert not timeline.moving


def test_a_call_happens_once_even_when_skipped_after_it() -> None:
    log = []
    timeline = Timeline()
    timeline.play(Call(lambda: log.append(1)), Wait(1))
    timeline.update(0.1)
    timeline.skip()
    assert log == [1]


def test_a_motion_started_by_a_motion_plays_on() -> None:
    log = []
    timeline = Timeline()
    timeline.play(Call(lambda: timeline.play(Wait(0.1), Call(lambda: log.append("x")))))
    timeline.update(0.01)
    assert timeline.moving
    timeline.update(0.2)
    assert log == ["x"]


def test_ways() -> None:
    assert between((0, 0), (10, 20), 0.5) == (5, 10)
    assert arc((0, 0), (10, 0), 0.5, 30) == (5, -30)
