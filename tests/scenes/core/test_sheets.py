"""What sheets of paper hold."""

import pygame

from game.scenes.core.sheets import Section
from game.ui.fonts import TextMetrics
from game.ui.frame import Box
from game.ui.scrolling import List
from game.ui.widgets import Button, Widget


def test_headings_are_scrolled_with_their_rows() -> None:
    pygame.font.init()
    heading = Section("Who plays?")
    widgets: list[Widget] = [heading, *(Button(str(n), look="row") for n in range(9))]
    rows = List(widgets)
    rows.arrange(TextMetrics(), Box(0, 0, 400, 300))
    apart = widgets[1].box.y - heading.box.y
    for offset in (120.0, 0.0, 60.0):
        rows.scroll_to(offset)
        assert widgets[1].box.y - heading.box.y == apart
