"""How a rack of tiles looks, with the peek pad and the buttons beside it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.rules.domi_jongg.state import HIDDEN
from game.rules.domi_jongg.tiles import Tile, Tiles
from game.scenes.domi_jongg import tile_art as art
from game.scenes.domi_jongg.layout import LABEL, Rack, Shelf, pitch
from game.scenes.domi_jongg.tile_art import Faces
from game.ui import icons, sprites, surfaces, theme
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.sprites import SPRITES

LIFT: Final = 20.0
"""How far a picked tile stands out of its row."""
LEAN: Final = 0.82
"""How much of its height a tile shows that leans toward its reader."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as it is to be painted: its tiles, which are picked, which fit, which are hinted and
    for which head, which are away in somebody's fingers, whether they lean toward their reader."""

    tiles: Tiles
    picked: Collection[int] = ()
    fitting: Collection[Tile] = ()
    hinted: Collection[int] = ()
    number: int = 0
    away: Collection[int] = ()
    leaning: bool = False


def paint_ledges(canvas: Canvas, rack: Rack) -> None:
    """The wooden ledges that the rows stand on."""
    shelf = rack.shelf
    half = pitch(shelf.tall) / 2 + 4
    for y in sorted({spot[1] for spot in shelf.spots}):
        row = [spot[0] for spot in shelf.spots if spot[1] == y]
        box = Box(min(row) - half, y + shelf.tall / 2 - 7, max(row) - min(row) + 2 * half, 14)
        rect = canvas.rect(box)
        wood = SPRITES.get(("ledge", rect.size), partial(_ledge, rect.size))
        canvas.surface.blit(wood, rect)


def _ledge(size: tuple[int, int]) -> pygame.Surface:
    wood = sprites.cover("wood_light.jpg", size).copy()
    shade = pygame.Surface((1, 3), pygame.SRCALPHA)
    for y, color in enumerate(((*theme.LAMP, 70), (*theme.INK, 40), (*theme.INK, 150))):
        shade.set_at((0, y), color)
    wood.blit(pygame.transform.smoothscale(shade, size), (0, 0))
    return sprites.rounded(wood, size[1] * 0.4)


def paint_tiles(canvas: Canvas, rack: Rack, hand: Hand, faces: Faces) -> None:
    """The tiles of a rack. They turn with their tray, their light with the lamp."""
    shelf = rack.shelf
    tall, turns = canvas.px(shelf.tall - 4), -canvas.turn % 4
    for number, spot in enumerate(shelf.spots):
        index = shelf.first + number
        if index in hand.away or index >= len(hand.tiles):
            continue
        picked, tile = index in hand.picked, hand.tiles[index]
        at = (spot[0], spot[1] - (LIFT if picked else 0))
        if picked or index in hand.hinted:
            _halo(canvas, at, shelf.tall, theme.GOLD if index in hand.hinted else theme.LAMP)
        elif tile in hand.fitting:
            _halo(canvas, at, shelf.tall, theme.LAMP, 0.85)
        canvas.picture_as_is(faces.shadow(tall, turns), (at[0] + 2, at[1] + 4))
        if hand.leaning and tile != HIDDEN:
            _paint_leaning(canvas, faces, tile, tall, at)
        else:
            canvas.picture_as_is(faces.get(tile, tall, turns), at)
        top = at[0], at[1] - shelf.tall / 2 - 3
        if index in hand.hinted and hand.number:
            canvas.disc(top, 19, theme.GOLD)
            canvas.label(str(hand.number), top, 24, theme.INK, "bold")
        elif tile in hand.fitting and not picked:
            canvas.disc(top, 5, theme.LAMP)


def _halo(canvas: Canvas, at: Point, tall: float, color: theme.Color, alpha: float = 1.0) -> None:
    # The light begins well below the tile: two of its corners are cut off and show what lies there.
    box = Box.around(at, tall * 0.75, tall).inset(7)
    surfaces.glow(canvas, box, 10, color, reach=18, alpha=alpha)


def _paint_leaning(canvas: Canvas, faces: Faces, tile: Tile, tall: int, at: Point) -> None:
    """A tile that leans back: its face foreshortened, its upper edge in sight."""
    picture = faces.get(tile, tall, 0)
    key = ("leaning", tile, tall, faces.letters, canvas.turn)
    if not art.ready(tile, tall, faces.letters):
        canvas.picture(_leaning(picture), at)
        return
    turn = 90 * canvas.turn
    image = SPRITES.get(key, lambda: pygame.transform.rotate(_leaning(picture), turn))
    canvas.picture_as_is(image, at)


def _leaning(picture: pygame.Surface) -> pygame.Surface:
    width, height = picture.get_size()
    low = round(height * LEAN)
    image = pygame.Surface((width, height), pygame.SRCALPHA)
    edge = pygame.transform.smoothscale(art.back(height), (width, height - low + 6))
    image.blit(edge, (0, 0))
    image.blit(pygame.transform.smoothscale(picture, (width, low)), (0, height - low))
    return image


def paint_button(
    canvas: Canvas, at: Point, icon: str, label: str, radius: float, *, bright: bool
) -> None:
    """A round button with its words below."""
    box = Box.around(at, 2 * radius, 2 * radius)
    surfaces.shadow(canvas, box, radius, blur=7, drop=4, alpha=0.45)
    if bright:
        surfaces.satin(canvas, box, radius, surfaces.BRASS_TOP, surfaces.BRASS_BOTTOM,
                       surfaces.BRASS_EDGE, surfaces.BRASS_LIGHT)  # fmt: skip
    else:
        tone = surfaces.DARK
        surfaces.satin(canvas, box, radius, tone.top, tone.bottom, tone.edge, tone.light)
    icons.draw(canvas, icon, at, radius * 0.95, theme.INK if bright else theme.IVORY)
    if label:
        room = 2 * radius + 3 * theme.GAP
        size = theme.SMALL
        while canvas.text_size(label, size, "bold")[0] > room and size > 14:
            size -= 1
        color = theme.LAMP if bright else theme.mix(theme.IVORY, theme.SHADE, 0.2)
        canvas.label(label, (at[0], at[1] + radius + LABEL / 2 + 1), size, color, "bold")


def paint_arrow(canvas: Canvas, at: Point, shelf: Shelf) -> None:
    """An arrow to the next page of a rack, and which one shows."""
    canvas.disc(at, theme.TOUCH / 2 - 6, theme.with_alpha(theme.SHADE, 0.5))
    icons.draw(canvas, "right", at, 40, theme.IVORY)
    page = f"{shelf.page + 1}/{shelf.pages}"
    below, color = (at[0], at[1] + theme.TOUCH / 2 + 6), theme.mix(theme.IVORY, theme.SHADE, 0.2)
    canvas.label(page, below, theme.SMALL, color, "bold")


def paint_backs(canvas: Canvas, box: Box, count: int) -> None:
    """How many tiles a hand has, as a row of small backs with the number before it."""
    tall = min(box.h, 34.0)
    text = str(count)
    canvas.text(text, (box.x, box.y + (box.h - canvas.line_height(24, "bold")) / 2), 24,
                theme.mix(theme.IVORY, theme.GOLD, 0.3), "bold")  # fmt: skip
    left = box.x + 40
    width = tall * 0.75
    step = min(width + 3, (box.right - left - width) / max(1, count - 1))
    picture = art.back(canvas.px(tall), -canvas.turn % 4)
    for i in range(count):
        canvas.picture_as_is(picture, (left + width / 2 + i * step, box.center[1]))


