"""The pond: its bottom of sand and pebbles seen through teal water, its caustics, its stones."""

from __future__ import annotations

import math

import numpy as np
import pygame
from fields import (
    Field,
    Picture,
    Size,
    band,
    blur,
    cloud,
    grid,
    light,
    mix,
    painted,
    ramp,
    relief,
    rgb,
    sample,
    smooth,
)

Point = tuple[float, float]


def _pebble(rng: np.random.Generator, radius: float) -> list[tuple[float, float]]:
    """The lumpy rim of one pebble around the origin, 28 corners."""
    turn, flat = rng.uniform(0, math.tau), rng.uniform(0.6, 1)
    lumps = [(n, rng.uniform(-0.15, 0.15) / n**0.7, rng.uniform(0, math.tau)) for n in (1, 2, 3)]
    rim = []
    for i in range(28):
        angle = i * math.tau / 28
        out = radius * (1 + sum(size * math.cos(n * angle + at) for n, size, at in lumps))
        x, y = out * math.cos(angle), out * flat * math.sin(angle)
        rim.append((x * math.cos(turn) - y * math.sin(turn),
                    x * math.sin(turn) + y * math.cos(turn)))
    return rim


def _strewn(rng: np.random.Generator, size: Size, share: Field) -> list[tuple[float, Point]]:
    """Places and radii of pebbles, the large ones first; many where `share` is high."""
    found: list[tuple[float, Point]] = []
    for _ in range(size[0] * size[1] // 260):
        x, y = float(rng.uniform(0, size[0])), float(rng.uniform(0, size[1]))
        here = float(share[int(y), int(x)])
        radius = min(38.0, float(rng.gamma(2.2, 5.6)) * (0.4 + here) + 2)
        if rng.uniform() < here and all(
                math.hypot(x - px, y - py) > 0.86 * (radius + other) for other, (px, py) in found):
            found.append((radius, (x, y)))
    return sorted(found, reverse=True)


def _pebbles(rng: np.random.Generator, size: Size, share: Field) -> Picture:
    """A bed of pebbles: each pixel's tone, the light on it, and whether a pebble is there."""
    def strew(surface: pygame.Surface, over: int) -> None:
        surface.fill((128, 128, 0))
        for radius, (x, y) in _strewn(rng, size, share):
            tone, rim = int(rng.uniform(20, 235)), _pebble(rng, radius)
            fall = radius * 0.22
            pygame.draw.polygon(surface, (128, 20, 90), [
                ((x + fall + px * 1.04) * over, (y + fall + py * 1.04) * over) for px, py in rim])
            for ring in range(12):
                part, shift = 1 - ring / 12, -0.30 * radius * (ring / 12) ** 1.3
                lit = int(70 + 150 * math.sin(ring / 11 * math.pi / 2))
                pygame.draw.polygon(surface, (tone, lit, 255), [
                    ((x + shift + px * part) * over, (y + shift + py * part) * over)
                    for px, py in rim])

    return painted(size, strew, 2)


def _sand(rng: np.random.Generator, size: Size) -> Picture:
    ripples = band(rng, size, 26, 0.35) * 0.5 + cloud(rng, size, 9, 1.4) * 0.5
    sand = ramp(0.5 + cloud(rng, size, 180, 2.4) * 0.18, ((0.0, "#8A7C5C"), (1.0, "#D6C79F")))
    return light(sand, relief(blur(ripples, 1.0), 0.06) + ripples * 0.03)


def pond(rng: np.random.Generator, size: Size) -> Picture:
    """The bottom: rippled sand, pebbles toward the rims, all dimmed and tinted by the water."""
    x, y = grid(size)
    far = np.hypot((x / size[0] - 0.5) * 2.0, (y / size[1] - 0.5) * 2.0)
    near_rim = (far - 0.34 + cloud(rng, size, 260, 2.4) * 0.32) * 0.9
    share = smooth(0.0, 1.0, np.asarray(near_rim, np.float32)).clip(0.015, 0.9)
    bed = _pebbles(rng, size, share)
    tone, lit, there = (blur(bed[..., i], 1.1) for i in range(3))
    stone = ramp(tone + cloud(rng, size, 12, 1.6) * 0.05,
                 ((0.1, "#34403F"), (0.4, "#66695F"), (0.7, "#A0937A"), (0.92, "#D5C9AE")))
    stone = light(stone, np.asarray((lit - 0.62) * 1.25, np.float32))
    bottom = mix(_sand(rng, size), stone, smooth(0.1, 0.7, there))
    bottom = blur_picture(bottom, 0.8)
    deep = smooth(1.3, 0.1, far + cloud(rng, size, 500, 3.0) * 0.10)
    slope = (x / size[0] + y / size[1]) / 2 + deep * 0.12
    water = ramp(slope + cloud(rng, size, 600, 3.2) * 0.05,
                 ((0.1, "#36909A"), (0.4, "#2C7A82"), (0.9, "#194B56")))
    tinted = bottom * rgb("#80C2C2")
    return np.clip(mix(np.asarray(tinted, np.float32), water, 0.55 + 0.28 * deep), 0, 1)


def blur_picture(picture: Picture, radius: float) -> Picture:
    """Every channel under the same Gaussian."""
    return np.stack([blur(picture[..., i], radius) for i in range(3)], axis=-1)


def caustics(rng: np.random.Generator, side: int) -> Field:
    """Light gathered by a wavy surface on the ground below it: bright seams, tileable, 0…1.

    Photons fall straight on a random periodic surface, are bent by its slope and counted below.
    """
    fine = side * 3
    waves = (side, side)
    surface = band(rng, waves, side / 5.0, 0.34) + 0.10 * band(rng, waves, side / 12, 0.4)
    slope_x = (np.roll(surface, -1, 1) - np.roll(surface, 1, 1)) / 2
    slope_y = (np.roll(surface, -1, 0) - np.roll(surface, 1, 0)) / 2
    spread = side * 0.0155 / float(np.hypot(slope_x, slope_y).std())
    x, y = grid((fine, fine))
    column, row = x / 3 - 0.5, y / 3 - 0.5
    hit_x = (column + sample(slope_x, column, row) * spread) % side
    hit_y = (row + sample(slope_y, column, row) * spread) % side
    places = hit_y.astype(int) % side * side + hit_x.astype(int) % side
    count = np.bincount(places.ravel(), minlength=side * side).reshape(side, side) / 9
    rays = count.astype(np.float32)
    glow = sum(blur(rays, side * reach) * part for reach, part in HALOS)
    return smooth(0.75, 6.0, np.asarray(glow)) ** np.float32(0.8)


HALOS = ((0.0025, 0.5), (0.008, 0.75), (0.020, 0.8), (0.045, 0.5))
"""Reach (of the tile) and weight of the light around a seam: where two nets are laid over each
other and only the darker one shows, broad halos keep their seams connected."""

LAMP = np.array([-0.46, -0.50, 0.73])
ABOVE = np.array([0, 0, 1])
HALFWAY = (LAMP + ABOVE) / np.linalg.norm(LAMP + ABOVE)


def _lit(surface: Field, unit: float) -> tuple[Field, Field]:
    """Diffuse light and the mirror's share of it on a height field; pixels are `unit` wide."""
    gy, gx = np.gradient(surface, unit)
    bend = np.sqrt(gx**2 + gy**2 + 1)
    shine, gloss = (np.clip((-gx * d[0] - gy * d[1] + d[2]) / bend, 0, 1) for d in (LAMP, HALFWAY))
    return np.asarray(shine, np.float32), np.asarray(gloss, np.float32)


def _pebble_place(rng: np.random.Generator, side: int) -> tuple[Field, Field, Field]:
    """Along and across a lumpy oval, and how far out every pixel is: 1 at the rim."""
    x, y = grid((side, side))
    u, v = (x / side - 0.5) * 2.16, (y / side - 0.5) * 2.16
    turn, flat = rng.uniform(0, math.pi), rng.uniform(0.8, 0.92)
    along = u * math.cos(turn) + v * math.sin(turn)
    across = (v * math.cos(turn) - u * math.sin(turn)) / flat
    angle = np.arctan2(across, along)
    rim = np.full_like(u, 0.95)
    for n in (2, 3, 4):
        rim += rng.normal(0, 0.028 / n) * np.cos(n * angle + rng.uniform(0, math.tau))
    out = np.hypot(along, across) / np.minimum(rim, 1.0)
    return np.asarray(along, np.float32), np.asarray(across, np.float32), out


def stone(
    rng: np.random.Generator, side: int, tones: tuple[str, str, str]
) -> tuple[Picture, Field]:
    """One river pebble from above, lit from the top left, and its coverage."""
    big = (side * 2, side * 2)
    along, across, out = _pebble_place(rng, big[0])
    height = np.sqrt(np.clip(1 - out**2.3, 0, 1)) * 0.62
    height += cloud(rng, big, 160, 3.6) * 0.012 + cloud(rng, big, 8, 1.6) * 0.0003
    shine, gloss = _lit(height, 2.16 / big[0])
    strata = np.sin((across * 7 + cloud(rng, big, 180, 2.8) * 1.4) * 2.2) * 0.10
    speckle = cloud(rng, big, 9, 1.8) * 0.05 + cloud(rng, big, 90, 2.2) * 0.10
    tone = np.asarray(0.5 + strata + speckle, np.float32)
    course = along * 0.35 + across - rng.uniform(-0.4, 0.4) + cloud(rng, big, 160, 2.6) * 0.08
    body = ramp(tone, ((0.2, tones[0]), (0.55, tones[1]), (0.9, tones[2])))
    body = mix(body, rgb(tones[2]) * 1.08, smooth(0.13, 0.02, np.abs(course)) * 0.45)
    lit = light(body, 0.86 * shine - 0.66)
    lit += (gloss**26 * 0.34 + gloss**7 * 0.07)[..., None] * rgb("#FFEBCB")
    lit += smooth(0.72, 1.0, out)[..., None] * 0.07 * rgb("#5FA7A8")
    return _halved(lit), _halved(smooth(1.0, 0.985, out)[..., None])[..., 0]


def _halved(picture: Picture) -> Picture:
    height, width, channels = picture.shape
    quads = picture.reshape(height // 2, 2, width // 2, 2, channels)
    return np.asarray(quads.mean((1, 3)), np.float32)
