"""The table, every frame of which is painted twice, in parts and whole, and compared to the pixel.

    python -m tests.tools.checked --data /tmp/table

The options are those of `main.py`. Every group is drawn again as well; where one draws something
else though its version is the same, the table stops.
"""

import argparse
import sys
from collections.abc import Callable, Hashable

import pygame

import game.scenes.play.loupe
import game.screen
from game import cli
from game.ui.display_list import Blit, DisplayList, Group, Op
from game.ui.painter import Painter


class Differs(AssertionError):
    """A frame is not what it would be if nothing of the one before were used."""


class CheckedList(DisplayList):
    """Draws every group again and compares."""

    def group(self, key: Hashable, version: object, draw: Callable[[], object]) -> None:
        super().group(key, version, draw)
        begun = len(self.ops)
        draw()
        again = Group(key, version, self.ops[begun:])
        del self.ops[begun:]
        if not alike(self.ops[-1], again):
            raise Differs(f"{key} draws something else, and its version is the same")


class CheckedPainter(Painter):
    """Compares every frame with one that is painted whole, while it is `checked`."""

    checked = True

    def begin(self, size: tuple[int, int]) -> DisplayList:
        return (CheckedList if self.checked else DisplayList)(size, self._groups)

    def paint(
        self, surface: pygame.Surface, frame: DisplayList, corner: tuple[int, int] = (0, 0)
    ) -> list[pygame.Rect]:
        areas = super().paint(surface, frame, corner)
        if not self.checked:
            return areas
        whole = surface.copy()
        self._paint(whole, whole.get_rect(topleft=corner))
        if where := differing(surface, whole):
            raise Differs(f"pixels of {surface.get_size()} differ, in {where[:5]}")
        return areas


def differing(one: pygame.Surface, other: pygame.Surface) -> list[pygame.Rect]:
    """Where two opaque pictures of the same size differ."""
    same = pygame.mask.from_threshold(one, (0, 0, 0), (1, 1, 1, 255), other)
    same.invert()
    return same.get_bounding_rects()


def alike(ours: Op, theirs: Op) -> bool:
    """Whether two operations paint the same, if with pictures that were made twice."""
    if isinstance(ours, Group) and isinstance(theirs, Group):
        pairs = zip(ours.ops, theirs.ops, strict=False)
        return len(ours.ops) == len(theirs.ops) and all(alike(a, b) for a, b in pairs)
    if isinstance(ours, Blit) and isinstance(theirs, Blit):
        same = ours._replace(image=theirs.image) == theirs
        a, b = (pygame.image.tobytes(op.image, "RGBA") for op in (ours, theirs))
        return same and a == b
    return ours == theirs


def parser() -> argparse.ArgumentParser:
    """The options of `main.py`."""
    return cli.parser()


def main(arguments: list[str] | None = None) -> int:
    for module in (game.screen, game.scenes.play.loupe):
        vars(module)["Painter"] = CheckedPainter
    return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
