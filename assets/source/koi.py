"""The koi seen from above, straight and heading right: what the game bends and lets swim.

A place on a fish is (s, u): s runs from the snout (0) to the end of the tail (1), u from the
right flank (-1) to the left one (1). Lengths are in fish lengths. Red koi are white with red
patches, yellow ones golden with a dark net of scales: the pattern alone tells them apart.

Run it as ``python assets/source/koi.py``; it needs pygame only.
"""

from __future__ import annotations

import cmath
import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import pygame

Color: TypeAlias = "tuple[int, ...]"
Places: TypeAlias = "Sequence[tuple[float, float]]"
Rail: TypeAlias = "list[tuple[complex, complex]]"

ART = Path(__file__).parents[1] / "art"
UNIT = 640
"""Pixels a koi is long; a pond that fills a 4K screen shows them some 550 long before halving."""
HIGH = 0.54
"""The picture's height in fish lengths."""
TAIL = 0.82
"""Where the body ends and the tail fin begins."""


def rgb(text: str) -> Color:
    return tuple(bytes.fromhex(text.lstrip("#")))


def mix(one: Color, other: Color, share: float) -> Color:
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other, strict=True))


def at(s: float, off: float = 0.0) -> complex:
    """The place at s, `off` fish lengths to the left of the spine."""
    return complex(0.5 - s, off)


def on(s: float, u: float) -> complex:
    """The place at (s, u) on the body."""
    return at(s, u * girth(s))


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


WHITE_AND_RED = (
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
DRESSES = {
    "red": Dress(
        back=rgb("#F6EFE4"), patch=rgb("#C6351F"), net=rgb("#7C5A4C"), net_alpha=46,
        fin=rgb("#F7F0E6"), shine=rgb("#FFFFFF"), patches=WHITE_AND_RED,
    ),
    "yellow": Dress(
        back=rgb("#E7AE2E"), patch=rgb("#F6CF62"), net=rgb("#7A4A0C"), net_alpha=150,
        fin=rgb("#F3CE6C"), shine=rgb("#FFF0B8"),
        patches=((((0.0, 0.0), (0.03, 0.9), (0.10, 0.95), (0.17, 0.8), (0.205, 0.0),
                   (0.17, -0.8), (0.10, -0.95), (0.03, -0.9)),),),
    ),
}


GIRTH = (
    (0.0, 0.022), (0.02, 0.043), (0.06, 0.066), (0.12, 0.085), (0.20, 0.100), (0.30, 0.108),
    (0.42, 0.099), (0.56, 0.075), (0.68, 0.050), (0.78, 0.031), (0.84, 0.024), (1.0, 0.020),
)
"""Half the body's width along the spine."""
TAIL = 0.82
"""Where the body ends and the tail fin begins."""


def girth(s: float) -> float:
    """Half the width of the body at s."""
    at = min(max(1, bisect_right(GIRTH, (s, math.inf))), len(GIRTH) - 1)
    (s0, w0), (s1, w1) = GIRTH[at - 1], GIRTH[at]
    return w0 + (w1 - w0) * (s - s0) / (s1 - s0)


class Brush:
    """Paints one koi, `unit` pixels long and halved at the end, layer by layer."""

    def __init__(self, dress: Dress, unit: int) -> None:
        self.dress, self.unit = dress, unit
        self.size = unit, round(HIGH * unit)

    def fins(self) -> pygame.Surface:
        """What shines through: the tail and the fins at the sides."""
        layer = self._layer(self.dress.fin)
        self._tail(layer)
        self._side_fins(layer)
        return pygame.transform.smoothscale_by(layer, 0.5)

    def body(self, variant: int) -> pygame.Surface:
        whole = self._body(variant)
        whole.blit(self._back_fin(), (0, 0))
        self._face(whole)
        return pygame.transform.smoothscale_by(whole, 0.5)

    # Tools ---------------------------------------------------------------------------------------

    def _layer(self, color: Color) -> pygame.Surface:
        layer = pygame.Surface(self.size, pygame.SRCALPHA, 32)
        layer.fill((*color[:3], 0))
        return layer

    def _px(self, places: Iterable[complex]) -> list[tuple[float, float]]:
        width, height, unit = *self.size, self.unit
        return [(width / 2 + p.real * unit, height / 2 - p.imag * unit) for p in places]

    def _line(self, layer: pygame.Surface, places: Iterable[complex], color: Color,
              wide: float) -> None:
        thick = max(1, round(self.unit * wide))
        pygame.draw.lines(layer, color, False, self._px(places), thick)

    def _rail(self, start: float, end: float) -> Rail:
        """Along the spine: its places, and how far from there to the left flank."""
        steps = [start + (end - start) * i / 40 for i in range(41)]
        return [(at(s), on(s, 1.0) - at(s)) for s in steps]

    def _strip(self, layer: pygame.Surface, rail: Rail, share: float, color: Color) -> None:
        """The body along a rail, `share` of its width."""
        left = [middle + side * share for middle, side in rail]
        right = [middle - side * share for middle, side in reversed(rail)]
        pygame.draw.polygon(layer, color, self._px(left + right))

    def _fan(self, layer: pygame.Surface, roots: Sequence[complex], tips: Sequence[complex],
             dense: int) -> None:
        """A fin: rays from roots to tips, skin between them that thins toward the rim."""
        fin, veins = self.dress.fin, mix(self.dress.fin, self.dress.patch, 0.22)
        for ray in range(len(roots) - 1):
            tone, share = (fin, 1.0) if ray % 2 else (veins, 0.72)
            for a, b in pairwise(n / 5 for n in range(6)):
                corners = [
                    roots[i] + (tips[i] - roots[i]) * part
                    for i, part in ((ray, a), (ray, b), (ray + 1, b), (ray + 1, a))
                ]
                alpha = round(dense * (1 - 0.62 * a) * share)
                pygame.draw.polygon(layer, (*tone[:3], alpha), self._px(corners))

    # Fins ----------------------------------------------------------------------------------------

    def _tail(self, layer: pygame.Surface) -> None:
        spread = [i / 18 for i in range(-18, 19)]
        roots = [at(TAIL - 0.03, v * 0.022) for v in spread]
        tips = []
        for v in spread:
            reach = TAIL + (1 - TAIL) * (0.50 + 0.50 * abs(v) ** 1.2 - 0.10 * abs(v) ** 6)
            tips.append(at(reach, v * (0.105 + 0.012 * math.cos(v * 9))))
        self._fan(layer, roots, tips, 225)

    def _side_fins(self, layer: pygame.Surface) -> None:
        """Two pairs at s, opened backward by `swing` and `wide` radians."""
        parts = [i / 12 for i in range(13)]
        for s, reach, wide, swing in ((0.20, 0.185, 0.80, 0.95), (0.50, 0.095, 0.62, 0.62)):
            for side in (1, -1):
                roots = [on(s + 0.045 * part, 0.82 * side) for part in parts]
                tips = []
                for part, root in zip(parts, roots, strict=True):
                    length = 0.72 + 0.34 * math.sin(math.pi * (0.85 - 0.62 * part))
                    length *= reach * (1 - 0.45 * part**2)
                    angle = math.pi - side * (swing - wide * (part - 0.5))
                    tips.append(root + cmath.rect(length, angle))
                self._fan(layer, roots, tips, 205)

    def _back_fin(self) -> pygame.Surface:
        """The fin along the spine, laid over by the current."""
        layer, parts = self._layer(self.dress.fin), [i / 16 for i in range(17)]
        highs = [math.sin(math.pi * min(1.0, part * 1.15 + 0.18)) ** 0.7 for part in parts]
        roots = [at(0.35 + 0.21 * part) for part in parts]
        tips = [at(0.385 + 0.245 * part, 0.010 * high + 0.002)
                for part, high in zip(parts, highs, strict=True)]
        self._fan(layer, roots, tips, 235)
        self._line(layer, roots, (*mix(self.dress.fin, self.dress.net, 0.45), 190), 0.006)
        return layer

    # Body ----------------------------------------------------------------------------------------

    def _body(self, variant: int) -> pygame.Surface:
        dress, rail = self.dress, self._rail(0.0, TAIL + 0.03)
        body = self._layer(dress.back)
        self._strip(body, rail, 1.0, dress.back)
        for patch in dress.patches[variant]:
            corners = [on(s, u) for s, u in smoothed(patch)]
            pygame.draw.polygon(body, dress.patch, self._px(corners))
        body.blit(self._net(), (0, 0))
        for side in (1, -1):
            gill = [on(0.205 - 0.05 * (1 - u) ** 1.5, side * u)
                    for u in (0.30, 0.45, 0.60, 0.75, 0.88, 0.97)]
            self._line(body, gill, mix(dress.back, dress.net, 0.38), 0.006)
        self._light(body, rail)
        return body

    def _light(self, body: pygame.Surface, rail: Rail) -> None:
        """Round the body off: dark toward the flanks, wet along the back."""
        shade, glint = self._layer((255, 255, 255)), self._layer((0, 0, 0))
        for ring in range(12):
            high = math.sin((ring + 0.5) / 12 * math.pi / 2)
            tone = (round(104 + 151 * high), round(96 + 159 * high), round(108 + 147 * high))
            self._strip(shade, rail, math.cos(ring / 12 * math.pi / 2), (*tone, 255))
        back = self._rail(0.05, 0.60)
        for ring in range(6):
            gloss = mix((0, 0, 0), self.dress.shine, (5 + 7 * ring) / 255)
            self._strip(glint, back, 0.34 - 0.05 * ring, (*gloss, 0))
        body.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        body.blit(glint, (0, 0), special_flags=pygame.BLEND_RGB_ADD)

    def _net(self) -> pygame.Surface:
        """The scales behind the head, as rows of arcs open toward it."""
        layer, pitch, row, s = self._layer(self.dress.net), 0.0245, 0, 0.215
        color = (*self.dress.net[:3], self.dress.net_alpha)
        while s < TAIL - 0.02:
            half = girth(s) * 0.97
            lanes = int(half / pitch) + 1
            for lane in range(-lanes, lanes + 1):
                off = (lane + 0.5 * (row % 2)) * pitch
                if abs(off) <= half:
                    arc = []
                    for i in (-1.0, -0.5, 0.0, 0.5, 1.0):
                        across = max(-half, min(half, off + pitch * 0.5 * i))
                        arc.append(at(s + 0.017 * (1 - i**2), across))
                    self._line(layer, arc, color, 0.0034)
            s, row = s + 0.0225, row + 1
        return layer

    def _face(self, layer: pygame.Surface) -> None:
        unit, dress = self.unit, self.dress
        for side in (1, -1):
            feeler = (on(0.02, 0.8 * side), at(0.015, 0.052 * side),
                      at(0.03, 0.067 * side))
            self._line(layer, feeler, mix(dress.back, dress.net, 0.25), 0.008)
            eye, nostril = self._px((on(0.088, 0.80 * side), on(0.036, 0.42 * side)))
            glint = eye[0] - unit * 0.004, eye[1] - unit * 0.004
            for color, middle, radius in (
                (mix(dress.back, (60, 40, 20), 0.55), eye, unit * 0.0165),
                ((16, 13, 14), eye, unit * 0.0128),
                ((214, 218, 214), glint, max(1.0, unit * 0.0034)),
                (mix(dress.patch, (40, 20, 10), 0.5), nostril, max(1.0, unit * 0.0045)),
            ):
                pygame.draw.circle(layer, color, middle, radius)


def smoothed(places: Places, steps: int = 6) -> Places:
    """The closed curve through the places, as many more places."""
    count, curve = len(places), []
    for i in range(count):
        a, b, c, d = (complex(*places[(i + k) % count]) for k in (-1, 0, 1, 2))
        for t in (step / steps for step in range(steps)):
            inner = 2 * a - 5 * b + 4 * c - d + t * (3 * b - 3 * c + d - a)
            place = b + t * (c - a + t * inner) / 2
            curve.append((place.real, max(-1.0, min(1.0, place.imag))))
    return curve


# High contrast: one colour, and bands or spots that stand out from it -----------------------------


@dataclass(frozen=True, slots=True)
class Plain:
    """The two colours of one kind of koi."""

    body: Color
    sign: Color


PLAIN = {
    "red": Plain(rgb("#A80F18"), rgb("#FFFDF6")), "yellow": Plain(rgb("#FFD21F"), rgb("#0B0A0C")),
}  # fmt: skip
BANDS = (0.30, 0.10), (0.53, 0.12), (0.75, 0.07)
"""Where red koi are white, and how wide, from the tail on; yellow ones have a black stripe along
the back and spots beside it.
"""
EYES = (0.912, 0.385), (0.912, 0.61)


def plain_body(name: str) -> pygame.Surface:
    """The shape of a painted koi, in the two colours."""
    shape, plain = pygame.image.load(ART / f"koi_{name}_1.png"), PLAIN[name]
    coat, (wide, high) = recolored(shape, plain.body), shape.get_size()
    middle = high / 2
    if name == "red":
        for at, width in BANDS:
            pygame.draw.rect(coat, plain.sign, (at * wide, 0, width * wide, high))
    else:
        stripe = 0.12 * wide, middle - 0.03 * wide, 0.62 * wide, 0.06 * wide
        pygame.draw.rect(coat, plain.sign, stripe, border_radius=round(0.03 * wide))
        for at in (0.46, 0.60, 0.74):
            for side in (-1, 1):
                spot = at * wide, middle + side * 0.075 * wide
                pygame.draw.circle(coat, plain.sign, spot, 0.024 * wide)
    for x, y in EYES:
        pygame.draw.circle(coat, plain.sign, (x * wide, y * high), 0.017 * wide)
    coat.blit(recolored(shape, (255, 255, 255)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return coat


def plain_fins(name: str) -> pygame.Surface:
    """Fins that nothing shines through."""
    fins = recolored(pygame.image.load(ART / f"koi_{name}_fins.png"), PLAIN[name].body)
    solid = fins.copy()
    for _ in range(4):
        solid.blit(fins, (0, 0))
    return solid


def recolored(picture: pygame.Surface, color: Color) -> pygame.Surface:
    """Where the picture is, in one colour."""
    shape = pygame.Surface(picture.get_size(), pygame.SRCALPHA, 32)
    shape.blit(picture, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
    shape.fill((*color, 0), special_flags=pygame.BLEND_RGB_MAX)
    shape.fill((*color, 255), special_flags=pygame.BLEND_RGB_MIN)
    return shape


def main() -> None:
    for name, dress in DRESSES.items():
        brush = Brush(dress, 2 * UNIT)
        pygame.image.save(brush.fins(), ART / f"koi_{name}_fins.png")
        for variant in range(len(dress.patches)):
            pygame.image.save(brush.body(variant), ART / f"koi_{name}_{variant + 1}.png")
        pygame.image.save(plain_body(name), ART / f"koi_{name}_plain.png")
        pygame.image.save(plain_fins(name), ART / f"koi_{name}_plain_fins.png")


if __name__ == "__main__":
    main()
