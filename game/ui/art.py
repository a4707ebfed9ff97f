"""Drawings from assets/art: SVG files painted at the size that is asked for.

    art.picture("icons/undo", (40, 40))

Nothing is kept here: whoever draws puts what is painted into a sprite cache. A file that is
missing or cannot be used is logged once; a plain disc takes its place.
"""

import re
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pygame

from game.ui import sprites
from game.ui.theme import Color

SVG: Final = "http://www.w3.org/2000/svg"
ElementTree.register_namespace("", SVG)


def picture(
    name: str, size: tuple[int, int], dyes: Mapping[str, Color] | None = None, **attributes: object
) -> pygame.Surface:
    """The drawing in the middle of a surface of this many pixels, as large as fits.

    `name` is its path below assets/art; the suffix may be left out. `dyes` are other colours for
    those of the file, which are written like ``#37745f``; their names are regular expressions.
    `attributes`, such as ``stroke_width``, replace those of the root: SDL takes what it reads last.
    """
    path = (sprites.ART / name).with_suffix(".svg")
    try:
        told = "".join(f' {key.replace("_", "-")}="{each}"' for key, each in attributes.items())
        text = _source(path).replace(">", f"{told}>", 1)
        for code, color in (dyes or {}).items():
            text = re.sub(code, f"#{bytes(color[:3]).hex()}", text)
        drawn = pygame.image.load_sized_svg(BytesIO(text.encode()), size).convert(sprites.CLEAR)
    except (OSError, ElementTree.ParseError, KeyError, pygame.error) as error:
        side = min(size)
        drawn = pygame.transform.smoothscale(sprites.plain(path, str(error)), (side, side))
    whole = pygame.Surface(size, pygame.SRCALPHA, 32)
    place = drawn.get_rect(center=whole.get_rect().center)
    whole.blit(drawn, place, special_flags=pygame.BLEND_RGBA_MAX)
    return whole


@cache
def _source(path: Path) -> str:
    """What a file says, kept, with a group in place of every ``use``, which SDL does not know."""
    root = ElementTree.parse(path).getroot()
    named = {each.get("id", ""): each for each in root.iter()}
    for use in list(root.iter(f"{{{SVG}}}use")):
        use.tag = f"{{{SVG}}}g"
        use.append(named[use.get("href", "")[1:]])
    return ElementTree.tostring(root, "unicode")


def stencil(name: str, side: int) -> pygame.Surface:
    """A square drawing in white and black: white is opaque here, black is cut out."""
    ground = pygame.Surface((side, side), 0, 32)
    ground.blit(picture(name, (side, side)), (0, 0))
    pixels = bytearray(b"\xff") * (4 * side * side)
    pixels[3::4] = pygame.image.tobytes(ground, "RGB")[::3]
    return pygame.image.frombuffer(pixels, (side, side), "RGBA").convert(sprites.CLEAR)
