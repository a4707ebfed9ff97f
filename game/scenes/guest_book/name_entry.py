"""Signing the guest book: a name, written or picked, and the colour and mark that go with it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, columns, lay_out_chips
from game.scenes.core.routes import ToName, ToPeople
from game.scenes.core.scene import Pop, Push
from game.scenes.core.sheets import list_sheet
from game.scenes.home.writing import Writing
from game.services.people import COLOURS, MARKS, Profile
from game.ui import badges
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Point
from game.ui.text_entry import Line, TextField
from game.ui.theme import GAP, GOLD, SHADE, Color, mix
from game.ui.widgets import Action, Arranged, Button, Picture, Pressable, Widget, write

LONGEST = 18
SHOWN = 5
"""How many known names are offered."""
PREVIEW = 200.0
SIDE = 84.0
"""What a colour or a mark takes."""


class NameLine(Line):
    """A name; where there was one before, the first sign replaces it."""

    def __init__(self, value: str) -> None:
        super().__init__("", LONGEST)
        self.value, self.fresh = value, bool(value)

    def put(self, text: str) -> None:
        if self.fresh:
            self.value, self.fresh = "", False
        super().put(text)

    def erase(self) -> None:
        self.fresh = False
        super().erase()


class NameEntry(Writing):
    """Asks for a name and hands it on, with the profile it belongs to.

    An `own` name is to be somebody's own, so nobody known is offered and nobody is remembered.
    """

    name = "names"

    def __init__(
        self, context: Context, value: str, done: Callable[[str, int | None], object],
        own: bool = False,
    ) -> None:
        self._line: NameLine
        super().__init__(context, NameLine(value))
        self._done, self._own = done, own

    def build(self) -> list[Widget]:
        chips = self._chips()
        known = [Arranged(chips, lay_out_chips)] if chips else []
        found = self.letters(self.t("menu.names.title"), [self._line, *known])
        self._keys.set_shift(not self._line.value)
        return found

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

    def _take(self, profile: Profile) -> None:
        self._done(profile.name, profile.id)
        self.go(Pop())

    def finish(self) -> None:
        name = " ".join(self._line.value.split())
        if name and not self._line.fresh:  # who writes nothing stays *Player 1*, nobody's profile
            store = self.context.store  # which remembers somebody new
            known = None if self._own else store.named(name) or store.add_profile(name)
            self._done(name, known.id if known else None)
        self.go(Pop())


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

    def enter(self) -> None:
        if not self.profile.name:
            self.ask_name()

    def build(self) -> list[Widget]:
        title = self.t("book.portrait.change" if self.profile.id else "book.portrait.new")
        hint = self.t("book.portrait.name")
        done = Button(self.t("menu.done"), self.finish, icon="check", look="primary")
        done.enabled = bool(self.profile.name)
        rows = [
            Picture(lambda canvas, box: badges.draw(
                canvas, self.profile.colour, self.profile.mark, box.center, PREVIEW), PREVIEW),
            TextField(self.profile.name, self.ask_name, hint=hint),
            Arranged([_Look(self, "colour", value) for value in COLOURS], columns(SIDE, GAP, 8)),
            Arranged([_Look(self, "mark", value) for value in MARKS], columns(SIDE, GAP, 8)),
        ]
        return list_sheet(self, title, rows, 2 * GAP, width=900, buttons=[done])

    def ask_name(self) -> None:
        """Write the name."""
        self.go(Push(ToName(self.profile.name, self._named, own=True)))

    def _named(self, name: str, number: int | None) -> None:
        known = self.context.store.named(name)
        if known is not None and known.id != self.profile.id:
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
