"""Small signs in one colour, drawn in assets/art/icons, and the controls of gamepads.

    icons.draw(canvas, "undo", center, 40, IVORY)
    icons.draw_pad(canvas, style, "a", center, 40)      # a cross, if its style is "shapes"
"""

from typing import Final, Literal, TypeAlias

import pygame

from game.ui import art
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.sprites import SPRITES
from game.ui.theme import GOLD, IVORY, SHADE, Color, mix, rgb, with_alpha


def draw(
    canvas: Canvas, name: str, center: Point, size: float, color: Color, alpha: float = 1.0
) -> None:
    """The icon with its middle at a point; `size` is its side in units."""
    canvas.picture(sprite(name, canvas.px(size), color), center, alpha)


@SPRITES.keeping
def sprite(name: str, pixels: int, color: Color) -> pygame.Surface:
    """The icon in a colour."""
    image = art.stencil(f"icons/{name}", max(4, pixels))
    image.fill(color, special_flags=pygame.BLEND_RGBA_MULT)
    return image


# Gamepads -------------------------------------------------------------------------------------

PadStyle: TypeAlias = Literal["letters", "shapes", "nintendo"]
"""What stands on a gamepad's buttons: as on an Xbox, a PlayStation, a Nintendo Switch."""
PadControl: TypeAlias = Literal[
    "a", "b", "x", "y", "left", "right", "zoom_out", "zoom_in", "start", "back", "cross", "stick",
    "press",
]
"""A gamepad's controls, as SDL names them; the shoulders and triggers by what they are for."""
_BUTTON: Final = rgb("#1E1511")
_BLUE, _PINK, _RED, _GREEN = rgb("#83A6EC"), rgb("#DE8FC0"), rgb("#EE6F5B"), rgb("#62C49E")
_SHOULDERS: Final[dict[PadStyle, tuple[str, str, str, str]]] = {
    "letters": ("LB", "RB", "LT", "RT"),
    "shapes": ("L1", "R1", "L2", "R2"),
    "nintendo": ("L", "R", "ZL", "ZR"),
}
_SIGNS: Final[dict[PadStyle, dict[PadControl, tuple[str, Color]]]] = {
    "letters": {"start": ("menu", IVORY), "back": ("pad_view", IVORY)},
    "shapes": {
        "a": ("pad_cross", _BLUE), "b": ("pad_circle", _RED), "x": ("pad_square", _PINK),
        "y": ("pad_triangle", _GREEN), "start": ("menu", IVORY), "back": ("pad_create", IVORY),
    },
    "nintendo": {"start": ("plus", IVORY), "back": ("minus", IVORY)},
}  # fmt: skip
_MOVES: Final[dict[PadControl, tuple[str, Color]]] = {
    "cross": ("pad_directions", IVORY), "stick": ("pad_stick", IVORY),
    "press": ("pad_press", IVORY),
}  # fmt: skip
_LETTERS: Final[dict[PadControl, Color]] = {"a": _GREEN, "b": _RED, "x": _BLUE, "y": GOLD}
PAD_NAMES: Final[tuple[PadControl, ...]] = ("left", "right", "zoom_out", "zoom_in")


def pad_width(control: PadControl, size: float) -> float:
    """How wide the sign of a control is that is so high."""
    return size * 1.5 if control in PAD_NAMES else size


def draw_pad(
    canvas: Canvas, style: PadStyle, control: PadControl, center: Point, size: float
) -> None:
    """A control as it looks on the gamepad in somebody's hands; `size` is its height in units."""
    wide = pad_width(control, size)
    plate = Box.around(center, wide, size)
    canvas.fill(plate.moved(1.5, 2.5), with_alpha(SHADE, 0.45), size / 2)
    canvas.fill(plate, _BUTTON, size / 2)
    canvas.outline(plate, mix(_BUTTON, GOLD, 0.55), max(1.5, size / 17), size / 2)
    if found := (_SIGNS[style] | _MOVES).get(control):
        draw(canvas, found[0], center, size * 0.66, found[1])
        return
    named = control in PAD_NAMES
    text = _SHOULDERS[style][PAD_NAMES.index(control)] if named else control.upper()
    color = _LETTERS.get(control, IVORY) if style == "letters" else IVORY
    canvas.label(text, center, size * 0.62 / canvas.text_scale, color, "bold")
