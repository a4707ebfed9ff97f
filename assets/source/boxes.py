"""The lids of the six game boxes: six woods, each with its game's emblem as an inlay."""

from __future__ import annotations

import cmath
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pygame
import wood
from fields import (
    Field,
    Picture,
    Size,
    blur,
    cloud,
    grain,
    grid,
    light,
    mix,
    painted,
    ramp,
    relief,
    smooth,
)

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from game.rules.walong.geometry import HOME, Pose, centre, mate, outline

Shape: TypeAlias = list[complex]
Inlay: TypeAlias = "list[tuple[str, list[Shape]]]"
"""Materials in the order they are let in, each with its shapes; unit: half the lid's height."""

MATERIALS = {
    "ivory": (("#BFB294", "#EFE6D0"), 0.9),
    "brass": (("#A67C34", "#F3D88E"), 1.0),
    "y": (("#B98C1B", "#EBC550"), 0.9),
    "r": (("#86231B", "#C9453A"), 0.9),
    "g": (("#205F30", "#479E5C"), 0.9),
    "v": (("#40286F", "#7656B4"), 0.9),
    "b": (("#17171B", "#38383F"), 0.9),
    "jade": (("#246450", "#55AC8D"), 0.6),
    "indigo": (("#1F345C", "#41639C"), 0.5),
    "night": (("#171210", "#2C2420"), 0.4),
}


def _circle(middle: complex, radius: float, corners: int = 72) -> Shape:
    return [middle + cmath.rect(radius, i * math.tau / corners) for i in range(corners)]


def _ring(middle: complex, radius: float, width: float) -> Shape:
    out = _circle(middle, radius)
    inner = _circle(middle, radius - width)
    return [*out, out[0], inner[0], *reversed(inner)]


def _petal(foot: complex, way: float, reach: float, half: float) -> Shape:
    sides = []
    for i in range(41):
        t = i / 20 if i <= 20 else (40 - i) / 20
        bulge = half * math.sin(math.pi * t**0.85) * (1 if i <= 20 else -1)
        sides.append(foot + cmath.rect(1, way) * complex(t * reach, bulge))
    return sides


def _walongs(poses: list[Pose], size: float) -> list[Shape]:
    """Outlines around the common middle of the poses, y downwards."""
    middle = sum((centre(pose) for pose in poses), 0j) / len(poses)
    shrunk = []
    for pose in poses:
        heart = centre(pose)
        rim = [heart + (point - heart) * 0.975 - middle for point in outline(pose, 16)]
        shrunk.append([size * point.conjugate() for point in rim])
    return shrunk


def ping_pao() -> Inlay:
    """Six pieces whose sharp corners meet: the five colours of the box, one of them twice."""
    poses = []
    for k in range(0, 12, 2):
        tip = list(outline(Pose(k, 0, 0, 0, 0), 1))[3]
        poses.append((k, tip))
    shapes = []
    for k, tip in poses:
        rim = [point - tip for point in outline(Pose(k, 0, 0, 0, 0), 16)]
        heart = centre(Pose(k, 0, 0, 0, 0)) - tip
        shapes.append([0.37 * (heart + (p - heart) * 0.975).conjugate() for p in rim])
    return [(key, [shape]) for key, shape in zip(("y", "r", "g", "v", "b", "g"), shapes,
                                                 strict=True)]


def walomino() -> Inlay:
    """A pair, its halves mated as the click-in leaves them."""
    pair = _walongs([HOME, mate(HOME, 2, 3)], 0.5)
    return [("v", [pair[0]]), ("y", [pair[1]])]


def _bow(turn: float) -> Callable[[float, float], complex]:
    """Along a circle: from a place on a fish (0 snout, 1 tail; units left of it) to the lid."""
    def place(t: float, off: float) -> complex:
        return cmath.rect(0.44 + off, turn + (0.5 - t) * 2.3)

    return place


GIRTH = ((0, 0.035), (0.03, 0.065), (0.1, 0.105), (0.2, 0.135), (0.36, 0.148), (0.55, 0.122),
         (0.75, 0.072), (0.9, 0.038), (1.0, 0.026))
"""Half the fish's width along its length, as seen from above."""


def _girth(t: float) -> float:
    lengths, widths = zip(*GIRTH, strict=True)
    return float(np.interp(t, lengths, widths))


def _koi(turn: float) -> tuple[Shape, list[Shape]]:
    """A fish bent around the middle, and its fins."""
    place = _bow(turn)
    steps = [i / 59 for i in range(60)]
    body = [place(t, _girth(t)) for t in steps] + [place(t, -_girth(t)) for t in reversed(steps)]
    fins = []
    for foot, off, swing, reach, half_width in (
            (0.22, 0.10, 0.75, 0.23, 0.055), (0.22, -0.10, -0.75, 0.2, 0.055),
            (0.58, 0.08, 0.6, 0.13, 0.03), (0.58, -0.08, -0.6, 0.12, 0.03),
            (0.97, 0.0, 0.34, 0.32, 0.07), (0.97, 0.0, -0.30, 0.30, 0.07),
            (0.97, 0.0, 0.02, 0.2, 0.06)):
        back = cmath.phase(place(foot + 0.02, off) - place(foot, off))
        fins.append(_petal(place(foot, off), back + swing, reach, half_width))
    return body, fins


def _patch(turn: float, start: float, end: float, sway: float) -> Shape:
    """A patch across a fish's back, its rims wavy."""
    place = _bow(turn)
    rim = []
    for i in range(40):
        way = i * math.tau / 40
        t = (start + end) / 2 + (end - start) / 2 * math.cos(way) * (1 + 0.2 * math.cos(3 * way))
        room = _girth(t) * 0.9
        rim.append(place(t, room * math.sin(way) * (0.86 + 0.14 * math.sin(2 * way + sway))))
    return rim


def _scales(turn: float) -> list[Shape]:
    """The net of scales along a fish's back, as small crescents."""
    place = _bow(turn)
    found = []
    for row in range(14):
        t = 0.24 + row * 0.048
        room = _girth(t)
        for lane in range(-3, 4):
            off = (lane + 0.5 * (row % 2)) * 0.036
            if abs(off) < room - 0.02:
                outer = [(t + 0.012 * math.sin(i * math.pi / 8),
                          off - 0.018 * math.cos(i * math.pi / 8)) for i in range(9)]
                rim = [place(*p) for p in outer]
                found.append(rim + [place(x - 0.007, y) for x, y in reversed(outer)])
    return found


def jin_li() -> Inlay:
    """Two koi circling each other: one white with red patches, one golden with a net of scales."""
    red, gold = 0.3, 0.3 + math.pi
    (red_body, red_fins), (gold_body, gold_fins) = _koi(red), _koi(gold)
    patches = [_patch(red, 0.07, 0.24, 0.4), _patch(red, 0.32, 0.56, 1.9),
               _patch(red, 0.66, 0.86, 0.9)]
    eyes = [_circle(_bow(turn)(0.075, off), 0.014, 16)
            for turn in (red, gold) for off in (0.072, -0.072)]
    return [("ivory", red_fins), ("brass", gold_fins), ("ivory", [red_body]), ("r", patches),
            ("y", [gold_body]), ("brass", _scales(gold)), ("night", eyes)]


def _tile(middle: complex, turn: float, points: Shape) -> Shape:
    return [middle + cmath.rect(1, turn) * point for point in points]


def _plate(width: float, height: float, radius: float) -> Shape:
    rim = []
    for x, y, start in ((1, 1, 0), (-1, 1, 1), (-1, -1, 2), (1, -1, 3)):
        corner = complex(x * (width / 2 - radius), y * (height / 2 - radius))
        rim += [corner + cmath.rect(radius, (start + i / 8) * math.pi / 2) for i in range(9)]
    return rim


def domi_jongg() -> Inlay:
    """Three ivory tiles in a bend of the snake: circles, bamboo, a green ring."""
    places = ((-0.58 + 0.10j, -0.35), (0.0 - 0.06j, 0.0), (0.58 + 0.10j, 0.35))
    tiles = [_tile(at, turn, _plate(0.46, 0.64, 0.06)) for at, turn in places]
    edges = [_tile(at + 0.015 + 0.02j, turn, _plate(0.48, 0.66, 0.07)) for at, turn in places]
    left, middle, right = places
    dots = [_tile(*left, _circle(complex(x, y), 0.075, 32))
            for x, y in ((-0.1, -0.17), (0.1, -0.17), (-0.1, 0.17), (0.1, 0.17))]
    heart = [_tile(*left, _circle(0j, 0.075, 32))]
    canes = [_tile(*middle, [complex(x, y) + p for p in _plate(0.062, 0.21, 0.03)])
             for x, y in ((0, -0.15), (-0.11, 0.13), (0.11, 0.13))]
    ring = [_tile(*right, _ring(0j, 0.15, 0.035)), _tile(*right, _circle(0j, 0.06, 32))]
    return [("night", edges), ("ivory", tiles), ("indigo", dots), ("r", heart), ("jade", canes),
            ("jade", ring)]


def skud_pai_sho() -> Inlay:
    """The round garden board: red and white gardens in a brass rim."""
    red = [[0j, cmath.rect(0.46, q * math.pi / 2), cmath.rect(0.46, (q + 1) * math.pi / 2)]
           for q in (0, 2)]
    white = [[0j, cmath.rect(0.46, q * math.pi / 2), cmath.rect(0.46, (q + 1) * math.pi / 2)]
             for q in (1, 3)]
    lines = [_tile(0j, q * math.pi / 4, [complex(-0.66, -0.006), complex(0.66, -0.006),
                                         complex(0.66, 0.006), complex(-0.66, 0.006)])
             for q in (0, 2)]
    gates = [_circle(cmath.rect(0.66, q * math.pi / 2), 0.055, 32) for q in range(4)]
    return [("ivory", white), ("r", red), ("brass", [_ring(0j, 0.70, 0.035), *lines]),
            ("brass", gates)]


def solitaire_pai_sho() -> Inlay:
    """One lotus from above."""
    outer = [_petal(cmath.rect(0.1, a), a, 0.58, 0.19) for a in _spread(8, 0.0)]
    inner = [_petal(cmath.rect(0.07, a), a, 0.42, 0.14) for a in _spread(8, math.pi / 8)]
    veins = [_petal(cmath.rect(0.12, a), a, 0.28, 0.010) for a in _spread(8, math.pi / 8)]
    return [("v", outer), ("ivory", inner), ("brass", veins), ("brass", [_circle(0j, 0.10)]),
            ("jade", [_circle(0j, 0.062)])]


def _spread(count: int, first: float) -> list[float]:
    return [first + i * math.tau / count for i in range(count)]


LIDS: dict[str, tuple[wood.Species, Callable[[], Inlay]]] = {
    "jin_li": (wood.WENGE, jin_li),
    "ping_pao": (wood.MAPLE, ping_pao),
    "walomino": (wood.CHERRY, walomino),
    "domi_jongg": (wood.PADAUK, domi_jongg),
    "skud_pai_sho": (wood.OAK, skud_pai_sho),
    "solitaire_pai_sho": (wood.OLIVE, solitaire_pai_sho),
}


def _mask(size: Size, shapes: list[Shape]) -> Field:
    unit = size[1] / 2

    def draw(surface: pygame.Surface, over: int) -> None:
        for shape in shapes:
            pygame.draw.polygon(surface, (255, 255, 255), [
                ((size[0] / 2 + p.real * unit) * over, (size[1] / 2 + p.imag * unit) * over)
                for p in shape])

    return painted(size, draw, 4)[..., 0]


def _let_in(rng: np.random.Generator, lid: Picture, mask: Field, material: str) -> Picture:
    """The lid with a material in the mask, flush, with a fine dark seam around it."""
    size = (lid.shape[1], lid.shape[0])
    (dark, bright), shine = MATERIALS[material]
    x, y = grid(size)
    fall = 0.5 - 0.7 * ((x - size[0] / 2) / size[0] + (y - size[1] / 2) / size[1])
    inside = blur(mask, 7)
    tone = fall + grain(rng, size, 46, 2) * 0.09 * shine + cloud(rng, size, 60, 2.2) * 0.07
    body = ramp(tone, ((0.0, dark), (1.0, bright)))
    if material != "brass":
        body = light(body, (inside - 0.86) * 0.55)
    lid = light(lid, -0.75 * smooth(0.05, 0.6, blur(mask, 1.3)))
    lid = mix(lid, body, mask)
    return light(lid, relief(blur(mask, 1.0), -0.16))


def _stringing(size: Size, inset: float, width: float) -> Field:
    """A thin line let in all around, `inset` from the edge."""
    x, y = grid(size)
    far = np.minimum(np.minimum(x, size[0] - x), np.minimum(y, size[1] - y))
    return np.clip(width / 2 + 0.5 - np.abs(far - inset), 0, 1).astype(np.float32)


def lid(rng: np.random.Generator, size: Size, game: str) -> Picture:
    """A whole lid; the table that shows it rounds its corners and casts its shadow."""
    species, emblem = LIDS[game]
    face = light(wood.board(rng, size, species), np.full((size[1], size[0]), 0.06, np.float32))
    face = _let_in(rng, face, _stringing(size, 30, 3), "brass")
    for material, shapes in emblem():
        face = _let_in(rng, face, _mask(size, [[p * 0.86 for p in s] for s in shapes]), material)
    x, y = grid(size)
    near = np.minimum(x, y)
    far = np.minimum(size[0] - x, size[1] - y)
    edge = 0.55 * np.exp(-((near / 5) ** 2)) - 0.6 * np.exp(-((far / 6) ** 2))
    sheen = 0.10 * (1 - (x / size[0] + y / size[1]))
    return np.clip(light(face, (edge + sheen).astype(np.float32)), 0, 1)
