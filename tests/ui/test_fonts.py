"""Type: numbers with true signs."""

from typing import get_args

import pygame
import pytest

from game.ui.fonts import Face, font, number, signed
from tests.certain import sure


@pytest.mark.parametrize(
    ("value", "plain", "change"), [(3, "3", "+3"), (0, "0", "+0"), (-12, "−12", "−12")]
)
def test_a_minus_is_as_wide_as_a_plus(value: int, plain: str, change: str) -> None:
    assert number(value) == plain
    assert signed(value) == change


@pytest.mark.parametrize("face", get_args(Face))
def test_every_face_has_the_signs(face: str) -> None:
    pygame.font.init()
    minus, plus = font(face, 30).metrics("−+")
    assert minus is not None
    assert abs(sure(minus)[4] - sure(plus)[4]) <= 1
