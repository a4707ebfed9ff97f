"""Pictures that explain tiles of Pai Sho: one of them, and the circle of flowers."""

import math
from collections.abc import Collection
from typing import Final

import pygame

from game.rules.pai_sho.board import BASICS, BESIDE, CODES, LOTUS, OPPOSITE, ORCHID, Kind
from game.scenes.pai_sho.art import TileArt, Wood
from game.scenes.pai_sho.illustrations import cloth
from game.scenes.pai_sho.lines import TILT, draw_clash_line, petal
from game.scenes.play.explanation import Sign, paint_sign
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.markup import Picture
from game.ui.sprites import SPRITES, rounded
from game.ui.theme import LAMP, Design, rgb
from game.ui.timeline import between

TILE: Final = 132.0
CIRCLE: Final = 268.0
"""The sides of the two pictures in units."""
LARGE: Final = 0.19
"""The diameter of the circle's tiles, as a share of its side."""
APART, HIGH, CORNER = 0.335, 0.475, 0.115
"""How far from the middle the flowers of the circle are, where the middle is, and how far from
two edges the corners' tiles lie, in the same way.
"""
FADED: Final = 0.36
PETAL: Final = rgb("#F2B24C")


def portrait(kind: Kind, wood: Wood) -> Picture:
    """One tile, large."""

    def paint(canvas: Canvas, box: Box) -> None:
        TileArt(canvas.px(0.9 * box.w), canvas.design).put(canvas, box.center, CODES[kind], wood)

    return Picture(paint, TILE, TILE)


def circle(
    kind: Kind, wood: Wood, partners: Collection[Kind], clashes: Collection[Kind],
    side: float = CIRCLE,
) -> Picture:
    """The circle of flowers, with what goes together with one of them and what against it."""
    ties = kind, wood, tuple(partners), tuple(clashes)

    def paint(canvas: Canvas, box: Box) -> None:
        canvas.picture(_circle(canvas.px(box.w), canvas.design, *ties), box.center)

    return Picture(paint, side, side)


def ties(kind: Kind, wood: Wood) -> Picture | None:
    """The circle around a flower of Skud Pai Sho; None for tiles that are none of it."""
    if kind in BASICS:
        partners = *BESIDE[kind], LOTUS
        return circle(kind, wood, partners, (OPPOSITE[kind],))
    return circle(kind, wood, BASICS, ()) if kind == LOTUS else None


def _seats(kind: Kind, side: float) -> dict[Kind, Point]:
    """Where the flowers are: the basic ones around, a lotus or an orchid in the middle when the
    circle is about it, else in the lower corners.
    """
    x, y, reach = side / 2, HIGH * side, APART * side
    turns = [math.tau * i / len(BASICS) - math.tau / 4 for i in range(len(BASICS))]
    around = [(x + reach * math.cos(t), y + reach * math.sin(t)) for t in turns]
    corner, low = CORNER * side, (1 - CORNER) * side
    beside = {LOTUS: (corner, low), ORCHID: (low, low)}
    if kind in beside:
        beside[kind] = x, y
    return {**dict(zip(BASICS, around, strict=True)), **beside}


@SPRITES.keeping
def _circle(
    pixels: int, design: Design, kind: Kind, wood: Wood,
    partners: tuple[Kind, ...], clashes: tuple[Kind, ...],
) -> pygame.Surface:
    """The circle around a flower, or all of it if `kind` is 0."""
    scale = pixels / CIRCLE
    surface = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
    surface.blit(cloth((pixels, pixels), design), (0, 0))
    canvas, seats = Canvas(surface, scale=scale), _seats(kind, CIRCLE)
    suiting, clashing = (
        # those in the corners have their signs alone
        [(kind, each) for each in sorted(group) if each in BASICS or kind not in BASICS]
        for group in (partners, clashes)
    )
    if not kind:
        suiting = [*zip(BASICS, (*BASICS[1:], BASICS[0]), strict=True)]
        clashing = [*zip(BASICS[:3], BASICS[3:], strict=True)]
    for one, other in clashing:
        draw_clash_line(canvas, seats[one], seats[other], 60)
    for one, other in suiting:
        _draw_petals(canvas, seats[one], seats[other])
    tied = {kind, *partners, *clashes} if kind else {*BASICS}
    art = TileArt(LARGE * CIRCLE * scale, design)
    if kind:
        canvas.picture_as_is(art.glow(LAMP, 0.95), seats[kind])
    for other, at in seats.items():
        if other in tied:
            art.put(canvas, at, CODES[other], wood)
        elif other in BASICS:
            canvas.picture_as_is(art.tile(CODES[other], wood, True), at, FADED)
    signs: list[tuple[Sign, Kind]] = [("partner", each) for each in partners]
    signs += [("clash", each) for each in clashes if each not in partners]
    for sign, other in signs:
        x, y = seats[other]
        paint_sign(canvas, sign, (x + 0.075 * CIRCLE, y - 0.07 * CIRCLE), 11)
    return rounded(surface, 14 * scale)


def _draw_petals(canvas: Canvas, start: Point, end: Point) -> None:
    """Three petals half way between two flowers."""
    heading = math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))
    for step, lean in ((-1, TILT), (0, -TILT), (1, TILT)):
        image = petal(canvas.px(19), PETAL, heading + lean)
        canvas.picture_as_is(image, between(start, end, 0.5 + step * 0.08))


WHOLE: Final = circle(0, "light", (), (), side=430)
"""All of it, for the rules: neighbours in harmony, opposites in a clash."""
