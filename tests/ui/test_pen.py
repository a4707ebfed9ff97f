"""The pen draws where it lies, as it is turned and scaled."""

from __future__ import annotations

import pygame
import pytest

from game.ui.pen import Pen


def test_a_pen_that_is_turned_draws_there() -> None:
    surface = pygame.Surface((200, 200), pygame.SRCALPHA, 32)
    pen = Pen(surface, (120, 100), 1.0, 90)
    assert pen.at((0, 0)) == pytest.approx((120, 100))
    assert pen.at((10, 0)) == pytest.approx((120, 110))
    pen.line((0, 0), (20, 0), 4, (255, 0, 0))
    assert surface.get_bounding_rect().collidepoint(120, 115)
    assert not surface.get_bounding_rect().collidepoint(100, 100)
