"""Type on the table: the two families, measuring, wrapping, and rendered lines kept for reuse."""

import logging
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

import font_source_sans_pro
import font_source_serif_pro
import pygame

from game.ui.sprites import SPRITES
from game.ui.theme import BODY, Color

Face: TypeAlias = Literal["sans", "bold", "italic", "serif"]

_SANS = Path(str(font_source_sans_pro.__file__)).parent / "files"
_SERIF = Path(str(font_source_serif_pro.__file__)).parent / "files"
FILES: dict[Face, Path] = {
    "sans": _SANS / "SourceSansPro-Regular.ttf",
    "bold": _SANS / "SourceSansPro-Semibold.ttf",
    "italic": _SANS / "SourceSansPro-It.ttf",
    "serif": _SERIF / "SourceSerifPro-Semibold.ttf",
}
_SAMPLE = "AEMZaenz09äöüÄÖÜß−„"
"""Signs from all over a font's file: what is left of a cut one shows only some of them."""
_FINE = ((32, 4), (64, 2))
"""Below so many pixels, type is set so many times larger and made smaller: the engine puts every
letter on whole pixels, which tears words apart at small sizes."""
_BOLDER = 64
"""What making it smaller takes from the strokes is given back: 0 nothing, 255 twice the ink."""
_TWICE = 2
SLACK = 1.02
_log = logging.getLogger(__name__)


def number(value: int) -> str:
    """A number as type sets it, with a minus as wide as a plus."""
    return f"{value}".replace("-", "−")


def signed(value: int) -> str:
    """A gain or a loss: the same, always with its sign."""
    return f"{value:+d}".replace("-", "−")


@lru_cache(maxsize=96)
def font(face: Face, pixels: int) -> pygame.font.Font:
    """The face at a height in pixels; pygame's own font where its file is of no use."""
    if not pygame.font.get_init():
        pygame.font.init()
    file = FILES[face]
    return pygame.font.Font(file if usable(file) else None, max(6, pixels))


@cache
def usable(file: Path) -> bool:
    """Whether a font's letters can be seen; a line in the log if not."""
    try:
        if not all(sign and sign[0] < sign[1] for sign in pygame.font.Font(file).metrics(_SAMPLE)):
            raise ValueError("some of its letters are empty")
    except (OSError, ValueError, pygame.error) as error:
        _log.warning("%s: %s", file, error)
        return False
    return True


@SPRITES.keeping
def line(text: str, face: Face, pixels: int, color: Color) -> pygame.Surface:
    """A line of text."""
    times = _fine(pixels)
    image = font(face, pixels * times).render(text, True, color)
    if times > 1:
        size = max(1, round(image.get_width() / times)), font(face, pixels).get_height()
        image = pygame.transform.smoothscale(image, size)
        ink = image.copy()
        ink.set_alpha(_BOLDER)
        image.blit(ink, (0, 0))
    return image


def _fine(pixels: int) -> int:
    return next((times for limit, times in _FINE if pixels < limit), 1)


@lru_cache(maxsize=4096)
def width(text: str, face: Face, pixels: int) -> int:
    """How wide a line is in whole pixels."""
    times = _fine(pixels)
    return -(-font(face, pixels * times).size(text)[0] // times)


@lru_cache(maxsize=2048)
def wrap(text: str, face: Face, pixels: int, room: int) -> tuple[str, ...]:
    """The text in lines no wider than `room` pixels; a word that is wider is divided."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            trial = f"{line} {word}" if line else word
            if width(trial, face, pixels) <= room or not line:
                line = trial
            else:
                lines.append(line)
                line = word
            while width(line, face, pixels) > room and len(line) > 1:
                head = len(line)
                while head > 1 and width(line[:head], face, pixels) > room:
                    head -= 1
                lines.append(line[:head])
                line = line[head:]
        lines.append(line)
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class TextMetrics:
    """Measuring text before there is a canvas: how wide and high it will be, in table units.

    Measured at twice the size of a 1080-line screen; other sizes differ by hinting alone, for
    which `SLACK` leaves room.
    """

    text_scale: float = 1.0

    def _pixels(self, size: float) -> int:
        return max(6, round(size * self.text_scale * _TWICE))

    def width(self, text: str, size: float = BODY, face: Face = "sans") -> float:
        """The width of the widest line, without wrapping."""
        pixels = self._pixels(size)
        widest = max(width(line, face, pixels) for line in text.split("\n"))
        return widest / _TWICE * SLACK

    def line(self, size: float = BODY, face: Face = "sans") -> float:
        """The height of one line."""
        return font(face, self._pixels(size)).get_linesize() / _TWICE

    def height(self, text: str, size: float, room: float, face: Face = "sans") -> float:
        """The height of the text wrapped into `room`."""
        lines = wrap(text, face, self._pixels(size), max(1, int(room * _TWICE / SLACK)))
        return len(lines) * self.line(size, face)
