"""Woven and felted grounds: linen, felt, the painted garden cloth, paper, and a velvet curtain."""

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
    grain,
    grid,
    light,
    mix,
    painted,
    relief,
    rgb,
    smooth,
)
from lamp import lamp


def weave(rng: np.random.Generator, size: Size, pitch: float) -> tuple[Field, Field]:
    """A plain weave of uneven threads: its height, and every thread's own tone (deviation 1)."""
    x, y = grid(size)
    u = (x + cloud(rng, size, 160, 2.2, 0.2) * pitch * 0.22) / pitch
    v = (y + cloud(rng, size, 160, 2.2, 5.0) * pitch * 0.22) / pitch
    iu, iv = np.floor(u), np.floor(v)
    thick_u = 0.86 + 0.1 * grain(rng, size, pitch * 0.9, pitch * 26)
    thick_v = 0.86 + 0.1 * grain(rng, size, pitch * 26, pitch * 0.9)
    warp = 1 - ((u - iu - 0.5) * 2 / thick_u.clip(0.55, 1.25)) ** 2
    weft = 1 - ((v - iv - 0.5) * 2 / thick_v.clip(0.55, 1.25)) ** 2
    over = np.where((iu + iv) % 2 == 0, 1.0, -1.0)
    rise = np.cos((u - iu - 0.5) * np.pi) * np.cos((v - iv - 0.5) * np.pi) * over * 0.6
    height = np.maximum(warp.clip(0) + rise, weft.clip(0) - rise)
    tone_u, tone_v = rng.standard_normal(4096), rng.standard_normal(4096)
    along_u = tone_u[iu.astype(int) % 4096] + grain(rng, size, pitch, pitch * 40) * 0.8
    along_v = tone_v[iv.astype(int) % 4096] + grain(rng, size, pitch * 40, pitch) * 0.8
    tone = np.where(warp + rise > weft - rise, along_u, along_v)
    return height.astype(np.float32), tone.astype(np.float32)


def linen(rng: np.random.Generator, size: Size) -> Picture:
    """Washed natural linen, loosely woven, with the odd thicker thread."""
    height, tone = weave(rng, size, 5.0)
    picture = np.broadcast_to(rgb("#EDE3D0"), (size[1], size[0], 3)).astype(np.float32)
    slub = smooth(1.5, 3.0, grain(rng, size, 70, 4)) + smooth(1.5, 3.0, grain(rng, size, 4, 70))
    picture = mix(picture, rgb("#D3C4A6"), (0.13 + tone * 0.10 + slub * 0.22).clip(0, 1))
    picture = mix(picture, rgb("#B7A27E"), smooth(0.75, 0.0, height) * 0.42)
    folds = cloud(rng, size, 700, 3.2)
    return light(picture, blur(relief(height, 0.05), 0.5) + folds * 0.012)


def felt(rng: np.random.Generator, size: Size) -> Picture:
    """Deep green wool felt: a nap of fine hairs over soft mottling."""
    def hairs(surface: pygame.Surface, over: int) -> None:
        surface.fill((96, 96, 96))
        for _ in range(size[0] * size[1] // 45):
            x, y = rng.uniform(0, size[0]) * over, rng.uniform(0, size[1]) * over
            turn, bow = rng.uniform(0, math.tau), rng.normal(0, 0.5)
            reach, tone = rng.uniform(5, 16) * over, int(rng.uniform(40, 165))
            points = [(x, y)]
            for step in (1, 2, 3):
                way = turn + bow * step
                x, y = x + math.cos(way) * reach / 3, y + math.sin(way) * reach / 3
                points.append((x, y))
            pygame.draw.lines(surface, (tone, tone, tone), False, points, 1)

    nap = painted(size, hairs, 2)[..., 0] - 96 / 255
    tone = nap * 0.9 + band(rng, size, 6, 0.7) * 0.03 + cloud(rng, size, 380, 2.6) * 0.02
    picture = np.broadcast_to(rgb("#1B4435"), (size[1], size[0], 3)).astype(np.float32)
    picture = mix(picture, rgb("#4C9079"), (0.12 + tone).clip(0, 1))
    return light(picture, (tone * 0.7).clip(-0.5, 0.5))


def paper(rng: np.random.Generator, size: Size) -> Picture:
    """Warm hand-made paper with a few long fibres."""
    def fibres(surface: pygame.Surface, over: int) -> None:
        for _ in range(size[0] * size[1] // 5200):
            x, y = rng.uniform(0, size[0]) * over, rng.uniform(0, size[1]) * over
            way, bow = rng.uniform(0, math.tau), rng.normal(0, 0.25)
            tone, points = int(rng.uniform(40, 150)), [(x, y)]
            for _ in range(10):
                way += bow + rng.normal(0, 0.12)
                x, y = x + math.cos(way) * over * 3.2, y + math.sin(way) * over * 3.2
                points.append((x, y))
            pygame.draw.lines(surface, (tone, tone, tone), False, points, over)

    marks = painted(size, fibres)[..., 0]
    tooth = cloud(rng, size, 14, 1.6)
    picture = np.broadcast_to(rgb("#F3EAD8"), (size[1], size[0], 3)).astype(np.float32)
    picture = mix(picture, rgb("#E3D3B4"), (0.28 + cloud(rng, size, 420, 2.6) * 0.16).clip(0, 1))
    picture = mix(picture, rgb("#C9B48B"), marks * 0.6)
    return light(picture, relief(tooth, 0.012) + tooth * 0.004)


def leather(rng: np.random.Generator, size: Size) -> Picture:
    """Dark vegetable-tanned leather, its grain of small cells worn smooth in places."""
    cells = band(rng, size, 13, 0.5) + 0.5 * band(rng, size, 6, 0.5)
    creases = smooth(0.0, 0.55, np.abs(cells))
    worn = 0.6 + 0.3 * cloud(rng, size, 240, 2.4).clip(-1, 1)
    picture = np.broadcast_to(rgb("#3B2418"), (size[1], size[0], 3)).astype(np.float32)
    picture = mix(picture, rgb("#5A3A27"), (0.3 + cloud(rng, size, 300, 2.4) * 0.16).clip(0, 1))
    picture = mix(picture, rgb("#20120B"), (1 - creases) * 0.45 * worn)
    return light(picture, relief(blur(creases, 1.0), 0.35) * worn)


def ivory(rng: np.random.Generator, size: Size) -> Picture:
    """Polished bone: warm white with faint lengthwise lines."""
    lines = grain(rng, size, 4, 260) * 0.5 + grain(rng, size, 1.5, 60) * 0.3
    picture = np.broadcast_to(rgb("#F4ECDB"), (size[1], size[0], 3)).astype(np.float32)
    tone = 0.22 + lines * 0.13 + cloud(rng, size, 260, 2.6) * 0.10
    return mix(picture, rgb("#DFCFAF"), tone.clip(0, 1))


def satin(rng: np.random.Generator, size: Size) -> Field:
    """The grain of sandblasted acrylic, to be multiplied: nearly white."""
    fine = band(rng, size, 3.2, 0.5) * 0.6 + band(rng, size, 7, 0.6) * 0.4
    return np.asarray(0.955 + 0.016 * fine + 0.010 * cloud(rng, size, 120, 2.2), np.float32)


def velvet(size: Size) -> Picture:
    """A velvet curtain in folds, darker toward the floor, with the lamp's light on it."""
    x, y = grid(size)
    turn = x / size[0] * 19 * math.tau
    fold = np.sin(turn + 0.6 * np.sin(turn * 0.37))
    lit = (0.5 + 0.34 * fold + 0.12 * np.sin(2 * turn)).clip(0, 1)
    picture = mix(rgb("#40221B"), rgb("#803024"), lit)
    shade = np.interp(y / size[1], (0, 1 / 2, 1), (0.04, 0.16, 0.59))
    color, cover = lamp(size)
    return mix(mix(picture, rgb("#1E1A17"), shade), color, cover)
