"""What a kiosk shows while nobody is there: its games play by themselves, or it sleeps.

What stands still moves by a few pixels with every game, and all of it dims after a while, so that
nothing burns into a screen.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from game.rules import GAMES, SHELF
from game.rules.core.match import Series
from game.scenes.core.context import Context
from game.scenes.core.menu import columns
from game.scenes.core.routes import ToAsleep, ToAttract
from game.scenes.core.scene import Change, Pop, Replace, Scene
from game.scenes.core.sheets import Column
from game.scenes.home.questions import TOUCHES, Plates
from game.scenes.review.replay import watched
from game.scenes.review.telling import Telling
from game.services import levels
from game.services.hours import Span, clock_time, runs
from game.services.levels import Level
from game.services.people import Chair
from game.services.texts import Texts
from game.ui import surfaces
from game.ui.canvas import Canvas
from game.ui.frame import Box, Frame, Point
from game.ui.intents import Intent
from game.ui.layer import Layer
from game.ui.sound import Sound
from game.ui.surfaces import BRASS_TOP
from game.ui.theme import BODY, GAP, GOLD, IVORY, LARGE, SHADE, mix
from game.ui.widgets import Arranged, Faded, Label, Widget, fitted

EACH: Final = 60.0
"""Seconds that a game is shown."""
END: Final = 6.0
"""Seconds that the end of a story stays."""
BAND: Final = 76.0
"""How wide the strips are on which people are invited."""
TURN: Final = 6.0
"""Seconds until an invitation is said in the other language."""
SHIFTS: Final = ((0, 0), (5, 3), (8, -3), (3, -8), (-4, -6), (-8, 0), (-5, 6), (2, 8))
"""Units by which everything lies aside, one after the other."""
FARTHEST: Final = max(abs(by) for shift in SHIFTS for by in shift)
BRIGHT: Final = 20
"""How many games are shown before it dims."""
DIM: Final = 0.45
HOURS: Final = 12.0
"""Seconds that a sleeping table tells its hours when it is touched."""


def _stories(game: str) -> Iterator[Level]:
    return (level for level in levels.shelf(GAMES[game])[0] if level.kind == "story")


class Attract(Scene):
    """One game after the other tells its story; whatever anybody does brings the shelf.

    `shown` games were there before this one. Nothing of all this is kept, and nothing is heard.
    """

    name = "attract"

    def __init__(self, context: Context, shown: int) -> None:
        super().__init__(context)
        self.shown = shown
        offered = (game for game in SHELF if game not in context.operator.hidden)
        games = [game for game in offered if any(_stories(game))]
        self.game = games[shown % len(games)] if games else ""
        self._texts = [Texts(language) for language in context.languages]
        self._shift = SHIFTS[shown % len(SHIFTS)]
        self._dimmed = DIM if shown >= BRIGHT else 0.0
        self._outdated = False
        """Whether the window has another size by now."""
        self._time = 0.0
        self.telling = self._telling(shown // len(games)) if games else None

    def _telling(self, lap: int) -> Telling:
        """The game's story, with every lap another one where there are several."""
        stories = list(_stories(self.game))
        match = stories[lap % len(stories)].setup.match(GAMES[self.game])
        names = (self.context.texts.t(f"menu.computers.{n}") for n in range(1, match.seats + 1))
        chairs = [Chair("computer", name, "regular") for name in names]
        inside = replace(self.context, size=self._inner[2:], sound=Sound(0.0))
        play = watched(inside, Series(match), chairs, 0)
        play.key_moves.done = True  # a table that is alone all day does not look for any
        return Telling(play)

    # Time ----------------------------------------------------------------------------------------

    def resume(self) -> None:
        if self.telling is not None:
            self.telling.play.resume()
            self.telling.show_turn(self.telling.moment)

    def pause(self) -> None:
        if self.telling is not None:
            self.telling.play.pause()

    def leave(self) -> None:
        if self.telling is not None:
            self.telling.play.leave()

    def resize(self, size: Point) -> None:
        self._outdated = size != self.size
        super().resize(size)

    def on(self, intent: Intent) -> Change:
        return Pop() if intent.kind in TOUCHES else None

    def update(self, seconds: float) -> Change:
        if self._outdated:
            return Replace(ToAttract(self.shown))
        self._time += seconds
        if self._time >= EACH:
            return Replace(ToAttract(self.shown + 1) if self.context.open else ToAsleep())
        if self.telling is not None:
            self.telling.update(seconds)
            if self.telling.ended:
                self._time = max(self._time, EACH - END)
        return None

    # The picture ---------------------------------------------------------------------------------

    @property
    def _around(self) -> bool:
        """Whether people stand around; else they look at it from the couch."""
        return self.context.settings.seating == "table"

    @property
    def _inner(self) -> Box:
        """Where the game lies."""
        wide, high = self.size
        side = BAND if self._around else GAP
        return Box(side, BAND, wide - 2 * side, high - 2 * BAND).moved(*self._shift)

    def draw(self, canvas: Canvas) -> None:
        surfaces.ground(canvas)
        inner = self._inner
        surfaces.shadow(canvas, inner, 0, alpha=0.8)
        if self.telling is not None:
            part = canvas.rect(inner).clip(canvas.surface.get_rect())
            self.telling.play.draw(canvas.on(canvas.surface.subsurface(part)))
        canvas.outline(inner.inset(-3), mix(GOLD, SHADE, 0.35), 3)
        if self._dimmed:
            surfaces.dim(canvas, self._dimmed)
        for number, frame in enumerate(self._bands()):
            turn = (number + int(self._time // TURN)) % len(self._texts)
            self._invite(canvas.within(frame), self._texts[turn])

    def _bands(self) -> list[Frame]:
        """The strips at the edges, neighbours one after the other."""
        (wide, high), (dx, dy) = self.size, self._shift
        middles = ((wide / 2, high - BAND / 2), (wide - BAND / 2, high / 2), (wide / 2, BAND / 2),
                   (BAND / 2, high / 2))  # fmt: skip
        found = [
            Frame((x + dx, y + dy), ((wide, high)[turn % 2], BAND), turn)
            for turn, (x, y) in enumerate(middles)
        ]
        return found if self._around else [found[0], Frame(found[2].center, (wide, BAND))]

    def _invite(self, canvas: Canvas, texts: Texts) -> None:
        """A line that says what is played, and that anybody may play."""
        name = texts.t(f"{self.game}.name") if self.game else texts.t("table.title")
        line, (wide, high) = texts.t("operator.attract.line"), canvas.size
        room, most = (wide - 2 * BAND - 4 * GAP) / 2, high - 2 * FARTHEST
        size = min(
            fitted(canvas, name, LARGE, "serif", (room, most))[0],
            fitted(canvas, line, LARGE, "sans", (1.2 * room, most))[0],
        )
        first = canvas.text_size(name, size, "serif")[0]
        second = canvas.text_size(line, size)[0]
        left = (wide - first - second - 3 * GAP) / 2
        top = (high - canvas.line_height(size, "serif")) / 2
        brass, ivory = (mix(each, SHADE, self._dimmed) for each in (BRASS_TOP, IVORY))
        canvas.text(name, (left, top), size, brass, "serif")
        canvas.text(line, (left + first + 3 * GAP, top), size, ivory)


class Asleep(Plates):
    """A black table. While it is closed a touch shows when it is open, else it wakes the table."""

    name = "asleep"
    hushed = True
    overlay = False
    wide = 720.0

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.told = 0.0
        """Seconds for which the hours are still shown."""
        self._closed = not context.open
        self._texts = [Texts(language) for language in context.languages]

    def on(self, intent: Intent) -> Change:
        if intent.kind not in TOUCHES:
            return None
        if self.context.open:
            return Pop()
        self.told = HOURS
        self.rebuild()
        return None

    def update(self, seconds: float) -> Change:
        if self.told > 0:
            self.told = max(0.0, self.told - seconds)
            if not self.told:
                self.rebuild()
        elif self._closed and self.context.open:
            return Pop()
        self._closed = not self.context.open
        return None

    def paint(self, canvas: Canvas) -> None:
        canvas.surface.fill((0, 0, 0))

    def lay(self) -> list[Layer]:
        return super().lay() if self.told else []

    def rows(self) -> list[Widget]:
        """What every language says, side by side."""
        found = []
        for texts in self._texts:
            head = texts.t("operator.asleep.title")
            title = Label(head, LARGE, "serif", color=BRASS_TOP, anchor="center")
            hours = told_hours(texts, self.context)
            found.append(Column([title, *(Faded(line, BODY, anchor="center") for line in hours)]))
        return [Arranged(found, columns(0, 4 * GAP, len(found)))]


def told_hours(texts: Texts, context: Context) -> list[str]:
    """When the table is open, days with the same hours in one line."""

    def day(number: int) -> str:
        return texts.t(f"operator.day.{number}")

    found = []
    for first, last, span in runs(context.operator.hours):
        days = day(first) if first == last else f"{day(first)}\u2013{day(last)}"
        found.append(f"{days}: {_told(texts, span)}")
    return found


def _told(texts: Texts, span: Span) -> str:
    if span is None:
        return texts.t("operator.hours.closed")
    if span[0] == span[1]:
        return texts.t("operator.hours.whole")
    return texts.t("operator.hours.span", begins=clock_time(span[0]), ends=clock_time(span[1]))
