"""Paints every .jpg and .png under assets/art but the koi (koi.py) anew, each from its own seed.

Run it as ``python assets/source/paint.py [NAME …]``; without names it paints all of them.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable
from typing import TypeAlias

import boxes
import cloth
import garden
import lamp
import numpy as np
import water
import wood
from fields import Field, Picture, save

Painter: TypeAlias = Callable[[np.random.Generator], "Picture | tuple[Picture, Field]"]

STONES = (
    ("#3C3F42", "#5C6062", "#8C8E8A"),
    ("#4A433B", "#756A5C", "#A89A84"),
    ("#30383A", "#4A5658", "#78878A"),
    ("#5B4A40", "#866B5A", "#B79A82"),
    ("#55565A", "#86878A", "#BFBDB6"),
    ("#3A3F36", "#5F6655", "#939A82"),
)
"""Shadow, body and vein of the six river pebbles."""

PICTURES: dict[str, Painter] = {
    "walnut.jpg": lambda rng: wood.table(rng, (2560, 1440), 6, wood.WALNUT),
    "linen.jpg": lambda rng: cloth.linen(rng, (1920, 1200)),
    "felt.jpg": lambda rng: cloth.felt(rng, (1600, 1000)),
    "garden_cloth.jpg": lambda rng: garden.cloth(rng, (1600, 1200)),
    "paper.jpg": lambda rng: cloth.paper(rng, (1280, 960)),
    "velvet.jpg": lambda _: cloth.velvet((1280, 720)),
    "leather.jpg": lambda rng: cloth.leather(rng, (1024, 640)),
    "ivory.jpg": lambda rng: cloth.ivory(rng, (512, 640)),
    "bamboo.jpg": lambda rng: wood.bamboo(rng, (640, 512)),
    "wood_light.jpg": lambda rng: wood.board(rng, (768, 768), wood.MAPLE),
    "wood_dark.jpg": lambda rng: wood.board(rng, (768, 768), wood.WALNUT),
    "satin.jpg": lambda rng: cloth.satin(rng, (512, 512)),
    "pond.jpg": lambda rng: water.pond(rng, (1920, 1200)),
    "caustics_1.png": lambda rng: water.caustics(rng, 512),
    "caustics_2.png": lambda rng: water.caustics(rng, 512),
    "vignette.png": lambda _: lamp.lamp((960, 540)),
    "shadow_soft.png": lambda _: lamp.shadow(192),
}


def _stone(tones: tuple[str, str, str]) -> Painter:
    return lambda rng: water.stone(rng, 256, tones)


def _lid(game: str) -> Painter:
    return lambda rng: boxes.lid(rng, (720, 520), game)


PICTURES |= {f"stone_{number}.png": _stone(tones) for number, tones in enumerate(STONES, 1)}
PICTURES |= {f"box_{game}.jpg": _lid(game) for game in boxes.LIDS}


def paint(name: str) -> None:
    """Paint one picture; its name is its seed."""
    result = PICTURES[name](np.random.default_rng(zlib.crc32(name.encode())))
    picture, alpha = result if isinstance(result, tuple) else (result, None)
    path = save(name, picture, alpha)
    print(f"{name:24} {path.stat().st_size / 1024:7.0f} KB")


def main(names: list[str]) -> int:
    """Paint the named pictures, or all; 2 when a name is unknown."""
    unknown = [name for name in names if name not in PICTURES]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; known: {', '.join(PICTURES)}", file=sys.stderr)
        return 2
    for name in names or PICTURES:
        paint(name)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
