"""The drawings of assets/art/pai_sho: SVG files, as large and in the colour that is wanted.

One that is missing or cannot be used is logged once; nothing is seen in its place.
"""

import logging
import math
import re
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

import pygame

from game.ui import sprites
from game.ui.sprites import Making, Size
from game.ui.theme import INK, Color

SVG: Final = "http://www.w3.org/2000/svg"
AREA: Final = re.compile(rb'fill="#[0-9a-fA-F]+"')
STROKE: Final = re.compile(rb'stroke="#[0-9a-fA-F]+"')
BAND: Final = 160_000
"""Pixels of a drawing that are painted at a time."""
_log = logging.getLogger(__name__)


def drawing(
    name: str, size: Size, color: Color = INK, fill: Color | None = None, **attributes: object
) -> pygame.Surface:
    """A drawing fitted into the middle of a surface of this size.

    `color` is what the file calls currentColor; `attributes` replace those of its root, such as
    ``stroke_width``. With `fill` there are but these two colours: all areas have the one, all
    lines the other. Not cached.
    """
    sheet = pygame.Surface(size, pygame.SRCALPHA, 32)
    path = sprites.ART / "pai_sho" / f"{name}.svg"
    source = _source(path)
    if source is None:
        return sheet
    wanted = {key.replace("_", "-"): str(value) for key, value in attributes.items()}
    text = source.with_root(wanted)
    if fill is not None:
        text = AREA.sub(b'fill="#%02x%02x%02x"' % fill[:3], text)
        text = STROKE.sub(b'stroke="currentColor"', text)
    text = text.replace(b"currentColor", b"#%02x%02x%02x" % color[:3])
    try:
        image = pygame.image.load_sized_svg(BytesIO(text), size)
    except pygame.error as error:
        _tell(path, str(error))
        return sheet
    sheet.blit(image, image.get_rect(center=sheet.get_rect().center))
    return sheet


def drawing_in_bands(name: str, side: int) -> Making:
    """A large square drawing, painted from above to below band by band, as each takes its time."""
    source = _source(sprites.ART / "pai_sho" / f"{name}.svg")
    window = "" if source is None else source.root.get("viewBox", "")
    if len(window.split()) != 4:
        return drawing(name, (side, side))
    yield
    sheet = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    x, y, wide, high = map(float, window.split())
    count = math.ceil(side * side / BAND)
    ends = [side * n // count for n in range(count + 1)]
    for top, end in pairwise(ends):
        seen = x, y + top * high / side, wide, (end - top) * high / side
        band = drawing(name, (side, end - top), viewBox=" ".join(f"{n:.6f}" for n in seen))
        sheet.blit(band, (0, top))
        yield
    return sheet


class Source(NamedTuple):
    """What a file draws, written out: the attributes of its root, and what is in it."""

    root: dict[str, str]
    body: bytes

    def with_root(self, attributes: dict[str, str]) -> bytes:
        """The whole of it, with other attributes of its root."""
        told = (f" {key}={quoteattr(value)}" for key, value in (self.root | attributes).items())
        return f'<svg xmlns="{SVG}"{"".join(told)}>'.encode() + self.body


@cache
def _source(path: Path) -> Source | None:
    """What a file draws; None if it is of no use."""
    try:
        root = ElementTree.parse(path).getroot()
        _expand(root, {each.get("id"): each for each in root.iter()})
    except (OSError, ElementTree.ParseError, KeyError) as error:
        _tell(path, str(error))
        return None
    ElementTree.register_namespace("", SVG)
    body = ElementTree.tostring(root, short_empty_elements=False).split(b">", 1)[1]
    return Source(dict(root.attrib), body)


@cache
def _tell(path: Path, problem: str) -> None:
    _log.warning("%s: %s", path, problem)


def _expand(parent: ElementTree.Element, named: dict[str | None, ElementTree.Element]) -> None:
    """Put a group with what is meant in place of every ``use``, which SDL does not know."""
    for place, child in enumerate(parent):
        if child.tag == f"{{{SVG}}}use":
            group = ElementTree.Element(f"{{{SVG}}}g", child.attrib)
            group.append(named[child.get("href", "")[1:]])
            parent[place] = group
        _expand(parent[place], named)


def lit(image: pygame.Surface, reach: float, color: Color, opacity: float = 0.9) -> pygame.Surface:
    """A picture with light around its shape; its middle stays the middle."""
    glow = sprites.glow(image, reach, color, opacity)
    glow.blit(image, image.get_rect(center=glow.get_rect().center))
    return glow
