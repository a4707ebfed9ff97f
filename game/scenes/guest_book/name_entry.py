"""Signing the guest book: a name, written or picked, and the colour and mark that go with it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, columns, in_row
from game.scenes.core.routes import ToName, ToPeople
from game.scenes.core.scene import Change, Pop, Push
from game.scenes.core.sheets import MARGIN, PAD, Sheet, list_sheet
from game.services.people import COLOURS, MARKS, Profile
from game.ui import badges
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Point
from game.ui.intents import Intent
from game.ui.text_entry import Keyboard, Line, TextField
from game.ui.theme import GAP, GOLD, LARGE, SHADE, TOUCH, Color, mix
from game.ui.widgets import Action, Arranged, Button, Picture, Pressable, Widget, write

LONGEST = 18
SHOWN = 5
"""How many known names are offered."""
PREVIEW = 200.0
SIDE = 84.0
"""What a colour or a mark takes."""


class NameEntry(MenuScene):
    """Asks for a name and hands it on, with the profile it belongs to.

    An `own` name is to be somebody's own, so nobody known is offered and nobody is remembered.
    """

    name = "names"
    overlay = True
    typing = True

    def __init__(
        self, context: Context, value: str, done: Callable[[str, int | None], object],
        own: bool = False,
    ) -> None:
        super().__init__(context)
        self._done, self._own = done, own
        self._line = Line("", LONGEST)
        self._line.value = value
        self._fresh = bool(value)

    def build(self) -> list[Widget]:
        width = min(1080.0, self.size[0] - 2 * MARGIN)
        room = width - 2 * PAD
        self._keys = Keyboard(
            self._put, self._erase, self._finish, done_text=self.t("menu.done"),
            space_text=self.t("menu.names.space"), language=self.context.settings.language,
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
        return [*sheet.widgets, self._line, *chips, self._keys]

    def _chips(self) -> list[Button]:
        """Those who were here last, and a way to everybody else; no strangers in a kiosk."""
        known = [] if self._own or self.context.kiosk else self.context.store.regulars()
        chips: list[Button] = [
            _Chip(profile, partial(self._take, profile)) for profile in known[:SHOWN]
        ]
        if len(known) > SHOWN:
            everybody = partial(self.go, Push(ToPeople(self._take)))
            chips.append(Button(self.t("menu.names.more"), everybody, icon="people"))
        return chips

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
        if name and not self._fresh:  # who writes nothing stays *Player 1*, and nobody's profile
            self._done(name, None if self._own else self._profile(name))
        self.go(Pop())

    def _profile(self, name: str) -> int:
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
    def __init__(self, profile: Profile, action: Action) -> None:
        super().__init__(profile.name, action, icon="person")
        self.profile = profile

    def paint_content(self, canvas: Canvas, box: Box, color: Color) -> None:
        side = min(50.0, box.h - 14)
        left = box.x + GAP + side / 2
        badges.draw(canvas, self.profile.colour, self.profile.mark, (left, box.center[1]), side)
        left += side / 2 + GAP
        room = Box(left, box.y + GAP / 2, box.right - left - GAP, box.h - GAP)
        write(canvas, self.text, room, self.size, color, self.face)


class Portrait(MenuScene):
    """The badge in large, and everything it can be made of. A profile numbered 0 is a new one."""

    name = "portrait"
    renewed = True

    def __init__(self, context: Context, profile: Profile) -> None:
        super().__init__(context)
        self.profile = profile
        self._unasked = not profile.name

    def build(self) -> list[Widget]:
        title = self.t("book.portrait.change" if self.profile.id else "book.portrait.new")
        hint = self.t("book.portrait.name")
        done = Button(self.t("menu.done"), self.finish, icon="check", look="primary")
        done.enabled = bool(self.profile.name)
        rows = [
            Picture(self._draw_preview, PREVIEW),
            TextField(self.profile.name, self.ask_name, hint=hint),
            Arranged([_Look(self, "colour", value) for value in COLOURS], columns(SIDE, GAP, 8)),
            Arranged([_Look(self, "mark", value) for value in MARKS], columns(SIDE, GAP, 8)),
        ]
        return list_sheet(self, title, rows, 2 * GAP, width=900, buttons=[done])

    def _draw_preview(self, canvas: Canvas, box: Box) -> None:
        badges.draw(canvas, self.profile.colour, self.profile.mark, box.center, PREVIEW)

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


class _Look(Pressable):
    """A colour or a mark to choose, as the badge would be with it."""

    def __init__(self, scene: Portrait, key: str, value: str) -> None:
        super().__init__(partial(scene.take, key, value))
        self._scene, self._key, self._value = scene, key, value

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return SIDE, SIDE

    def place(self, box: Box) -> None:
        super().place(Box.around(box.center, SIDE, SIDE))
        self.radius = SIDE / 2

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
