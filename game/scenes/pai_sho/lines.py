"""Harmonies as living lines of petals, clashes as broken lines, and the ring that blooms.

Lengths are in table units; `cell` is the distance between two neighbouring points of the board.
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal, TypeAlias

import pygame

from game.scenes.pai_sho.drawings import drawing, lit
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.sprites import SPRITES, disc
from game.ui.theme import GOLD, INK, IVORY, VERMILION, Color, mix, with_alpha
from game.ui.timeline import between

SPACING: Final = 0.40
"""From petal to petal along a harmony, in cells."""
PETAL: Final = 0.34
"""A petal's length in cells."""
Form: TypeAlias = Literal["pointed", "round"]
TILT: Final = 28
"""How far petals lean to either side of their line, in degrees."""
DARKEST: Final = {"painted": 0.5, "classic": 0.9}
"""How dark the ground is made below harmonies, by the garden they grow in."""
OPEN_AT: Final = 0.44
"""How near a broken line comes to the middle of a tile, in cells."""
UNDER: Final = 0.38
"""How near a garland does: it goes on under the tile, where its petals come and go unseen."""


def draw_harmony_line(
    canvas: Canvas, start: Point, end: Point, color: Color, cell: float, phase: float = 0.0,
    strength: float = 1.0, form: Form = "pointed",
) -> None:
    """A thread between two tiles of a row or column, with petals that drift along it.

    `phase` counts petals: growing by one it moves every petal to the next one's place.
    `strength` 0…1 lets the line fade in. The petals' form tells two players' lines apart where
    their colours do not.
    """
    if strength <= 0 or math.dist(start, end) <= 0:
        return
    (x, y), (goal_x, goal_y) = canvas.at(start), canvas.at(end)
    dark = DARKEST[canvas.design.garden]  # gold is seen on gold
    _draw_thread(canvas, start, end, INK, 1.8 * cell, dark * strength)
    _draw_thread(canvas, start, end, color, cell, strength)
    upright, back = abs(goal_y - y) > abs(goal_x - x), goal_x - x + goal_y - y < 0
    step, hidden = SPACING * cell * canvas.scale, round(UNDER * cell * canvas.scale)
    seen = max(abs(goal_x - x), abs(goal_y - y)) - 2 * hidden
    if seen <= 0:
        return
    tall = canvas.px(PETAL * cell)
    whole = _long(seen + math.ceil(2 * step))
    image = _garland(whole, tall, step, color, form, upright, back)
    passed = round((2 - phase % 2) * step)
    if back:
        passed = max(image.get_size()) - passed - seen
    wide = min(image.get_size())
    image.set_alpha(round(255 * min(1.0, strength)))
    if upright:
        at, part = (x - wide // 2, min(y, goal_y) + hidden), (0, passed, wide, seen)
    else:
        at, part = (min(x, goal_x) + hidden, y - wide // 2), (passed, 0, seen, wide)
    canvas.surface.blit(image, at, part)


@SPRITES.keeping
def _garland(
    length: int, tall: int, step: float, color: Color, form: Form, upright: bool, back: bool
) -> pygame.Surface:
    """Petals in a row, at least as many as move past between two tiles."""
    heading = (180 if upright else 90) + (180 if back else 0)
    pair = [petal(tall, color, heading + lean, form) for lean in (-TILT, TILT)]
    wide = pair[0].get_width()
    image = pygame.Surface((wide, length) if upright else (length, wide), pygame.SRCALPHA, 32)
    for i in range(-1, math.ceil(length / step) + 1):
        along = round(i * step)
        along = (length - along if back else along) - wide // 2
        image.blit(pair[i % 2], (0, along) if upright else (along, 0))
    return image


def _draw_thread(
    canvas: Canvas, start: Point, end: Point, color: Color, cell: float, strength: float
) -> None:
    """The soft light under a line."""
    a, b = canvas.at(start), canvas.at(end)
    wide = max(5, canvas.px(cell * 0.26))
    length = max(abs(a[0] - b[0]), abs(a[1] - b[1]), 1)
    upright = abs(a[1] - b[1]) > abs(a[0] - b[0])
    image = _thread(_long(length), wide, upright, color, round(max(0.0, min(1.0, strength)) * 8))
    x, y = min(a[0], b[0]), min(a[1], b[1])
    at = (x - wide // 2, y) if upright else (x, y - wide // 2)
    canvas.surface.blit(image, at, (0, 0, *((wide, length) if upright else (length, wide))))


def _long(length: int) -> int:
    """The pixels of the picture of which such a line shows a part: so there are but few."""
    return math.ceil(length / 256) * 256


@SPRITES.keeping
def _thread(length: int, wide: int, upright: bool, color: Color, eighths: int) -> pygame.Surface:
    profile = pygame.Surface((1, 5), pygame.SRCALPHA, 32)
    for y, alpha in enumerate((0, 90, 235, 90, 0)):
        tone = mix(color, (255, 255, 255), 0.25 if y == 2 else 0.0)
        profile.set_at((0, y), (*tone, round(alpha * eighths / 8)))
    band = pygame.transform.smoothscale(profile, (1, wide))
    band = pygame.transform.scale(band, (length, wide))
    return pygame.transform.rotate(band, 90) if upright else band


def petal(length: int, color: Color, angle: float, form: Form = "pointed") -> pygame.Surface:
    """A loose petal pointing `angle` degrees clockwise from up; nearly equal angles are one."""
    return _turned(f"petal_{form}", round(1.14 * length), color, _step(angle), max(6, 110 / length))


def splinter(length: int, color: Color, angle: float) -> pygame.Surface:
    """One piece of a broken line."""
    return _turned("splinter", round(1.2 * length), color, _step(angle), 0)


def _step(angle: float) -> int:
    return round(angle / 4) % 90 * 4


@SPRITES.keeping
def _turned(name: str, side: int, color: Color, turn: int, edge: float) -> pygame.Surface:
    return drawing(name, (side, side), color, stroke_width=edge, transform=f"rotate({turn})")


# Clashes ----------------------------------------------------------------------------------------


def draw_clash_line(
    canvas: Canvas, start: Point, end: Point, cell: float, color: Color = VERMILION,
    strength: float = 1.0,
) -> None:
    """A broken line: splinters that do not meet, and the break itself half way."""
    if strength <= 0 or math.dist(start, end) <= 0:
        return
    (x, y), (goal_x, goal_y) = canvas.at(start), canvas.at(end)
    across, down, room = goal_x - x, goal_y - y, canvas.px(cell * 0.5)
    image = _clash(across, down, cell * canvas.scale, color)
    image.set_alpha(round(255 * min(1.0, strength)))
    canvas.surface.blit(image, (min(x, goal_x) - room, min(y, goal_y) - room))


@SPRITES.keeping
def _clash(across: int, down: int, cell: float, color: Color) -> pygame.Surface:
    """The pieces of a broken line, and the break, with half a cell of room; all in pixels."""
    room = max(1, round(cell * 0.5))
    surface = pygame.Surface((abs(across) + 2 * room, abs(down) + 2 * room), pygame.SRCALPHA, 32)
    canvas, span = Canvas(surface, scale=1.0), math.hypot(across, down)
    x, y, ux, uy = room - min(0, across), room - min(0, down), across / span, down / span
    heading = math.degrees(math.atan2(ux, -uy))
    first, last = OPEN_AT * cell, span - OPEN_AT * cell
    count = max(2, round((last - first) / (0.42 * cell)))
    for i in range(count):
        along = first + (i + 0.5) * (last - first) / count
        if span > 1.2 * cell and abs(along - span / 2) < 0.32 * cell:
            continue
        side = 0.09 * cell * (1 if i % 2 else -1)
        image = splinter(round(0.46 * cell), color, heading + (20 if i % 2 else -20))
        at = x + ux * along - uy * side, y + uy * along + ux * side
        canvas.picture_as_is(image, at)
    if span > 1.2 * cell:
        middle = x + across / 2, y + down / 2
        canvas.picture_as_is(_turned("break", round(0.66 * cell), color, 0, 0), middle)
    return surface


# The ring ---------------------------------------------------------------------------------------


def draw_ring_bloom(
    canvas: Canvas, points: Sequence[Point], share: float, color: Color, cell: float
) -> None:
    """A closed ring in bloom: light runs along it, then a blossom opens on every corner.

    `points` are the ring's tiles in order; `share` goes from 0 (nothing) to 1 (full bloom).
    """
    rim = [*points, points[0]] if points else []
    lit_up = sum(math.dist(a, b) for a, b in pairwise(rim)) * min(1.0, share * 1.6)
    for a, b in pairwise(rim):
        length = math.dist(a, b)
        if lit_up > 0:
            reached = between(a, b, min(1.0, lit_up / max(length, 1e-6)))
            _draw_thread(canvas, a, reached, GOLD, cell * 2.0, 1.0)
            _scatter(canvas, a, reached, color, cell)
        lit_up -= length
    for i, point in enumerate(points):
        opened = min(1.0, max(0.0, share * 2.2 - 0.9 - 0.5 * i / max(1, len(points))))
        if opened > 0:
            image = _corolla(canvas.px(cell * 0.92), color, math.ceil(opened * 24) / 24)
            canvas.picture_as_is(image, point, 0.95)


def _scatter(canvas: Canvas, a: Point, b: Point, color: Color, cell: float) -> None:
    """Petals on both sides of the light."""
    length = max(math.dist(a, b), 1e-6)
    dx, dy, count = (b[0] - a[0]) / length, (b[1] - a[1]) / length, int(length / (0.36 * cell))
    for i in range(1, count + 1):
        (x, y), side = between(a, b, i / (count + 1)), (0.24 if i % 2 else -0.24) * cell
        turn = math.degrees(math.atan2(dx, -dy)) + (60 if i % 2 else -60)
        image = petal(canvas.px(cell * 0.40), color, turn)
        canvas.picture_as_is(image, (x - dy * side, y + dx * side))


@SPRITES.keeping
def _corolla(radius: int, color: Color, opened: float) -> pygame.Surface:
    """A wreath of petals around a tile, open in the middle so that the tile can be seen."""
    if opened < 1:
        return pygame.transform.smoothscale_by(_corolla(radius, color, 1.0), opened)
    side = round(2.12 * radius)
    image = drawing("corolla", (side, side), color, stroke_width=max(2, 110 / radius))
    hole = disc(round(radius * 0.49), (0, 0, 0))
    image.blit(hole, hole.get_rect(center=image.get_rect().center),
               special_flags=pygame.BLEND_RGBA_SUB)  # fmt: skip
    return lit(image, max(2, radius * 0.16), GOLD, 0.5)


def draw_last(canvas: Canvas, centers: Sequence[Point], cell: float) -> None:
    """Where the last turn took place: a pale ring around what lies there, or lay there."""
    for center in centers:
        canvas.ring(center, cell * 0.62, with_alpha(INK, 0.35), 5)
        canvas.ring(center, cell * 0.62, with_alpha(IVORY, 0.85), 2.5)


def arrow(cell: int, angle: float) -> pygame.Surface:
    """An arrow's head with its tip in the middle, `angle` degrees clockwise from up."""
    return _turned("arrow", cell, INK, _step(angle), 0)
