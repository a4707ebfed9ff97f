"""What the table's furniture is made of, in the pixels it leaves on its ground."""

import pygame
import pytest

from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box


@pytest.mark.parametrize("size", [(300, 400), (560, 980), (1200, 900)])
def test_dark_glass_is_as_dark_in_its_middle_as_near_its_edges(size: tuple[int, int]) -> None:
    ground = pygame.Surface((1920, 1080))
    ground.fill((255, 255, 255))
    box = Box.around((960, 540), *size)
    surfaces.glass(Canvas(ground), box)
    seen = {tuple(ground.get_at((x, 540))) for x in range(int(box.x) + 40, int(box.right) - 40)}
    seen |= {tuple(ground.get_at((960, y))) for y in range(int(box.y) + 50, int(box.bottom) - 50)}
    darkest, lightest = min(map(sum, seen)), max(map(sum, seen))
    assert lightest - darkest <= 6
