"""The colour die: an ivory cube with six inlaid faces that really rolls over the cloth.

Every face carries a Walong colour with its engraved mark, the sixth is white, the joker. The
cube is turned in space and its three visible faces are drawn; where it comes to rest, the face
that luck drew lies on top.
"""

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, product
from typing import Final

import pygame
from pygame import Vector3

from game.scenes.play.solid import LAMP, Drawing, Face, Pose
from game.scenes.walong.art import ENAMELS
from game.scenes.walong.marks import mark_of
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Point
from game.ui.theme import IVORY, WALONG, Color, Design, mix, rgb
from game.ui.timeline import Tween, linear

SECONDS: Final = 1.5
TILT: Final = math.radians(28)
"""How far the eye leans back from looking straight down."""
ROUND: Final = 0.20
"""The radius of the edges; half an edge is 1."""
INLAY: Final = 0.68
INLAY_ROUND: Final = 0.22
MARK: Final = 0.44
OVER: Final = 2
WHITE: Final = rgb("#FBF6E8")
X, Y, Z = Pose()
NORMALS: Final = {"y": Z, "w": -Z, "r": X, "v": -X, "g": Y, "b": -Y}
"""Where the faces look when yellow lies on top."""
TO_TOP: Final = {
    "y": Pose(), "w": Pose().turned(X, math.pi), "r": Pose().turned(Y, -math.pi / 2),
    "v": Pose().turned(Y, math.pi / 2), "g": Pose().turned(X, math.pi / 2),
    "b": Pose().turned(X, -math.pi / 2),
}  # fmt: skip
"""The pose in which a face lies on top."""
CORNERS: Final = tuple(Vector3(corner) * (1 - ROUND) for corner in product((-1, 1), repeat=3))
"""The middles of the rounded corners."""
EDGES: Final = tuple(edge for edge in combinations(CORNERS, 2) if edge[0].distance_to(edge[1]) < 2)


@dataclass(slots=True)
class ColourDie:
    """A throw: the face on top at its end, from where to where, and how far it has come (0…1)."""

    face: str
    start: Point
    end: Point
    size: float = 120.0
    """An edge in table units."""
    share: float = 0.0
    alpha: float = 1.0

    def rolling(self, seconds: float) -> Tween:
        """A motion of the whole throw."""
        return Tween(seconds, partial(setattr, self, "share"), linear)

    def draw(self, canvas: Canvas) -> None:
        """Paint the die with its shadow on the table's canvas."""
        half, throw = self.size / 2, (self.face, self.start, self.end, self.size, self.share)
        _, at, height = _pose(*throw)
        shadow = round(canvas.px(self.size) * (2.1 + 0.5 * height / half))
        dim = self.alpha * max(0.35, 0.95 - 0.25 * height / half)
        low = at[0] + 10 + 0.5 * height, at[1] + 14 + 0.5 * height
        blob = sprites.scaled("shadow_soft.png", (shadow - shadow % 32,) * 2)
        canvas.picture_as_is(blob, low, dim)
        seen = at[0], at[1] - height * math.sin(TILT)
        canvas.picture_as_is(_cube(throw, canvas.px(half), canvas.design), seen, self.alpha)


def _pose(
    face: str, start: Point, end: Point, size: float, share: float
) -> tuple[Pose, Point, float]:
    """How it is turned, where it is on the table, and how high its middle is above rest."""
    half, left, far = size / 2, (1 - share) ** 1.9, math.dist(start, end)
    way = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    quarter = max(4, round(far / size)) * math.pi / 2
    upright = TO_TOP[face].turned(Z, 0.22 + 1.1 * left)
    pose = upright.turned(Vector3(way[1], way[0], 0), -quarter * left)
    lowest = max(-pose.out(corner).z for corner in CORNERS)
    # Hops that grow smaller, as it is thrown rather than pushed.
    hop = 1.5 * (1 - share) ** 2 * abs(math.sin(3 * math.pi * share**0.8))
    height = half * (lowest - (1 - ROUND)) + half * hop
    at = end[0] - way[0] * far * left, end[1] - way[1] * far * left
    return pose, at, max(0.0, height)


# Drawing the cube --------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _cube(
    throw: tuple[str, Point, Point, float, float], half: int, design: Design
) -> pygame.Surface:
    """The cube as seen, around the picture's middle; `half` an edge in pixels."""
    pose, _, _ = _pose(*throw)
    drawing = Drawing(pose.turned(X, -TILT), half, 3.7, OVER, IVORY)
    rim = mix(IVORY, (96, 74, 52), 0.42)
    for edge in EDGES:
        drawing.line(edge, rim, 2 * ROUND)
    for name, normal in NORMALS.items():
        if drawing.pose.out(normal).z > 0.02:
            _draw_face(drawing, name, pose.out(normal).dot(LAMP), design)
    return drawing.picture()


def _draw_face(drawing: Drawing, name: str, light: float, design: Design) -> None:
    """One face: the ivory, the inlay in its groove, and the mark engraved in it."""
    normal = NORMALS[name]
    right = Y * normal.x if normal.x else X
    face, shade = Face(normal, right, normal.cross(right)), 0.66 + 0.34 * max(0.0, light)

    def fill(shape: Sequence[complex], color: Color, scale: float = 1.0) -> None:
        points = face.place((scale * p.real, scale * p.imag) for p in shape)
        drawing.fill(points, mix((20, 11, 8), color, min(1.0, shade)))

    enamel = ENAMELS.get(name) if design.contrast else None
    inlay: Color = WHITE if name == "w" else enamel.body if enamel else WALONG[name]
    fill(_rounded(1.0, ROUND), IVORY)
    fill(_rounded(INLAY + 0.035, INLAY_ROUND), mix(inlay, (40, 24, 14), 0.55))
    fill(_rounded(INLAY, INLAY_ROUND), inlay)
    if name != "w":
        other, share = ((255, 255, 255), 0.34) if name in "bv" else ((40, 16, 8), 0.38)
        tone = enamel.sign if enamel else mix(inlay, other, share)
        for shape in mark_of(name).carved:
            fill(shape, tone, MARK)
        for shape in mark_of(name).left:
            fill(shape, inlay, MARK)


def _rounded(half: float, radius: float) -> list[complex]:
    """A square with round corners."""
    return [
        ((half - radius) * (1 + 1j) + cmath.rect(radius, math.pi / 10 * step)) * 1j**quarter
        for quarter in range(4)
        for step in range(6)
    ]
