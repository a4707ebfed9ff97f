"""Badges of enamel in a ring of brass: a colour and a mark by which somebody is found.

    badges.draw(canvas, "jade", "koi", center, 72)

`COLOURS` holds the colours, assets/art/marks the marks, assets/art/badges the rest; a plain
badge is of dark wood and shows an icon instead.
"""

from typing import Final

import pygame

from game.ui import art, theme
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.sprites import SPRITES
from game.ui.theme import SHADE, Color, mix, rgb

COLOURS: Final[dict[str, Color]] = {
    "vermilion": theme.VERMILION,
    "gold": mix(theme.GOLD, SHADE, 0.1),
    "jade": theme.JADE,
    "pond": mix(theme.POND, rgb("#2E8FB0"), 0.5),
    "indigo": theme.INDIGO,
    "plum": theme.PLUM,
    "rose": rgb("#C2678A"),
    "slate": rgb("#5B6470"),
}
PLAIN: Final = theme.WALNUT_LIGHT
_ENAMEL: Final = "#37745f"
"""Its colour in the drawing."""
_BIG: Final = 3
_MARK: Final = 0.63
"""How much of a badge's width its mark takes."""


def draw(
    canvas: Canvas, colour: str, mark: str, center: Point, size: float, alpha: float = 1.0
) -> None:
    """The badge with its middle at a point; `size` is its width in units.

    With no colour it is a plain one; its mark is an icon's name then.
    """
    canvas.picture(badge(colour, mark, canvas.px(size)), center, alpha)


@SPRITES.keeping
def badge(colour: str, mark: str, pixels: int) -> pygame.Surface:
    """The picture of a badge, so many pixels wide with its shadow beyond."""
    side = pixels * _BIG
    base = COLOURS.get(colour, PLAIN)
    image = art.picture("badges/ring", (round(side * 1.2),) * 2, {_ENAMEL: base})
    if mark:
        name = f"{'marks' if colour else 'icons'}/{mark}"
        _let_in(image, name, round(side * _MARK), base)
    return pygame.transform.smoothscale_by(image, 1 / _BIG)


def _let_in(image: pygame.Surface, mark: str, pixels: int, base: Color) -> None:
    """The mark in ivory, a hair below the enamel."""
    shape = art.stencil(mark, max(4, pixels))
    at = (image.get_width() - shape.get_width()) // 2
    depth = max(1, round(shape.get_width() * 0.02))
    for shift, color in (
        (depth, (*mix(base, (255, 255, 255), 0.45), 130)), (-depth, (*mix(base, SHADE, 0.7), 220)),
        (0, theme.IVORY),
    ):
        copy = shape.copy()
        copy.fill(color, special_flags=pygame.BLEND_RGBA_MULT)
        image.blit(copy, (at + shift, at + shift))
