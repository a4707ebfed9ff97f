"""The icosahedron that decides who deals: a body of amber resin with twenty numbered faces.

Opposite faces add up to 21. The table is seen from above, so a die at rest shows the face that
counts to the reader.
"""

import math
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import pygame
from pygame import Vector3

from game.scenes.play.solid import LAMP as LIGHT
from game.scenes.play.solid import Drawing, Face, Pose
from game.ui import sprites, timeline
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.theme import GOLD, INK, IVORY, LAMP, VERMILION, mix

RADIUS: Final = 60.0
"""From the die's middle to its corners in units."""
ASIDE: Final = 125.0
"""How far from the edges of the felt a die comes to rest, in units."""
RESIN: Final = mix(VERMILION, INK, 0.12)
SHEEN: Final = mix(VERMILION, LAMP, 0.55)
NEARNESS: Final = 1 / 4.2
"""See `solid.Drawing`; what faces the eye less than that is not seen."""
_PHI: Final = (1 + math.sqrt(5)) / 2
CORNERS: Final = tuple(
    Vector3(corner).normalize()
    for a in (-1, 1)
    for b in (-_PHI, _PHI)
    for corner in ((0, a, b), (a, b, 0), (b, 0, a))
)
TRIANGLES: Final = tuple(
    triangle
    for triangle in combinations(CORNERS, 3)
    if all(one.distance_to(other) < 1.1 for one, other in combinations(triangle, 2))
)
_DIGITS: Final = {
    "0": ".5,0 .1,.3 0,.8 .1,1.3 .5,1.6 .9,1.3 1,.8 .9,.3 .5,0",
    "1": ".15,.35 .6,0 .6,1.6",
    "2": ".05,.4 .2,.1 .55,0 .9,.15 .95,.5 .75,.85 0,1.6 1,1.6",
    "3": ".05,.2 .45,0 .85,.12 .9,.5 .45,.75 .95,1 .9,1.4 .45,1.6 0,1.4",
    "4": ".75,1.6 .75,0 0,1.15 1,1.15",
    "5": ".9,0 .15,0 .08,.7 .5,.6 .95,.85 .95,1.3 .5,1.6 0,1.42",
    "6": ".85,.08 .4,.25 .08,.8 .08,1.3 .5,1.6 .93,1.35 .93,.98 .5,.72 .1,.98",
    "7": "0,0 1,0 .35,1.6",
    "8": ".5,0 .12,.2 .15,.55 .85,.95 .95,1.3 .5,1.6 .05,1.3 .15,.95 .85,.55 .88,.2 .5,0",
    "9": ".15,1.52 .6,1.35 .92,.8 .92,.3 .5,0 .07,.25 .07,.62 .5,.88 .9,.62",
    "_": "0,1.95 1,1.95",
}
"""The stroke of every digit in a box from (0, 0) to (1, 1.6), y downward, and a line below."""


def _face(triangle: tuple[Vector3, Vector3, Vector3]) -> Face:
    """A side whose number stands upright toward the triangle's first corner."""
    middle = (triangle[0] + triangle[1] + triangle[2]) / 3
    up = (triangle[0] - middle).normalize()
    return Face(middle, up.cross(middle).normalize(), up)


FACES: Final = tuple(map(_face, TRIANGLES))


NUMBERS: Final = (1, 17, 15, 13, 18, 12, 11, 19, 5, 7, 16, 8, 6, 10, 3, 4, 2, 14, 9, 20)
"""The number on each of FACES: low ones are spread out, opposite ones add up to 21."""


def resting(number: int) -> Pose:
    """How the die lies when this number counts: its face to the reader, upright."""
    face = FACES[NUMBERS.index(number)]
    rows = face.right, face.up, face.middle.normalize()
    return Pose(*(Vector3(column) for column in zip(*rows, strict=True)))


def picture(pose: Pose, radius: int) -> pygame.Surface:
    """The die as it lies, `radius` pixels from its middle to its corners."""
    drawing = Drawing(pose, radius, 2.3, sprites.OVER, RESIN, NEARNESS)
    for face, corners, number in zip(FACES, TRIANGLES, NUMBERS, strict=True):
        out = pose.out(face.middle).normalize()
        if out.z <= NEARNESS:
            continue
        light = max(0.0, out.dot(LIGHT))
        shine = max(0.0, out.dot((LIGHT + Vector3(0, 0, 1)).normalize())) ** 24
        color = mix(mix(RESIN, INK, 0.66), mix(RESIN, SHEEN, 0.22), light)
        drawing.fill(corners, mix(color, IVORY, 0.45 * shine))
        drawing.line([*corners, corners[0]], mix(color, SHEEN, 0.55), 0.022)
        size, digits = 0.25 if number < 10 else 0.205, str(number)
        wide = 1.35 * len(digits) - 0.35
        for place, digit in enumerate(f"{digits}_" if digits in "69" else digits):
            left = 1.35 * place * (digit != "_") - wide / 2
            stroke = [tuple(map(float, point.split(","))) for point in _DIGITS[digit].split()]
            points = [((left + x) * size, (0.8 - y) * size) for x, y in stroke]
            ink = mix(GOLD, LAMP, 0.25 + 0.5 * light)
            drawing.line(face.place(points), ink, size * 0.22)
    return drawing.picture()


@dataclass(slots=True)
class Die:
    """A die that rolls from a seat onto the felt and lies there; `spin` makes dice differ."""

    number: int
    start: Point
    end: Point
    spin: float
    share: float = 0.0

    def paint(self, canvas: Canvas) -> None:
        share, left = self.share, (1 - self.share) ** 1.6
        hop = abs(math.sin(share * math.pi * 2.5)) * (1 - share) * 70
        ground = timeline.between(self.start, self.end, 1 - (1 - share) ** 2)
        radius = canvas.px(RADIUS)
        shadow = sprites.scaled("shadow_soft.png", (round(radius * 2.6),) * 2)
        canvas.picture_as_is(
            shadow, (ground[0] + 5 + hop * 0.2, ground[1] + 9 + hop * 0.25), 0.8 - hop / 140
        )
        if share >= 1:
            image = rest_picture(self.number, radius)
        else:
            way = self.spin + 2 * left
            axis = Vector3(math.cos(way), -math.sin(way), 0.35).normalize()
            image = picture(resting(self.number).turned(axis, 15 * left), radius)
        canvas.picture_as_is(image, (ground[0], ground[1] - hop))


@sprites.SPRITES.keeping
def rest_picture(number: int, radius: int) -> pygame.Surface:
    """The die at rest; kept, for it lies there for a while."""
    return picture(resting(number), radius)
