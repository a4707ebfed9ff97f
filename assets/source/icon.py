"""The icon: a box of walnut with a brass line, and on it a pair of Walongs as it clicks in.

Writes the drawing and what is painted from it. Small sizes do without the line: there the pair
counts.
"""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Iterable
from pathlib import Path

import pygame

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from game.rules.walong.geometry import HOME, inset, mate, outline

FOLDER = Path(__file__).resolve().parents[1] / "desktop" / "icons" / "hicolor"
SIZES = (16, 24, 32, 48, 64, 128, 256)
PLAIN = 32
"""Up to so many pixels there is no line and no grain."""
OVER = 4
SIDE = 512
EDGE = 14
ROUND = 96
LINE = 48
"""How far from the side the brass line runs."""
PAIR = (HOME, mate(HOME, 2, 3))
COLOURS = (("#8B6AD6", "#4F3193"), ("#FBDB6B", "#D6A323"))
"""The light and the dark end of each piece's colour."""
RIMS = (("#C9B4FA", "#3A2079"), ("#FFF6CF", "#A5760F"))
"""The same of its edge."""


def d(points: Iterable[complex]) -> str:
    """A closed line through these points."""
    return "M" + "L".join(f"{p.real:.1f} {p.imag:.1f}" for p in points) + "Z"


def gradient(name: str, light: str, dark: str) -> str:
    """From the lamp at the top left to the lower right."""
    return (
        f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="60" y1="40" x2="452" '
        f'y2="472"><stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{dark}"/>'
        "</linearGradient>"
    )


def square(margin: float, radius: float, look: str) -> str:
    side = SIDE - 2 * margin
    return (f'<rect x="{margin}" y="{margin}" width="{side}" height="{side}" '
            f'rx="{radius}" {look}/>')  # fmt: skip


def rims(size: float) -> list[list[complex]]:
    """The outlines of both pieces in the middle of the box, a hair's breadth apart."""
    whole = [[p.conjugate() for p in inset(tuple(outline(pose, 16)), 0.02)] for pose in PAIR]
    points = [p for rim in whole for p in rim]
    left, right = min(p.real for p in points), max(p.real for p in points)
    top, low = min(p.imag for p in points), max(p.imag for p in points)
    middle = complex(left + right, top + low) / 2
    scale = size / max(right - left, low - top)
    return [[SIDE * (0.5 + 0.5j) + scale * (p - middle) for p in rim] for rim in whole]


def grain() -> list[str]:
    """Lines along the wood, most of them faint."""
    rng = random.Random(7)
    found = []
    for number in range(14):
        y = 76 + number * 26 + rng.uniform(-8, 8)
        bends = [rng.uniform(-9, 9) for _ in range(4)]
        found.append(
            f'<path d="M{LINE} {y:.0f}C150 {y + bends[0]:.0f} 190 {y + bends[1]:.0f} 256 '
            f'{y + bends[1]:.0f}S400 {y + bends[2]:.0f} {SIDE - LINE} {y + bends[3]:.0f}" '
            f'fill="none" stroke="#1C100A" stroke-opacity="{rng.uniform(0.1, 0.34):.2f}" '
            f'stroke-width="{rng.uniform(2, 7):.1f}"/>'
        )
    return found


def drawing(plain: bool = False) -> str:
    """The icon as SVG."""
    pieces = rims(424 if plain else 356)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">',
        "<defs>", gradient("wood", "#7A5339", "#3A2318"), gradient("brass", "#F7DF95", "#A67C34"),
        *(gradient(f"piece{n}", *ends) for n, ends in enumerate(COLOURS)),
        *(gradient(f"rim{n}", *ends) for n, ends in enumerate(RIMS)), "</defs>",
        square(EDGE, ROUND, 'fill="url(#wood)"'),
    ]  # fmt: skip
    if not plain:
        parts += grain()
        parts.append(square(LINE, 62, 'fill="none" stroke="#170C06" stroke-opacity=".55" '
                                    'stroke-width="15"'))  # fmt: skip
        parts.append(square(LINE, 62, 'fill="none" stroke="url(#brass)" stroke-width="8"'))
    rim = "url(#brass)" if plain else "#9A714E"
    parts.append(square(EDGE + 3, ROUND - 3, f'fill="none" stroke="{rim}" '
                        f'stroke-width="{16 if plain else 6}"'))  # fmt: skip
    for step in (14, 10, 6):  # a soft shadow to the lower right
        shade = "".join(d(p + step * (0.7 + 1j) for p in rim) for rim in pieces)
        parts.append(f'<path d="{shade}" fill="#120804" stroke="#120804" stroke-width="{step}" '
                     'fill-opacity=".22" stroke-opacity=".12" stroke-linejoin="round"/>')
    for number, rim in enumerate(pieces):
        parts.append(f'<path d="{d(rim)}" fill="url(#piece{number})"/>')
        edge = d(inset(rim[::-1], 5))
        parts.append(f'<path d="{edge}" fill="none" stroke="url(#rim{number})" '
                     'stroke-opacity=".7" stroke-width="8" stroke-linejoin="round"/>')  # fmt: skip
    return "\n".join([*parts, "</svg>", ""])


def painted(svg: str, side: int) -> pygame.Surface:
    large = pygame.image.load_sized_svg(io.BytesIO(svg.encode()), (side * OVER, side * OVER))
    return pygame.transform.smoothscale(large.convert_alpha(), (side, side))


def file(size: str, kind: str) -> Path:
    """Where desktops look for an icon of this size."""
    folder = FOLDER / size / "apps"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"walong-table.{kind}"


def main() -> None:
    pygame.display.set_mode((1, 1), pygame.HIDDEN)
    file("scalable", "svg").write_text(drawing(), encoding="utf-8")
    for side in SIZES:
        pygame.image.save(painted(drawing(side <= PLAIN), side), file(f"{side}x{side}", "png"))


if __name__ == "__main__":
    main()
