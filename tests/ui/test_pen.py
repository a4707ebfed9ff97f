"""The pen: curves pass through their points, and it draws where it was moved and turned to."""

from __future__ import annotations

import pygame
import pytest

from game.ui.pen import Pen, closed_curve


def test_curves_pass_through_their_points() -> None:
    points = [(0.0, 0.0), (10.0, 5.0), (20.0, -5.0), (30.0, 0.0)]
    for wanted in points:
        assert min(abs(x - wanted[0]) + abs(y - wanted[1]) for x, y in closed_curve(points)) < 1e-9


def test_a_pen_that_is_moved_and_turned_draws_there() -> None:
    surface = pygame.Surface((200, 200), pygame.SRCALPHA, 32)
    pen = Pen(surface, (100, 100), 2.0).moved(10, 0, 0.5, 90)
    assert pen.at((0, 0)) == pytest.approx((120, 100))
    assert pen.at((10, 0)) == pytest.approx((120, 110))
    pen.line((0, 0), (20, 0), 4, (255, 0, 0))
    assert surface.get_bounding_rect().collidepoint(120, 115)
    assert not surface.get_bounding_rect().collidepoint(100, 100)
