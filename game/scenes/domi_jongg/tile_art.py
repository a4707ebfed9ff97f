"""The tiles of the mahjong set as they lie on the table: ivory faces on bamboo backs.

Everything is drawn by code at any size. A tile seen from above keeps the proportions 3 : 4; its
thickness shows at the bottom and the right, away from the lamp. Quarter turns turn the tile and
its picture, never the light.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import pygame

from game.rules.domi_jongg.tiles import Tile
from game.scenes.domi_jongg import tile_flowers as garden
from game.scenes.domi_jongg import tile_suits as suits
from game.ui import sprites
from game.ui.fonts import font
from game.ui.pen import Pen
from game.ui.sprites import OVER, Size
from game.ui.theme import GOLD, INK, IVORY, LAMP, PLUM, WALNUT, Color, mix

TALL: Final = 100.0
"""A tile's longer side in the units of its drawing; the shorter one is three quarters of it."""
THICK: Final = 5.6
"""How much of the thickness is seen, in units."""
ROUND: Final = 8.0
"""The radius of the corners, in units."""
MARGIN: Final = 6.5
"""Between the picture and the edge of the face, in units."""
CAPITAL: Final = 0.66
"""Height of a capital letter in the index, as a share of the type size."""

WHITE: Final = (255, 252, 244)
FACE_LIGHT: Final = mix(IVORY, WHITE, 0.75)
FACE_DARK: Final = mix(IVORY, GOLD, 0.16)
FACE_SIDE: Final = mix(mix(IVORY, GOLD, 0.30), WALNUT, 0.10)
BAMBOO_LIGHT: Final = mix(GOLD, LAMP, 0.35)
BAMBOO_DARK: Final = mix(GOLD, WALNUT, 0.28)
BAMBOO_SIDE: Final = mix(GOLD, WALNUT, 0.52)

LETTERS: Final[dict[str, dict[Tile, str]]] = {
    "en": {"WE": "E", "WS": "S", "WW": "W", "WN": "N"},
    "de": {"WE": "O", "WS": "S", "WW": "W", "WN": "N"},
}
"""The winds' indices by language; all other kinds are indexed by their names."""

INDEX_COLORS: Final[dict[str, Color]] = {
    "B": suits.GREEN,
    "K": suits.BLUE,
    "T": suits.RED,
    "W": suits.BLUE,
    "DR": suits.RED,
    "DG": suits.GREEN,
    "DW": suits.BLUE,
    "F": mix(PLUM, INK, 0.1),
    "J": mix(GOLD, INK, 0.5),
}

PICTURES: Final[dict[Tile, Callable[[Pen], None]]] = {
    "B1": garden.bird_on_bamboo,
    "F1": garden.orchid,
    "F2": garden.lotus,
    "F3": garden.chrysanthemum,
    "F4": garden.plum_blossom,
    "J1": garden.swallow,
    "J2": garden.summer_sun,
    "J3": garden.maple_leaf,
    "J4": garden.snow_crystal,
}


def size(height: int, turns: int = 0) -> Size:
    """The size in pixels of a tile `height` long, after quarter turns."""
    width = round(height * 0.75)
    return (height, width) if turns % 2 else (width, height)


def face(tile: Tile, height: int, letters: str = "en", turns: int = 0) -> pygame.Surface:
    """A tile face up, turned clockwise by quarter turns. The surface is shared: do not draw on it.

    `letters` chooses the winds' letters; ``de`` has O for east.
    """
    key = ("mahjong", tile, height, letters, turns % 4)
    return sprites.SPRITES.get(key, lambda: _face(tile, height, letters, turns % 4))


def ready(tile: Tile, height: int, letters: str = "en", turns: int = 0) -> bool:
    """Whether `face` has this picture at hand; else it takes some milliseconds to draw it."""
    return ("mahjong", tile, height, letters, turns % 4) in sprites.SPRITES


def back(height: int, turns: int = 0) -> pygame.Surface:
    """A tile face down; all of them look alike. The surface is shared: do not draw on it."""
    key = ("mahjong back", height, turns % 4)
    return sprites.SPRITES.get(key, lambda: _back(height, turns % 4))


def shadow(height: int, lift: float = 0.0, turns: int = 0) -> pygame.Surface:
    """The soft shadow of a tile, from lying (0) to lifted (1); see `sprites.shadow`."""
    key = ("mahjong shadow", height, round(lift, 2), turns % 2)
    reach = height * (0.035 + 0.07 * lift)
    opacity = 0.55 - 0.2 * lift
    return sprites.SPRITES.get(key, lambda: sprites.shadow(back(height, turns % 2), reach, opacity))


def _face(tile: Tile, height: int, letters: str, turns: int) -> pygame.Surface:
    block = _block(height, turns, (FACE_LIGHT, FACE_DARK), (FACE_SIDE, BAMBOO_SIDE))
    upright = _plane(height, 0)
    grain = pygame.transform.rotate(_grain(upright, WALNUT, 9, "ivory"), -90 * turns)
    _cut_in(block, grain, height, turns)
    picture = _picture(tile, height, letters)
    block.blit(_engraved(pygame.transform.rotate(picture, -90 * turns), height), (0, 0))
    return _shrunk(block, height, turns)


def _back(height: int, turns: int) -> pygame.Surface:
    block = _block(height, turns, (BAMBOO_LIGHT, BAMBOO_DARK), (BAMBOO_SIDE, FACE_SIDE))
    upright = _plane(height, 0)
    grain = _grain(upright, WALNUT, 34, "bamboo")
    _node(grain, 0.36)
    _cut_in(block, pygame.transform.rotate(grain, -90 * turns), height, turns)
    return _shrunk(block, height, turns)


# The block ----------------------------------------------------------------------------------


def _unit(height: int) -> float:
    """Pixels of the large drawing in a unit."""
    return OVER * height / TALL


def _plane(height: int, turns: int) -> Size:
    """The size of the upper side in the large drawing."""
    width, tall = size(height, turns)
    thick = round(THICK * _unit(height))
    return OVER * width - thick, OVER * tall - thick


def _block(
    height: int, turns: int, top: tuple[Color, Color], sides: tuple[Color, Color]
) -> pygame.Surface:
    """A tile with nothing on it, drawn large: `sides` are its upper and its lower layer."""
    width, tall = size(height, turns)
    block = pygame.Surface((OVER * width, OVER * tall), pygame.SRCALPHA, 32)
    block.fill((*mix(sides[1], INK, 0.3), 0))
    plane, radius = _plane(height, turns), round(ROUND * _unit(height))
    thick = round(THICK * _unit(height))
    for shift in range(thick, 0, -1):
        share = shift / thick
        color = sides[0] if share < 0.52 else sides[1]
        color = mix(color, INK, 0.28 * (share if share < 0.52 else share - 0.3))
        pygame.draw.rect(block, color, ((shift, shift), plane), border_radius=radius)
    upper = _shaded(plane, *top)
    _cut_in(block, upper, height, turns)
    _bevel(block, plane, radius, max(1, round(0.9 * _unit(height))))
    return block


def _shaded(plane: Size, light: Color, dark: Color) -> pygame.Surface:
    """A plane that is light toward the lamp at the top left."""
    seed = pygame.Surface((2, 2), pygame.SRCALPHA, 32)
    for x, y, share in ((0, 0, 0.0), (1, 0, 0.45), (0, 1, 0.55), (1, 1, 1.0)):
        seed.set_at((x, y), mix(light, dark, share))
    return pygame.transform.smoothscale(seed, plane)


def _cut_in(block: pygame.Surface, plane: pygame.Surface, height: int, turns: int) -> None:
    """Blit a plane onto the upper side, its corners cut round."""
    radius = round(ROUND * _unit(height))
    mask = pygame.Surface(plane.get_size(), pygame.SRCALPHA, 32)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=radius)
    mask.blit(plane, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    block.blit(mask, (0, 0))


def _bevel(block: pygame.Surface, plane: Size, radius: int, width: int) -> None:
    """The rim of the upper side: light toward the lamp, dark away from it."""
    for color, opacity, shift in ((WHITE, 200, 1), (INK, 46, -1)):
        rim = pygame.Surface(plane, pygame.SRCALPHA, 32)
        pygame.draw.rect(rim, (*color, opacity), rim.get_rect(), border_radius=radius)
        hole = rim.get_rect().move(shift * width, shift * width)
        pygame.draw.rect(rim, (*color, 0), hole, border_radius=radius)
        block.blit(rim, (0, 0))


def _shrunk(block: pygame.Surface, height: int, turns: int) -> pygame.Surface:
    return pygame.transform.smoothscale(block, size(height, turns))


# Grain --------------------------------------------------------------------------------------


def _grain(plane: Size, color: Color, strength: int, seed: str) -> pygame.Surface:
    """Fine upright fibres, always the same: no tile can be told by its back."""
    rng = random.Random(seed)
    grain = pygame.Surface((max(2, plane[0] // OVER), 1), pygame.SRCALPHA, 32)
    for x in range(grain.get_width()):
        grain.set_at((x, 0), (*color[:3], rng.randrange(strength + 1)))
    return pygame.transform.smoothscale(grain, plane)


def _node(grain: pygame.Surface, share: float) -> None:
    """A joint of the bamboo across the back."""
    width, tall = grain.get_size()
    y, thick = round(tall * share), max(2, round(tall * 0.011))
    dark, light = (*WALNUT, 84), (*LAMP, 72)
    for row, color in ((-2, light), (-1, dark), (0, dark), (1, light), (2, light)):
        pygame.draw.rect(grain, color, (0, y + row * thick, width, thick))


# Pictures -----------------------------------------------------------------------------------


def _picture(tile: Tile, height: int, letters: str) -> pygame.Surface:
    """What is on the face of an upright tile, drawn large on nothing."""
    plane, unit = _plane(height, 0), _unit(height)
    picture = pygame.Surface(plane, pygame.SRCALPHA, 32)
    capital = _capital(height)
    _index(picture, tile, letters, capital * unit, MARGIN * unit)
    top = MARGIN + capital + 2.0
    room = plane[0] - 2 * MARGIN * unit, plane[1] - (top + MARGIN) * unit
    middle = plane[0] / 2, top * unit + room[1] / 2
    draw_picture(tile, Pen(picture, middle, min(room[0] / 200, room[1] / 240)))
    return picture


def draw_picture(tile: Tile, pen: Pen) -> None:
    """Draw a kind's picture around the pen's origin, without its index."""
    if tile in PICTURES:
        PICTURES[tile](pen)
        return
    letter, sign = tile[0], tile[1]
    match letter:
        case "B":
            suits.canes(pen, int(sign))
        case "K":
            suits.circles(pen, int(sign))
        case "T":
            suits.characters(pen, int(sign))
        case "W":
            suits.wind(pen, sign)
        case _:
            suits.dragon(pen, sign)


def _capital(height: int) -> float:
    """How tall the index is, in units: larger on small tiles, so that it stays legible."""
    return min(22.0, max(12.5, 900 / height))


def _index(
    picture: pygame.Surface, tile: Tile, letters: str, capital: float, margin: float
) -> None:
    text = LETTERS[letters].get(tile, tile)
    color = INDEX_COLORS.get(tile) or INDEX_COLORS[tile[0]]
    line = font("bold", round(capital / CAPITAL)).render(text, True, color)
    ink = line.get_bounding_rect()
    picture.blit(line, (round(margin), round(margin * 0.9)), ink)


def _engraved(picture: pygame.Surface, height: int) -> pygame.Surface:
    """The picture sunk into the ivory: shade at its edge toward the lamp, light at the other."""
    depth = max(1, round(0.5 * _unit(height)))
    carved = pygame.Surface(picture.get_size(), pygame.SRCALPHA, 32)
    light = sprites.faded(sprites.silhouette(picture, WHITE), 0.8)
    carved.blit(light, (depth, depth))
    carved.blit(picture, (0, 0))
    shade = sprites.silhouette(picture, INK)
    shade.blit(
        sprites.silhouette(picture, INK), (depth, depth), special_flags=pygame.BLEND_RGBA_SUB
    )
    carved.blit(sprites.faded(sprites.recolored(shade, INK), 0.35), (0, 0))
    return carved
