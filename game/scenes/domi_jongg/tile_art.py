"""The tiles of the mahjong set as they lie on the table: ivory faces on bamboo backs.

The pictures on them are drawings in assets/art; the rest is painted here at any size. A tile
seen from above keeps the proportions 3 : 4; its thickness shows at the bottom and the right, away
from the lamp. Quarter turns turn the tile and its picture, never the light.
"""

from collections.abc import Hashable
from functools import partial
from typing import Final, Literal

import pygame

from game.rules.domi_jongg.state import HIDDEN
from game.rules.domi_jongg.tiles import KINDS, Tile
from game.ui import art, sprites
from game.ui.display_list import Target
from game.ui.fonts import font
from game.ui.sprites import MISSED, NEVER, OVER, PASSING, SPRITES, Making, Size, made_within
from game.ui.theme import GOLD, INK, IVORY, LAMP, PLUM, USUAL, WALNUT, Color, Design, mix, rgb

TALL: Final = 100.0
"""A tile's longer side in the units of its drawing; the shorter one is three quarters of it."""
THICK: Final = 5.6
"""How much of the thickness is seen, in units."""
ROUND: Final = 8.0
"""The radius of the corners, in units."""
MARGIN: Final = 6.5
"""Between the picture and the edge of the face, in units."""
DRAWN: Final = 640
"""Pixels that the large drawing of a tile is long at most, unless the tile itself is longer."""
CAPITAL: Final = 0.66
"""Height of a capital letter in the index, as a share of the type size."""

WHITE: Final = (255, 252, 244)
IVORY_SIDE, BAMBOO_SIDE = mix(mix(IVORY, GOLD, 0.30), WALNUT, 0.10), mix(GOLD, WALNUT, 0.52)
FACE: Final[dict[str, Color]] = {"#d9c49f": IVORY_SIDE, "#7e5e2b": BAMBOO_SIDE}
BACK: Final[dict[str, Color]] = {
    "#fcf8ee": mix(GOLD, LAMP, 0.35), "#f0e1c3": mix(GOLD, WALNUT, 0.28),
    "#d9c49f": BAMBOO_SIDE, "#7e5e2b": IVORY_SIDE,
}  # fmt: skip
"""What the colours of a block become: light and dark of its upper side, and its two layers."""

INDICES: Final[dict[str, dict[Tile, str]]] = {
    "en": {tile: tile[1] for tile in KINDS} | {"DW": "Wh"},
    "de": {tile: tile for tile in KINDS} | {"WE": "O", "WS": "S", "WW": "W", "WN": "N"},
    "": dict.fromkeys(KINDS, ""),
}
"""What stands in the corner, by language: in English numbers and initials alone, as in sets made
for English players, and the drawing tells the suit. Sets without indices are for everybody.
"""

_GREEN, _RED, _BLUE = rgb("#37745f"), rgb("#bf3e2c"), rgb("#2d4675")
"""As in the drawings."""
INDEX_COLORS: Final[dict[str, Color]] = {
    "B": _GREEN, "K": _BLUE, "T": _RED, "W": _BLUE, "DR": _RED, "DG": _GREEN, "DW": _BLUE,
    "F": mix(PLUM, INK, 0.1), "J": mix(GOLD, INK, 0.5),
}  # fmt: skip
PAPER: Final = (255, 254, 250)
BLACK: Final = (14, 12, 12)
BOLD: Final[dict[str, Color]] = {
    "#fcf8ee": PAPER, "#f0e1c3": PAPER, "#d9c49f": (176, 170, 158), "#7e5e2b": BLACK,
}  # fmt: skip
"""The block of a face of high contrast."""
EDGE: Final = 3.4
"""The width of a black edge, in units."""
STRONG: Final[dict[str, Color]] = {
    "#37745f": rgb("#0a4a2e"), "#3b826a": rgb("#0a4a2e"), "#abbca6": PAPER, "#8db099": PAPER,
    "#2d4675": rgb("#14235c"), "#2e4a7d": rgb("#14235c"), "#a7aaaf": PAPER, "#697996": PAPER,
    "#bf3e2c": rgb("#a00f16"), "#cc6552": rgb("#a00f16"), "#da8c77": PAPER, "#dfa793": PAPER,
    "#e6b9a4": PAPER, "#d27c68": PAPER, "#d4903d": rgb("#824400"), "#d8a642": rgb("#824400"),
    "#deb666": PAPER, "#79552a": rgb("#5a3200"), "#674894": rgb("#4a1a86"), "#a891b4": PAPER,
    "#f2e8d2": PAPER,
}  # fmt: skip
"""What the drawings' colours become where contrast is high: what is light is the paper's."""
STRONG_INDEX: Final[dict[str, Color]] = {
    "B": STRONG["#37745f"], "K": STRONG["#2d4675"], "T": STRONG["#bf3e2c"], "W": BLACK,
    "DR": STRONG["#bf3e2c"], "DG": STRONG["#37745f"], "DW": STRONG["#2d4675"],
    "F": STRONG["#674894"], "J": STRONG["#79552a"],
}  # fmt: skip
FINE_INDEX: Final = INDEX_COLORS, 12.5, 22.0, 900.0
BOLD_INDEX: Final = STRONG_INDEX, 32.0, 42.0, 1500.0
"""The colours of an index, and its height in units: on large tiles, on small ones, and between them
this divided by the tile's height in pixels.
"""
FIELD: Final = (208, 248)
"""The size of the drawings' field; what is drawn keeps four units from its edge."""
FINE: Final = 100
"""From this height in pixels on coins have their petals."""


def size(height: int, turns: int = 0) -> Size:
    """The size in pixels of a tile `height` long, after quarter turns."""
    width = round(height * 0.75)
    return (height, width) if turns % 2 else (width, height)


def face(
    tile: Tile, height: int, letters: str = "en", turns: int = 0, design: Design = USUAL
) -> pygame.Surface:
    """A tile face up, or the back of one that is hidden, turned clockwise by quarter turns. The
    surface is shared: do not draw on it. `letters` chooses among INDICES.
    """
    if tile == HIDDEN:
        return back(height, turns, design)
    return _face(tile, height, letters, turns % 4, design.contrast)


def back(height: int, turns: int = 0, design: Design = USUAL) -> pygame.Surface:
    """A tile face down; all of them look alike. The surface is shared: do not draw on it."""
    return _back(height, turns % 4, design.contrast)


@SPRITES.keeping
def _face(tile: Tile, height: int, letters: str, turns: int, bold: bool) -> Making:
    """Carved into ivory. With high contrast it is `bold`: black on white, in a black edge."""
    block = _block(height, turns % 2, "bold" if bold else "face")
    yield
    picture = pygame.transform.rotate(_picture(tile, height, letters, bold), -90 * turns)
    yield
    picture = picture if bold else _engraved(picture, height)
    yield
    return _laid(block, picture, height, turns, bold)


@SPRITES.keeping
def _back(height: int, turns: int, outlined: bool) -> Making:
    """Always the same: no tile can be told by its back."""
    block = _block(height, turns % 2, "back")
    yield
    fibres = art.picture("domi_jongg/bamboo", _plane(height, 0))
    yield
    return _laid(block, pygame.transform.rotate(fibres, -90 * turns), height, turns, outlined)


def _laid(
    block: pygame.Surface, picture: pygame.Surface, height: int, turns: int, outlined: bool
) -> pygame.Surface:
    """A block with a large picture on its upper side, which may be `outlined` in black."""
    large, tile = pygame.Surface(_large(height, turns), pygame.SRCALPHA, 32), block.copy()
    large.blit(picture, (0, 0))
    if outlined:
        unit = _unit(height)
        rect, wide = pygame.Rect((0, 0), _plane(height, turns)), round(EDGE * unit)
        pygame.draw.rect(large, BLACK, rect, wide, border_radius=round(ROUND * unit))
    small = pygame.transform.smoothscale(large.premul_alpha(), tile.get_size())
    tile.blit(small, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return tile


# The block ----------------------------------------------------------------------------------


@SPRITES.keeping
def _block(height: int, turns: int, kind: Literal["face", "back", "bold"]) -> pygame.Surface:
    """What pictures of tiles are laid on."""
    dyes = {"face": FACE, "back": BACK, "bold": BOLD}[kind]
    block, thick = pygame.Surface(size(height, turns), pygame.SRCALPHA, 32), THICK * height / TALL
    core = block.get_rect().inflate(-thick, -thick).inflate(-2, -2)  # nothing shines through it
    pygame.draw.rect(block, dyes["#7e5e2b"], core, border_radius=round(ROUND * height / TALL))
    block.blit(art.picture(f"domi_jongg/block_{turns}", block.get_size(), dyes), (0, 0))
    return block


def _over(height: int) -> int:
    """How many times as large as the tile it is drawn."""
    return OVER if OVER * height <= DRAWN else 2 if 2 * height <= DRAWN else 1


def _unit(height: int) -> float:
    """Pixels of the large drawing in a unit."""
    return _over(height) * height / TALL


def _large(height: int, turns: int) -> Size:
    """The size of the large drawing."""
    width, tall = size(height, turns)
    return _over(height) * width, _over(height) * tall


def _plane(height: int, turns: int) -> Size:
    """The size of the upper side in the large drawing."""
    width, tall = _large(height, turns)
    thick = round(THICK * _unit(height))
    return width - thick, tall - thick


# Pictures -----------------------------------------------------------------------------------


def _picture(tile: Tile, height: int, letters: str, bold: bool) -> pygame.Surface:
    """What is on the face of an upright tile, drawn large on nothing; if it is `bold`, with a large
    index and colours as strong as ink.
    """
    plane, unit, margin = _plane(height, 0), _unit(height), MARGIN * _unit(height)
    picture = pygame.Surface(plane, pygame.SRCALPHA, 32)
    index, top = INDICES[letters][tile], MARGIN + (0.0 if bold else 2.0)
    if index:  # larger on small tiles, to stay legible
        colors, least, most, grown = BOLD_INDEX if bold else FINE_INDEX
        capital = min(most, max(least, grown / height))
        color = colors.get(tile) or colors[tile[0]]
        line = font("bold", round(capital * unit / CAPITAL)).render(index, True, color)
        line = line.subsurface(line.get_bounding_rect())
        share = min(1.0, (plane[0] - 2.6 * margin) / line.get_width())
        x, y = (1.3, 1.1) if bold else (1.0, 0.9)
        at = round(x * margin), round(y * margin)
        picture.blit(pygame.transform.smoothscale_by(line, share), at)
        top += capital * share + (2.5 if bold else 0.0)
    room = plane[0] - 2 * margin, plane[1] - (top + MARGIN) * unit
    scale = min(room[0] / (FIELD[0] - 8), room[1] / (FIELD[1] - 8))
    plain = (bold or height < FINE) and tile[0] == "K" and tile != "K1"
    pixels = round(FIELD[0] * scale), round(FIELD[1] * scale)
    name = f"domi_jongg/{tile}_plain" if plain else f"domi_jongg/{tile}"
    drawing = art.picture(name, pixels, STRONG if bold else None)
    place = drawing.get_rect(center=(plane[0] // 2, round(top * unit + room[1] / 2)))
    for shift in (0,) if bold else (0, 1):  # else the finest strokes would fade on small tiles
        picture.blit(drawing, place.move(shift, shift))
    return picture


def _engraved(picture: pygame.Surface, height: int) -> pygame.Surface:
    """The picture sunk into the ivory: shade at its edge toward the lamp, light at the other."""
    depth = max(1, round(0.5 * _unit(height)))
    carved = pygame.Surface(picture.get_size(), pygame.SRCALPHA, 32)
    light = sprites.faded(sprites.silhouette(picture, WHITE), 0.8)
    carved.blit(light, (depth, depth))
    carved.blit(picture, (0, 0))
    dark = sprites.silhouette(picture, INK)
    shade = dark.copy()
    shade.blit(dark, (depth, depth), special_flags=pygame.BLEND_RGBA_SUB)
    carved.blit(sprites.faded(sprites.recolored(shade, INK), 0.35), (0, 0))
    return carved


# Pictures as they are needed ------------------------------------------------------------------

ROUGH: Final = 120
"""The height of what shadows and rough backs are made of."""


class Faces:
    """Pictures of tiles with one language's letters; those not painted yet are shown roughly.

    A new size costs dozens of pictures at some milliseconds each, so they are painted one by one
    while nothing moves. Until then a picture of another size is made larger or smaller, and
    where there is none at all the tile's back is shown.
    """

    def __init__(self, letters: str, design: Design = USUAL) -> None:
        self.letters = letters if letters in INDICES else "en"
        self.design = design
        self.hurried = False
        """Whether the view is moving: nothing is asked for that only this moment needs."""
        self.at_once = True
        """Whether all are painted at once, as for a picture that nobody has seen yet."""
        self._heights: set[int] = set()
        """The heights that some tiles were painted in."""

    @property
    def version(self) -> Hashable:
        """Equal as long as all pictures are."""
        return self.letters, self.design, self.hurried, MISSED.painted

    def get(self, tile: Tile, height: int, turns: int = 0) -> pygame.Surface:
        """The picture of a tile, or of a back for one that is hidden."""
        if not self.hurried and (self.at_once or MISSED.has(self.paint, tile, height, turns)):
            return self.paint(tile, height, turns)
        return self.roughly(tile, height, turns)

    def roughly(self, tile: Tile, height: int, turns: int = 0) -> pygame.Surface:
        """The picture, if need be made of one of another size: for what is on its way."""
        if self.has(tile, height, turns):
            return self.paint(tile, height, turns)
        near = sorted(self._heights, key=lambda h: (h < height, abs(h - height)))
        known = next((h for h in near if self.has(tile, h, turns)), None)
        shown = HIDDEN if known is None else tile
        return _resized(shown, known or ROUGH, height, self.letters, turns, self.design)

    def has(self, tile: Tile, height: int, turns: int = 0) -> bool:
        """Whether a picture is at hand; else it takes some milliseconds to draw it."""
        return made_within(NEVER, partial(self.paint, tile, height, turns))

    def paint(self, tile: Tile, height: int, turns: int = 0) -> pygame.Surface:
        """The picture of a tile, painted now if it is not there, for it is needed at once."""
        picture = face(tile, height, self.letters, turns, self.design)
        self._heights.add(height)
        return picture


@PASSING.keeping
def shadow(height: int, turns: int = 0) -> pygame.Surface:
    """The shadow of a tile; all are made of one, for they are soft. See `sprites.shadow`."""
    return pygame.transform.smoothscale_by(_shadow(turns % 2), height / ROUGH)


@SPRITES.keeping
def _shadow(turns: int) -> pygame.Surface:
    return sprites.shadow(_back(ROUGH, turns, False), ROUGH * 0.035, 0.55)


@PASSING.keeping
def _resized(
    tile: Tile, known: int, height: int, letters: str, turns: int, design: Design
) -> pygame.Surface:
    picture = face(tile, known, letters, turns, design)
    return pygame.transform.smoothscale(picture, size(height, turns))


def show(surface: Target, picture: pygame.Surface, center: tuple[float, float]) -> None:
    """Blit a picture with its middle at a point in pixels."""
    w, h = picture.get_size()
    surface.blit(picture, (round(center[0] - w / 2), round(center[1] - h / 2)))
