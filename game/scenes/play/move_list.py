"""The list of moves beside the board: every turn in words, and the match replayed by it."""

from functools import partial

from game.rules.core.protocol import CHANCE
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene, stack
from game.scenes.core.scene import Change
from game.scenes.play.play_scene import AnyPlayScene
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Frame, Point
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.scrolling import List
from game.ui.theme import BODY, GAP, LARGE, SMALL, TOUCH, Color
from game.ui.widgets import Action, Button, Label, Panel, Slider, Widget

WIDTH = 460.0
REACH = 860.0
"""How far across the table the list goes for who sits at its side."""
NEAR = 30.0
"""How near to the list what was done last is still hard to see."""
SECONDS_A_STEP = 0.9


class Turn(Button):
    """A row of the list: who it was in small letters, and below that what they did."""

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        words = metrics.height(self.text, BODY, room - 2 * GAP, self.face)
        who = metrics.height(self.detail, SMALL, room - 2 * GAP)
        return room, max(TOUCH, who + words + 1.5 * GAP)

    def paint_content(self, canvas: Canvas, box: Box, color: Color) -> None:
        inner = Box(box.x + GAP, box.y + 0.75 * GAP, box.w - 2 * GAP, box.h)
        faded = color if self.chosen else self.tone.faded
        high = canvas.text(self.detail, (inner.x, inner.y), SMALL, faded, room=inner.w)
        canvas.text(self.text, (inner.x, inner.y + high), BODY, color, room=inner.w)


class Moves(MenuScene):
    """Lies at the right of a play scene and shows it at any moment of the match."""

    overlay = True
    name = "moves"

    def __init__(self, context: Context, play: AnyPlayScene, turn: int = 0) -> None:
        super().__init__(context, turn)
        self.play = play
        self.index = play.match.cursor
        self.running = False
        self._at_left = False
        """Whether it lies at the left, because something happened at the right."""
        self._since = 0.0
        self.rows: list[tuple[int, Button]] = []

    # Laying out ------------------------------------------------------------------------------

    def room(self, size: Point) -> Box:
        """Where on a table of this size the moves lie: within reach of who reads them."""
        width = min(WIDTH, size[0] * 0.46)
        high = min(size[1], REACH) if self.turn else size[1]
        return Box(0.0 if self._at_left else size[0] - width, size[1] - high, width, high)

    def resize(self, size: Point) -> None:
        super().resize(size)
        self._step_aside()

    def _step_aside(self) -> None:
        """Lie at the other side where what was done last is hidden otherwise."""
        room = self.frame.out_box(self.room(self.frame.size))
        if self.overlay and any(room.has(at, NEAR) for at in self.play.seen_at(self.index)):
            self._at_left = not self._at_left
            self.rebuild()

    def build(self) -> list[Widget]:
        self._lies = room = self.room(self.frame.size)
        inner = Box(0, 0, room.w, room.h).inset(GAP)
        top, bottom = inner.y + TOUCH + 2 * GAP, inner.bottom - 2 * TOUCH - 3 * GAP
        self.list = List(self.make_rows())
        body = Box(inner.x + GAP, top, inner.w - 2 * GAP, bottom - top - GAP)
        offers = self.offers()
        high = stack(self.metrics, Box(0, GAP, body.w, 0), offers, GAP) if offers else 0.0
        stack(self.metrics, body.below(body.bottom - high + GAP), offers, GAP)
        self.list.arrange(self.metrics, Box(body.x, body.y, body.w, body.h - high))
        parts = *self.head(inner), self.list, *offers, *self._transport(inner, bottom)
        self._show_index()
        return [Panel("glass", inner), *parts]

    def lay(self) -> list[Layer]:
        widgets, room = self.build(), self._lies
        frame = Frame(self.frame.out(room.center), (room.w, room.h), self.turn)
        return [Layer(frame, widgets)]

    def head(self, inner: Box) -> list[Label | Button]:
        title = Label(self.t("play.moves"), LARGE, "serif")
        title.place(Box(inner.x + 2 * GAP, inner.y + 24, inner.w - TOUCH - 4 * GAP, 48))
        close = Button("", self.cancel, icon="close", look="round")
        close.place(Box(inner.right - TOUCH - GAP, inner.y + GAP, TOUCH, TOUCH))
        return [title, close]

    def offers(self) -> list[Button]:
        """What can be done with the moment that is shown; nothing while the match is played."""
        return []

    def make_rows(self) -> list[Button]:
        """One row a turn; luck's draws stand between them without a number."""
        self.rows, number = [], 0
        for seat, steps in self.play.turns():
            who = self.t("play.luck")
            if seat != CHANCE:
                number += 1
                who = f"{number}. {self.play.names[seat]}"
            end = steps[-1] + 1
            told = ", ".join(filter(None, map(self.play.describe, steps)))
            row = Turn(told, partial(self.go_to, end), look="row", detail=who)
            self.rows.append((end, row))
        return [row for _, row in self.rows]

    def _transport(self, inner: Box, top: float) -> list[Button | Slider]:
        last = self.play.match.cursor
        self.slider = Slider(self.index, self.go_to, high=max(1, last), step=1)
        self.slider.place(Box(inner.x + 2 * GAP, top, inner.w - 4 * GAP, TOUCH))
        ways: dict[str, Action] = {
            "first": partial(self.go_to, 0),
            "left": partial(self.step, -1),
            "play": self.toggle,
            "right": partial(self.step, 1),
            "last": partial(self.go_to, last),
        }
        buttons = [Button("", way, icon=icon, look="round") for icon, way in ways.items()]
        self.run = buttons[2]
        step = (inner.w - 4 * GAP) / len(buttons)
        for i, button in enumerate(buttons):
            x = inner.x + 2 * GAP + (i + 0.5) * step
            button.place(Box.around((x, top + TOUCH * 1.5 + GAP), TOUCH, TOUCH))
        return [self.slider, *buttons]

    # Moving through the match ----------------------------------------------------------------

    def go_to(self, index: int) -> None:
        """Show the match after so many steps."""
        self.index = max(0, min(self.play.match.cursor, index))
        self.running = self.running and self.index < self.play.match.cursor
        self.play.show_moment(self.index)
        self._show_index()
        self._step_aside()

    def step(self, by: int) -> None:
        self.running = False
        self.go_to(self.index + by)

    def toggle(self) -> None:
        """Run through the match, from the start if it is at its end; or stop."""
        self.running = not self.running
        self._since = 0.0
        if self.running and self.index == self.play.match.cursor:
            self.go_to(0)

    def _show_index(self) -> None:
        self.slider.value = self.index
        begun = [row for n, (_, row) in enumerate(self.rows)
                 if (self.rows[n - 1][0] if n else 0) < self.index]  # fmt: skip
        for _, row in self.rows:
            row.chosen = row in begun[-1:]
        if begun:  # what may come after the last turn is shown with it
            ended = self.index == self.play.match.cursor
            self.list.show(self.list.children[-1] if ended else begun[-1])

    def beside(self) -> None:
        """The board was tapped."""
        self.cancel()

    def leave(self) -> None:
        self.play.show_moment(None)

    # Scene -----------------------------------------------------------------------------------

    def react(self, intent: Intent) -> None:
        if not self.play.talk.on(intent, not self._lies.has(self.frame.into(intent.pos))):
            super().react(intent)

    def other(self, intent: Intent) -> None:
        if intent.kind == "turn":
            self.step(1 if intent.value > 0 else -1)
        elif intent.kind == "release" and not intent.moved:
            self.beside()
        else:
            super().other(intent)

    def update(self, seconds: float) -> Change:
        self.play.update(seconds)  # it only looks on: nothing is asked of anybody
        if self.running:
            self._since += seconds
            if self._since >= SECONDS_A_STEP:
                self._since = 0.0
                self.go_to(self.index + 1)
        self.run.icon = "pause" if self.running else "play"
        return super().update(seconds)

    def paint(self, canvas: Canvas) -> None:
        surfaces.shadow(canvas.within(self.frame), self._lies, 20)
