"""The body of a koi seen from above: a spine that bends and beats, and the brush that paints it.

A place on a fish is (s, u): s runs from the snout (0) to the end of the tail (1), u from the
right flank (-1) to the left one (1). Lengths are in fish lengths, angles counter-clockwise.
Red koi are white with red patches, yellow ones golden with a dark net of scales: the pattern
alone tells them apart.
"""

from __future__ import annotations

import cmath
import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import pygame

from game.ui.theme import Color, mix, rgb

Kind: TypeAlias = Literal["R", "Y"]
KINDS: Final[tuple[Kind, Kind]] = ("R", "Y")
"""By colour: red and yellow."""
Places: TypeAlias = "Sequence[tuple[float, float]]"

PIVOT: Final = 0.46
"""The place along the spine around which a koi turns: the middle of its picture."""
GIRTH: Final = (
    (0.0, 0.022), (0.02, 0.043), (0.06, 0.066), (0.12, 0.085), (0.20, 0.100), (0.30, 0.108),
    (0.42, 0.099), (0.56, 0.075), (0.68, 0.050), (0.78, 0.031), (0.84, 0.024), (1.0, 0.020),
)
"""Half the body's width along the spine."""
TAIL: Final = 0.82
"""Where the body ends and the tail fin begins."""


@dataclass(frozen=True, slots=True)
class Dress:
    """The colours of one kind of koi, and where its patches lie."""

    back: Color
    patch: Color
    net: Color
    net_alpha: int
    fin: Color
    shine: Color
    patches: tuple[tuple[Places, ...], ...]


WHITE_AND_RED: Final = (
    (
        ((0.055, 0.0), (0.07, 0.5), (0.13, 0.62), (0.18, 0.35), (0.19, -0.2), (0.14, -0.6),
         (0.08, -0.45)),
        ((0.25, 0.2), (0.27, 0.9), (0.36, 1.0), (0.44, 0.75), (0.47, 0.1), (0.44, -0.5),
         (0.38, -1.0), (0.30, -0.85), (0.28, -0.3)),
        ((0.56, -0.2), (0.58, 0.5), (0.65, 1.0), (0.73, 0.9), (0.76, 0.1), (0.72, -0.7),
         (0.64, -0.5)),
    ),
    (
        ((0.09, -0.1), (0.11, 0.45), (0.16, 0.5), (0.18, 0.0), (0.16, -0.45), (0.11, -0.4)),
        ((0.24, -0.4), (0.27, 0.3), (0.33, 0.95), (0.40, 0.9), (0.43, 0.2), (0.50, -0.1),
         (0.55, -0.8), (0.47, -1.0), (0.38, -0.5), (0.31, -0.9)),
        ((0.57, 0.4), (0.60, 1.0), (0.67, 0.9), (0.69, 0.3), (0.63, 0.0)),
        ((0.74, -0.8), (0.76, 0.6), (0.82, 0.8), (0.83, -0.6)),
    ),
)
DRESSES: Final[dict[Kind, Dress]] = {
    "R": Dress(
        back=rgb("#F6EFE4"), patch=rgb("#C6351F"), net=rgb("#7C5A4C"), net_alpha=46,
        fin=rgb("#F7F0E6"), shine=rgb("#FFFFFF"), patches=WHITE_AND_RED,
    ),
    "Y": Dress(
        back=rgb("#E7AE2E"), patch=rgb("#F6CF62"), net=rgb("#7A4A0C"), net_alpha=150,
        fin=rgb("#F3CE6C"), shine=rgb("#FFF0B8"),
        patches=((((0.0, 0.0), (0.03, 0.9), (0.10, 0.95), (0.17, 0.8), (0.205, 0.0),
                   (0.17, -0.8), (0.10, -0.95), (0.03, -0.9)),),) * 2,
    ),
}


@lru_cache(maxsize=2048)
def girth(s: float) -> float:
    """Half the width of the body at s."""
    at = min(max(1, bisect_right(GIRTH, (s, math.inf))), len(GIRTH) - 1)
    (s0, w0), (s1, w1) = GIRTH[at - 1], GIRTH[at]
    return w0 + (w1 - w0) * (s - s0) / (s1 - s0)


class Spine:
    """A fish's middle line, heading right, its pivot at the origin.

    `bend` from -1 (curled to the right) to 1 (to the left), `phase` 0…1 through a beat of the
    tail, `vigour` how far the tail beats: about 0.4 at rest and 1 when swimming.
    """

    STEPS: Final = 50

    def __init__(self, bend: float, phase: float, vigour: float = 1.0) -> None:
        place, self.points, self.ahead = 0j, [], []
        for i in range(self.STEPS + 1):
            s = i / self.STEPS
            beat = 0.03 + 0.62 * max(0.0, s - 0.22) ** 1.3
            wave = vigour * beat * math.sin(math.tau * (phase - 0.85 * s))
            way = cmath.rect(1.0, bend * 1.75 * (PIVOT - s) + wave)
            place -= way / self.STEPS if i else 0
            self.points.append(place)
            self.ahead.append(way)
        origin = self.points[round(PIVOT * self.STEPS)]
        self.points = [point - origin for point in self.points]

    def at(self, s: float, off: float = 0.0) -> complex:
        """The place at s, `off` fish lengths to the left of the spine."""
        where = min(max(s, 0.0), 1.0) * self.STEPS
        i = min(int(where), self.STEPS - 1)
        share = where - i
        point = self.points[i] + (self.points[i + 1] - self.points[i]) * share
        ahead = self.ahead[i] + (self.ahead[i + 1] - self.ahead[i]) * share
        return point + ahead * 1j * off

    def on(self, s: float, u: float) -> complex:
        """The place at (s, u) on the body."""
        return self.at(s, u * girth(s))


class Brush:
    """Paints one koi at `unit` pixels a fish length, layer by layer; halved at the end."""

    def __init__(self, spine: Spine, dress: Dress, unit: int) -> None:
        self.spine, self.dress, self.unit = spine, dress, unit
        reach = max(abs(place.real) for place in spine.points) + 0.12
        high = max(abs(place.imag) for place in spine.points) + 0.27
        self._rails: dict[tuple[float, float], list[tuple[complex, complex]]] = {}
        self.size = round(reach * unit) * 2, round(high * unit) * 2

    def koi(self, variant: int) -> pygame.Surface:
        """The whole fish with its patches."""
        whole = self._layer(self.dress.fin)
        self._tail(whole)
        self._side_fins(whole)
        whole.blit(self._body(variant), (0, 0))
        whole.blit(self._back_fin(), (0, 0))
        self._face(whole)
        return pygame.transform.smoothscale_by(whole, 0.5)

    # Tools ---------------------------------------------------------------------------------------

    def _layer(self, color: Color) -> pygame.Surface:
        layer = pygame.Surface(self.size, pygame.SRCALPHA, 32)
        layer.fill((*color[:3], 0))
        return layer

    def _px(self, place: complex) -> tuple[float, float]:
        width, height = self.size
        return width / 2 + place.real * self.unit, height / 2 - place.imag * self.unit

    def _shape(self, layer: pygame.Surface, places: Places, color: Color) -> None:
        """A filled shape on the body through places (s, u), smoothly."""
        corners = [self._px(self.spine.on(s, u)) for s, u in smoothed(places)]
        pygame.draw.polygon(layer, color, corners)

    def _strip(self, layer: pygame.Surface, start: float, end: float, share: float,
               color: Color) -> None:
        """The body from s `start` to `end`, `share` of its width."""
        rail = self._rail(start, end)
        left = [self._px(middle + side * share) for middle, side in rail]
        right = [self._px(middle - side * share) for middle, side in reversed(rail)]
        pygame.draw.polygon(layer, color, left + right)

    def _rail(self, start: float, end: float) -> list[tuple[complex, complex]]:
        """Along the spine: its places, and how far from there to the left flank."""
        found = self._rails.get((start, end))
        if found is None:
            steps = [start + (end - start) * i / 40 for i in range(41)]
            middles = [self.spine.at(s) for s in steps]
            flanks = [self.spine.on(s, 1.0) for s in steps]
            found = [(m, f - m) for m, f in zip(middles, flanks, strict=True)]
            self._rails[(start, end)] = found
        return found

    def _fan(self, layer: pygame.Surface, roots: Sequence[complex], tips: Sequence[complex],
             dense: int) -> None:
        """A fin: rays from roots to tips, skin between them that thins toward the rim."""
        fin, veins = self.dress.fin, mix(self.dress.fin, self.dress.patch, 0.22)
        rings = 5
        for ray in range(len(roots) - 1):
            tone = fin if ray % 2 else veins
            for ring in range(rings):
                a, b = ring / rings, (ring + 1) / rings
                corners = [
                    roots[i] + (tips[i] - roots[i]) * part
                    for i, part in ((ray, a), (ray, b), (ray + 1, b), (ray + 1, a))
                ]
                alpha = round(dense * (1 - 0.62 * a) * (1.0 if ray % 2 else 0.72))
                pygame.draw.polygon(layer, (*tone[:3], alpha), [self._px(p) for p in corners])

    # Layers --------------------------------------------------------------------------------------

    def _tail(self, layer: pygame.Surface) -> None:
        spread = [i / 18 for i in range(-18, 19)]
        roots = [self.spine.at(TAIL - 0.03, v * 0.022) for v in spread]
        tips = []
        for v in spread:
            reach = TAIL + (1 - TAIL) * (0.50 + 0.50 * abs(v) ** 1.2 - 0.10 * abs(v) ** 6)
            tips.append(self.spine.at(reach, v * (0.105 + 0.012 * math.cos(v * 9))))
        self._fan(layer, roots, tips, 225)

    def _side_fins(self, layer: pygame.Surface) -> None:
        for s, reach, wide, swing in ((0.20, 0.185, 0.80, 0.95), (0.50, 0.095, 0.62, 0.62)):
            for side in (1, -1):
                self._side_fin(layer, s, reach, wide, swing, side)

    def _side_fin(self, layer: pygame.Surface, s: float, reach: float, wide: float,
                  swing: float, side: int) -> None:
        """A paired fin at s, opened backward by `swing` and `wide` (radians) on one side."""
        way = -(self.spine.at(s - 0.02) - self.spine.at(s + 0.02))
        back = cmath.phase(way)
        roots, tips = [], []
        for i in range(13):
            part = i / 12
            root = self.spine.on(s + 0.045 * part, 0.82 * side)
            angle = back - side * (swing - wide * (part - 0.5))
            length = reach * (0.72 + 0.34 * math.sin(math.pi * (0.85 - 0.62 * part))) * (
                1 - 0.45 * part**2)
            roots.append(root)
            tips.append(root + cmath.rect(length, angle))
        self._fan(layer, roots, tips, 205)

    def _body(self, variant: int) -> pygame.Surface:
        dress = self.dress
        body = self._layer(dress.back)
        self._strip(body, 0.0, TAIL + 0.03, 1.0, dress.back)
        for patch in dress.patches[variant]:
            self._shape(body, patch, dress.patch)
        body.blit(self._net(), (0, 0))
        self._gills(body)
        self._light(body)
        return body

    def _light(self, body: pygame.Surface) -> None:
        """Round the body off: dark toward the flanks, wet along the back."""
        shade, glint = self._layer((255, 255, 255)), self._layer((0, 0, 0))
        for ring in range(12):
            round_ = math.sin((ring + 0.5) / 12 * math.pi / 2)
            share = math.cos(ring / 12 * math.pi / 2)
            tone = (round(104 + 151 * round_), round(96 + 159 * round_), round(108 + 147 * round_))
            self._strip(shade, 0.0, TAIL + 0.03, share, (*tone, 255))
        for ring in range(6):
            level = round(5 + 7 * ring)
            gloss = mix((0, 0, 0), self.dress.shine, level / 255)
            self._strip(glint, 0.05, 0.60, 0.34 - 0.05 * ring, (*gloss, 0))
        body.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        body.blit(glint, (0, 0), special_flags=pygame.BLEND_RGB_ADD)

    def _net(self) -> pygame.Surface:
        """The scales behind the head, as rows of arcs open toward it."""
        layer = self._layer(self.dress.net)
        color = (*self.dress.net[:3], self.dress.net_alpha)
        width = max(1, round(self.unit * 0.0034))
        pitch, row = 0.0245, 0
        s = 0.215
        while s < TAIL - 0.02:
            half = girth(s) * 0.97
            lanes = int(half / pitch) + 1
            for lane in range(-lanes, lanes + 1):
                off = (lane + 0.5 * (row % 2)) * pitch
                if abs(off) <= half:
                    self._scale(layer, s, off, pitch, half, color, width)
            s, row = s + 0.0225, row + 1
        return layer

    def _scale(self, layer: pygame.Surface, s: float, off: float, pitch: float, half: float,
               color: Color, width: int) -> None:
        arc = []
        for i in range(-2, 3):
            across = max(-half, min(half, off + pitch * 0.5 * i / 2))
            arc.append(self._px(self.spine.at(s + 0.017 * (1 - (i / 2) ** 2), across)))
        pygame.draw.lines(layer, color, False, arc, width)

    def _gills(self, body: pygame.Surface) -> None:
        tone = mix(self.dress.back, self.dress.net, 0.38)
        for side in (1, -1):
            arc = [self._px(self.spine.on(0.205 - 0.05 * (1 - u) ** 1.5, side * u))
                   for u in (0.30, 0.45, 0.60, 0.75, 0.88, 0.97)]
            pygame.draw.lines(body, tone, False, arc, max(1, round(self.unit * 0.006)))

    def _back_fin(self) -> pygame.Surface:
        """The fin along the spine, laid over to one side by the current."""
        layer = self._layer(self.dress.fin)
        lean = (self.spine.at(0.75) - self.spine.at(0.45)).imag
        side = math.copysign(0.010 + min(0.016, abs(lean) * 0.2), lean or 1.0)
        roots, tips = [], []
        for i in range(17):
            part = i / 16
            high = math.sin(math.pi * min(1.0, part * 1.15 + 0.18)) ** 0.7
            roots.append(self.spine.at(0.35 + 0.21 * part))
            tips.append(self.spine.at(0.385 + 0.245 * part, side * high + 0.002))
        self._fan(layer, roots, tips, 235)
        ridge = [self._px(place) for place in roots]
        tone = mix(self.dress.fin, self.dress.net, 0.45)
        pygame.draw.lines(layer, (*tone, 190), False, ridge, max(1, round(self.unit * 0.006)))
        return layer

    def _face(self, layer: pygame.Surface) -> None:
        unit = self.unit
        thread = mix(self.dress.back, self.dress.net, 0.25)
        for side in (1, -1):
            feeler = [self._px(self.spine.on(0.02, 0.8 * side)),
                      self._px(self.spine.at(0.015, 0.052 * side)),
                      self._px(self.spine.at(0.03, 0.067 * side))]
            pygame.draw.lines(layer, thread, False, feeler, max(1, round(unit * 0.008)))
            eye = self._px(self.spine.on(0.088, 0.80 * side))
            pygame.draw.circle(layer, mix(self.dress.back, (60, 40, 20), 0.55), eye, unit * 0.0165)
            pygame.draw.circle(layer, (16, 13, 14), eye, unit * 0.0128)
            glint = (eye[0] - unit * 0.004, eye[1] - unit * 0.004)
            pygame.draw.circle(layer, (214, 218, 214), glint, max(1.0, unit * 0.0034))
            nostril = self._px(self.spine.on(0.036, 0.42 * side))
            pygame.draw.circle(layer, mix(self.dress.patch, (40, 20, 10), 0.5), nostril,
                               max(1.0, unit * 0.0045))


def smoothed(places: Places, steps: int = 6) -> list[tuple[float, float]]:
    """The closed curve through the places, as many more places."""
    count, curve = len(places), []
    for i in range(count):
        (a, b), (c, d), (e, f), (g, h) = (places[(i + k) % count] for k in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            pull = (2 * t**2 - t**3 - t, 3 * t**3 - 5 * t**2 + 2, 4 * t**2 - 3 * t**3 + t,
                    t**3 - t**2)
            x = sum(w * v for w, v in zip(pull, (a, c, e, g), strict=True)) / 2
            y = sum(w * v for w, v in zip(pull, (b, d, f, h), strict=True)) / 2
            curve.append((x, max(-1.0, min(1.0, y))))
    return curve
