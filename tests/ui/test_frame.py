"""Frames turn a seat's coordinates to its edge and back without losing anything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.frame import Box, Frame

numbers = st.floats(-2000, 2000)
frames = st.builds(
    Frame,
    st.tuples(numbers, numbers),
    st.tuples(st.floats(10, 2000), st.floats(10, 2000)),
    st.integers(0, 3),
)


@given(frames, st.tuples(numbers, numbers))
def test_into_undoes_out(frame: Frame, point: tuple[float, float]) -> None:
    assert frame.into(frame.out(point)) == pytest.approx(point, abs=1e-6)


@given(frames, st.tuples(numbers, numbers))
def test_vectors_turn_like_points(frame: Frame, vector: tuple[float, float]) -> None:
    start, end = frame.out((0, 0)), frame.out(vector)
    assert frame.out_vector(vector) == pytest.approx((end[0] - start[0], end[1] - start[1]))
    assert frame.into_vector(frame.out_vector(vector)) == pytest.approx(vector)


@pytest.mark.parametrize(
    ("turn", "near_person"),
    [(0, (100, 150)), (1, (150, 100)), (2, (100, 50)), (3, (50, 100))],
)
def test_the_lower_edge_of_a_frame_lies_toward_its_person(
    turn: int, near_person: tuple[int, int],
) -> None:
    frame = Frame((100, 100), (100, 100), turn)
    assert frame.out((50, 100)) == pytest.approx(near_person)


def test_a_turned_frame_covers_the_turned_box() -> None:
    assert Frame((100, 100), (60, 20), 1).box == Box(90, 70, 20, 60)


def test_slack_lets_a_finger_miss_a_little() -> None:
    box = Box(0, 0, 10, 10)
    assert not box.has((12, 5))
    assert box.has((12, 5), slack=3)
