"""The bodies of pieces: what their convex parts cover, what they weigh, how much play they have."""

from __future__ import annotations

import math
import random
from cmath import rect

import pytest

from game.physics.bodies import INNER, INSET, MIDDLE, PARTS, ROUNDING, WHOLE, weight
from game.physics.place import ORIGIN, SINGLE, at, pair, place_of
from game.rules.walong.geometry import HOME, SIDES, Pose, mate
from tests.physics.plane import depth, distance, inside, probe_at

PLAY = INSET - ROUNDING
"""How much smaller than its outline a piece is."""


def turns(outline: tuple[complex, ...]) -> list[float]:
    """Cross products at the corners; none is negative in a convex outline."""
    corners = zip(outline, outline[1:] + outline[:1], outline[2:] + outline[:2], strict=True)
    return [((b - a).conjugate() * (c - b)).imag for a, b, c in corners]


def within(point: complex, part: tuple[complex, ...]) -> bool:
    edges = zip(part, part[1:] + part[:1], strict=True)
    return all(((b - a).conjugate() * (point - a)).imag >= -1e-9 for a, b in edges)


def test_the_inset_outline_keeps_its_distance() -> None:
    assert all(inside(point, WHOLE) for point in INNER)
    assert min(distance(point, WHOLE) for point in INNER) == pytest.approx(INSET, abs=1e-9)


def test_parts_are_convex_and_stay_inside() -> None:
    for part in PARTS:
        assert min(turns(part)) > -1e-9
        for here, there in zip(part, part[1:] + part[:1], strict=True):
            for share in (0.1, 0.3, 0.5, 0.7, 0.9):
                point = here + (there - here) * share
                assert inside(point, INNER) or distance(point, INNER) < 1e-9


def test_no_three_corners_of_a_part_are_in_a_line() -> None:
    assert min(turn for part in PARTS for turn in turns(part)) > 1e-6


def test_a_probe_feels_a_tip_that_slips_in_at_the_middle_of_a_side() -> None:
    pose = Pose(4, 1, 2, 1, 2)
    turn = place_of(pose).angle + math.radians(-40.3004873636548)
    tip = place_of(pose).point(-0.04575963748275558 - 0.7444654284143297j)
    place = at(tip - rect(1, turn) * INNER[24], turn)
    assert depth(SINGLE, place, [pose]) == pytest.approx(0.044, abs=0.002)
    assert probe_at([pose]).depth(SINGLE, place) == pytest.approx(0.044, abs=0.002)


def test_parts_cover_all_of_the_piece() -> None:
    rng = random.Random(4)
    points = [complex(rng.uniform(-1.1, 1.1), rng.uniform(-1.1, 1.1)) for _ in range(4000)]
    corners = zip(INNER, INNER[1:] + INNER[:1], strict=True)
    points += [(here + there) / 2 for here, there in corners]
    inner = [p for p in points if inside(p, INNER) or distance(p, INNER) < 1e-9]
    assert len(inner) > 1000
    assert all(any(within(point, part) for part in PARTS) for point in inner)


def test_a_piece_weighs_one_and_turns_around_its_middle() -> None:
    one, two = weight(SINGLE), weight(pair(1, 3))
    assert (one.mass, two.mass) == (1, 2)
    assert one.hub == pytest.approx(MIDDLE)
    assert two.moment > 2 * one.moment
    centres = [place.point(MIDDLE) for place in pair(1, 3).places(ORIGIN)]
    assert ORIGIN.point(two.hub) == pytest.approx(sum(centres) / 2)


@pytest.mark.parametrize("side", SIDES)
def test_mated_pieces_lie_side_by_side_with_play(side: int) -> None:
    for other in SIDES:
        probe = probe_at([mate(HOME, side, other)])
        assert probe.depth(SINGLE, ORIGIN) == 0
        place = ORIGIN
        for way in (1, 1j, -1, -1j):
            near = place._replace(x=place.x + PLAY * way.real, y=place.y + PLAY * way.imag)
            assert probe.clear(SINGLE, near)


def test_a_probe_feels_what_sticks() -> None:
    probe = probe_at([Pose(3, 0, 0, 0, 0)])
    assert probe.depth(SINGLE, place_of(Pose(3, 0, 0, 0, 0))) > 0.3
    away = place_of(mate(Pose(3, 0, 0, 0, 0), 1, 2))
    assert probe.clear(SINGLE, away)
