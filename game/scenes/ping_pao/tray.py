"""What lies in a seat's tray in Ping-Pao: the pieces still to be laid, or those it has taken."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from game.rules.core.match import Match
from game.rules.ping_pao.game import Take
from game.rules.walong.cluster import Cluster
from game.rules.walong.geometry import COLOURS, EACH
from game.scenes.play.tray import Tray
from game.scenes.walong.art import FARTHEST, WalongArt
from game.scenes.walong.table import Loose, WalongTable
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.sprites import SPRITES
from game.ui.theme import LINEN, with_alpha

WIDE: Final = 1.36
HIGH: Final = 2.08
"""The room of a piece that stands upright, in sides."""
LONGEST: Final = 44.0
"""The longest sides in a tray, in units."""
CLOSE: Final = 0.55
"""Pieces that lie over each other are at least so far apart, as a share of their room."""


class Heap(NamedTuple):
    """Where the pieces of a tray lie, in its frame's units, and how long their sides are."""

    places: tuple[Point, ...]
    side: float


def heap(box: Box, count: int) -> Heap:
    """Rows of pieces that fill a box; they lie over each other where there are many."""
    count = max(EACH, count)
    _, side, in_row = max(_row(box, count, rows) for rows in range(1, 6))
    rows = math.ceil(count / in_row)
    across = min(side * WIDE * 1.12, (box.w - side * WIDE) / max(1, in_row - 1))
    down = min(side * HIGH * 1.06, box.h / rows)
    left = box.x + (box.w - across * (in_row - 1)) / 2
    top = box.y + (box.h - down * (rows - 1)) / 2
    places = tuple((left + n % in_row * across, top + n // in_row * down) for n in range(count))
    return Heap(places, side)


def _row(box: Box, count: int, rows: int) -> tuple[float, float, int]:
    """What so many rows are worth, how long sides may be in them, and how many are in a row.

    Large pieces are good, and pieces that hide nothing of each other.
    """
    in_row = math.ceil(count / rows)
    closest = box.w / (1 + CLOSE * (in_row - 1)) / WIDE
    side = min(LONGEST, box.h / rows / HIGH, closest)
    open_ = min(side, box.w / in_row / WIDE)
    return side**0.4 * open_**0.6, side, in_row


def last_of_heap(tray: Tray, count: int, colour: str, board: WalongTable) -> Loose:
    """The last of so many pieces in a tray, ready to be moved over the board."""
    lying = heap(tray.content, count)
    at = tray.frame.out(lying.places[max(0, count - 1)])
    size = lying.side / (board.camera.pixels / board.scale)
    return Loose(colour, at, 90.0 * tray.frame.turn, 0.0, size)


def taken(match: Match, steps: int) -> list[list[str]]:
    """By seat: the colours of the pieces it has taken in so many first steps."""
    found: list[list[str]] = [[] for _ in range(match.seats)]
    for index, move in enumerate(match.log[:steps]):
        if isinstance(move, Take):
            before: Cluster = match.states[index].pieces
            after: Cluster = match.states[index + 1].pieces
            seat = before.label(move.pose)
            loose = [pose for pose in before if pose not in after and pose != move.pose]
            found[seat] += [COLOURS[before.label(pose)] for pose in (move.pose, *loose)]
    return found


def paint_mat(canvas: Canvas, tray: Tray) -> None:
    """What the pieces of a tray lie on, light enough for black ones."""
    canvas.fill(tray.content.inset(-6), with_alpha(LINEN, 0.2), 14)


def paint_heap(canvas: Canvas, tray: Tray, colours: Sequence[str]) -> None:
    """Paint the pieces of a tray, the first one first; the canvas is the tray's frame."""
    content = tray.content
    if not colours:
        return
    lying = heap(content, len(colours))
    side, grown = canvas.px(lying.side), lying.side * (FARTHEST + 0.4)
    room = content.inset(-grown)
    rect = canvas.rect(room)
    spots = tuple(canvas.at(place) for place in lying.places[: len(colours)])
    around = tuple((x - rect.x, y - rect.y) for x, y in spots)
    key = ("heap", side, rect.size, canvas.turn, tuple(colours), around)
    canvas.surface.blit(
        SPRITES.get(key, lambda: _painted(side, canvas.turn, rect.size, colours, around)), rect
    )


def _painted(
    side: int, turn: int, size: tuple[int, int], colours: Sequence[str],
    spots: Sequence[tuple[int, int]],
) -> pygame.Surface:
    surface = pygame.Surface(size, pygame.SRCALPHA, 32)
    art = WalongArt(side)
    for colour, (x, y) in zip(colours, spots, strict=True):
        for image in (art.shadow(colour, 90 * turn), art.piece(colour, 3 * turn)):
            surface.blit(image, (x - image.get_width() // 2, y - image.get_height() // 2))
    return surface
