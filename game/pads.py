"""The gamepads that SDL knows: opened as they come, forgotten as they go.

SDL reports buttons only of opened ones, and a gamepad that is plugged in again has a new number.
Letters are read by what stands on the buttons, so that on a Nintendo's the right one is A.
"""

from typing import Any

from game.ui.icons import PadStyle

MAKERS: dict[int, PadStyle] = {0x045E: "letters", 0x054C: "shapes", 0x057E: "nintendo"}
"""What stands on the buttons, by the maker's USB number."""
WORDS: tuple[tuple[PadStyle, tuple[str, ...]], ...] = (
    ("letters", ("xbox", "x-box", "xinput", "steam")),
    ("shapes", ("playstation", "dualshock", "dualsense", "sony", "ps2", "ps3", "ps4", "ps5")),
    ("nintendo", ("nintendo", "switch", "joy-con", "joycon", "pro controller", "snes")),
)
"""The same by words in its name, for gamepads of other makers."""


def style_of(name: str, guid: str) -> PadStyle:
    """What stands on the buttons of a gamepad; letters if nobody knows."""
    try:
        maker = int(guid[10:12] + guid[8:10], 16)
    except ValueError:
        maker = 0
    if maker in MAKERS:
        return MAKERS[maker]
    words = name.lower()
    return next((style for style, some in WORDS if any(w in words for w in some)), "letters")


class Gamepads:
    """All that are plugged in. `styles` tells what they look like, by SDL's numbers."""

    def __init__(self, styles: dict[int, PadStyle]) -> None:
        self.styles = styles
        self._open: dict[int, Any] = {}  # pygame has no public type for them

    def find(self) -> None:
        """Open every gamepad there is, and forget those that are gone."""
        from pygame._sdl2 import controller

        controller.init()
        before, self._open = self._open, {}
        self.styles.clear()
        for index in range(controller.get_count()):
            if controller.is_controller(index):
                pad = controller.Controller(index)
                stick = pad.as_joystick()
                number = stick.get_instance_id()
                self._open[number] = pad
                self.styles[number] = style_of(stick.get_name(), stick.get_guid())
        before.clear()  # only now: what is closed before it is opened again loses its state

    def rumble(self, number: int, strength: float, seconds: float) -> None:
        """Let one rumble with a strength of 0…1, if it is still there and can."""
        if number in self._open:
            self._open[number].rumble(strength / 2, strength, round(seconds * 1000))
