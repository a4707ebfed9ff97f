"""Pictures for the rules: a position on the game's own board, and captions drawn on it.

Positions and captions stand in ``assets/rules/sketches/<game>.toml`` (docs/rules_pages.md).
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

import pygame

from game.services.toml_reader import TableError, TomlTable
from game.shipped import ASSETS
from game.ui import icons, sprites
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.markup import Picture
from game.ui.theme import INK, IVORY, JADE, VERMILION, Color, mix, with_alpha

FOLDER: Final = ASSETS / "rules" / "sketches"
SIGNS: Final[dict[str, tuple[str, Color]]] = {
    "yes": ("check", mix(JADE, INK, 0.2)), "no": ("close", VERMILION),
}  # fmt: skip


class Sketch(ABC):
    """A position with captions."""

    corner = 12.0
    """The radius of its corners in units."""

    @property
    @abstractmethod
    def size(self) -> Point:
        """How wide and how high it is in units when a picture is not made smaller."""

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Paint it on a canvas of its own that is `size` large."""

    def picture(self) -> Picture:
        return Picture(self.paint, *self.size)

    def paint(self, canvas: Canvas, box: Box) -> None:
        """Paint it into a box of the right proportions."""
        rect = canvas.rect(box)
        surface, scale = pygame.Surface(rect.size, pygame.SRCALPHA, 32), rect.w / self.size[0]
        self.draw(Canvas(surface, scale=scale, design=canvas.design))
        canvas.surface.blit(sprites.rounded(surface, self.corner * scale), rect)


S = TypeVar("S", bound=Sketch)
_log = logging.getLogger(__name__)


def read(game: str, kind: Callable[..., S]) -> dict[str, S]:
    """The sketches of a game's file by their names, a table each with the fields of their kind;
    none, and a line in the log, if the file is of no use.
    """
    file = FOLDER / f"{game}.toml"
    try:
        return {name: kind(**fields) for name, fields in TomlTable.read(file).rest().items()}
    except (TableError, TypeError) as error:
        _log.warning("%s: %s", file, error)
        return {}


def pictures(sketches: Mapping[str, Sketch]) -> dict[str, Picture]:
    """The illustrations of rules pages by the names that these call them."""
    return {name: sketch.picture() for name, sketch in sketches.items()}


# Captions -----------------------------------------------------------------------------------------


def sign(canvas: Canvas, text: str, center: Point) -> None:
    """Whether something may be so: ``yes`` or ``no``."""
    icon, color = SIGNS[text]
    canvas.disc(center, 19, with_alpha(INK, 0.45))
    canvas.disc(center, 17, color)
    icons.draw(canvas, icon, center, 26, IVORY)
