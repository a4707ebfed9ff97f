"""The icosahedron: numbered as a die is, and resting on what was rolled."""

from __future__ import annotations

import pytest

from game.scenes.domi_jongg.die import FACES, NUMBERS, TRIANGLES, resting


def test_every_number_is_on_one_face_and_opposite_ones_add_up_to_21() -> None:
    assert sorted(NUMBERS) == list(range(1, 21))
    assert len(FACES) == len(TRIANGLES) == 20
    for face, number in zip(FACES, NUMBERS, strict=True):
        away = -face.middle
        opposite = min(range(20), key=lambda i: FACES[i].middle.distance_to(away))
        assert number + NUMBERS[opposite] == 21


@pytest.mark.parametrize("number", range(1, 21))
def test_a_die_at_rest_shows_its_number_upright_to_the_reader(number: int) -> None:
    pose, face = resting(number), FACES[NUMBERS.index(number)]
    assert tuple(pose.out(face.middle.normalize())) == pytest.approx((0, 0, 1))
    assert tuple(pose.out(face.up)) == pytest.approx((0, 1, 0))
