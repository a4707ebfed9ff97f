"""What is drawn on a canvas lies where it was said to lie."""

from __future__ import annotations

import pygame
import pytest

from game.ui.canvas import Canvas
from game.ui.frame import Frame
from tests.tools import headless


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("scale", [0.556, 0.667, 1.0])
def test_lines_begin_below_each_other_to_the_pixel(scale: float, turn: int) -> None:
    headless.context()
    for part in range(8):
        surface = pygame.Surface((300, 300), pygame.SRCALPHA)
        middle = 150 / scale
        canvas = Canvas(surface, Frame((middle, middle), (2 * middle, 2 * middle), turn), scale)
        step = canvas.text("Hi\nHim\nHint\nHints", (60 + part / 8, 40 + part / 8), 24) / 4
        upright = pygame.transform.rotate(surface, -90 * turn)
        begins = set()
        for number in range(4):
            top = round((40 + number * step) * scale)
            row = upright.subsurface((0, top, 300, int(step * scale) - 1))
            begins.add(row.get_bounding_rect(min_alpha=90).x)
        assert len(begins) == 1
