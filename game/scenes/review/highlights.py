"""How it came to this: a finished match told by the turns that decided, and no others.

The game's own scene plays the turns again; below it, at the edge of who reads, lie the words, the
course of the match, and what drives it. A tap on the board goes on, one on the course leads there.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

from game.rules.core.highlights import Moment
from game.rules.core.protocol import CHANCE
from game.scenes.core.context import Context
from game.scenes.core.menu import MenuScene
from game.scenes.core.routes import ToPlayOn
from game.scenes.core.scene import Change, Push
from game.scenes.play.play_scene import AnyPlayScene
from game.scenes.review.telling import Telling
from game.ui import icons, surfaces, theme
from game.ui.canvas import Canvas
from game.ui.fonts import signed
from game.ui.frame import Box, Frame, Point
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.theme import BODY, GAP, GOLD, INK, IVORY, SHADE, SMALL, TOUCH, Color, mix, with_alpha
from game.ui.widgets import Action, Button, Panel, Picture, Widget, write

BEAD, DOT = 9.0, 2.0
"""The radius of a bead, and of what leads over luck."""
APART = 3.0
"""How far lines of equal points run from each other."""
PAD, EDGE = 22.0, 18.0
"""From the edges of the course to what it shows, at its sides, and above and below."""
NARROW = 1370.0
"""The width from which on the words have room beside the course, in letters of normal size."""
HIGH, HIGHER = 176.0, 300.0
"""The strip's height in one row and in two."""


class Highlights(MenuScene):
    """The story of the match that a play scene holds; closing it leaves the scene as it was."""

    name = "story"

    def __init__(self, context: Context, play: AnyPlayScene, turn: int = 0, at: int = 0) -> None:
        super().__init__(context, turn)
        self.play = play
        self.telling = Telling(play, at)
        self._buttons = True
        """Whether the play scene's own buttons are seen outside the story."""
        self.commands |= {"page_up": partial(self.step, -1), "page_down": partial(self.step, 1)}

    @property
    def _narrow(self) -> bool:
        """Whether the words lie above the beads, for whoever reads them, and not beside them."""
        return self.frame.size[0] < NARROW * self.context.settings.text_scale

    @property
    def strip(self) -> float:
        """How high the strip below the board is."""
        grown = 1 + 0.7 * (self.context.settings.text_scale - 1)
        return (HIGHER if self._narrow else HIGH) * grown

    @property
    def board(self) -> Box:
        """The part of the table that is left to the play scene."""
        wide, high = self.frame.size
        return self.frame.out_box(Box(0, 0, wide, high - self.strip))

    @property
    def _lower(self) -> Frame:
        """The strip, at the edge of who reads it."""
        wide, high = self.frame.size
        middle = self.frame.out((wide / 2, high - self.strip / 2))
        return Frame(middle, (wide, self.strip), self.turn)

    def build(self) -> list[Widget]:
        narrow, pad, inside = self._narrow, 2 * GAP, Box(0, 0, *self._lower.size).inset(GAP)
        ways: dict[str, Action] = {
            "left": partial(self.step, -1),
            self._way_on: self.toggle,
            "right": partial(self.step, 1),
            "branch": self.play_on,
            "close": self.cancel,
        }
        buttons = [Button("", way, icon=icon, look="round") for icon, way in ways.items()]
        self._run = buttons[1]
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
            words.place(Box(left, inside.y + 8, inside.w * 0.41 - pad, inside.h - 16))
            left = words.box.right + pad
        colors = [bright(self.play.seat_color(seat)) for seat in range(self.play.match.seats)]
        self._course = Course(self.telling, colors)
        self._course.place(Box(left, lower.y + 8, lower.right - wide - pad - left, lower.h - 16))
        self.focus.current = self.focus.current or self._run
        return [Panel("glass", inside), words, self._course, *buttons]

    def lay(self) -> list[Layer]:
        return [Layer(self._lower, self.build())]

    @property
    def _way_on(self) -> str:
        """The icon of what `toggle` does now."""
        return "pause" if self.telling.running else "replay" if self.telling.ended else "play"

    def step(self, by: int) -> None:
        """What comes next, or the moment before, at one's own pace."""
        self.telling.running = False
        if by > 0:
            self.telling.go_on()
        else:
            self.telling.show(self.telling.index - (self.telling.moment in self.telling.moments))

    def toggle(self) -> None:
        """Stop, go on, or tell it all again."""
        telling = self.telling
        telling.running = not telling.running
        if telling.running and telling.ended:
            telling.show(0)

    def play_on(self) -> None:
        """Begin a new match at the moment shown; where the game is over, before its last turn."""
        self.telling.running = False
        self.play.finish_motion()
        match, index = self.play.match, self.play.shown
        if match.game.outcome(match.states[index]) is not None:
            index = self.telling.moment.first
        self.go(Push(ToPlayOn(match, index, [*map(self.play.chair, range(match.seats))])))

    def enter(self) -> None:
        self.play.follow()
        self._buttons = self.play.show_buttons(False)

    def resume(self) -> None:
        super().resume()
        self.play.show_buttons(False)
        self.telling.show_turn(self.telling.moment)

    def leave(self) -> None:
        self.play.finish_motion()
        self.play.show_buttons(self._buttons)
        self.play.hush()
        self.play.resize(self.context.size)
        self.play.show_moment(None)

    def resize(self, size: Point) -> None:
        self.size = size
        self.play.resize((self.board.w, self.board.h))
        super().resize(size)

    @property
    def moving(self) -> bool:
        return self.play.moving or super().moving

    def update(self, seconds: float) -> Change:
        self.telling.update(seconds)
        self._run.icon = self._way_on
        return super().update(seconds)

    def react(self, intent: Intent) -> None:
        board, (x, y) = self.board, intent.pos
        there = replace(intent, pos=(x - board.x, y - board.y))  # the board is a table of its own
        if not self.play.talk.on(there, board.has(intent.pos)):
            super().react(intent)

    def other(self, intent: Intent) -> None:
        """A tap beside the strip goes on; shoulder buttons leaf through it, as page keys do."""
        if intent.kind == "release" and not intent.moved:
            self.telling.go_on()
        elif intent.kind == "turn":
            self.step(1 if intent.value > 0 else -1)
        else:
            super().other(intent)

    def draw(self, canvas: Canvas) -> None:
        part = canvas.surface.get_rect().clip(canvas.rect(self.board))
        canvas.surface.fill((0, 0, 0), canvas.rect(self._lower.box))
        self.play.draw(canvas.on(canvas.surface.subsurface(part)))
        super().draw(canvas)

    def paint(self, canvas: Canvas) -> None:
        """The table goes on below the strip."""
        with canvas.clipped(self._lower.box):
            surfaces.ground(canvas)

    def _draw_words(self, canvas: Canvas, box: Box) -> None:
        """The present moment: which it is, whose, what happened, and what it brought."""
        telling = self.telling
        told = telling.moment in telling.moments
        among = telling.moments if told else telling.turns
        number = among.index(telling.moment) + 1
        head = self.t("story.of" if told else "story.turn", number=number, count=len(among))
        chance = " → ".join(str(round(100 * chance)) for chance in telling.chances)
        stands = [self.t("story.chance", n=chance)] if chance else []
        known, said = self.play.key_moves, self.t("story.title")
        if self.play.over and not known.done:
            said = self.t("story.proving" if known.left else "story.looking", n=known.left)
        title = "  ·  ".join((said, head, *stands))
        canvas.text(title, (box.x, box.y), SMALL, mix(surfaces.BRASS_TOP, IVORY, 0.2), "italic")
        body = box.below(box.y + canvas.line_height(SMALL, "italic") + 4)
        at, middle = (body.x + 17, body.center[1]), (body.right - 36, body.center[1])
        if telling.winners:  # a cup in the winner's colour, whoever moved last
            winner, *others = telling.winners
            icons.draw(canvas, "trophy", at, 44, GOLD if others else self._course.colors[winner])
        else:
            canvas.disc(at, 17, self.play.seat_color(telling.moment.seat))
            canvas.ring(at, 17, with_alpha(IVORY, 0.6), 2)
        room = Box(body.x + 52, body.y, body.w - 52 - 78, body.h)
        write(canvas, telling.text, room, BODY + 2, IVORY)
        if telling.gained:
            canvas.disc(middle, 34, GOLD)
            canvas.label(signed(telling.gained), middle, 32, INK, "bold")


def bright(color: Color) -> Color:
    """A seat's colour on dark wood: the darker it is, the lighter it becomes."""
    return mix(color, IVORY, 0.22 + 0.5 * max(0.0, 1 - max(color[:3]) / 128))


class Course(Widget):
    """How everybody stood all through the match, with the moments of its story as beads.

    A line shows each seat's chance to win before every turn, or its points where there are none;
    dots lead over what luck did. It grows while the computer finds out. A bead has the colour of
    the seat whose turn it was, and lies where that turn led to. A touch leads to any turn, the
    arrow keys to another bead.
    """

    focusable = True

    def __init__(self, telling: Telling, colors: Sequence[Color]) -> None:
        super().__init__()
        self._telling, self.colors = telling, colors
        self._known = telling.play.key_moves
        self._bend: float = math.log(2) / math.log(max(2, len(colors))) if telling.rivals else 1.0
        """The exponent that puts an even chance into the middle, however many play."""
        self._place = {index: n for n, index in enumerate(self._known.moments)}

    def _across(self, place: int) -> float:
        begun, wide = self._begun, self.box.w - 2 * PAD
        share = max(0, place - begun) / max(1, len(self._place) - 1 - begun)
        return self.box.x + PAD + wide * share

    @property
    def _begun(self) -> int:
        """The place up to which nothing changed, as while hands are drawn: the left end."""
        first, *later = (self._known.course.get(index) for index in self._known.moments)
        same = sum(1 for _ in takewhile(lambda stood: first == stood is not None, later))
        return same if same < len(later) else 0

    def _height(self, value: float, seat: int) -> float:
        values = [each for stood in self._known.course.values() for each in stood]
        low, high = min(0, *values), max(1, *values)  # chances, or points
        apart, room = APART * (seat - (len(self.colors) - 1) / 2), self.box.h - 2 * EDGE
        share = math.pow((value - low) / (high - low), self._bend)
        return self.box.bottom - EDGE - room * share + apart

    def bead(self, moment: Moment) -> Point:
        """Where a turn lies: at its end."""
        return self._bead_at(self._place[moment.first] + 1, moment.seat)

    def _bead_at(self, place: int, seat: int) -> Point:
        """Where a seat stood; in the middle as long as that is not known."""
        stood = self._known.course.get(self._known.moments[place])
        y = self.box.center[1] if stood is None else self._height(stood[seat], seat)
        return self._across(place), y

    def answers(self, point: Point) -> bool:
        return self.hit(point)

    def on(self, intent: Intent) -> bool:
        if intent.kind in ("press", "drag"):

            def far(turn: Moment) -> float:
                return abs(self._across(self._place[turn.first] + 1) - intent.pos[0])

            near, bead = min(self._telling.turns, key=far), min(self._telling.moments, key=far)
            near = bead if far(bead) < BEAD else near
            if intent.kind == "press" or near is not self._telling.moment:  # a press tells it anew
                self._telling.show_turn(near)
                self._telling.running &= near in self._telling.moments
        return intent.kind in ("press", "drag", "release", "lost", "hold")

    def steer(self, vector: Point) -> bool:
        goal = self._telling.index + (vector[0] > 0) - (vector[0] < 0)
        if able := goal != self._telling.index and 0 <= goal < len(self._telling.moments):
            self._telling.show(goal)
        return able

    def draw(self, canvas: Canvas) -> None:
        telling, told = self._telling, self._telling.place
        course = tuple(self._known.course.get(index) for index in self._known.moments)
        canvas.group((course, told, self.box), self._draw_lines, told)
        here = self._bead_at(told, telling.moment.seat)
        canvas.disc(here, BEAD + 9, with_alpha(theme.LAMP, 0.35))
        canvas.disc(here, BEAD + 4, theme.LAMP)
        beads = [(self.bead(turn), turn) for turn in telling.moments]
        for at, turn in (*beads, (here, telling.moment)):
            past, color = at == here or self._place[turn.first] < told, self.colors[turn.seat]
            canvas.disc(at, BEAD, color if past else mix(color, SHADE, 0.5))
            if past:
                canvas.ring(at, BEAD, with_alpha(IVORY, 0.75), 2)

    def _draw_lines(self, canvas: Canvas, told: int) -> None:
        left, right = self.box.x + PAD, self.box.right - PAD
        for share in (0.0, 0.5, 1.0):
            y = self.box.bottom - EDGE - share * (self.box.h - 2 * EDGE)
            canvas.line((left, y), (right, y), mix(IVORY, SHADE, 0.85), 1)
        known, course = self._known.moments, self._known.course
        for place in range(1, len(known)):
            before, after = course.get(known[place - 1]), course.get(known[place])
            if before is None or after is None:
                continue
            for seat, color in enumerate(self.colors):  # bright as far as they have been told
                shown = color if place <= told else mix(color, SHADE, 0.62)
                x, y = self._across(place - 1), self._height(before[seat], seat)
                end = self._across(place), self._height(after[seat], seat)
                if self._known.match.seat_of(known[place - 1]) != CHANCE:
                    canvas.line((x, y), end, shown, 3 if place <= told else 2)
                    continue
                for share in (0.2, 0.5, 0.8):
                    at = x + share * (end[0] - x), y + share * (end[1] - y)
                    canvas.disc(at, DOT, shown)
