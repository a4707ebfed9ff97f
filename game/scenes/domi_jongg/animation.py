"""What moves on Domi Jongg's table: tiles on their way, rolling dice, words over points."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import pygame

from game.rules.core.protocol import Seat
from game.rules.domi_jongg.state import HIDDEN
from game.rules.domi_jongg.tiles import Tile
from game.scenes.domi_jongg import die
from game.scenes.domi_jongg.faces import Faces
from game.ui import sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.theme import INK, IVORY, Color, mix, with_alpha
from game.ui.timeline import Motion, Tween, arc, between, ease_in_out, linear

HOP = 34.0
"""How high a tile is carried on its way, in units."""
DIE = 60.0
"""A die's radius in units."""


@dataclass(slots=True)
class Flying:
    """A tile in the air. `tall` is its height in units at both ends of the way; a tile that
    `turns` begins face down and shows its face half way."""

    tile: Tile
    start: Point
    end: Point
    tall: tuple[float, float]
    turns: int = 0
    flips: bool = False
    share: float = 0.0

    def paint(self, canvas: Canvas, faces: Faces) -> None:
        share = self.share
        at = arc(self.start, self.end, share, HOP)
        tall = canvas.px(self.tall[0] + (self.tall[1] - self.tall[0]) * share)
        lift = 4 * share * (1 - share)
        shadow = faces.roughly(HIDDEN, tall, self.turns)
        dark = sprites.silhouette(shadow, (8, 4, 2), 4)
        ground = between(self.start, self.end, share)
        canvas.picture_as_is(
            sprites.faded(dark, 0.35), (ground[0] + 5 + 6 * lift, ground[1] + 7 + 12 * lift)
        )
        faced = self.tile if not self.flips or share > 0.5 else HIDDEN
        picture = faces.roughly(faced, tall, self.turns)
        if self.flips:
            picture = _narrowed(picture, abs(math.cos(math.pi * share)), self.turns)
        canvas.picture_as_is(picture, at)


def _narrowed(picture: pygame.Surface, share: float, turns: int) -> pygame.Surface:
    w, h = picture.get_size()
    size = (w, max(2, round(h * share))) if turns % 2 else (max(2, round(w * share)), h)
    return pygame.transform.smoothscale(picture, size)


@dataclass(slots=True)
class Die:
    """A die that rolls from a seat onto the felt and lies there."""

    number: int
    start: Point
    end: Point
    spin: float
    share: float = 0.0

    def paint(self, canvas: Canvas) -> None:
        share = self.share
        hop = abs(math.sin(share * math.pi * 2.5)) * (1 - share) * 70
        ground = between(self.start, self.end, 1 - (1 - share) ** 2)
        radius = canvas.px(DIE)
        shadow = sprites.scaled("shadow_soft.png", (round(radius * 2.6),) * 2)
        canvas.picture_as_is(
            shadow, (ground[0] + 5 + hop * 0.2, ground[1] + 9 + hop * 0.25), 0.8 - hop / 140
        )
        if share >= 1:
            picture = die.rest_picture(self.number, radius)
        else:
            picture = die.picture(die.rolling(self.number, share, self.spin), radius)
        canvas.picture_as_is(picture, (ground[0], ground[1] - hop))


@dataclass(slots=True)
class Caption:
    """Why there were points: words that rise from where they were earned."""

    text: str
    at: Point
    color: Color
    share: float = 0.0

    def paint(self, canvas: Canvas) -> None:
        alpha = min(1.0, 3 * (1 - self.share), 8 * self.share)
        at = self.at[0], self.at[1] - 46 - 34 * self.share
        w, h = canvas.text_size(self.text, 26, "bold")
        at = (
            min(max(at[0], w / 2 + 20), canvas.size[0] - w / 2 - 20),
            max(at[1], h),
        )
        plate = Box.around(at, w + 32, h + 12)
        canvas.fill(plate, with_alpha(INK, 0.72 * alpha), 18)
        canvas.label(self.text, at, 26, mix(self.color, IVORY, 0.35), "bold", alpha=alpha)


@dataclass(slots=True)
class Air:
    """Everything that is on its way."""

    tiles: list[Flying] = field(default_factory=list)
    dice: dict[Seat, Die] = field(default_factory=dict)
    captions: list[Caption] = field(default_factory=list)

    def clear(self) -> None:
        self.tiles.clear()
        self.captions.clear()

    def fly(self, *tiles: Flying, seconds: float) -> Motion:
        """Let tiles fly side by side; they are gone when they have arrived."""

        def show(share: float) -> None:
            for tile in tiles:
                tile.share = share
                if share < 1 and tile not in self.tiles:
                    self.tiles.append(tile)
                elif share >= 1 and tile in self.tiles:
                    self.tiles.remove(tile)

        return Tween(seconds, show, ease_in_out)

    def roll(self, seat: Seat, thrown: Die, seconds: float) -> Motion:
        """Let a die roll; it stays where it comes to rest."""
        self.dice[seat] = thrown

        def show(share: float) -> None:
            thrown.share = share

        return Tween(seconds, show, linear)

    def tell(self, caption: Caption, seconds: float = 1.5) -> Motion:
        """Let words rise and fade."""

        def show(share: float) -> None:
            caption.share = share
            if share < 1 and caption not in self.captions:
                self.captions.append(caption)
            elif share >= 1 and caption in self.captions:
                self.captions.remove(caption)

        return Tween(seconds, show, linear)


def gliding(show: Callable[[float], None], seconds: float) -> Motion:
    """An eased motion of something else, such as the view."""
    return Tween(seconds, show, ease_in_out)
