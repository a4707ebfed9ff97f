"""Drawings from assets/art: SVG files painted at the size that is asked for.

    art.picture("icons/undo", (40, 40))

Nothing is kept here: whoever draws puts what is painted into a sprite cache. A file that is
missing or cannot be used is logged once; a plain disc takes its place.
"""

from collections.abc import Mapping
from io import BytesIO

import pygame

from game.ui import sprites
from game.ui.theme import Color


def picture(
    name: str, size: tuple[int, int], dyes: Mapping[str, Color] | None = None
) -> pygame.Surface:
    """The drawing in the middle of a surface of this many pixels, as large as fits.

    `name` is its path below assets/art; the suffix may be left out. `dyes` are other colours for
    those of the file, which are written like ``#37745f``.
    """
    path = (sprites.ART / name).with_suffix(".svg")
    try:
        text = path.read_bytes()
        for code, color in (dyes or {}).items():
            text = text.replace(code.encode(), b"#%02x%02x%02x" % color[:3])
        drawn = pygame.image.load_sized_svg(BytesIO(text), size)
    except (OSError, pygame.error) as error:
        side = min(size)
        drawn = pygame.transform.smoothscale(sprites.plain(path, str(error)), (side, side))
    whole = pygame.Surface(size, pygame.SRCALPHA, 32)
    place = drawn.get_rect(center=whole.get_rect().center)
    whole.blit(drawn, place, special_flags=pygame.BLEND_RGBA_MAX)
    return whole


def stencil(name: str, side: int) -> pygame.Surface:
    """A square drawing in white and black: white is opaque here, black is cut out."""
    ground = pygame.Surface((side, side), 0, 32)
    ground.blit(picture(name, (side, side)), (0, 0))
    pixels = bytearray(b"\xff") * (4 * side * side)
    pixels[3::4] = pygame.image.tobytes(ground, "RGB")[::3]
    return pygame.image.frombuffer(pixels, (side, side), "RGBA").convert(sprites.CLEAR)
