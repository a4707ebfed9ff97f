"""Boards of oiled wood, cut from an imaginary log: rings, fibres, pores, figure and finish."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from fields import Field, Picture, Size, band, cloud, grain, grid, light, mix, ramp, rgb, smooth

Tones = tuple[tuple[float, str], ...]


@dataclass(frozen=True)
class Species:
    """How a kind of wood looks; lengths in pixels of the finished picture."""

    tones: Tones  # from the darkest late wood (0) to the lightest early wood (1)
    ring: float  # mean width of a year's ring where the cut is square to it
    contrast: float = 0.5  # how much a ring darkens toward its end
    pores: float = 0.6  # how dark the open vessels are
    figure: float = 0.05  # strength of the shimmer across the grain


WALNUT = Species(
    ((0.0, "#150C08"), (0.25, "#2A1B14"), (0.55, "#3C281C"), (0.8, "#4F3627"), (1.0, "#684A34")),
    ring=11, contrast=0.4, pores=0.7, figure=0.045,
)
CHERRY = Species(
    ((0.0, "#4B2415"), (0.35, "#7A4327"), (0.65, "#965A37"), (1.0, "#B27A4E")),
    ring=13, contrast=0.26, pores=0.2, figure=0.05,
)
MAPLE = Species(
    ((0.0, "#6E4C2B"), (0.35, "#9B7447"), (0.65, "#B48C5B"), (1.0, "#CBA674")),
    ring=15, contrast=0.22, pores=0.12, figure=0.06,
)
OAK = Species(
    ((0.0, "#4A321C"), (0.35, "#77552F"), (0.65, "#947043"), (1.0, "#B08E5D")),
    ring=15, contrast=0.42, pores=0.8, figure=0.05,
)
PADAUK = Species(
    ((0.0, "#2E0D09"), (0.35, "#551C12"), (0.65, "#70291A"), (1.0, "#8E3D26")),
    ring=12, contrast=0.3, pores=0.6, figure=0.05,
)
WENGE = Species(
    ((0.0, "#0F0A08"), (0.35, "#221914"), (0.65, "#34271E"), (1.0, "#4E3C2E")),
    ring=9, contrast=0.6, pores=0.4, figure=0.03,
)
OLIVE = Species(
    ((0.0, "#3B2A17"), (0.3, "#7A5D33"), (0.6, "#A58550"), (1.0, "#C8AC74")),
    ring=17, contrast=0.42, pores=0.15, figure=0.06,
)

BAMBOO = Species(
    ((0.0, "#7A5526"), (0.35, "#B78A48"), (0.65, "#CFA660"), (1.0, "#E3C384")),
    ring=60, contrast=0.06, pores=0.4, figure=0.02,
)


def _rings(rng: np.random.Generator, size: Size, species: Species) -> Field:
    """Darkness 0…1 of the year rings, where a plane cuts a slightly crooked log."""
    x, y = grid(size)
    width, height = size
    reach = max(height, 120)
    heart = rng.uniform(-0.5, 1.5) * height
    depth = rng.uniform(0.25, 0.9) * reach
    lean = rng.choice([-1, 1]) * rng.uniform(0.5, 1.1) * reach / width
    away = depth + lean * (x - width / 2) + cloud(rng, size, width / 3, 3, 3) * reach * 0.13
    side = y - heart + cloud(rng, size, width / 4, 3.2, 5) * reach * 0.06
    radius = np.sqrt(side**2 + away**2) + cloud(rng, size, 90, 2.2, 9) * species.ring * 0.3
    count = radius / species.ring
    years = rng.uniform(0.35, 1.0, int(count.max()) + 3).astype(np.float32)
    widths = np.cumsum(rng.uniform(0.55, 1.45, years.size)).astype(np.float32)
    widths *= years.size / widths[-1]
    phase = np.interp(count, widths, np.arange(years.size)).astype(np.float32)
    year = np.clip(np.floor(phase).astype(np.int64), 0, years.size - 1)
    part = phase - np.floor(phase)
    late = (0.35 * part + 0.65 * smooth(0.35, 0.9, part)) * (1 - smooth(0.9, 1.0, part))
    return np.asarray(late * years[year], np.float32)


def board(rng: np.random.Generator, size: Size, species: Species) -> Picture:
    """One board, its grain running from left to right."""
    rings = _rings(rng, size, species)
    streak = cloud(rng, size, 420, 2.2, 16)
    tone = 0.62 + streak * 0.09 + rng.normal(0, 0.035)
    tone += grain(rng, size, 190, 1.6) * 0.035 + grain(rng, size, 60, 1.0) * 0.03
    tone -= rings * species.contrast
    picture = ramp(tone, species.tones)
    warmth = cloud(rng, size, 500, 2.6, 8) + rng.normal(0, 0.6)
    picture *= 1 + warmth[..., None] * np.array([0.022, 0.0, -0.026], np.float32)
    vessels = np.maximum(smooth(1.3, 2.6, grain(rng, size, 34, 1.3)),
                         0.7 * smooth(1.6, 2.8, grain(rng, size, 12, 1.1)))
    early = 0.45 + 0.55 * (1 - rings)
    picture = mix(picture, rgb(species.tones[0][1]) * 0.75, vessels * early * species.pores)
    shimmer = cloud(rng, size, 150, 2.6, 0.6) * 0.7 + band(rng, size, 45, 0.9) * 0.3
    fleck = smooth(1.4, 2.8, grain(rng, size, 16, 1.2)) * 0.07
    return light(picture, shimmer * species.figure + fleck)


def _edge(size: Size, width: float) -> Field:
    """Light along a board's upper edge, shade along its lower one, from the planed chamfer."""
    _, y = grid(size)
    low = size[1] - y
    lit = np.exp(-(((y - 2.2) / width) ** 2)) * 0.22
    shaded = -0.9 * np.exp(-((low / width) ** 2)) - 0.75 * np.exp(-((y / (width * 0.6)) ** 2))
    return np.asarray(lit + shaded, np.float32)


def table(rng: np.random.Generator, size: Size, boards: int, species: Species) -> Picture:
    """Boards of uneven width, glued side by side, planed and oiled."""
    shares = rng.uniform(0.75, 1.25, boards)
    ends = np.round(np.cumsum(shares) / shares.sum() * size[1]).astype(int)
    rows = []
    for top, bottom in zip([0, *ends[:-1]], ends, strict=True):
        part = (size[0], int(bottom - top))
        rows.append(light(board(rng, part, species), _edge(part, 1.7)))
    picture = np.concatenate(rows)
    sheen = cloud(rng, size, 900, 3.0) * 0.03
    return np.asarray(np.clip(light(picture, sheen), 0, 1), np.float32)


def bamboo(rng: np.random.Generator, size: Size) -> Picture:
    """Split bamboo laid edge to edge: narrow slats, each with a node somewhere."""
    x, _ = grid(size)
    rows, top = [], 0
    while top < size[1]:
        part = (size[0], min(int(rng.uniform(40, 56)), size[1] - top))
        slat = light(board(rng, part, BAMBOO), _edge(part, 1.2) * 0.7)
        node = x[: part[1]] - rng.uniform(0, size[0]) + cloud(rng, part, 30, 2.0) * 1.2
        rim = 0.16 * np.exp(-((node / 5) ** 2)) - 0.38 * np.exp(-(((node - 5) / 2.2) ** 2))
        rows.append(light(slat, np.asarray(rim, np.float32)))
        top += part[1]
    return np.asarray(np.concatenate(rows).clip(0, 1), np.float32)
