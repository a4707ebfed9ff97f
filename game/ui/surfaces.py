"""What the table's furniture is made of: satin plates, paper, dark glass, soft shadows, glows.

Every material is painted once per size and kept; the least recently used ones go first.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.ui import painter, sprites, theme
from game.ui.canvas import Canvas
from game.ui.display_list import CORES, Outline
from game.ui.frame import Box
from game.ui.sprites import SPRITES, TONES, Size
from game.ui.theme import SHADE, Color, Design, mix, rgb, with_alpha

VEIL: Final = 26.0
"""How far into a box what is longer than that fades away."""
_LARGE: Final = 400_000
"""Pixels of a shadow from which on only its rim is painted."""


@dataclass(frozen=True, slots=True)
class Tone:
    """The colours of everything that lies on one kind of ground."""

    text: Color
    faded: Color
    top: Color
    bottom: Color
    edge: Color
    light: Color
    sunk: Color
    line: Color
    ground: Color | None
    """Its ground itself, more or less; None for the table, whose wood is no one colour."""

    @property
    def plate(self) -> tuple[Color, Color, Color, Color]:
        """The colours of a plate of `satin` on it."""
        return self.top, self.bottom, self.edge, self.light


DARK: Final = Tone(
    text=theme.IVORY,
    faded=rgb("#BCA98F"),
    top=rgb("#5E4433"),
    bottom=rgb("#442E21"),
    edge=rgb("#1C110B"),
    light=rgb("#8E6D4F"),
    sunk=rgb("#1B110C"),
    line=rgb("#6E543F"),
    ground=rgb("#1E130E"),
)
"""On walnut and dark glass."""
TABLE: Final = replace(DARK, ground=None)
"""On the table itself, where something is scrolled."""
PAPER: Final = Tone(
    text=theme.INK,
    faded=theme.FADED_INK,
    top=rgb("#FCF8EE"),
    bottom=rgb("#EADFC8"),
    edge=rgb("#B9A684"),
    light=rgb("#FFFFFF"),
    sunk=rgb("#E8DCC3"),
    line=rgb("#CDBE9F"),
    ground=rgb("#F4E9D4"),
)
"""On paper."""

_IVORY_KNOB: Final = (rgb("#FFFAEE"), rgb("#DED0B6"), rgb("#786246"), rgb("#FFFFFF"))
BRASS_TOP: Final = rgb("#F0CD7E")
BRASS_BOTTOM: Final = rgb("#C4923A")
BRASS_EDGE: Final = rgb("#7E5A1E")
BRASS: Final = BRASS_TOP, BRASS_BOTTOM, BRASS_EDGE, rgb("#FBE7B4")


def _blit(
    canvas: Canvas, box: Box, paint: Callable[..., pygame.Surface], *how: Hashable
) -> pygame.Surface | None:
    """Put a material, painted for a size and `how` it is to be, where the box is; its picture."""
    rect = canvas.rect(box)
    if rect.w <= 0 or rect.h <= 0:
        return None
    size = (rect.h, rect.w) if canvas.turn % 2 else rect.size
    image = SPRITES.get(("skin", paint, *how, size), lambda: paint(size, *how))
    image = sprites.quartered(image, canvas.turn)
    canvas.surface.blit(image, rect)
    return image


def satin(
    canvas: Canvas, box: Box, radius: float, top: Color, bottom: Color, edge: Color, light: Color
) -> None:
    """A softly shining plate with thickness: a light upper edge, a dark lower one."""
    line = max(1, canvas.px(1.5))
    _blit(canvas, box, _satin, canvas.px(radius), line, top, bottom, edge, light)


def knob(canvas: Canvas, box: Box) -> None:
    """An ivory knob to be pushed."""
    shadow(canvas, box, box.h / 2, blur=4, drop=3, alpha=0.5)
    satin(canvas, box, box.h / 2, *_IVORY_KNOB)


def sunk(canvas: Canvas, box: Box, radius: float, color: Color, edge: Color) -> None:
    """A groove: a plate that lies lower than its ground."""
    satin(canvas, box, radius, mix(color, theme.WALNUT, 0.16), color, edge, edge)


def paper(canvas: Canvas, box: Box, radius: float = 18) -> None:
    """A sheet of heavy paper with its shadow."""
    shadow(canvas, box, radius)
    image = _blit(canvas, box, _paper, canvas.px(radius))
    if image is not None and image not in CORES:  # from edge to edge, between its corners
        CORES[image] = image.get_rect().inflate(-2 * canvas.px(radius), 0)


def glass(canvas: Canvas, box: Box, radius: float = 18, alpha: float = 0.86) -> None:
    """Dark smoked glass with its shadow."""
    shadow(canvas, box, radius, hollow=False)
    _blit(canvas, box, _glass, canvas.px(radius), max(1, canvas.px(1.5)), alpha)


def let_in(canvas: Canvas, box: Box, name: str, radius: float, depth: float) -> None:
    """A texture let into the table, see `sprites.inset`; a quiet one where contrast is high."""
    rect, quiet = canvas.rect(box), canvas.design.contrast
    cloth = sprites.inset(name, rect.size, canvas.px(radius), canvas.px(depth), quiet)
    canvas.surface.blit(cloth, rect)


def shadow(
    canvas: Canvas, box: Box, radius: float, blur: float = 22, drop: float = 10,
    alpha: float = 0.55, hollow: bool = True,
) -> None:
    """The soft shadow of something that lies over its ground; falls toward the reader. If it is
    *hollow*, one that is large has no middle: what lies on it covers that.
    """
    grown = box.inset(-2 * blur).moved(0, drop)
    r, soft = canvas.px(radius), canvas.px(blur)
    rect = canvas.rect(grown)
    if rect.w * rect.h > _LARGE:
        side = 2 * (4 * soft + r) + 4
        key = ("skin", "corners", r, soft, alpha)
        patch = SPRITES.get(key, lambda: _shadow((side, side), r, soft, SHADE, alpha))
        sprites.framed(canvas.surface, rect, patch, hollow)
    else:
        _blit(canvas, grown, _shadow, r, soft, SHADE, alpha)


def glow(
    canvas: Canvas, box: Box, radius: float, color: Color = theme.GOLD, reach: float = 10,
    alpha: float = 0.8,
) -> None:
    """Light around the edge of a box."""
    _blit(canvas, box.inset(-2 * reach), _glow, canvas.px(radius), canvas.px(reach), color, alpha)


def focus_ring(canvas: Canvas, box: Box, radius: float) -> None:
    """The soft gold line around what the keys are at, with dark edges to be seen on paper too."""
    around = box.inset(-6)
    glow(canvas, around, radius + 6, reach=9, alpha=0.75)
    canvas.outline(box.inset(-7.5), mix(theme.GOLD, SHADE, 0.45), 6.5, radius + 7.5)
    canvas.outline(around, mix(theme.GOLD, (255, 255, 255), 0.35), 3.5, radius + 6)


def dim(canvas: Canvas, alpha: float = 0.5) -> None:
    """Darken everything drawn so far in this frame."""
    canvas.fill(Box(0, 0, *canvas.size), with_alpha(SHADE, alpha))


def upright(
    canvas: Canvas, box: Box, paint: Callable[[Canvas, Box], object],
    design: Design | None = None, alpha: float = 1.0,
) -> None:
    """Let `paint` fill a box, which knows upright tables only, for who reads from any edge. It is
    called once for each size and design.
    """
    size, design = (canvas.px(box.w), canvas.px(box.h)), design or canvas.design

    def painted() -> pygame.Surface:
        image = pygame.Surface(size, pygame.SRCALPHA, 32)
        small = Canvas(image, None, canvas.scale, canvas.text_scale, design)
        paint(small, Box(0, 0, *small.size))
        return image

    key = paint, size, canvas.scale, canvas.text_scale, design
    canvas.picture(SPRITES.get(key, painted), box.center, alpha)


def veil(canvas: Canvas, box: Box, ground: Color | None, top: bool) -> None:
    """Let what was drawn fade away into its ground, at an end of a box: a colour, or the table."""
    strip = Box(box.x, box.y if top else box.bottom - VEIL, box.w, VEIL)
    if ground is not None:
        _blit(canvas, strip, gradient, *(ground, (*ground[:3], 0))[:: 1 if top else -1])
        return
    whole = canvas.surface.get_size()
    rect = canvas.rect(strip).clip((0, 0, *whole))
    if rect:
        key = ("veil", whole, tuple(rect), canvas.turn, top)
        wood = SPRITES.get(key, lambda: _thinned(_ground(whole), rect, canvas.turn, top))
        canvas.surface.blit(wood, rect)


def bare(canvas: Canvas) -> None:
    """The table's colour alone, for as long as its wood takes to load."""
    canvas.surface.fill(TONES["walnut"])


def ground(canvas: Canvas) -> None:
    """The walnut table under the lamp, filling the whole surface."""
    canvas.surface.blit(_ground(canvas.surface.get_size()), (0, 0))


# How they are painted ---------------------------------------------------------------------------


def gradient(size: Size, *colors: Color) -> pygame.Surface:
    """Colours from the upper edge to the lower one."""
    strip = pygame.Surface((1, len(colors)), pygame.SRCALPHA)
    for y, color in enumerate(colors):
        strip.set_at((0, y), color)
    tall = pygame.transform.smoothscale(strip, (1, max(len(colors), size[1])))
    return pygame.transform.scale(tall, size)


def _satin(
    size: Size, radius: int, line: int, top: Color, bottom: Color, edge: Color, light: Color
) -> pygame.Surface:
    image = sprites.rounded(gradient(size, top, bottom), radius)
    inner = (max(1, size[0] - 2 * line), max(1, size[1] - 2 * line))
    shine = sprites.rim(inner, max(0, radius - line), (*light[:3], 255), line).copy()
    fade = gradient(inner, *((255, 255, 255, alpha) for alpha in (200, 40, 0)))
    shine.blit(fade, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    image.blit(shine, (line, line))
    image.blit(sprites.rim(size, radius, (*edge[:3], 255), line), (0, 0))
    return image


def _paper(size: Size, radius: int) -> pygame.Surface:
    sheet = pygame.Surface(size, pygame.SRCALPHA)
    sheet.blit(_cut("paper.jpg", size), (0, 0))
    sheet.fill((6, 6, 6, 0), special_flags=pygame.BLEND_RGB_ADD)
    sheet = sprites.rounded(sheet, radius)
    line = max(1, radius // 9)
    painter.put(sheet, Outline, sheet.get_rect(), (255, 252, 240, 150), radius, line)
    return sheet


def _glass(size: Size, radius: int, line: int, alpha: float) -> pygame.Surface:
    image = pygame.Surface(size, pygame.SRCALPHA)
    color = with_alpha(mix(theme.WALNUT, SHADE, 0.55), alpha)
    image.fill(color)
    image = sprites.rounded(image, radius)
    edge = with_alpha(theme.WALNUT_LIGHT, 0.9)
    painter.put(image, Outline, image.get_rect(), edge, radius, line)
    return image


def _shadow(size: Size, radius: int, blur: int, color: Color, alpha: float) -> pygame.Surface:
    """A blurred plate with `2 * blur` of room around it. Painted small: it is soft anyway."""
    step = max(1, blur // 4)
    small = (max(4, size[0] // step), max(4, size[1] // step))
    room, soft = max(1, 2 * blur // step), max(1, blur // step)
    image = pygame.Surface(small, pygame.SRCALPHA)
    image.fill((*color[:3], 0))
    inner = (max(1, small[0] - 2 * room), max(1, small[1] - 2 * room))
    image.blit(sprites.plate(inner, radius // step, (*color[:3], 255)), (room, room))
    image.fill((*color[:3], 0), special_flags=pygame.BLEND_RGB_MAX)
    image = pygame.transform.gaussian_blur(image, soft)
    image.fill((*color[:3], 0), special_flags=pygame.BLEND_RGB_MAX)
    return sprites.faded(pygame.transform.smoothscale(image, size), alpha)


def _glow(size: Size, radius: int, reach: int, color: Color, alpha: float) -> pygame.Surface:
    image = _shadow(size, radius + reach, reach, color, alpha)
    inner = (size[0] - 4 * reach, size[1] - 4 * reach)
    if inner[0] > 0 and inner[1] > 0:
        hole = sprites.plate(inner, radius, (0, 0, 0, 255))
        image.blit(hole, (2 * reach, 2 * reach), special_flags=pygame.BLEND_RGBA_SUB)
        image.fill((*color[:3], 0), special_flags=pygame.BLEND_RGB_MAX)
    return image


@SPRITES.keeping
def _ground(size: Size) -> pygame.Surface:
    wood = sprites.cover("walnut.jpg", size)
    wood.blit(pygame.transform.smoothscale(sprites.image("vignette.png"), size), (0, 0))
    return wood


def _thinned(picture: pygame.Surface, part: pygame.Rect, turn: int, top: bool) -> pygame.Surface:
    """A part of a picture, whole at one end and nothing at the other, for eyes at an edge."""
    size = (part.h, part.w) if turn % 2 else part.size
    share = gradient(size, *((255, 255, 255, 255), (255, 255, 255, 0))[:: 1 if top else -1])
    found = picture.subsurface(part).convert_alpha()
    turned = pygame.transform.rotate(share, 90 * turn)
    found.blit(turned, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return found


def _cut(name: str, size: Size) -> pygame.Surface:
    """A piece of a texture, enlarged only where the texture is too small."""
    texture = sprites.image(name)
    have = texture.get_size()
    share = max(1.0, size[0] / have[0], size[1] / have[1])
    part = pygame.Rect(0, 0, min(have[0], size[0] / share), min(have[1], size[1] / share))
    piece = texture.subsurface(part)
    return piece if piece.get_size() == size else pygame.transform.smoothscale(piece, size)
