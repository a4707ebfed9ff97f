"""Everything that was played on this table, the latest first: to go on with, to watch, to strike.

The list has no end: what lies further down is read when somebody scrolls there.
"""

from functools import partial
from typing import Final, Literal

from game.rules import SHELF
from game.scenes.core.context import Context
from game.scenes.core.menu import in_row, stack
from game.scenes.core.routes import Page, Route, ToBring, ToPlay, ToReplay, ToShare
from game.scenes.core.scene import Push
from game.scenes.core.sheets import Row
from game.scenes.guest_book.book_page import BookPage, draw_lid
from game.scenes.review.broken_match import to_finished, to_running
from game.services.history import Entry, MatchLog, Standing
from game.ui import icons, surfaces
from game.ui.canvas import Canvas
from game.ui.fonts import Face, number
from game.ui.frame import Box, Point
from game.ui.scrolling import VirtualList
from game.ui.surfaces import BRASS_EDGE, PAPER
from game.ui.theme import BODY, GAP, GOLD, SMALL, TOUCH, mix, with_alpha
from game.ui.widgets import Action, Button, Faded, Pressable, Stepper, Widget, name_lines

HIGH: Final = 112.0
"""How high a line is, for text of the usual size."""
BADGE: Final = 38.0
PLATE: Final = 40.0
"""How wide the plate is on which points lie, so that nobody reads them as a part of a name."""
APART: Final = 330.0
"""How far people of a match are from each other, where there is room."""
MOST: Final = 30
"""Among how many people one can leaf; everybody's own page leads to theirs."""


class History(BookPage):
    """The chronicle, of everything or of a game and a person."""

    name = "history"
    page: Page | Literal[""] = "history"

    def __init__(self, context: Context, profile: int | None = None) -> None:
        super().__init__(context)
        self.game, self.profile = "", profile
        self.entries: list[Entry] = []
        self.count = 0
        self._chronicle: MatchLog
        self._list: VirtualList
        if profile is not None:
            self.page = ""

    def _read_anew(self, least: int = 0) -> None:
        """Begin to read what is asked for; at least so many entries if there are as many."""
        store = self.context.store
        self._chronicle = store.match_log(self.game or None, self.profile)
        self.entries = self._chronicle.more(least) if least else []
        self.count = self._chronicle.count()

    def _more(self) -> None:
        self.entries += self._chronicle.more()
        self._list.count = len(self.entries)

    def enter(self) -> None:
        self._read_anew()

    def resume(self) -> None:
        if self.away:
            self._read_anew(len(self.entries))  # what was played meanwhile stands in it
        super().resume()

    def heading(self) -> str:
        if self.page:
            return super().heading()
        known = self.context.store.profile(self.profile or 0)
        return self.t("book.history.of", name=known.name if known else "")

    def build(self) -> list[Widget]:
        widgets, body, _ = self.open_page()
        bring = Button(self.t("share.bring"), lambda: self.go(Push(ToBring())), icon="bring")
        if not self.count and not self.game and (self.profile is None or not self.page):
            below = bring if self.page else None
            found = self.empty(
                body, self.t("book.history.none"), self.t("book.history.why"), below=below
            )
            return [*widgets, *found]
        steppers = self._steppers()
        if self.page:
            steppers.append(bring)
        low = in_row(self.metrics, body, steppers, 2 * GAP, "left")
        count = Faded(self.t("book.played", n=self.count), anchor="right")
        last, (wide, high) = steppers[-1].box, count.natural(self.metrics, body.w)
        if last.right + 2 * GAP + wide > body.right:
            count.place(Box(body.x, low + 6, body.w, high))
            low += 6 + high
        else:
            y = last.center[1] - high / 2
            count.place(Box(body.right - wide - 12, y, wide + 8, high))
        rest = body.below(low + 2 * GAP)
        widgets += [*steppers, count]
        if not self.count:
            none = Faded(self.t("book.history.none_such"), BODY)
            stack(self.metrics, rest, [none], 0)
            return [*widgets, none]
        high = HIGH * (0.4 + 0.6 * self.metrics.text_scale)
        if body.w < 1100 * self.metrics.text_scale:
            high *= 1.45  # narrow lines: the company stands in two rows
        self._list = VirtualList(self._line, self._more, high, gap=6)
        self._list.count = len(self.entries)
        return [*widgets, self.scroll(self._list, rest)]

    def _steppers(self) -> list[Widget]:
        """Of which game, and of which person."""
        games = [("", self.t("book.all_games"))]
        games += [(game, self.t(f"{game}.name")) for game in SHELF]
        of_game = Stepper(games, self.game, lambda game: self._ask_for(game, self.profile))
        found: list[Widget] = [of_game]
        people = [] if self.context.kiosk else self.context.store.regulars(MOST)
        if people and self.page:
            everybody: list[tuple[int | None, str]] = [(None, self.t("book.all_people"))]
            values = everybody + [(each.id, each.name) for each in people]
            take = partial(self._ask_for, self.game)
            found.append(Stepper(values, self.profile, take))
        return found

    def _line(self, index: int) -> Widget:
        """A match: touching it opens it, the buttons beside it take it along or strike it."""
        entry = self.entries[index]
        face = _Face(self, entry, partial(self.open, entry))
        share = Button("", partial(self.share, entry), icon="share")
        away = Button("", partial(self.ask_to_strike, entry), icon="bin")
        return Row(face, share, away)

    def _ask_for(self, game: str, profile: int | None) -> None:
        self.game, self.profile, self.scrolled = game, profile, None
        self._read_anew()
        self.rebuild()

    def open(self, entry: Entry) -> None:
        """Go on with a running match, or watch a finished one."""
        route = self._way_to(entry)
        if route is not None:
            self.go(Push(route))

    def share(self, entry: Entry) -> None:
        """Take a match along, if all of it can be played again and may be seen."""
        route = self._way_to(entry)
        if isinstance(route, ToPlay) and route.series.current.game.info.hidden:
            self.toasts.say(self.t("share.hidden"), "refusal")
        elif isinstance(route, ToPlay | ToReplay):
            chairs = tuple(map(self.context.seen_by_strangers, route.chairs))
            self.go(Push(ToShare(route.series, chairs)))
        elif route is not None:
            self.go(Push(route))

    def _way_to(self, entry: Entry) -> Route | None:
        """Where a match leads; None if it was struck out meanwhile."""
        try:
            if entry.result is None:
                return to_running(self.context, entry.match or 0)
            return to_finished(self.context, entry.result)
        except KeyError:
            self._ask_for(self.game, self.profile)
            return None

    def ask_to_strike(self, entry: Entry) -> None:
        """Ask before a match is taken out of the book."""
        key = "book.strike" if entry.over else "menu.running.discard"
        self.ask_before(key, partial(self._strike, entry), held=True)

    def _strike(self, entry: Entry) -> None:
        if entry.result is not None:
            self.context.store.history.forget(entry.result)
        elif entry.match is not None:
            self.context.store.discard(entry.match)
        self._read_anew(len(self.entries))
        self.rebuild()


class _Face(Pressable):
    """What was played, when, how long, by whom, and how it went."""

    def __init__(self, scene: History, entry: Entry, action: Action) -> None:
        super().__init__(action)
        self._scene, self._entry = scene, entry
        self.radius = 14

    def draw(self, canvas: Canvas) -> None:
        box, entry, scene = self.box, self._entry, self._scene
        if self.pressed or self.hovered:
            canvas.fill(box, with_alpha(PAPER.text, 0.1 if self.pressed else 0.05), self.radius)
        line = Box(box.x, box.bottom + 2, box.w + TOUCH + 2 * GAP, 2)
        canvas.fill(line, with_alpha(PAPER.line, 0.7))
        lid = min(84.0, box.h - 28)
        draw_lid(canvas, entry.game, Box(box.x + 14, box.center[1] - lid / 2, lid * 1.34, lid))
        left, right = box.x + lid * 1.34 + 34, box.right - 88
        self._draw_sign(canvas, (box.right - 46, box.center[1]))
        title = canvas.line_height(BODY, "bold")
        lines = 2 if box.h > HIGH * 1.25 * canvas.text_scale else 1
        top = box.y + (box.h - title - lines * (BADGE + 8)) / 2
        name = scene.t(f"{entry.game}.name")
        canvas.text(name, (left, top), BODY, PAPER.text, "bold")
        after = left + canvas.text_size(name, BODY, "bold")[0] + 1.5 * GAP
        self._draw_facts(canvas, after, right, top)
        self._draw_company(canvas, Box(left, top + title + 6, right - left, lines * (BADGE + 8)))

    def _draw_sign(self, canvas: Canvas, center: Point) -> None:
        over, plate = self._entry.over, Box.around(center, 60, 60)
        surfaces.shadow(canvas, plate, 30, blur=6, drop=3, alpha=0.4)
        surfaces.satin(canvas, plate, 30, *(PAPER.plate if over else surfaces.BRASS))
        icons.draw(canvas, "eye" if over else "play", center, 32, PAPER.text)

    def _draw_facts(self, canvas: Canvas, left: float, right: float, top: float) -> None:
        """When, how long, and whether it is still open; as much of it as there is room for."""
        entry, scene = self._entry, self._scene
        facts = [scene.when(entry.date)]
        if not entry.over:
            facts.insert(0, scene.t("book.history.open"))
        elif entry.standings[0].chair.kind == "visitor":
            facts.insert(0, scene.t("share.visiting"))
        if entry.seconds:
            facts.append(scene.lasting(entry.seconds))
        if entry.games > 1:
            facts.append(scene.t("book.history.series", n=entry.games))
        while len(facts) > 1 and canvas.text_size(" · ".join(facts), SMALL)[0] > right - left:
            facts.pop()
        text = " · ".join(facts)
        size = SMALL * min(1.0, (right - left) / max(1.0, canvas.text_size(text, SMALL)[0]))
        drop = canvas.line_height(BODY, "bold") - canvas.line_height(size) - 3
        canvas.text(text, (left, top + drop), size, PAPER.faded)

    def _draw_company(self, canvas: Canvas, place: Box) -> None:
        """Everybody with their points, evenly spread if all names have room then."""
        standings, lines = self._entry.standings, 1 if place.h < 2 * BADGE else 2
        columns = max(-(-len(standings) // lines), min(len(standings), int(place.w // APART)))
        even, high = min(APART, place.w / columns), place.h / lines
        beside = BADGE + 8 + (8 + PLATE if self._entry.over else 0.0) + 39
        for row in range(lines):
            some = standings[row * columns : (row + 1) * columns]
            names = [self._scene.called(standing.chair) for standing in some]
            wishes = [canvas.text_size(name, BODY, "bold")[0] for name in names]
            tight = max(wishes, default=0.0) + beside > even
            share = min(1.0, (place.w - beside * len(some)) / max(1.0, sum(wishes)))
            x, middle = place.x, place.y + (row + 0.5) * high
            for standing, name, wish in zip(some, names, wishes, strict=True):
                room = wish * share if tight else even - beside
                name, size = name_lines(canvas, name, room)
                self._draw_standing(canvas, (x, middle), name, size, standing)
                x += room + beside

    def _draw_standing(
        self, canvas: Canvas, at: Point, name: str, size: float, standing: Standing
    ) -> None:
        x, middle = at
        self._scene.badge(canvas, standing.chair, (x + BADGE / 2, middle), BADGE)
        x += BADGE + 8
        won = standing.won and len(self._entry.standings) > 1
        face: Face = "bold" if won else "sans"
        wide, high = canvas.text_size(name, size, face)
        canvas.text(name, (x, middle - high / 2), size, PAPER.text, face)
        x += wide
        if self._entry.over:
            plate, points = Box(x + 8, middle - 18, PLATE, 36), number(standing.points)
            canvas.fill(plate, with_alpha(PAPER.line, 0.45), 18)
            fit = BODY * min(1.0, plate.h / canvas.line_height(BODY, "serif"))
            canvas.label(points, plate.center, fit, PAPER.text, "serif", PLATE - 8)
            x = plate.right
        if won:
            icons.draw(canvas, "trophy", (x + 20, middle), 26, mix(BRASS_EDGE, GOLD, 0.6))
