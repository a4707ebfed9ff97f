"""How it came to this: a finished match told by the turns that scored or decided, and no others.

The game's own scene plays the turns again; below it lie the words, the course of the points as
a string of beads, and what drives it. A tap on the board goes on, a bead leads to its moment.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from game.rules.core.highlights import Moment, story
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.played_match import Board
from game.scenes.core.scene import Change, Pop
from game.scenes.review.course import Course
from game.ui import icons, surfaces
from game.ui.canvas import Canvas
from game.ui.fonts import signed
from game.ui.frame import Box, Frame, Point
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.surfaces import BRASS_TOP
from game.ui.theme import BODY, GAP, GOLD, INK, IVORY, SMALL, TOUCH, Color, mix, with_alpha
from game.ui.widgets import Button, Panel, Widget, fitted

Phase: TypeAlias = Literal["before", "happening", "after"]

WHOLE = 54.0
"""Seconds that a story of many moments may take."""
BEFORE = 0.45
"""Seconds that the board is seen as it was before a turn."""
USUAL = 1.5
"""Seconds a turn takes to happen, points flying included."""
SHORTEST, LONGEST = 1.1, 2.3
"""Seconds that a moment stays when everything lies where it belongs."""
PATIENCE = 5.0
"""Seconds after which what still moves is put where it ends."""
HIGH, HIGHER = 156.0, 284.0
"""The strip's height in one row and in two."""


class Highlights(MenuScene):
    """The story of the match that a play scene holds; closing it leaves the scene as it was."""

    name = "story"

    def __init__(self, context: Context, play: Board) -> None:
        super().__init__(context)
        self.play = play
        self.moments = story(play.match)
        self.index = 0
        self.running = True
        self._phase: Phase = "before"
        self._since = 0.0
        self._buttons = True
        """Whether the play scene's own buttons are seen outside the story."""

    # Laying out ----------------------------------------------------------------------------------

    @property
    def strip(self) -> float:
        """How high the strip below the board is."""
        grown = 1 + 0.7 * (self.context.settings.text_scale - 1)
        return (HIGH if self.size[0] >= 1400 else HIGHER) * grown

    @property
    def room(self) -> Point:
        """What is left to the play scene."""
        return self.size[0], self.size[1] - self.strip

    def build(self) -> list[Layer]:
        inside = Box(0, 0, self.size[0], self.strip).inset(GAP)
        frame = Frame((self.size[0] / 2, self.size[1] - self.strip / 2), (self.size[0], self.strip))
        self._run = Button("", self.toggle, look="round")
        buttons = [
            Button("", lambda: self.step(-1), icon="left", look="round"),
            self._run,
            Button("", lambda: self.step(1), icon="right", look="round"),
            Button("", self.cancel, icon="close", look="round"),
        ]
        wide = len(buttons) * (TOUCH + GAP) + GAP
        lower = inside
        if self.size[0] < 1400:
            lower = Box(inside.x, inside.bottom - TOUCH - 3 * GAP, inside.w, TOUCH + 3 * GAP)
        for number, button in enumerate(buttons):
            x = lower.right - wide + number * (TOUCH + GAP) + TOUCH / 2
            button.place(Box.around((x, lower.center[1]), TOUCH, TOUCH))
        self._words = Caption(self)
        self._course = Course(self.moments, self._colours(), self.show, self.play.match.seats)
        self._place_words(inside, lower, wide)
        self._show_state()
        if self.focus.current is None:
            self.focus.put(self._run)
        widgets: list[Widget] = [Panel("glass", inside), self._words, self._course, *buttons]
        return [Layer(frame, widgets)]

    def _place_words(self, inside: Box, lower: Box, wide: float) -> None:
        """Words left and beads beside them, or words above and beads below."""
        pad = 2 * GAP
        if lower is inside:
            words = Box(inside.x + pad, inside.y + 8, inside.w * 0.54 - pad, inside.h - 16)
            left = words.right + pad
        else:
            words = Box(inside.x + pad, inside.y + 8, inside.w - 2 * pad,
                        lower.y - inside.y - 12)  # fmt: skip
            left = inside.x + pad
        self._words.place(words)
        self._course.place(Box(left, lower.y + 8, lower.right - wide - pad - left, lower.h - 16))

    def _colours(self) -> list[Color]:
        return [mix(self.play.seat_color(s), IVORY, 0.22) for s in range(self.play.match.seats)]

    def _show_state(self) -> None:
        self._course.index = self.index
        done = self.ended and not self.running
        self._run.icon = "pause" if self.running else "replay" if done else "play"
        self.stale = True

    # The moments ---------------------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        return self.moments[self.index]

    @property
    def last(self) -> bool:
        return self.index == len(self.moments) - 1

    @property
    def ended(self) -> bool:
        """Whether everything has been told."""
        return self.last and self._phase == "after"

    @property
    def dwell(self) -> float:
        """How long a moment stays."""
        each = WHOLE / len(self.moments) - BEFORE - USUAL
        return min(LONGEST, max(SHORTEST, each)) * self.context.settings.pace

    def show(self, index: int) -> None:
        """Begin to tell a moment."""
        self.index = max(0, min(len(self.moments) - 1, index))
        self._phase, self._since = "before", 0.0
        self.play.hush()
        self.play.look_at(self.moment.first)
        self._show_state()

    def step(self, by: int) -> None:
        """Another moment, at one's own pace."""
        self.running = False
        if by > 0 and self.last:
            self._let_happen()
            self.play.finish_motion()
        else:
            self.show(self.index + by)
        self._show_state()

    def toggle(self) -> None:
        """Stop, go on, or tell it all again."""
        self.running = not self.running
        if self.running and self.ended:
            self.show(0)
        self._show_state()

    def skip(self) -> None:
        """What is on its way arrives; then the next moment comes."""
        if self._phase == "after":
            if not self.last:
                self.show(self.index + 1)
            return
        self._let_happen()
        self.play.finish_motion()

    def _let_happen(self) -> None:
        if self._phase == "before":
            self._phase, self._since = "happening", 0.0
            self.play.relive(self.moment.first, self.moment.end)

    def _settle(self) -> None:
        """The turn has happened: mark what it is about."""
        self._phase, self._since = "after", 0.0
        self.play.clear_marks("last")
        places = [place for event in self.moment.told for place in event.places]
        self.play.mark("held", list(dict.fromkeys(places)))
        if self.last:
            self.running = False
        self._show_state()

    @property
    def text(self) -> str:
        """What the present moment is about, in words."""
        match, names = self.play.match, self.play.names
        told = " ".join(map(self.play.tell, self.moment.told))
        if told and names[self.moment.seat] not in told:
            told = self.t("story.says", who=names[self.moment.seat], text=told)
        if self.last and match.outcome is not None:
            end = self.context.texts.outcome(self.play.id, match.outcome, names)
            return f"{told} {end}".strip()
        return told

    @property
    def gained(self) -> int:
        """The points to show: none before they have been earned."""
        return self.moment.points if self._phase == "after" else 0

    # Lifecycle -----------------------------------------------------------------------------------

    def enter(self) -> None:
        self.play.dress()
        self._buttons = self.play.show_buttons(False)

    def resume(self) -> None:
        super().resume()
        self.play.show_buttons(False)
        self.show(self.index)

    def leave(self) -> None:
        self.play.finish_motion()
        self.play.show_buttons(self._buttons)
        self.play.clear_marks("held")
        self.play.hush()
        self.play.resize(self.context.size)
        self.play.look_at(None)

    def resize(self, size: Point) -> None:
        self.size = size
        self.play.resize(self.room)
        super().resize(size)

    def cancel(self) -> None:
        self.go(Pop())

    # Time and input ------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        return self.running or self._phase != "after" or self.play.moving or super().moving

    def update(self, seconds: float) -> Change:
        self.play.update(seconds)
        self.stale = self.stale or self.play.stale or self.play.moving
        self.play.stale = False
        self._since += seconds
        if self._phase == "before" and self._since >= BEFORE:
            self._let_happen()
        elif self._phase == "happening":
            if self._since > PATIENCE:
                self.play.finish_motion()
            if not self.play.reliving:
                self._settle()
        elif self.running and self._phase == "after" and self._since >= self.dwell:
            self.show(self.index + 1)
        return super().update(seconds)

    def other(self, intent: Intent) -> None:
        """A tap beside the strip goes on; shoulder buttons and page keys leaf through it."""
        if intent.kind in ("press", "tap"):
            self.skip()
        elif intent.kind == "turn":
            self.step(1 if intent.value > 0 else -1)
        elif intent.kind == "command" and intent.name in ("page_up", "page_down"):
            self.step(-1 if intent.name == "page_up" else 1)
        elif intent.kind == "menu":
            self.cancel()
        else:
            super().other(intent)

    def draw(self, canvas: Canvas) -> None:
        width, height = self.room
        whole = canvas.surface.get_rect()
        part = whole.clip((0, 0, round(width * canvas.scale), round(height * canvas.scale)))
        canvas.surface.fill((0, 0, 0), (0, part.h, whole.w, whole.h - part.h))
        below = canvas.surface.subsurface(part)
        self.play.draw(Canvas(below, None, canvas.scale, canvas.text_scale))
        super().draw(canvas)

    def paint(self, canvas: Canvas) -> None:
        """The table goes on below the strip."""
        inside = Box(0, self.room[1], self.size[0], self.strip)
        canvas.surface.set_clip(canvas.rect(inside))
        surfaces.ground(canvas)
        canvas.surface.set_clip(None)


class Caption(Widget):
    """The words of the present moment: whose it is, what happened, and what it brought."""

    def __init__(self, scene: Highlights) -> None:
        super().__init__()
        self.scene = scene

    def hit(self, point: Point) -> bool:
        return False

    def draw(self, canvas: Canvas) -> None:
        scene, box = self.scene, self.box
        head = scene.t("story.of", number=scene.index + 1, count=len(scene.moments))
        title = f"{scene.t('story.title')}  ·  {head}"
        canvas.text(title, (box.x, box.y), SMALL, mix(BRASS_TOP, IVORY, 0.2), "italic")
        top = box.y + canvas.line_height(SMALL, "italic") + 4
        body = Box(box.x, top, box.w, box.bottom - top)
        self._draw_whose(canvas, (body.x + 17, body.center[1]))
        room = body.w - 52 - 78
        size, lines = fitted(canvas, scene.text, BODY + 2, "sans", (room, body.h))
        high = len(lines) * canvas.line_height(size)
        at = body.x + 52, body.center[1] - high / 2
        canvas.text("\n".join(lines), at, size, IVORY)
        if scene.gained:
            middle = body.right - 36, body.center[1]
            canvas.disc(middle, 34, GOLD)
            canvas.label(signed(scene.gained), middle, 32, INK, "bold")

    def _draw_whose(self, canvas: Canvas, at: Point) -> None:
        """The colour of the seat; a cup when the end is told, whoever moved last."""
        if self.scene.last:
            icons.draw(canvas, "trophy", at, 44, GOLD)
            return
        canvas.disc(at, 17, self.scene.play.seat_color(self.scene.moment.seat))
        canvas.ring(at, 17, with_alpha(IVORY, 0.6), 2)
