"""A person's name, colour and mark: signing the guest book, or looking different from now on."""

from __future__ import annotations

from collections.abc import Sequence
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
from game.ui.frame import Box
from game.ui.groups import Arranged
from game.ui.layer import Layer
from game.ui.scrolling import List
from game.ui.surfaces import PAPER
from game.ui.text_entry import TextField
from game.ui.text_metrics import TextMetrics
from game.ui.theme import GAP, GOLD, SHADE, TITLE, TOUCH, mix
from game.ui.widgets import Button, Picture, Pressable, Widget

PREVIEW = 200.0
FIELD = TOUCH + 2 * GAP
SIDE = 84.0
"""What a colour or a mark takes."""


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
        chips = Arranged(
            [_Chip(self, "colour", value) for value in COLOURS]
            + [_Chip(self, "mark", value) for value in MARKS], _lay_out,
        )  # fmt: skip
        grid = chips.natural(self.metrics, inner - left - GAP)[1]
        foot, above = TOUCH + 2 * GAP, 0.0 if left else PREVIEW + 2 * GAP
        head = 26 + max(TOUCH, self.metrics.line(TITLE, "serif")) + 36
        high = above + FIELD + max(grid, PREVIEW if left else 0.0)
        title = self.t("book.portrait.change" if self.profile.id else "book.portrait.new")
        sheet = Sheet(self, title, width=width, height=head + high + foot + 60, foot=foot)
        done = Button(self.t("menu.done"), self.finish, icon="check", look="primary", tone=PAPER)
        done.enabled = bool(self.profile.name)
        in_row(self.metrics, sheet.foot, [done], GAP)
        body, preview = sheet.body, Picture(self._draw_preview)
        preview.place(
            Box(body.x, body.y, PREVIEW + 4 * GAP, min(body.h, PREVIEW + 8 * GAP)) if left
            else Box(body.x, body.y - GAP, body.w, PREVIEW)
        )  # fmt: skip
        room = Box(body.x + left, body.y + above, body.w - left, body.h - above)
        hint = self.t("book.portrait.name")
        name = TextField(self.profile.name, self.ask_name, hint=hint, tone=PAPER)
        name.place(Box(room.x, room.y, room.w, TOUCH))
        rows = List([chips], tone=PAPER)
        rows.arrange(self.metrics, Box(room.x, room.y + FIELD, room.w, room.h - FIELD))
        return [Layer(self.frame, [*sheet.widgets, preview, name, rows, done])]

    def _draw_preview(self, canvas: Canvas, box: Box) -> None:
        """The badge as it would be."""
        look = self.profile
        badges.draw(canvas, look.colour, look.mark, box.center, min(PREVIEW, box.h))

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
        self.profile = replace(self.profile, **{key: value})  # type: ignore[arg-type]
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


class _Chip(Pressable):
    """A colour or a mark to choose, as the badge would be with it."""

    def __init__(self, scene: Portrait, key: str, value: str) -> None:
        super().__init__(partial(scene.take, key, value), tone=PAPER)
        self._scene, self._key, self._value = scene, key, value

    def place(self, box: Box) -> None:
        super().place(box)
        self.radius = box.h / 2

    def draw(self, canvas: Canvas) -> None:
        profile, size = self._scene.profile, self.box.h * (0.84 if self.pressed else 0.88)
        chosen = self._value in (profile.colour, profile.mark)
        if chosen:
            canvas.ring(self.box.center, self.box.h / 2 + 5, mix(GOLD, SHADE, 0.2), 5)
        if self._key == "colour":
            badges.draw(canvas, self._value, "", self.box.center, size)
        else:
            alpha = 1.0 if chosen or self.hovered else 0.82
            badges.draw(canvas, profile.colour, self._value, self.box.center, size, alpha)


def _lay_out(metrics: TextMetrics, box: Box, chips: Sequence[Widget]) -> float:
    """All colours, then all marks, in rows as long as the room lets."""
    step = SIDE + GAP
    columns = next(n for n in (8, 4, 2, 1) if n * step - GAP <= box.w or n == 1)
    wide = min(box.w / columns, step + 3 * GAP)
    y = box.y + 6
    for part in (chips[: len(COLOURS)], chips[len(COLOURS) :]):
        for number, chip in enumerate(part):
            row, column = divmod(number, columns)
            chip.place(Box(box.x + column * wide + 8, y + row * step, SIDE, SIDE))
        y += -(-len(part) // columns) * step + GAP
    return y - GAP - box.y
