"""How it came to this: a finished match told by the turns that scored or decided, and no others.

The game's own scene plays the turns again; below it lie the words, the course of the points as
a string of beads, and what drives it. A tap on the board goes on, a bead leads to its moment.
"""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from game.rules.core.highlights import Moment, story
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.routes import ToPlayOn
from game.scenes.core.scene import Change, Pop, Push
from game.scenes.play.play_scene import AnyPlayScene
from game.ui import icons, surfaces, theme
from game.ui.canvas import Canvas
from game.ui.fonts import signed
from game.ui.frame import Box, Frame, Point
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.theme import BODY, GAP, GOLD, INK, IVORY, SHADE, SMALL, TOUCH, Color, mix, with_alpha
from game.ui.widgets import Button, Panel, Picture, Widget, write

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
BEAD, HEAVY = 8.0, 11.0
"""The radius of a bead, and of one that decided something."""
APART = 3.0
"""How far lines of equal points run from each other."""
HIGH, HIGHER = 156.0, 284.0
"""The strip's height in one row and in two."""


class Highlights(MenuScene):
    """The story of the match that a play scene holds; closing it leaves the scene as it was."""

    name = "story"

    def __init__(self, context: Context, play: AnyPlayScene) -> None:
        super().__init__(context)
        self.play = play
        self.moments = story(play.match)
        self.index = 0
        self.running = True
        self._phase: Phase = "before"
        self._since = 0.0
        self._buttons = True
        """Whether the play scene's own buttons are seen outside the story."""

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
        size, narrow, pad = (self.size[0], self.strip), self.size[0] < 1400, 2 * GAP
        inside = Box(0, 0, *size).inset(GAP)
        self._run = Button("", self.toggle, look="round")
        buttons = [
            Button("", lambda: self.step(-1), icon="left", look="round"),
            self._run,
            Button("", lambda: self.step(1), icon="right", look="round"),
            Button("", self.play_on, icon="branch", look="round"),
            Button("", self.cancel, icon="close", look="round"),
        ]
        wide = len(buttons) * (TOUCH + GAP) + GAP
        lower = inside.below(inside.bottom - TOUCH - 3 * GAP) if narrow else inside
        for number, button in enumerate(buttons):
            x = lower.right - wide + number * (TOUCH + GAP) + TOUCH / 2
            button.place(Box.around((x, lower.center[1]), TOUCH, TOUCH))
        words = Picture(self._draw_words)
        left = inside.x + pad
        if narrow:  # words above, beads below them
            words.place(Box(left, inside.y + 8, inside.w - 2 * pad, lower.y - inside.y - 12))
        else:
            words.place(Box(left, inside.y + 8, inside.w * 0.54 - pad, inside.h - 16))
            left = words.box.right + pad
        seats = range(self.play.match.seats)
        colors = [mix(self.play.seat_color(seat), IVORY, 0.22) for seat in seats]
        self._course = Course(self.moments, colors, self.show)
        self._course.place(Box(left, lower.y + 8, lower.right - wide - pad - left, lower.h - 16))
        self._show_state()
        if self.focus.current is None:
            self.focus.current = self._run
        frame = Frame((size[0] / 2, self.size[1] - size[1] / 2), size)
        widgets: list[Widget] = [Panel("glass", inside), words, self._course, *buttons]
        return [Layer(frame, widgets)]

    def _show_state(self) -> None:
        self._course.index = self.index
        done = self.ended and not self.running
        self._run.icon = "pause" if self.running else "replay" if done else "play"
        self.stale = True

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

    def play_on(self) -> None:
        """Begin a new match at the moment shown; where the game is over, before its last turn."""
        self.running = False
        self.play.finish_motion()
        match, index = self.play.match, self.play.shown
        if match.game.outcome(match.states[index]) is not None:
            index = self.moment.first
        chairs = [self.play.chair(seat) for seat in range(match.seats)]
        self.go(Push(ToPlayOn(match, index, chairs)))

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
        elif self.running and self._phase == "after":
            each = WHOLE / len(self.moments) - BEFORE - USUAL
            stay = min(LONGEST, max(SHORTEST, each)) * self.context.settings.pace
            if self._since >= stay:
                self.show(self.index + 1)
        return super().update(seconds)

    def react(self, intent: Intent) -> None:
        if not self.play.talk.on(intent, intent.pos[1] < self.room[1]):
            super().react(intent)

    def other(self, intent: Intent) -> None:
        """A tap beside the strip goes on; shoulder buttons and page keys leaf through it."""
        if intent.kind in ("release", "tap") and not intent.moved:
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
        self.play.draw(Canvas(below, None, canvas.scale, canvas.text_scale, canvas.design))
        super().draw(canvas)

    def paint(self, canvas: Canvas) -> None:
        """The table goes on below the strip."""
        inside = Box(0, self.room[1], self.size[0], self.strip)
        canvas.surface.set_clip(canvas.rect(inside))
        surfaces.ground(canvas)
        canvas.surface.set_clip(None)

    def _draw_words(self, canvas: Canvas, box: Box) -> None:
        """The present moment: which it is, whose, what happened, and what it brought."""
        head = self.t("story.of", number=self.index + 1, count=len(self.moments))
        title = f"{self.t('story.title')}  ·  {head}"
        canvas.text(title, (box.x, box.y), SMALL, mix(surfaces.BRASS_TOP, IVORY, 0.2), "italic")
        body = box.below(box.y + canvas.line_height(SMALL, "italic") + 4)
        at, middle = (body.x + 17, body.center[1]), (body.right - 36, body.center[1])
        if self.last:  # a cup when the end is told, whoever moved last
            icons.draw(canvas, "trophy", at, 44, GOLD)
        else:
            canvas.disc(at, 17, self.play.seat_color(self.moment.seat))
            canvas.ring(at, 17, with_alpha(IVORY, 0.6), 2)
        room = Box(body.x + 52, body.y, body.w - 52 - 78, body.h)
        write(canvas, self.text, room, BODY + 2, IVORY)
        if self.gained:
            canvas.disc(middle, 34, GOLD)
            canvas.label(signed(self.gained), middle, 32, INK, "bold")


class Course(Widget):
    """The course of a match as a string of beads; `action` is told which one was asked for.

    A bead has the colour of the seat whose turn it was and lies as high as that seat's points; thin
    lines follow everybody's points. A tap or the arrow keys lead to another bead.
    """

    focusable = True

    def __init__(
        self, moments: Sequence[Moment], colors: Sequence[Color],
        action: Callable[[int], object],
    ) -> None:
        super().__init__()
        self.moments, self.colors, self.index = moments, colors, 0
        self._action = action
        scores = [moment.scores for moment in moments]
        self._low = min(map(min, scores), default=0)
        self._high = max(map(max, scores), default=0)
        self._finger: str | None = None

    def drags(self, point: Point) -> bool:
        return True

    def x(self, index: int) -> float:
        pad, count = 22.0, len(self.moments)
        if count == 1:
            return self.box.center[0]
        return self.box.x + pad + (self.box.w - 2 * pad) * index / (count - 1)

    def y(self, index: int, seat: int) -> float:
        """The height of a seat's points after a moment."""
        pad, span = 18.0, self._high - self._low
        score = self.moments[index].scores[seat]
        share = (score - self._low) / span if span else 0.5
        apart = APART * (seat - (len(self.colors) - 1) / 2)
        return self.box.bottom - pad - share * (self.box.h - 2 * pad) + apart

    def bead(self, index: int) -> Point:
        return self.x(index), self.y(index, self.moments[index].seat)

    def answers(self, point: Point) -> bool:
        return self.hit(point)

    def on(self, intent: Intent) -> bool:
        match intent.kind:
            case "press":
                self._finger = self._finger or intent.pointer
                self._seek(intent)
            case "drag":
                self._seek(intent)
            case "release" | "lost" if self._finger == intent.pointer:
                self._finger = None
            case "release" | "lost" | "hold":
                pass
            case _:
                return False
        return True

    def _seek(self, intent: Intent) -> None:
        if self._finger != intent.pointer:
            return
        near = min(range(len(self.moments)), key=lambda n: abs(self.x(n) - intent.pos[0]))
        if near != self.index or intent.kind == "press":
            self._action(near)

    def steer(self, vector: Point) -> bool:
        goal = self.index + (vector[0] > 0) - (vector[0] < 0)
        if not vector[0] or not 0 <= goal < len(self.moments):
            return False
        self._action(goal)
        return True

    def draw(self, canvas: Canvas) -> None:
        for seat, color in enumerate(self.colors):  # bright as far as they have been told
            for index in range(1, len(self.moments)):
                start = self.x(index - 1), self.y(index - 1, seat)
                end, told = (self.x(index), self.y(index, seat)), index <= self.index
                shown = color if told else mix(color, SHADE, 0.62)
                canvas.line(start, end, shown, 3 if told else 2)
        for index in range(len(self.moments)):
            self._bead(canvas, index)

    def _bead(self, canvas: Canvas, index: int) -> None:
        moment, at = self.moments[index], self.bead(index)
        radius = HEAVY if moment.decisive else BEAD
        color = self.colors[moment.seat]
        if index > self.index:
            canvas.disc(at, radius, mix(color, SHADE, 0.5))
            return
        if index == self.index:
            canvas.disc(at, radius + 9, with_alpha(theme.LAMP, 0.35))
            canvas.disc(at, radius + 4, theme.LAMP)
        canvas.disc(at, radius, color)
        canvas.ring(at, radius, with_alpha(IVORY, 0.75), 2)
