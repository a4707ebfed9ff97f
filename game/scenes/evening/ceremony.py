"""The end of an evening: the podium rises, gold leaves fall, and the whole card lies beside it."""

from __future__ import annotations

from game.scenes.core.chairs import called
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, in_row
from game.scenes.core.routes import ToEveningSetup
from game.scenes.core.scene import Change, Home, Replace
from game.scenes.core.sheets import MARGIN, Sheet
from game.scenes.evening.card import Card
from game.scenes.evening.guests import guests
from game.scenes.evening.podium import Podium
from game.services.evening import Evening
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.scrolling import List
from game.ui.surfaces import PAPER
from game.ui.theme import BODY, GAP, TITLE
from game.ui.timeline import Call, Timeline, Tween, Wait, linear
from game.ui.widgets import Button, Label, Widget

RISE = 0.55
"""Seconds a block takes to rise."""


class Ceremony(MenuScene):
    """The result of the evening with this number."""

    name = "ceremony"

    def __init__(self, context: Context, evening_id: int) -> None:
        super().__init__(context)
        self.evening_id = evening_id
        self.timeline = Timeline(context.settings.reduced_motion, context.settings.pace)
        self.podium: Podium | None = None
        self._headline = Label("")
        self._told: list[Widget] = []
        self._begun = False

    def enter(self) -> None:
        """Whoever has come so far has seen the result: the evening is over."""
        self.context.store.evenings.close(self.evening_id)
        self.evening: Evening = self.context.store.evenings.find(self.evening_id)

    # Laying out ----------------------------------------------------------------------------------

    def build(self) -> list[Layer]:
        space = Box(0, 0, *self.size).inset(MARGIN)
        title = self._title(space)
        buttons = self.buttons()
        foot = in_row(self.metrics, Box(0, 0, space.w, 0), buttons, GAP)
        in_row(self.metrics, Box(space.x, space.bottom - foot, space.w, 0), buttons, GAP)
        inner = Box(space.x, title.box.bottom + GAP, space.w,
                    space.bottom - foot - 2 * GAP - title.box.bottom - GAP)  # fmt: skip
        podium, paper = self._divide(inner)
        before = self.podium
        self.podium = Podium(self.evening, guests(self.context, self.evening.chairs))
        if before is not None:
            self.podium.shown, self.podium.age = before.shown, before.age
        self.podium.leaves = not self.timeline.reduced
        self.podium.place(podium)
        self._told = self._card(paper)
        self._headline = title
        self._reveal()
        if self.focus.current is None:
            self.focus.put(buttons[0])
        return [Layer(self.frame, [title, *self._told, self.podium, *buttons])]

    def _reveal(self) -> None:
        """Nothing tells who has won before the podium does."""
        done = self.podium is None or self.podium.shown >= 1
        self._headline.text = self._won if done else self.t("evening.suspense")
        for widget in self._told:
            widget.visible = done

    def _divide(self, inner: Box) -> tuple[Box, Box]:
        """Where the podium stands and where the card lies."""
        if self.tall:
            high = inner.h * 0.52
            low = Box(inner.x, inner.y + high + GAP, inner.w, inner.h - high - GAP)
            return Box(inner.x, inner.y, inner.w, high), low
        wide = inner.w * 0.46
        right = Box(inner.x + wide + 2 * GAP, inner.y, inner.w - wide - 2 * GAP, inner.h)
        return Box(inner.x, inner.y, wide, inner.h), right

    @property
    def _won(self) -> str:
        evening = self.evening
        places = evening.places()
        best = [person for person, place in enumerate(places) if place == 1]
        names = [called(self.context.texts, evening.chairs[person]) for person in best]
        return self.t("evening.won", n=len(best), who=self.context.texts.listed(names))

    def _title(self, space: Box) -> Label:
        text = self._won
        size = TITLE * min(1.0, space.w / self.metrics.width(text, TITLE, "serif"))
        size = max(size, TITLE * 0.6)
        title = Label(text, size, "serif", color=surfaces.BRASS_TOP, anchor="center")
        high = self.metrics.height(text, size, space.w, "serif")
        title.place(Box(space.x, space.y, space.w, high))
        return title

    def _card(self, space: Box) -> list[Widget]:
        card = Card(self.evening, guests(self.context, self.evening.chairs))
        card.marked = None
        formula = Label(self.t("evening.formula"), BODY - 4, "italic", tone=PAPER,
                        color=PAPER.faded)  # fmt: skip
        found = List([card, formula], tone=PAPER, gap=16)
        width = min(1200.0, space.w) - 72 - GAP
        high = found.natural(self.metrics, width)[1] + 64
        sheet = Sheet(self, "", width=1200, height=high, space=space)
        found.arrange(self.metrics, sheet.body)
        return [*sheet.widgets, found]

    def buttons(self) -> list[Button]:
        return [
            Button(self.t("evening.home"), self.cancel, icon="home", look="primary"),
            Button(self.t("evening.again"), self._again, icon="replay"),
        ]

    # What comes next -----------------------------------------------------------------------------

    def _again(self) -> None:
        """The set-up remembers people and programme."""
        self.go(Replace(ToEveningSetup()))

    def cancel(self) -> None:
        self.go(Home())

    # Time ----------------------------------------------------------------------------------------

    def resume(self) -> None:
        super().resume()
        if self._begun or self.podium is None:
            return
        self._begun = True
        if self.timeline.reduced:
            return
        self._show(0.0)
        blocks = len(self.evening.chairs)
        self.timeline.play(
            Wait(0.4),
            Tween(RISE * blocks, self._show, linear),
            Call(lambda: self.context.sound.play("win")),
        )

    def _show(self, share: float) -> None:
        if self.podium is not None:
            before = self._step(self.podium.shown)
            self.podium.shown = share
            if self._step(share) > before and share < 1:
                self.context.sound.play("wood_knock")
            if self._told:
                self._reveal()
        self.stale = True

    def _step(self, share: float) -> int:
        return int(share * len(self.evening.chairs))

    @property
    def moving(self) -> bool:
        falling = self.podium is not None and self.podium.falling
        return self.timeline.moving or falling or super().moving

    def on(self, intent: Intent) -> Change:
        if self.timeline.moving and intent.kind in ("press", "confirm"):
            self.timeline.skip()
            if intent.kind == "confirm":
                return None
        return super().on(intent)

    def update(self, seconds: float) -> Change:
        if self.timeline.moving:
            self.timeline.update(seconds)
            self.stale = True
        elif self.podium is not None and self.podium.falling:
            self.podium.age += seconds
            self.stale = True
        return super().update(seconds)

    def other(self, intent: Intent) -> None:
        if intent.kind == "menu":
            self.cancel()
        else:
            super().other(intent)

    def paint(self, canvas: Canvas) -> None:
        surfaces.ground(canvas)
        surfaces.dim(canvas, 0.25)
