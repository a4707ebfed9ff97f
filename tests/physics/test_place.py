"""Places, forms and edges."""

from __future__ import annotations

import math

import pytest

from game.physics.place import (
    ORIGIN,
    SINGLE,
    Edges,
    Form,
    Place,
    composed,
    pair,
    place_of,
    swing,
)
from game.rules.walong.geometry import HOME, SIDES, Pose, centre, mate, relative

POSE = Pose(5, 2, -1, 3, 1)


def close(one: Place, other: Place) -> bool:
    turn = abs(swing(one.angle - other.angle))
    return abs(one.spot - other.spot) < 1e-9 and turn < 1e-9


def test_a_piece_lies_where_its_centre_is() -> None:
    place = place_of(POSE)
    assert place.spot == centre(POSE)
    assert place.angle == pytest.approx(math.radians(150))


def test_points_are_seen_from_a_place_and_back() -> None:
    place = Place(2, -1, 0.7)
    assert place.inner(place.point(0.3 + 0.4j)) == pytest.approx(0.3 + 0.4j)
    assert place.then(Place(0, 0, 0.2)) == pytest.approx((2, -1, 0.9))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("other", SIDES)
def test_a_pair_lies_exactly_as_the_rules_join_it(side: int, other: int) -> None:
    form = pair(side, other)
    poses = form.poses(POSE)
    assert poses == (POSE, mate(POSE, side, other))
    for exact, place in zip(poses, form.places(place_of(POSE)), strict=True):
        assert close(place, place_of(exact))
    assert form.first_pose(1, poses[1]) == POSE
    assert form.first_pose(0, poses[0]) == POSE


def test_composing_undoes_seeing() -> None:
    other = Pose(8, -2, 0, 1, 4)
    assert composed(other, relative(POSE, other)) == POSE


def test_a_single_piece_is_a_form() -> None:
    assert Form((HOME,)) == SINGLE
    assert close(SINGLE.places(Place(3, 4, 1))[0], Place(3, 4, 1))
    assert close(SINGLE.places(ORIGIN)[0], ORIGIN)


def test_angles_swing_and_snap() -> None:
    assert swing(math.radians(350)) == pytest.approx(math.radians(-10))
    assert swing(-4 * math.tau + 0.1) == pytest.approx(0.1)


def test_edges_hold_points_inside() -> None:
    edges = Edges(-2, -1, 2, 1)
    assert edges.nearest(5 - 3j) == 2 - 1j
    assert edges.nearest(5 - 3j, 0.5) == 1.5 - 0.5j
    assert edges.nearest(0.5 + 0.5j) == 0.5 + 0.5j
