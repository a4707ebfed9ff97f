"""Seeded noise fields, soft shapes and colour ramps: what every painted texture is mixed from.

A *field* is a float array of height × width; a *picture* is one of height × width × 3 with
sRGB values 0…1. All noise is made in the frequency domain, so every field tiles seamlessly.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

Field: TypeAlias = npt.NDArray[np.floating[Any]]
Picture: TypeAlias = npt.NDArray[np.floating[Any]]
Size: TypeAlias = tuple[int, int]
"""Width and height in pixels, as pygame says it."""

ART = Path(__file__).resolve().parents[1] / "art"


def rgb(code: str) -> Picture:
    """A colour written as ``#RRGGBB``, as three values 0…1."""
    return np.array([int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)], np.float32)


def grid(size: Size) -> tuple[Field, Field]:
    """The x and the y coordinate of every pixel's centre, in pixels."""
    width, height = size
    x = np.arange(width, dtype=np.float32) + np.float32(0.5)
    y = np.arange(height, dtype=np.float32) + np.float32(0.5)
    return np.tile(x, (height, 1)), np.tile(y[:, None], (1, width))


def _frequencies(size: Size) -> tuple[Field, Field]:
    width, height = size
    fx = np.fft.rfftfreq(width).astype(np.float32)[None, :]
    fy = np.fft.fftfreq(height).astype(np.float32)[:, None]
    return fx, fy


def _shaped(rng: np.random.Generator, size: Size, gain: Field) -> Field:
    white = rng.standard_normal((size[1], size[0])).astype(np.float32)
    field = np.fft.irfft2(np.fft.rfft2(white) * gain, s=(size[1], size[0])).astype(np.float32)
    field -= field.mean()
    return field / (float(field.std()) or 1.0)


def grain(rng: np.random.Generator, size: Size, across: float, down: float) -> Field:
    """Gaussian noise smeared over `across` × `down` pixels; mean 0, deviation 1."""
    fx, fy = _frequencies(size)
    gain = np.exp(-2 * np.pi**2 * ((fx * across / 2) ** 2 + (fy * down / 2) ** 2))
    return _shaped(rng, size, gain.astype(np.float32))


def cloud(rng: np.random.Generator, size: Size, scale: float, roughness: float = 2.0,
          stretch: float = 1.0) -> Field:
    """Fractal noise with features up to `scale` pixels, `stretch` times as long as high."""
    fx, fy = _frequencies(size)
    radius = np.sqrt((fx * stretch) ** 2 + fy**2)
    gain = 1 / (1 / scale**2 + radius**2) ** (roughness / 2)
    return _shaped(rng, size, gain.astype(np.float32))


def band(rng: np.random.Generator, size: Size, wavelength: float, width: float = 0.4) -> Field:
    """Noise that holds waves of about one length only: ripples, pores, scales."""
    fx, fy = _frequencies(size)
    radius = np.sqrt(fx**2 + fy**2) + 1e-6
    gain = np.exp(-((np.log(radius * wavelength) / width) ** 2))
    return _shaped(rng, size, gain.astype(np.float32))


def blur(field: Field, radius: float) -> Field:
    """The field under a Gaussian of deviation `radius` pixels; wraps at the borders."""
    size = (field.shape[1], field.shape[0])
    fx, fy = _frequencies(size)
    gain = np.exp(-2 * np.pi**2 * radius**2 * (fx**2 + fy**2))
    return np.fft.irfft2(np.fft.rfft2(field) * gain, s=field.shape).astype(np.float32)


def sample(field: Field, x: Field, y: Field) -> Field:
    """The field read at fractional pixel places, bilinear and wrapping."""
    height, width = field.shape
    left, top = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    fx, fy = (x - left).astype(np.float32), (y - top).astype(np.float32)
    x0, x1, y0, y1 = left % width, (left + 1) % width, top % height, (top + 1) % height
    upper = field[y0, x0] * (1 - fx) + field[y0, x1] * fx
    lower = field[y1, x0] * (1 - fx) + field[y1, x1] * fx
    return np.asarray(upper * (1 - fy) + lower * fy, np.float32)


def smooth(low: float, high: float, field: Field) -> Field:
    """A soft step: 0 below `low`, 1 above `high`; `low` may be the greater one."""
    t = np.clip((field - low) / (high - low), 0, 1)
    return np.asarray(t * t * (3 - 2 * t), np.float32)


def ramp(field: Field, stops: Sequence[tuple[float, str]]) -> Picture:
    """Each value of the field as a colour between the stops (value, ``#RRGGBB``)."""
    at = [value for value, _ in stops]
    tones = np.array([rgb(code) for _, code in stops])
    channels = [np.interp(field, at, tones[:, i]) for i in range(3)]
    return np.asarray(np.stack(channels, axis=-1), np.float32)


def mix(under: Picture, over: Picture, share: Field | float) -> Picture:
    """`over` laid on `under` with a coverage of 0…1."""
    cover = share[..., None] if isinstance(share, np.ndarray) else share
    return (under + (over - under) * cover).astype(np.float32)


def light(picture: Picture, gain: Field) -> Picture:
    """The picture made lighter or darker; 0 changes nothing, −1 is black."""
    return (picture * (1 + gain[..., None])).astype(np.float32)


def relief(height: Field, strength: float) -> Field:
    """Light from the top left falling on a height field; 0 where it is flat."""
    dx = np.roll(height, -1, 1) - np.roll(height, 1, 1)
    dy = np.roll(height, -1, 0) - np.roll(height, 1, 0)
    return ((dx + dy) * strength).astype(np.float32)


def painted(size: Size, draw: Callable[[pygame.Surface, int], None], over: int = 3) -> Picture:
    """What `draw(surface, scale)` paints on black, drawn `over` times as large and smoothed."""
    surface = pygame.Surface((size[0] * over, size[1] * over))
    draw(surface, over)
    small = pygame.transform.smoothscale(surface, size)
    pixels = pygame.surfarray.array3d(small).transpose(1, 0, 2)
    return np.asarray(pixels / 255, np.float32)


def save(name: str, picture: Picture, alpha: Field | None = None) -> Path:
    """Write a picture under assets/art; the suffix says how. A field is saved as grey."""
    body = picture if picture.ndim == 3 else np.repeat(picture[..., None], 3, axis=2)
    pixels = (np.clip(body, 0, 1) * 255 + 0.5).astype(np.uint8).transpose(1, 0, 2)
    path = ART / name
    ART.mkdir(parents=True, exist_ok=True)
    if alpha is None:
        surface = pygame.surfarray.make_surface(pixels)
    else:
        surface = pygame.Surface(pixels.shape[:2], pygame.SRCALPHA, 32)
        pygame.surfarray.blit_array(surface, pixels)
        cover = (np.clip(alpha, 0, 1) * 255 + 0.5).astype(np.uint8)
        pygame.surfarray.pixels_alpha(surface)[:] = cover.T
    pygame.image.save(surface, path)
    return path
