"""The settings: every one with its values and a word of explanation, kept as soon as changed."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial

from game.scenes.core.context import Context, design_of
from game.scenes.core.menu import MenuScene
from game.scenes.core.registry import paint_board, paint_specimens
from game.scenes.core.routes import ToPhones
from game.scenes.core.scene import Change, Push
from game.scenes.core.sheets import Section, list_sheet
from game.services.settings import SWITCH, VALUES, Setting
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.sprites import WishList
from game.ui.widgets import Choice, Field, PictureChoice, Slider, Toggle, Widget

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "table": ("language", "seating", "text_size", "fullscreen", "unattended"),
    "sound": ("sound", "volume"),
    "look": ("pieces", "garden", "colour_patterns", "reduced_motion", "speed", "picture"),
    "play": ("show_targets", "hints", "rule_cards", "takeback", "confirm_moves", "draw_by_hand",
             "rumble"),
}
"""The settings in the order in which people see them."""
GUESTS: Mapping[str, tuple[str, ...]] = {
    "table": ("language", "text_size"), "sound": ("sound", "volume"), "look": ("pieces",)
}
"""What the guests of a kiosk may change, until they leave: what they need to see and hear."""
PICTURES: Mapping[str, Callable[[Canvas, Box], None]] = {
    "pieces": paint_specimens,
    "garden": paint_board,
}
"""What a choice between designs shows."""


def change(context: Context, key: str, value: Setting, lasting: bool = True) -> None:
    """Take a new value for a setting: at once, and for good if it is to be lasting."""
    context.take(context.settings.changed(**{key: value}))
    if lasting:
        context.usual = context.usual.changed(**{key: value})
        context.store.set(**asdict(context.usual))


class SettingsScene(MenuScene):
    """A sheet of paper with every setting of the table."""

    name = "settings"

    def __init__(self, context: Context, all_of_them: bool = False, turn: int = 0) -> None:
        super().__init__(context, turn)
        self._lasting = all_of_them or not context.kiosk
        self._ahead = WishList()
        """Pictures of what the choices show, which scroll into sight without a hitch."""

    def build(self) -> list[Widget]:
        rows, title = self._rows(), self.t("settings.title")
        go = partial(self.go, Push(ToPhones(self.turn)))
        ways = [("phone.screen.title", "phone", go)] if self.context.lets_phones else []
        sheet = list_sheet(self, title, rows, 10, width=1180, buttons=self.buttons_of(ways))
        unseen = self.context.trial(self.size).within(self.frame)
        self._ahead = WishList(
            partial(row.control.draw, unseen) for row in rows
            if isinstance(row, Field) and isinstance(row.control, PictureChoice)
        )
        return sheet

    def update(self, seconds: float) -> Change:
        self._ahead.paint()
        return super().update(seconds)

    def _rows(self) -> list[Widget]:
        rows: list[Widget] = []
        for section, keys in (SECTIONS if self._lasting else GUESTS).items():
            rows.append(Section(self.t(f"menu.settings.{section}"), first=not rows))
            for key in keys:
                rows.append(self.field(f"settings.{key}", control(self, key, self._lasting), 0.5))
        return rows


def control(scene: MenuScene, key: str, lasting: bool = True) -> Widget:
    """What changes a setting: at once, and for good if that is to be lasting."""
    context = scene.context
    value: Setting = getattr(context.settings, key)

    def take(value: Setting) -> None:
        change(context, key, value, lasting)
        if key in ("language", "text_size"):
            scene.rebuild()
        if key in ("sound", "volume"):
            context.sound.play("point")

    if VALUES[key] == SWITCH:
        return Toggle(bool(value), take)
    if key == "volume":
        return Slider(
            int(value), take, high=100, step=5,
            show=lambda number: scene.t("settings.volume.value", number=number),
        )
    known = context.languages if key == "language" and not lasting else VALUES[key]
    values = [(each, scene.t(f"settings.{key}.{each}")) for each in known]
    if key not in PICTURES:
        return Choice(values, value, take)

    def paint(canvas: Canvas, box: Box, value: Setting) -> None:
        """What the table's sets would look like."""
        design = design_of(context.settings.changed(**{key: value}))
        surfaces.upright(canvas, box, PICTURES[key], design)

    return PictureChoice(values, value, take, paint)
