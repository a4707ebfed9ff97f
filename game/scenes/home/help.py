"""What fingers, mouse, keys and gamepads do: a sheet over whatever is below."""

from functools import partial
from typing import cast

from game.scenes.core.menu import MenuScene
from game.scenes.core.sheets import Column, Row, Section, Sheet
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.icons import PadControl, PadStyle, draw_pad, pad_width
from game.ui.scrolling import List
from game.ui.surfaces import PAPER, satin
from game.ui.theme import BODY, GAP
from game.ui.widgets import Label, Widget, fitted

KEYS: dict[str, tuple[tuple[str, str], ...]] = {
    "touch": (
        ("tap", "pick"), ("drag", "move"), ("rest", "loupe"), ("explain", "explain"),
        ("right", "cancel"), ("talk", "talk"), ("swipe", "scroll"), ("wheel", "wheel"),
        ("second", "second"), ("two", "two"), ("twice", "near"), ("corner", "corner"),
    ),
    "keys": (
        ("arrows", "focus"), ("enter", "confirm"), ("escape", "cancel"), ("tab", "next"),
        ("q_e", "turn"), ("u", "undo"), ("r", "redo"), ("h", "hint"), ("i", "explain"),
        ("f1", "help"), ("f2", "rules"), ("f10", "menu"), ("f11", "fullscreen"),
        ("plus_minus", "zoom"), ("pages", "pages"),
    ),
    "pad": (
        ("stick cross", "focus"), ("a", "confirm"), ("b", "cancel"), ("x", "hint"), ("y", "undo"),
        ("press", "explain"), ("left right", "turn"), ("zoom_in zoom_out", "zoom"),
        ("start", "menu"), ("back", "help"),
    ),
}  # fmt: skip
"""Per device: what is done (a text key, or a gamepad's controls) and what it does (another)."""
PAD_SIGN = 44.0
CAP = 0.42
"""How much of a line its key cap takes."""


class Help(MenuScene):
    """Three columns of keys and their meanings; one column where the screen is narrow."""

    name = "help"
    overlay = True

    def build(self) -> list[Widget]:
        columns = 3 if self.frame.size[0] / self.metrics.text_scale > 1750 else 1
        sheet = Sheet(self, self.t("menu.help.title"), width=1780 if columns == 3 else 900)
        gap = 4 * GAP
        wide = (sheet.body.w - gap * (columns - 1)) / columns
        parts = [self._part(device, columns == 3 or device == "touch", wide) for device in KEYS]
        if columns == 1:
            parts = [[row for part in parts for row in part]]
        lists = [List(part, gap=6) for part in parts]
        for number, part in enumerate(lists):
            x = sheet.body.x + number * (wide + gap)
            part.arrange(self.metrics, Box(x, sheet.body.y, wide, sheet.body.h))
        return [*sheet.widgets, *lists]

    def _part(self, device: str, first: bool, wide: float) -> list[Widget]:
        rows: list[Widget] = [Section(self.t(f"menu.help.{device}"), first=first)]
        cap = wide * CAP
        for key, does in KEYS[device]:
            label = "" if device == "pad" else self.t(f"menu.help.{device}_{key}")
            meaning = Label(self.t(f"menu.help.does_{does}"), BODY)
            high = self.metrics.height(label, BODY - 2, cap - 3.5 * GAP, "bold") + GAP + 4
            sign = partial(_draw_cap, label)
            if device == "pad":
                controls = cast(tuple[PadControl, ...], tuple(key.split()))
                sign = partial(_draw_controls, self.context.pads.likely, controls)
                high = PAD_SIGN + GAP
            rows.append(Row(Column([meaning]), lead=cap, high=high, sign=sign))
        return rows


def _draw_controls(
    style: PadStyle, controls: tuple[PadControl, ...], canvas: Canvas, box: Box
) -> None:
    """Controls of a gamepad side by side."""
    whole = sum(pad_width(each, PAD_SIGN) + GAP for each in controls) - GAP
    x = box.x + (box.w - 1.5 * GAP - whole) / 2
    for each in controls:
        wide = pad_width(each, PAD_SIGN)
        draw_pad(canvas, style, each, (x + wide / 2, box.center[1]), PAD_SIGN)
        x += wide + GAP


def _draw_cap(text: str, canvas: Canvas, box: Box) -> None:
    """A key cap with what stands on it."""
    cap = Box(box.x, box.y + 2, box.w - 1.5 * GAP, box.h - 4)
    satin(canvas, cap, 10, *PAPER.plate)
    size, lines = fitted(canvas, text, BODY - 2, "bold", (cap.w - GAP, cap.h))
    canvas.label("\n".join(lines), cap.center, size, PAPER.text, "bold")
