"""The look of the table in numbers: colours, sizes, durations.

Sizes are in table units: 1/1080 of the screen's shorter side.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Color: TypeAlias = tuple[int, int, int] | tuple[int, int, int, int]


def rgb(code: str) -> tuple[int, int, int]:
    """``#RRGGBB`` as three bytes."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


WALNUT: Final = rgb("#2A1B14")
WALNUT_LIGHT: Final = rgb("#4A3224")
LINEN: Final = rgb("#E9DFCB")
IVORY: Final = rgb("#F4ECDB")
INK: Final = rgb("#1E1A17")
VERMILION: Final = rgb("#C7402D")
JADE: Final = rgb("#3E8E73")
INDIGO: Final = rgb("#2E4A7D")
GOLD: Final = rgb("#D8A642")
PLUM: Final = rgb("#6B4A9B")
POND: Final = rgb("#2F7F86")
SHADE: Final = rgb("#150D09")
FADED_INK: Final = rgb("#6A5D50")
LAMP: Final = rgb("#FFE2AC")

WALONG: Final = {
    "y": rgb("#EBC23A"),
    "r": rgb("#CC3A30"),
    "g": rgb("#3C9A52"),
    "v": rgb("#6B4BB0"),
    "b": rgb("#2A2A30"),
}

BODY: Final = 26
SMALL: Final = 20
LARGE: Final = 34
TITLE: Final = 56
SCORE: Final = 44

TOUCH: Final = 72
"""The least width and height of anything to be touched."""
GAP: Final = 12
RADIUS: Final = 14


@dataclass(frozen=True, slots=True)
class Design:
    """How the sets on the table are made; every canvas carries one to what is painted on it."""

    pieces: Literal["crafted", "contrast"] = "crafted"
    """Satin, wood and ivory, or thick outlines and large signs; boards are quieter below these."""
    garden: Literal["painted", "classic"] = "painted"
    """The Pai Sho board: the painted garden, or that of the leaflet with yellow neutral gardens."""
    patterns: bool = False
    """Whether colours carry large patterns."""

    @property
    def contrast(self) -> bool:
        return self.pieces == "contrast"

    @property
    def bold(self) -> bool:
        """Whether signs are large: where patterns are asked for, and on sets of high contrast."""
        return self.patterns or self.contrast


USUAL: Final = Design()


def mix(a: Color, b: Color, share: float) -> tuple[int, int, int]:
    """The colour `share` of the way from a to b (0…1), without transparency."""
    r, g, bl = (round(x + (y - x) * share) for x, y in zip(a[:3], b[:3], strict=True))
    return r, g, bl


def with_alpha(color: Color, alpha: float) -> tuple[int, int, int, int]:
    """The colour with an opacity of 0…1."""
    return color[0], color[1], color[2], max(0, min(255, round(255 * alpha)))
