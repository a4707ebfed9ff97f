"""Writing a name: on a real keyboard, on keys on the screen, or by picking somebody known."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, in_row
from game.scenes.core.routes import ToPeople
from game.scenes.core.scene import Pop, Push
from game.scenes.core.sheets import MARGIN, PAD, Sheet
from game.services.people import Profile
from game.ui import badges
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.surfaces import PAPER
from game.ui.text_entry import Keyboard, Line
from game.ui.theme import GAP, LARGE, TOUCH, Color
from game.ui.widgets import Action, Button, write

LONGEST = 18
SHOWN = 5
"""How many known names are offered."""


class NameEntry(MenuScene):
    """Asks for a name and hands it on, with the profile it belongs to."""

    name = "names"
    overlay = True
    typing = True

    def __init__(
        self, context: Context, value: str, done: Callable[[str, int | None], object]
    ) -> None:
        super().__init__(context)
        self._done = done
        self._line = Line("", LONGEST)
        self._line.value = value
        self._fresh = bool(value)

    def build(self) -> list[Layer]:
        width = min(1080.0, self.size[0] - 2 * MARGIN)
        room = width - 2 * PAD
        self._keys = Keyboard(
            self._put, self._erase, self._finish, done_text=self.t("menu.done"),
            space_text=self.t("menu.names.space"), language=self.context.settings.language,
            tone=PAPER,
        )  # fmt: skip
        self._keys.set_shift(not self._line.value)
        chips = self._chips()
        known = in_row(self.metrics, Box(0, 0, room, 0), chips, GAP) + 2 * GAP if chips else 0.0
        line = self._line.natural(self.metrics, room)[1]
        keys = self._keys.natural(self.metrics, room)[1]
        head = 26 + TOUCH + 36
        height = min(self.size[1] - 2 * MARGIN, head + known + line + keys + 2 * GAP + 26)
        sheet = Sheet(self, self.t("menu.names.title"), width=width, height=height, size=LARGE + 6)
        body = sheet.body
        self._line.place(Box(body.x, body.y, body.w, line))
        offered = Box(body.x, body.y + line + 2 * GAP, body.w, 0)
        in_row(self.metrics, offered, chips, GAP, "left")
        top = body.y + line + 2 * GAP + known
        self._keys.place(Box(body.x, top, body.w, body.bottom - top))
        return [Layer(self.frame, [*sheet.widgets, self._line, *chips, self._keys], modal=True)]

    def _chips(self) -> list[Button]:
        """Those who were here last, and a way to everybody else."""
        known = self.known()
        chips: list[Button] = [
            _Chip(profile, partial(self._take, profile)) for profile in known[:SHOWN]
        ]
        if len(known) > SHOWN:
            everybody = partial(self.go, Push(ToPeople(self._take)))
            chips.append(Button(self.t("menu.names.more"), everybody, icon="people", tone=PAPER))
        return chips

    def known(self) -> list[Profile]:
        return self.context.store.regulars()

    # Writing -------------------------------------------------------------------------------------

    def _start_anew(self) -> None:
        """The first key replaces the name that was there."""
        if self._fresh:
            self._line.value, self._fresh = "", False

    def _put(self, text: str) -> None:
        self._start_anew()
        self._line.put(text)

    def _erase(self) -> None:
        self._fresh = False
        self._line.erase()
        if not self._line.value:
            self._keys.set_shift(True)

    def _take(self, profile: Profile) -> None:
        self._done(profile.name, profile.id)
        self.go(Pop())

    def _finish(self) -> None:
        name = " ".join(self._line.value.split())
        if name:
            self._done(name, self.profile(name))
        self.go(Pop())

    def profile(self, name: str) -> int | None:
        """Whose name it is; somebody new is remembered."""
        for profile in self.context.store.profiles():
            if profile.name.casefold() == name.casefold():
                return profile.id
        return self.context.store.add_profile(name).id

    def react(self, intent: Intent) -> None:
        if intent.kind == "confirm" and intent.source == "keys" and not self.focus.visible:
            self._finish()
            return
        if intent.kind == "text":
            self._start_anew()
        if intent.kind == "command" and intent.name == "backspace":
            self._fresh = False
        if not self._line.take(intent):
            super().react(intent)


class _Chip(Button):
    """Somebody's badge and name, to be picked."""

    def __init__(self, profile: Profile, action: Action) -> None:
        super().__init__(profile.name, action, icon="person", tone=PAPER)
        self.profile = profile

    def paint_content(self, canvas: Canvas, box: Box, color: Color) -> None:
        side = min(50.0, box.h - 14)
        left = box.x + GAP + side / 2
        badges.draw(canvas, self.profile.colour, self.profile.mark, (left, box.center[1]), side)
        left += side / 2 + GAP
        room = Box(left, box.y + GAP / 2, box.right - left - GAP, box.h - GAP)
        write(canvas, self.text, room, self.size, color, self.face)
