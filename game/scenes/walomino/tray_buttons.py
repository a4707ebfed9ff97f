"""The buttons in the trays before play: what they say, where they stand, how they look."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.theme import BODY, GAP, TOUCH
from game.ui.widgets import Button, Look, fitted

WIDE: Final = 620.0
"""A tray's content wider than this has its buttons at its right end."""
BUTTON: Final = 270.0


class TrayButton(NamedTuple):
    """What a button says and means."""

    word: str
    icon: str
    look: Look = "plain"


DRAW: Final = TrayButton("draw", "hand")
"""Has the rest of the box drawn at random."""
PAIRING: Final[dict[str, tuple[TrayButton, ...]]] = {
    "review": (TrayButton("keep", "check", "primary"), TrayButton("anew", "apart")),
    "joining": (TrayButton("rest", "hand"),),
    "joined": (TrayButton("done", "check", "primary"),),
    "ready": (TrayButton("change", "undo"),),
}
"""The buttons of a seat while pairs are joined, by what it is at."""


def beside_buttons(box: Box, count: int) -> tuple[Box, list[Box]]:
    """What so many buttons leave of a tray's content, and their places: at its right end if it is
    wide or low, else at its lower one.
    """
    if box.w > WIDE or box.h < 2 * TOUCH:
        wide = min(BUTTON, 0.45 * box.w)
        x, y = box.right - count * (wide + GAP), box.center[1] - TOUCH / 2
        left = Box(box.x, box.y, x - box.x, box.h)
        return left, [Box(x + GAP + n * (wide + GAP), y, wide, TOUCH) for n in range(count)]
    y = box.bottom - count * (TOUCH + GAP)
    left = Box(box.x, box.y, box.w, y - box.y)
    return left, [Box(box.x, y + GAP + n * (TOUCH + GAP), box.w, TOUCH) for n in range(count)]


def paint_buttons(
    canvas: Canvas, t: Callable[[str], str], asked: Sequence[tuple[TrayButton, Box]]
) -> None:
    """The buttons in a tray, in type of one size; the canvas is the tray's frame."""
    said = [(t(f"walomino.preparing.say.{made.word}"), made, box) for made, box in asked]
    icon = 1.3 * BODY * canvas.text_scale + GAP
    sizes = (fitted(canvas, text, BODY, "bold", (box.w - icon - 3 * GAP, box.h - GAP))[0]
             for text, _, box in said)  # fmt: skip
    size = min(sizes, default=0.0)
    for text, made, box in said:
        button = Button(text, icon=made.icon, look=made.look, size=size)
        button.place(box)
        button.draw(canvas)
