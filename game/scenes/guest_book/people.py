"""The people of the table: a card for everybody, and everybody's own page.

A page tells what somebody has played, how it went, and against whom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from game.scenes.core.context import Context
from game.scenes.core.menu import in_row
from game.scenes.core.routes import Page, ToHistory, ToPerson, ToPortrait
from game.scenes.core.scene import Pop, Push
from game.scenes.core.sheets import Section
from game.scenes.guest_book.book_page import BookPage, draw_lid
from game.services.history import Tally
from game.services.people import Chair, Profile, free_look
from game.ui import badges, icons, surfaces, theme
from game.ui.canvas import Canvas
from game.ui.fonts import TextMetrics
from game.ui.frame import Box, Point
from game.ui.layer import Layer
from game.ui.surfaces import PAPER
from game.ui.theme import BODY, GAP, LARGE, SCORE, SMALL, mix
from game.ui.widgets import (
    Action,
    Arranged,
    Button,
    Choice,
    Picture,
    Pressable,
    Widget,
    fitted,
    write,
)

CARD = 430.0
"""The least width of a card."""
BADGE = 96.0
TRIO = (("pond", "wave"), ("vermilion", "koi"), ("jade", "leaf"))
"""Three badges as an invitation; the last one lies on top."""
MOST = 30
"""How many opponents are listed."""
SOFT = mix(theme.VERMILION, PAPER.bottom, 0.35)
FACE = 92.0
"""The badge at the head of somebody's page."""


class People(BookPage):
    """A card for everybody, and one for whoever is new."""

    name = "people"
    page: Page | Literal[""] = "people"

    def __init__(
        self, context: Context, pick: Callable[[Profile], object] | None = None
    ) -> None:
        super().__init__(context)
        self._pick = pick
        """Gets whom somebody has chosen, where one is to be chosen."""
        if pick is not None:
            self.page = ""

    def heading(self) -> str:
        return self.t("menu.names.title") if self._pick else super().heading()

    def build(self) -> list[Layer]:
        widgets, body, _ = self.open_page()
        people = self.context.store.regulars()
        if people:
            found: list[Widget] = [self.scroll(self._rows(people, body.w - GAP), body, 2 * GAP)]
        else:
            new = Button(self.t("book.people.new"), self.enter_somebody, icon="pencil",
                         look="primary", tone=PAPER, size=LARGE)  # fmt: skip
            found = self.empty(body, self.t("book.people.none"), self.t("book.people.why"),
                               above=Picture(_draw_trio, 190), below=new)  # fmt: skip
        return [Layer(self.frame, [*widgets, *found])]

    def _rows(self, people: list[Profile], room: float) -> list[Widget]:
        gap = 2 * GAP
        columns = max(1, int((room + gap) / (CARD * self.metrics.text_scale**0.5 + gap)))
        visits = self.context.store.statistics.visits()
        cards: list[Widget] = []
        for profile in people:
            note = self.t("book.people.fresh")
            if profile.id in visits:
                times, favourite = visits[profile.id]
                note = f"{self.t('book.played', n=times)} · {self.t(f'{favourite}.name')}"
            cards.append(_Card(profile, profile.name, note, partial(self.open, profile)))
        if self._pick is None:
            cards.append(_Card(None, self.t("book.people.new"), "", self.enter_somebody))

        def lay_out(metrics: TextMetrics, box: Box, row: Sequence[Widget]) -> float:
            wide = (box.w - gap * (columns - 1)) / columns
            high = max(card.natural(metrics, wide)[1] for card in row)
            for number, card in enumerate(row):
                card.place(Box(box.x + number * (wide + gap), box.y, wide, high))
            return high

        return [Arranged(cards[at : at + columns], lay_out)
                for at in range(0, len(cards), columns)]  # fmt: skip

    def open(self, profile: Profile) -> None:
        """Somebody's own page; or they are the one to be chosen."""
        if self._pick is None:
            self.go(Push(ToPerson(profile.id)))
        else:
            self._pick(profile)
            self.go(Pop())

    def enter_somebody(self) -> None:
        """Somebody new signs the book."""
        colour, mark = free_look(self.context.store.profiles())
        self.go(Push(ToPortrait(Profile(0, "", colour, mark))))


class _Card(Pressable):
    """Somebody's badge and name on a card of stiff paper; nobody's card is still empty."""

    def __init__(self, profile: Profile | None, text: str, note: str, action: Action) -> None:
        super().__init__(action, tone=PAPER)
        self.profile, self.text, self.note = profile, text, note
        self.radius = 16

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, max(BADGE + 3 * GAP, metrics.line(LARGE) + metrics.line(SMALL) + 3 * GAP)

    def draw(self, canvas: Canvas) -> None:
        box = self.box.moved(0, 2) if self.pressed else self.box
        center = box.x + 1.5 * GAP + BADGE / 2, box.center[1]
        left = box.x + BADGE + 3.5 * GAP
        words = Box(left, box.y + GAP / 2, box.right - left - 1.5 * GAP, box.h - GAP)
        if self.profile is None:
            ground = mix(PAPER.sunk, (255, 255, 255), 0.35)
            surfaces.sunk(canvas, box, self.radius, ground, PAPER.edge)
            if self.hovered or self.pressed:
                canvas.fill(box, theme.with_alpha(theme.SHADE, 0.06), self.radius)
            canvas.ring(center, BADGE / 2 - 6, PAPER.line, 4)
            icons.draw(canvas, "plus", center, 44, PAPER.faded)
            write(canvas, self.text, words, BODY, PAPER.text, "bold")
            return
        top = mix(PAPER.top, (255, 255, 255), 0.5 if self.hovered else 0.0)
        if not self.pressed:
            surfaces.shadow(canvas, box, self.radius, blur=9, drop=4, alpha=0.38)
        surfaces.satin(canvas, box, self.radius, top, PAPER.bottom, PAPER.edge, PAPER.light)
        badges.draw(canvas, self.profile.colour, self.profile.mark, center, BADGE)
        size, lines = fitted(canvas, self.text, LARGE, "bold", (words.w, LARGE * 1.6))
        note, notes = fitted(canvas, self.note, SMALL, "sans", (words.w, SMALL * 3.2))
        high = canvas.line_height(size, "bold") * len(lines)
        y = box.center[1] - (high + canvas.line_height(note) * len(notes) + 2) / 2
        canvas.text("\n".join(lines), (left, y), size, PAPER.text, "bold")
        canvas.text("\n".join(notes), (left, y + high + 2), note, PAPER.faded)


def _draw_trio(canvas: Canvas, box: Box) -> None:
    x, y = box.center
    for (colour, mark), shift in zip(TRIO, (-1, 1, 0), strict=True):
        size = 150.0 if shift == 0 else 118.0
        badges.draw(canvas, colour, mark, (x + shift * 126, y + abs(shift) * 10), size)


# Somebody's own page -----------------------------------------------------------------------------


class Person(BookPage):
    """The page of one known person."""

    name = "person"

    def __init__(self, context: Context, number: int) -> None:
        super().__init__(context)
        self._number = number
        self._game = ""
        """Whose opponents are shown: of one game, or of all."""

    @property
    def profile(self) -> Profile:
        """Whoever this page is about, as they are now; nobody once they are forgotten."""
        known = (each for each in self.context.store.profiles() if each.id == self._number)
        return next(known, Profile(0, ""))

    def build(self) -> list[Layer]:
        wishes: tuple[tuple[str, str, Action], ...] = (
            ("matches", "list", lambda: self.go(Push(ToHistory(self._number)))),
            ("change", "pencil", lambda: self.go(Push(ToPortrait(self.profile)))),
            ("forget", "bin", self._ask_to_forget),
        )
        buttons = [Button(self.t(f"book.person.{key}"), action, icon=icon, tone=PAPER)
                   for key, icon, action in wishes]  # fmt: skip
        high = in_row(self.metrics, Box(0, 0, min(1400.0, self.size[0] - 170), 0), buttons, GAP)
        widgets, body, foot = self.open_page(high + GAP)
        in_row(self.metrics, Box(foot.x, foot.y + GAP, foot.w, 0), buttons, GAP)
        tallies = self.context.store.statistics.by_game(self._number)
        if tallies:
            rows = [_Tiles(self._tiles(tallies)), *self._games(tallies), *self._opponents(tallies)]
            found: list[Widget] = [self.scroll(rows, body, 8)]
        else:
            why = self.t("book.person.why", name=self.profile.name)
            found = self.empty(body, self.t("book.person.none"), why)
        return [Layer(self.frame, [*widgets, *found, *buttons])]

    def title_of(self, box: Box) -> Widget:
        """The badge and the name."""
        profile = self.profile

        def paint(canvas: Canvas, box: Box) -> None:
            center = box.x + FACE / 2, box.center[1]
            badges.draw(canvas, profile.colour, profile.mark, center, FACE)
            left = box.x + FACE + 2 * GAP
            room = Box(left, box.y, box.right - left, box.h)
            write(canvas, profile.name, room, theme.TITLE, PAPER.text, "serif")

        face = Picture(paint)
        face.place(Box(box.x, box.y, box.w, FACE))
        return face

    def _tiles(self, tallies: dict[str, Tally]) -> list[tuple[str, str]]:
        """The most telling figures, each with a word."""
        whole = sum(tallies.values(), Tally())
        tiles = [(str(whole.played), self.t("book.person.played", n=whole.played))]
        if whole.rivals:
            streak = self.context.store.statistics.streak(self._number)
            tiles.append((str(whole.won), self.t("book.person.won", n=whole.won)))
            key = "book.person.streak_now" if streak.current else "book.person.streak"
            tiles.append((str(streak.longest), self.t(key, now=streak.current)))
        if whole.seconds:
            tiles.append((self.lasting(whole.seconds), self.t("book.person.time")))
        return [*tiles, (self.t(f"{next(iter(tallies))}.name"), self.t("book.person.favourite"))]

    def _games(self, tallies: dict[str, Tally]) -> list[Widget]:
        figures = [
            (str(each.played), str(each.won) if each.rivals else "–",
             "–" if each.best is None else str(each.best), str(each.points),
             self.lasting(each.seconds) if each.seconds else "–")
            for each in tallies.values()
        ]  # fmt: skip
        columns = self._columns(("played", "won", "best", "points", "time"), figures)
        rows: list[Widget] = [Section(self.t("book.person.games")), columns.heads()]
        for game, line in zip(tallies, figures, strict=True):
            sign = partial(_draw_small_lid, game)
            rows.append(_Line(columns, self.t(f"{game}.name"), line, sign, 106))
        return rows

    def _opponents(self, tallies: dict[str, Tally]) -> list[Widget]:
        statistics = self.context.store.statistics
        games = [game for game in tallies if statistics.by_opponent(self._number, game)]
        if not games:
            return []
        if self._game not in games:
            self._game = ""
        rows: list[Widget] = [Section(self.t("book.person.opponents"))]
        if len(games) > 1:
            values = [("", self.t("book.all_games"))]
            values += [(game, self.t(f"{game}.name")) for game in games]
            rows.append(Choice(values, self._game, self._take_game, tone=PAPER))
        met = statistics.by_opponent(self._number, self._game or None)[:MOST]
        figures = [(str(t.played), str(t.won), str(t.drawn), str(t.lost)) for _, t in met]
        columns = self._columns(("played", "beaten", "drawn", "lost"), figures)
        rows.append(columns.heads())
        for (chair, tally), line in zip(met, figures, strict=True):
            sign = partial(self._draw_badge, chair)
            rows.append(_Line(columns, self._opponent(chair), line, sign, 82, tally))
        return rows

    def _columns(self, keys: Sequence[str], figures: Sequence[Sequence[str]]) -> _Columns:
        return _Columns(self.metrics, [self.t(f"book.column.{key}") for key in keys], figures)

    def _draw_badge(self, chair: Chair, canvas: Canvas, box: Box) -> None:
        self.badge(canvas, chair, (box.x + 32, box.center[1]), 56)

    def _opponent(self, chair: Chair) -> str:
        """What an opponent is called; a computer by its level."""
        level = f"menu.level.{chair.level}"
        if chair.person or not self.context.texts.has(level):
            return self.context.called(chair)
        return self.t("menu.computer", level=self.t(level))

    def _take_game(self, game: str) -> None:
        self._game = game
        self.rebuild()

    def _ask_to_forget(self) -> None:
        self.ask_before("book.forget", self._forget, held=True, name=self.profile.name)

    def _forget(self) -> None:
        self.context.store.delete_profile(self._number)
        self.go(Pop())


class _Columns:
    """Columns of figures at the right of a table; where room is short the last ones go."""

    LEAST = 300.0
    """What is left for whatever the figures are about."""

    def __init__(
        self, metrics: TextMetrics, heads: Sequence[str], figures: Sequence[Sequence[str]]
    ) -> None:
        self._heads = heads
        self._least = self.LEAST * metrics.text_scale
        self._wides = [
            max(metrics.width(head, SMALL),
                *(metrics.width(line[n], BODY, "bold") for line in figures)) + 2.6 * GAP
            for n, head in enumerate(heads)
        ]  # fmt: skip

    def places(self, box: Box) -> list[tuple[int, float]]:
        """The columns there is room for, and where each of them ends at the right."""
        wides = self._wides
        count = len(wides)
        while count > 1 and sum(wides[:count]) > box.w - self._least:
            count -= 1
        spare = max(0.0, box.w - self._least - sum(wides[:count]))
        more = min(46.0, spare / count * 0.5)
        found, right = [], box.right - 4
        for n in reversed(range(count)):
            found.append((n, right))
            right -= wides[n] + more
        return found[::-1]

    def heads(self) -> Widget:
        """The words above the figures."""

        def paint(canvas: Canvas, box: Box) -> None:
            for n, right in self.places(box):
                at = right, box.y
                canvas.text(self._heads[n], at, SMALL, PAPER.faded, anchor="right")

        return Picture(paint, lambda metrics, room: metrics.line(SMALL))


class _Line(Picture):
    """A line of a table: a sign and what it is about, figures at the right.

    With a tally there is a bar of wins, draws and losses below the name.
    """

    def __init__(
        self, columns: _Columns, name: str, figures: Sequence[str],
        sign: Callable[[Canvas, Box], object], left: float, tally: Tally | None = None,
    ) -> None:
        super().__init__(self._paint, lambda metrics, _: 72 * max(1, metrics.text_scale * 0.92))
        self.name, self.figures = name, figures
        self._columns, self._sign, self._left, self.tally = columns, sign, left, tally

    def _paint(self, canvas: Canvas, box: Box) -> None:
        self._sign(canvas, box)
        top = box.center[1] - canvas.line_height(BODY) / 2
        places = self._columns.places(box)
        for n, right in places:
            canvas.text(self.figures[n], (right, top), BODY, PAPER.text, anchor="right")
        first, right = places[0]
        right -= max(canvas.text_size(self.figures[first], BODY, "bold")[0], 60) + 2 * GAP
        left, up = box.x + self._left, 9 if self.tally else 0
        name = Box(left, box.y + 3 - up, max(60.0, right - left), box.h - 6)
        write(canvas, self.name, name, BODY, PAPER.text, "bold")
        if self.tally is None:
            return
        bar = Box(left, box.center[1] + 18, max(40.0, min(360.0, right - left)), 8)
        canvas.fill(bar, PAPER.sunk, 4)
        x, tally = bar.x, self.tally
        parts = (tally.won, theme.JADE), (tally.drawn, PAPER.line), (tally.lost, SOFT)
        for count, color in parts:
            wide = bar.w * count / max(1, tally.rivals)
            if count:
                canvas.fill(Box(x + 1, bar.y, max(4.0, wide - 2), bar.h), color, 4)
            x += wide


def _draw_small_lid(game: str, canvas: Canvas, box: Box) -> None:
    draw_lid(canvas, game, Box(box.x + 2, box.center[1] - 30, 82, 60))


class _Tiles(Picture):
    """The figures that stand out, side by side, in two rows where they must."""

    def __init__(self, tiles: Sequence[tuple[str, str]]) -> None:
        super().__init__(self._paint, self._measure)
        self._tiles = tiles
        self._rows = 1

    def _measure(self, metrics: TextMetrics, room: float) -> float:
        need = 0.0
        for figure, word in self._tiles:
            wide = metrics.width(figure, SCORE, "serif")
            need += max(min(wide, 330.0), metrics.width(word, SMALL)) + 3 * GAP
        self._rows = 1 if need <= room else 2
        wide = room / -(-len(self._tiles) // self._rows) - 2 * GAP
        lines = 1 if all(metrics.width(word, SMALL) <= wide for _, word in self._tiles) else 2
        high = metrics.line(SCORE, "serif") + lines * metrics.line(SMALL) + 1.5 * GAP
        return self._rows * high

    def _paint(self, canvas: Canvas, whole: Box) -> None:
        columns = -(-len(self._tiles) // self._rows)
        high = whole.h / self._rows
        top = canvas.line_height(SCORE, "serif")
        for n, (figure, word) in enumerate(self._tiles):
            row, column = divmod(n, columns)
            wide = whole.w / min(columns, len(self._tiles) - row * columns)
            box = Box(whole.x + column * wide, whole.y + row * high, wide, high)
            if column:
                canvas.fill(Box(box.x - 1, box.y + 8, 2, high - 28), (*PAPER.line[:3], 150))
            room, x = box.w - 2 * GAP, box.center[0]
            size = SCORE * min(1.0, room / max(1.0, canvas.text_size(figure, SCORE, "serif")[0]))
            canvas.label(figure, (x, box.y + top / 2), size, PAPER.text, "serif")
            below = x, box.y + top
            canvas.text(word, below, SMALL, PAPER.faded, anchor="center", room=room)
