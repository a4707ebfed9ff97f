"""The shelf: the table with the boxes of the games on it; where everything begins.

Tapping a box opens it and leads to its set-up. Unfinished matches wait below; settings, language
and seating are one touch away.
"""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from game.rules import SHELF
from game.scenes.core import routes as to
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, in_row
from game.scenes.core.scene import Change, Push, Quit
from game.scenes.home.boxes import SLICE, GameBox, places
from game.scenes.home.settings import change
from game.scenes.review.broken_match import to_running
from game.services.parking import on_shelf, parked
from game.services.settings import Setting
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.display_list import DisplayList
from game.ui.frame import Box, Point
from game.ui.icons import PadControl
from game.ui.intents import Intent
from game.ui.sprites import made_within
from game.ui.theme import GAP, SHADE, TITLE, TOUCH, with_alpha
from game.ui.timeline import Call, Tween, Wait, ease_in_out, linear
from game.ui.widgets import Button, Label, Widget

MARGIN = 36.0
OPENING = 0.5
GROWING = 0.3
NUMBERED = next(game for game, entry in SHELF.items() if entry.numbered)
"""The game with numbered deals, of which every day has its own."""
OFFERED = "large_texts_offered"
"""Where the store keeps that large texts were offered."""


class Shelf(MenuScene):
    """The walnut table with one box for each game that can be played."""

    name = "shelf"
    signed: ClassVar[Mapping[str, PadControl]] = {"settings": "start", "off": "b"}
    renewed = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.boxes: list[GameBox] = []
        self._open: GameBox | None = None
        self._grown = 0.0
        self.commands["menu"] = partial(self.go, Push(to.ToSettings()))

    def build(self) -> list[Widget]:
        top = MARGIN + TOUCH + 2 * GAP
        foot = self._foot()
        low = min(button.box.y for button in foot) - GAP
        space = Box(MARGIN, top, self.size[0] - 2 * MARGIN, low - top).inset(10)
        self.boxes = [
            GameBox(game, self.t(f"{game}.name"), partial(self.pick, game))
            for game in SHELF if game not in self.context.operator.hidden
        ]  # fmt: skip
        for box, place in zip(self.boxes, places(space, len(self.boxes)), strict=True):
            box.place(place)
        return [self._title(), *self.boxes, *self._corner(), *foot]

    def _title(self) -> Widget:
        room = self.size[0] - 2 * MARGIN - 5 * (TOUCH + GAP) - 2 * GAP  # what the corner leaves
        text = self.t("table.title")
        size = TITLE * min(1.0, room / self.metrics.width(text, TITLE, "serif"))
        title = Label(text, size, "serif", color=surfaces.BRASS_TOP)
        high = self.metrics.line(size, "serif")
        title.place(Box(MARGIN + 4, MARGIN + (TOUCH - high) / 2, room, high))
        return title

    def _corner(self) -> list[Button]:
        """The way out, settings, seating, language and the guest book, from the right."""
        settings = self.context.settings
        seating = "couch" if settings.seating == "couch" else "around"
        other = "en" if settings.language == "de" else "de"
        language = partial(self._turn, "language", other, not self.context.kiosk)
        book = Push(to.ToBookPage("records" if self.context.kiosk else "people"))
        buttons = [
            Button("", self._leave, icon="off", look="round"),
            Button("", partial(self.go, Push(to.ToSettings())), icon="settings", look="round"),
            Button("", self._turn_seating, icon=seating, look="round"),
            Button(settings.language.upper(), language, look="round", size=24),
            Button("", partial(self.go, book), icon="people", look="round"),
        ]
        if self.context.kiosk:
            del buttons[2]  # the operator knows how people stand around the table
        if self.context.public:
            del buttons[0]
        for number, button in enumerate(buttons, 1):
            x = self.size[0] - MARGIN + GAP - number * (TOUCH + GAP)
            button.place(Box(x, MARGIN, TOUCH, TOUCH))
        return buttons

    def _foot(self) -> list[Button]:
        """How to go on with what was begun, the way into an evening, and what the day brings."""
        buttons = [*self._resuming(), *self._evening_doors()]
        if parked(self.context.store):
            text = self.t("operator.unpark.offer")
            buttons.append(Button(text, lambda: self.go(Push(to.ToUnpark())), icon="flag"))
        if NUMBERED not in self.context.operator.hidden:
            day = partial(self.go, Push(to.ToSetup(NUMBERED, "day")))
            buttons.append(Button(self.t("menu.shelf.day"), day, icon="flower"))
        room = self.size[0] - 2 * MARGIN
        high = in_row(self.metrics, Box(0, 0, room, 0), buttons, GAP)
        foot = Box(MARGIN, self.size[1] - MARGIN - high, room, high)
        in_row(self.metrics, foot, buttons, GAP, "center")
        return buttons

    def _resuming(self) -> list[Button]:
        """A button for the newest open match, and one for all of them if there are more."""
        self._running = [run for run in on_shelf(self.context.store) if run.game in SHELF]
        if not self._running:
            return []
        newest, count = self._running[0], len(self._running)
        name, who = self.t(f"{newest.game}.name"), self.context.company(newest.chairs)
        text = self.t("menu.shelf.go_on", game=name, who=who)
        buttons = [Button(
            text, lambda: self.go(Push(to_running(self.context, newest.id))),
            icon="play", look="primary",
        )]
        if count > 1:
            text = self.t("menu.shelf.all", n=count)
            buttons.append(Button(text, lambda: self.go(Push(to.ToRunning())), icon="list"))
        return buttons

    def _evening_doors(self) -> list[Button]:
        """The way into the open evening, and to a new one if there is none or it is others'."""
        evening = next(iter(self.context.store.evenings.all_open()), None)
        new = partial(self.go, Push(to.ToEveningSetup()))
        offer = Button(self.t("evening.offer"), new, icon="star")
        if evening is None:
            return [offer]
        number, count = evening.next, len(evening.parts)
        text = self.t("evening.ceremony_waits")
        if number is not None:
            text = self.t("evening.go_on", number=number + 1, count=count)
        to_evening = partial(self.go, Push(to.ToEvening(evening.id)))
        door = Button(text, to_evening, icon="star", look="primary")
        return [door] if self.context.may_end(evening.id) else [door, offer]

    def pick(self, game: str) -> None:
        """Open a box; behind it lies the game's set-up."""
        if self._open is not None:
            return
        box = next(b for b in self.boxes if b.game == game)
        self.context.sound.play("box_open", box.box.center[0] / self.size[0])
        enter = partial(self.go, Push(to.ToSetup(game)))
        if self.context.settings.reduced_motion:
            enter()
            return
        self._open = box
        self.timeline.play(
            Tween(GROWING, partial(setattr, self, "_grown"), ease_in_out),
            Tween(OPENING, lambda t: setattr(box, "opening", max(0.001, t)), linear),
            Wait(0.08), Call(enter),
        )

    def _turn(self, key: str, value: Setting, lasting: bool = True) -> None:
        change(self.context, key, value, lasting)
        self.rebuild()

    def _turn_seating(self) -> None:
        seating = "table" if self.context.settings.seating == "couch" else "couch"
        self._turn("seating", seating)
        label, value = self.t("settings.seating.label"), self.t(f"settings.seating.{seating}")
        self.toasts.clear()
        self.toasts.say(f"{label}: {value}")

    def _leave(self) -> None:
        if not self.context.public:
            self.ask_before("menu.shelf.leave", lambda: self.go(Quit()))

    def offer_large_texts(self) -> None:
        """Ask once, when a gamepad speaks first, for whoever holds one sits far from the screen."""
        self.context.store.set(**{OFFERED: True})
        title, text, yes, no = (self.t(f"menu.shelf.far_{key}")
                                for key in ("title", "text", "yes", "no"))  # fmt: skip
        larger = partial(self._turn, "text_size", "largest")
        self.ask(title, text, [(yes, larger), (no, None)])

    def react(self, intent: Intent) -> None:
        context = self.context
        apt = not context.public and context.settings.text_size != "largest"
        if intent.pad not in context.pads.styles or not apt or context.store.get(OFFERED):
            super().react(intent)
        elif intent.kind != "rest":
            self.offer_large_texts()
            self.focus.visible = True

    def cancel(self) -> None:
        if self._open is None:
            self._leave()

    def resume(self) -> None:
        self._open, self._grown = None, 0.0
        super().resume()

    def resize(self, size: Point) -> None:
        self.timeline.skip()
        super().resize(size)

    def on(self, intent: Intent) -> Change:
        if self._open is not None:
            if intent.kind in ("press", "confirm"):
                self.timeline.skip()
            return self.wished()
        return super().on(intent)

    def draw(self, canvas: Canvas) -> None:
        box = self._open
        if box is None:
            super().draw(canvas)
            return
        box.visible = False
        try:
            super().draw(canvas)
        finally:
            box.visible = True
        canvas.fill(Box(0, 0, *self.size), with_alpha(SHADE, 0.45 * self._grown))
        middle = self.size[0] / 2, self.size[1] * 0.55
        largest = min(self.size[0] * 0.62 / box.box.w, self.size[1] * 0.6 / box.box.h)
        scale = max(1.0, largest)
        box.draw_opening(canvas, middle, scale, self._grown)
        if not box.opening:
            unseen = canvas.on(DisplayList(canvas.surface.get_size()))
            made_within(SLICE, partial(box.draw_open, unseen, middle, scale))
