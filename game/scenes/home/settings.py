"""The settings: every one with its values and a word of explanation, kept as soon as changed."""

from collections.abc import Callable, Mapping
from functools import partial

from game.scenes.core.context import Context, design_of
from game.scenes.core.menu import MenuScene
from game.scenes.core.registry import paint_board, paint_specimens
from game.scenes.core.scene import Change
from game.scenes.core.sheets import Section, list_sheet
from game.services.settings import SWITCH, VALUES, Setting
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.display_list import DisplayList
from game.ui.frame import Box
from game.ui.layer import Layer
from game.ui.sprites import WishList
from game.ui.surfaces import PAPER
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
PICTURES: Mapping[str, tuple[Callable[[Canvas, Box], None], float]] = {
    "pieces": (paint_specimens, 1.55), "garden": (paint_board, 1.55),
}  # fmt: skip
"""What a choice between designs shows, and how much wider than high."""


def change(context: Context, key: str, value: Setting, lasting: bool = True) -> None:
    """Take a new value for a setting: at once, and for good if it is to be lasting."""
    context.take(context.settings.changed(**{key: value}))
    if lasting:
        context.usual = context.usual.changed(**{key: value})
        context.store.set(**context.usual.plain())


class SettingsScene(MenuScene):
    """A sheet of paper with every setting of the table."""

    name = "settings"

    def __init__(
        self, context: Context, all_of_them: bool = False, turn: int = 0
    ) -> None:
        super().__init__(context, turn)
        self._lasting = all_of_them or not context.kiosk
        self._sections = SECTIONS if self._lasting else GUESTS
        self._ahead = WishList()
        """Pictures of what the choices show, which scroll into sight without a hitch."""

    def build(self) -> list[Layer]:
        rows = self._rows()
        sheet = list_sheet(self, self.t("settings.title"), rows, 10, width=1180)
        pixels = round(self.size[0] * self.context.scale), round(self.size[1] * self.context.scale)
        larger, design = self.context.settings.text_scale, self.context.design
        unseen = Canvas(DisplayList(pixels), self.frame, text_scale=larger, design=design)
        self._ahead = WishList(
            partial(row.control.draw, unseen) for row in rows
            if isinstance(row, Field) and isinstance(row.control, PictureChoice)
        )
        return [Layer(self.frame, sheet)]

    def update(self, seconds: float) -> Change:
        self._ahead.step()
        return super().update(seconds)

    def _rows(self) -> list[Widget]:
        rows: list[Widget] = []
        for section, keys in self._sections.items():
            rows.append(Section(self.t(f"menu.settings.{section}"), first=not rows))
            rows.extend(self._row(key) for key in keys)
        return rows

    def _row(self, key: str) -> Widget:
        label, note = self.t(f"settings.{key}.label"), self.t(f"settings.{key}.help")
        return Field(label, self._control(key), note, tone=PAPER, share=0.5)

    def _control(self, key: str) -> Widget:
        value: Setting = getattr(self.context.settings, key)
        if VALUES[key] == SWITCH:
            return Toggle(bool(value), lambda on: self._set(key, on), tone=PAPER)
        if key == "volume":
            return Slider(
                int(value), lambda v: self._set(key, round(v)), low=0, high=100, step=5,
                show=lambda v: self.t("settings.volume.value", number=round(v)), tone=PAPER,
            )
        guests = key == "language" and not self._lasting
        known = self.context.languages if guests else VALUES[key]
        values = [(each, self.t(f"settings.{key}.{each}")) for each in known]
        if key not in PICTURES:
            return Choice(values, value, lambda v: self._set(key, v), tone=PAPER)
        paint, aspect = partial(self._paint_design, key), PICTURES[key][1]
        return PictureChoice(
            values, value, lambda v: self._set(key, v), paint, aspect=aspect, tone=PAPER
        )

    def _paint_design(self, key: str, canvas: Canvas, box: Box, value: Setting) -> None:
        """What the table's sets would look like."""
        design = design_of(self.context.settings.changed(**{key: value}))
        surfaces.upright(canvas, box, PICTURES[key][0], design)

    def _set(self, key: str, value: Setting) -> None:
        change(self.context, key, value, self._lasting)
        if key in ("language", "text_size"):
            self.rebuild()
        if key in ("sound", "volume"):
            self.context.sound.play("point")
