"""A person's name, colour and mark: signing the guest book, or looking different from now on."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, in_row
from game.scenes.core.routes import ToName
from game.scenes.core.scene import Change, Pop, Push
from game.scenes.core.sheets import MARGIN, PAD, Sheet
from game.scenes.guest_book.name_entry import NameEntry
from game.services.people import COLOURS, MARKS, Profile
from game.ui import badges
from game.ui.canvas import Canvas
from game.ui.frame import Box, Point
from game.ui.groups import Group
from game.ui.layer import Layer
from game.ui.scrolling import List
from game.ui.surfaces import PAPER
from game.ui.text_entry import TextField
from game.ui.text_metrics import TextMetrics
from game.ui.theme import GAP, GOLD, SHADE, TITLE, TOUCH, mix
from game.ui.widgets import Action, Button, Pressable, Widget

PREVIEW = 200.0
FIELD = TOUCH + 2 * GAP


class Portrait(MenuScene):
    """The badge in large, and everything it can be made of. A profile numbered 0 is a new one."""

    name = "portrait"
    renewed = True

    def __init__(self, context: Context, profile: Profile) -> None:
        super().__init__(context)
        self.profile = profile
        self._unasked = not profile.name

    def build(self) -> list[Layer]:
        width = min(1240.0, self.size[0] - 2 * MARGIN)
        inner = width - 2 * PAD
        left = PREVIEW + 8 * GAP if inner >= 900 else 0.0
        chips = _Chips(self)
        grid = chips.natural(self.metrics, inner - left - GAP)[1]
        foot, above = TOUCH + 2 * GAP, 0.0 if left else PREVIEW + 2 * GAP
        head = 26 + max(TOUCH, self.metrics.line(TITLE, "serif")) + 36
        high = above + FIELD + max(grid, PREVIEW if left else 0.0)
        title = self.t("book.portrait.change" if self.profile.id else "book.portrait.new")
        sheet = Sheet(self, title, width=width, height=head + high + foot + 60, foot=foot)
        body, buttons = sheet.body, self._buttons()
        in_row(self.metrics, sheet.foot, buttons, GAP)
        preview = _Preview(self)
        preview.place(
            Box(body.x, body.y, PREVIEW + 4 * GAP, min(body.h, PREVIEW + 8 * GAP)) if left
            else Box(body.x, body.y - GAP, body.w, PREVIEW)
        )  # fmt: skip
        room = Box(body.x + left, body.y + above, body.w - left, body.h - above)
        widgets = [*sheet.widgets, preview, *self._choices(room, chips), *buttons]
        return [Layer(self.frame, widgets)]

    def _choices(self, room: Box, chips: _Chips) -> list[Widget]:
        """The name, and below it everything a badge can be made of."""
        hint = self.t("book.portrait.name")
        name = TextField(self.profile.name, self.ask_name, hint=hint, tone=PAPER)
        name.place(Box(room.x, room.y, room.w, TOUCH))
        rows = List([chips], tone=PAPER)
        rows.arrange(self.metrics, Box(room.x, room.y + FIELD, room.w, room.h - FIELD))
        return [name, rows]

    def _buttons(self) -> list[Button]:
        done = Button(self.t("menu.done"), self.finish, icon="check", look="primary", tone=PAPER)
        done.enabled = bool(self.profile.name)
        return [done]

    # Choosing ------------------------------------------------------------------------------------

    def ask_name(self) -> None:
        """Write the name."""
        self.go(Push(ToName(self.profile.name, self._named, own=True)))

    def _named(self, name: str, number: int | None) -> None:
        taken = (
            other.name.casefold() == name.casefold() and other.id != self.profile.id
            for other in self.context.store.profiles()
        )
        if any(taken):
            self.toasts.say(self.t("book.portrait.taken", name=name), "refusal", 5)
        else:
            self.profile = replace(self.profile, name=name)

    def take(self, key: str, value: str) -> None:
        """Choose a colour or a mark."""
        look = {"colour": self.profile.colour, "mark": self.profile.mark, key: value}
        self.profile = replace(self.profile, colour=look["colour"], mark=look["mark"])
        self.stale = True

    def finish(self) -> None:
        """Write it into the book."""
        store, chosen = self.context.store, self.profile
        if chosen.id:
            store.change_profile(chosen)
        elif chosen.name:
            store.add_profile(chosen.name, chosen.colour, chosen.mark)
        self.context.sound.play("point")
        self.go(Pop())

    # Lifecycle -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> Change:
        if self._unasked:
            self._unasked = False
            self.ask_name()
        return super().update(seconds)


class OwnName(NameEntry):
    """Asks for a name that is nobody's yet."""

    def known(self) -> list[Profile]:
        return []

    def profile(self, name: str) -> int | None:
        return None


class _Preview(Widget):
    """The badge as it would be."""

    def __init__(self, scene: Portrait) -> None:
        super().__init__(tone=PAPER)
        self._scene = scene

    def hit(self, point: Point) -> bool:
        return False

    def draw(self, canvas: Canvas) -> None:
        profile = self._scene.profile
        size = min(PREVIEW, self.box.h)
        badges.draw(canvas, profile.colour, profile.mark, self.box.center, size)


class _Chip(Pressable):
    """A colour or a mark to choose, as the badge would be with it."""

    def __init__(self, scene: Portrait, key: str, value: str, action: Action) -> None:
        super().__init__(action, tone=PAPER)
        self._scene, self._key, self._value = scene, key, value

    @property
    def chosen(self) -> bool:
        profile = self._scene.profile
        return self._value in (profile.colour, profile.mark)

    def place(self, box: Box) -> None:
        super().place(box)
        self.radius = box.h / 2

    def draw(self, canvas: Canvas) -> None:
        profile, size = self._scene.profile, self.box.h * (0.84 if self.pressed else 0.88)
        if self.chosen:
            canvas.ring(self.box.center, self.box.h / 2 + 5, mix(GOLD, SHADE, 0.2), 5)
        if self._key == "colour":
            badges.draw(canvas, self._value, "", self.box.center, size)
        else:
            alpha = 1.0 if self.chosen or self.hovered else 0.82
            badges.draw(canvas, profile.colour, self._value, self.box.center, size, alpha)


class _Chips(Group):
    """All colours, then all marks, in rows as long as the room lets."""

    SIDE = 84.0

    def __init__(self, scene: Portrait) -> None:
        self._chips: list[list[Widget]] = [
            [_Chip(scene, key, value, partial(scene.take, key, value)) for value in values]
            for key, values in (("colour", COLOURS), ("mark", MARKS))
        ]
        super().__init__([chip for part in self._chips for chip in part], PAPER)

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, self._lay_out(Box(0, 0, room, 0))

    def place(self, box: Box) -> None:
        super().place(box)
        self._lay_out(box)

    def _lay_out(self, box: Box) -> float:
        step = self.SIDE + GAP
        columns = next(n for n in (8, 4, 2, 1) if n * step - GAP <= box.w or n == 1)
        wide = min(box.w / columns, step + 3 * GAP)
        y = box.y + 6
        for part in self._chips:
            for number, chip in enumerate(part):
                row, column = divmod(number, columns)
                at = box.x + column * wide + 8, y + row * step
                chip.place(Box(*at, self.SIDE, self.SIDE))
            y += -(-len(part) // columns) * step + GAP
        return y - GAP - box.y
