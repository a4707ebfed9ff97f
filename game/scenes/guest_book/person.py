"""Somebody's own page in the guest book: what they played, how it went, and against whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.scenes.core.chairs import Chair, called
from game.scenes.core.context import Context
from game.scenes.core.menu import in_row
from game.scenes.core.routes import ToHistory, ToPortrait
from game.scenes.core.scene import Pop, Push
from game.scenes.core.sheets import Section
from game.scenes.guest_book.book_page import BookPage, draw_lid, lay_in_the_middle
from game.services.people import Profile
from game.services.statistics import Tally, total
from game.ui import badges
from game.ui.canvas import Canvas
from game.ui.choosers import Choice
from game.ui.frame import Box, Point
from game.ui.layer import Layer
from game.ui.surfaces import PAPER
from game.ui.text_metrics import TextMetrics
from game.ui.theme import BODY, GAP, JADE, LARGE, SCORE, SMALL, TITLE, VERMILION, Color, mix
from game.ui.widgets import Button, Label, Widget, fitted

MOST = 30
"""How many opponents are listed."""
SOFT = mix(VERMILION, PAPER.bottom, 0.35)


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
        known = {profile.id: profile for profile in self.context.store.profiles()}
        return known.get(self._number, Profile(0, ""))

    # Laying out ----------------------------------------------------------------------------------

    def build(self) -> list[Layer]:
        buttons = self._buttons()
        high = in_row(self.metrics, Box(0, 0, min(1400.0, self.size[0] - 170), 0), buttons, GAP)
        widgets, body, foot = self.open_page(high + GAP)
        in_row(self.metrics, Box(foot.x, foot.y + GAP, foot.w, 0), buttons, GAP)
        tallies = self.context.store.statistics.by_game(self._number)
        if not tallies:
            return [Layer(self.frame, [*widgets, *self._nothing(body), *buttons])]
        rows = self.scroll(self._rows(tallies), body, 8)
        return [Layer(self.frame, [*widgets, rows, *buttons])]

    def title_of(self, box: Box) -> list[Widget]:
        face = _Face(self.profile)
        face.place(box)
        return [face]

    def _buttons(self) -> list[Button]:
        wishes = (
            ("matches", "list", self._open_history), ("change", "pencil", self._edit),
            ("forget", "bin", self._ask_to_forget),
        )  # fmt: skip
        return [Button(self.t(f"book.person.{key}"), action, icon=icon, tone=PAPER)
                for key, icon, action in wishes]  # fmt: skip

    def _nothing(self, body: Box) -> list[Widget]:
        """What stands there before the first match."""
        texts: list[Widget] = [
            Label(self.t("book.person.none"), LARGE + 8, "serif", tone=PAPER, anchor="center"),
            Label(self.t("book.person.why", name=self.profile.name), BODY, tone=PAPER,
                  color=PAPER.faded, anchor="center"),
        ]  # fmt: skip
        lay_in_the_middle(self.metrics, body, texts)
        return texts

    def _rows(self, tallies: dict[str, Tally]) -> list[Widget]:
        rows: list[Widget] = [_Tiles(self._tiles(tallies))]
        rows.append(Section(self.t("book.person.games")))
        rows.extend(self._games(tallies))
        rows.extend(self._opponents(tallies))
        return rows

    def _tiles(self, tallies: dict[str, Tally]) -> list[tuple[str, str]]:
        """The most telling figures, each with a word."""
        whole = total(tallies.values())
        streak = self.context.store.statistics.streak(self._number)
        tiles = [(str(whole.played), self.t("book.person.played", n=whole.played))]
        if whole.rivals:
            tiles.append((str(whole.won), self.t("book.person.won", n=whole.won)))
            key = "book.person.streak_now" if streak.current else "book.person.streak"
            tiles.append((str(streak.longest), self.t(key, now=streak.current)))
        if whole.seconds:
            tiles.append((self.lasting(whole.seconds), self.t("book.person.time")))
        favourite = next(iter(tallies))
        tiles.append((self.t(f"{favourite}.name"), self.t("book.person.favourite")))
        return tiles

    def _games(self, tallies: dict[str, Tally]) -> list[Widget]:
        keys = ("played", "won", "best", "points", "time")
        heads = [self.t(f"book.column.{key}") for key in keys]
        lines = [
            (str(each.played), str(each.won) if each.rivals else "–",
             "–" if each.best is None else str(each.best), str(each.points),
             self.lasting(each.seconds) if each.seconds else "–")
            for each in tallies.values()
        ]  # fmt: skip
        columns = Columns(heads, lines)
        rows: list[Widget] = [_Heads(columns)]
        for game, line in zip(tallies, lines, strict=True):
            rows.append(_Game(game, self.t(f"{game}.name"), line, columns))
        return rows

    def _opponents(self, tallies: dict[str, Tally]) -> list[Widget]:
        figures = self.context.store.statistics
        games = [game for game in tallies if figures.by_opponent(self._number, game)]
        if not games:
            return []
        if self._game not in games:
            self._game = ""
        rows: list[Widget] = [Section(self.t("book.person.opponents"))]
        if len(games) > 1:
            values = [("", self.t("book.all_games"))]
            values += [(game, self.t(f"{game}.name")) for game in games]
            rows.append(Choice(values, self._game, self._take_game, tone=PAPER))
        met = figures.by_opponent(self._number, self._game or None)[:MOST]
        keys = ("played", "beaten", "drawn", "lost")
        lines = [(str(t.played), str(t.won), str(t.drawn), str(t.lost)) for _, t in met]
        columns = Columns([self.t(f"book.column.{key}") for key in keys], lines)
        rows.append(_Heads(columns))
        for (chair, tally), line in zip(met, lines, strict=True):
            rows.append(_Opponent(self, chair, tally, line, columns))
        return rows

    def opponent(self, chair: Chair) -> str:
        """What an opponent is called; a computer by its level."""
        level = f"menu.level.{chair.level}"
        if chair.person or not self.context.texts.has(level):
            return called(self.context.texts, chair)
        return self.t("menu.computer", level=self.t(level))

    # Choosing ------------------------------------------------------------------------------------

    def _take_game(self, game: str) -> None:
        self._game = game
        self.rebuild()

    def _open_history(self) -> None:

        self.go(Push(ToHistory(self._number)))

    def _edit(self) -> None:
        self.go(Push(ToPortrait(self.profile)))

    def _ask_to_forget(self) -> None:
        name = self.profile.name
        self.ask(
            self.t("book.forget.title", name=name), self.t("book.forget.text"),
            [(self.t("book.forget.yes"), self._forget), (self.t("menu.keep"), None)], held=True,
        )  # fmt: skip

    def _forget(self) -> None:
        self.context.store.delete_profile(self._number)
        self.go(Pop())


# Tables ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Columns:
    """Columns of figures at the right of a table; where room is short the last ones go."""

    heads: Sequence[str]
    lines: Sequence[Sequence[str]]

    LEAST = 300.0
    """What is left for whatever the figures are about."""

    def places(self, metrics: TextMetrics, box: Box) -> list[tuple[int, float]]:
        """The columns there is room for, and where each of them ends at the right."""
        wides = [
            max(metrics.width(head, SMALL), *(metrics.width(line[n], BODY, "bold")
                for line in self.lines)) + 2.6 * GAP
            for n, head in enumerate(self.heads)
        ]  # fmt: skip
        count = len(wides)
        while count > 1 and sum(wides[:count]) > box.w - self.LEAST * metrics.text_scale:
            count -= 1
        spare = max(0.0, box.w - self.LEAST * metrics.text_scale - sum(wides[:count]))
        more = min(46.0, spare / count * 0.5)
        found, right = [], box.right - 4
        for n in reversed(range(count)):
            found.append((n, right))
            right -= wides[n] + more
        return found[::-1]


class _Line(Widget):
    """A line of a table: something at the left, figures at the right."""

    HIGH = 72.0

    def __init__(self, columns: Columns, figures: Sequence[str]) -> None:
        super().__init__(tone=PAPER)
        self._columns, self._figures = columns, figures
        self._metrics = TextMetrics()

    def hit(self, point: Point) -> bool:
        return False

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        self._metrics = metrics
        return room, self.HIGH * max(1.0, metrics.text_scale * 0.92)

    def draw_figures(self, canvas: Canvas) -> float:
        """Paint the figures; gives where they begin."""
        places = self._columns.places(self._metrics, self.box)
        high = canvas.line_height(BODY)
        for n, right in places:
            at = right, self.box.center[1] - high / 2
            canvas.text(self._figures[n], at, BODY, PAPER.text, anchor="right")
        first, right = places[0]
        return right - max(canvas.text_size(self._figures[first], BODY, "bold")[0], 60) - 2 * GAP

    def draw_name(self, canvas: Canvas, text: str, left: float, right: float, up: float) -> None:
        room = (max(60.0, right - left), self.box.h - 6)
        size, lines = fitted(canvas, text, BODY, "bold", room)
        high = canvas.line_height(size, "bold") * len(lines)
        top = self.box.center[1] - high / 2 - up
        canvas.text("\n".join(lines), (left, top), size, PAPER.text, "bold")


class _Heads(_Line):
    """The words above the figures."""

    def __init__(self, columns: Columns) -> None:
        super().__init__(columns, columns.heads)

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        super().natural(metrics, room)
        return room, metrics.line(SMALL)

    def draw(self, canvas: Canvas) -> None:
        for n, right in self._columns.places(self._metrics, self.box):
            canvas.text(self._figures[n], (right, self.box.y), SMALL, PAPER.faded, anchor="right")


class _Game(_Line):
    """A game and how it went."""

    def __init__(self, game: str, name: str, figures: Sequence[str], columns: Columns) -> None:
        super().__init__(columns, figures)
        self._game, self._name = game, name

    def draw(self, canvas: Canvas) -> None:
        box = self.box
        draw_lid(canvas, self._game, Box(box.x + 2, box.center[1] - 30, 82, 60))
        self.draw_name(canvas, self._name, box.x + 106, self.draw_figures(canvas), 0)


class _Opponent(_Line):
    """Somebody met at the table, and a bar of how it went."""

    def __init__(
        self, scene: Person, chair: Chair, tally: Tally, figures: Sequence[str], columns: Columns
    ) -> None:
        super().__init__(columns, figures)
        self._scene, self._chair, self._tally = scene, chair, tally

    def draw(self, canvas: Canvas) -> None:
        box, tally = self.box, self._tally
        self._scene.badge(canvas, self._chair, (box.x + 32, box.center[1]), 56)
        right = self.draw_figures(canvas)
        left = box.x + 106 - 24
        self.draw_name(canvas, self._scene.opponent(self._chair), left, right, 9)
        bar = Box(left, box.center[1] + 18, max(40.0, min(360.0, right - left)), 8)
        canvas.fill(bar, PAPER.sunk, 4)
        parts: list[tuple[int, Color]] = [
            (tally.won, JADE), (tally.drawn, PAPER.line), (tally.lost, SOFT)
        ]
        x = bar.x
        for count, color in parts:
            wide = bar.w * count / max(1, tally.rivals)
            if count:
                canvas.fill(Box(x + 1, bar.y, max(4.0, wide - 2), bar.h), color, 4)
            x += wide


class _Face(Widget):
    """The badge and the name at the head of the page."""

    SIDE = 92.0

    def __init__(self, profile: Profile) -> None:
        super().__init__(tone=PAPER)
        self.profile = profile

    def hit(self, point: Point) -> bool:
        return False

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, self.SIDE

    def place(self, box: Box) -> None:
        super().place(Box(box.x, box.y, box.w, self.SIDE))

    def draw(self, canvas: Canvas) -> None:
        box = self.box
        center = box.x + self.SIDE / 2, box.center[1]
        badges.draw(canvas, self.profile.colour, self.profile.mark, center, self.SIDE)
        left = box.x + self.SIDE + 2 * GAP
        room = (box.right - left, box.h)
        size, lines = fitted(canvas, self.profile.name, TITLE, "serif", room)
        high = canvas.line_height(size, "serif") * len(lines)
        canvas.text("\n".join(lines), (left, box.center[1] - high / 2), size, PAPER.text, "serif")


class _Tiles(Widget):
    """The figures that stand out, side by side, in two rows where they must."""

    def __init__(self, tiles: Sequence[tuple[str, str]]) -> None:
        super().__init__(tone=PAPER)
        self._tiles = tiles
        self._rows, self._lines = 1, 1

    def hit(self, point: Point) -> bool:
        return False

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        need = 0.0
        for figure, word in self._tiles:
            wide = metrics.width(figure, SCORE, "serif")
            need += max(min(wide, 330.0), metrics.width(word, SMALL)) + 3 * GAP
        self._rows = 1 if need <= room else 2
        wide = room / -(-len(self._tiles) // self._rows) - 2 * GAP
        single = all(metrics.width(word, SMALL) <= wide for _, word in self._tiles)
        self._lines = 1 if single else 2
        high = metrics.line(SCORE, "serif") + self._lines * metrics.line(SMALL) + 1.5 * GAP
        return room, self._rows * high

    def draw(self, canvas: Canvas) -> None:
        columns = -(-len(self._tiles) // self._rows)
        high = self.box.h / self._rows
        for n, (figure, word) in enumerate(self._tiles):
            row, column = divmod(n, columns)
            count = min(columns, len(self._tiles) - row * columns)
            wide = self.box.w / count
            box = Box(self.box.x + column * wide, self.box.y + row * high, wide, high)
            if column:
                line = Box(box.x - 1, box.y + 8, 2, high - 28)
                canvas.fill(line, (*PAPER.line[:3], 150))
            self._tile(canvas, box, figure, word)

    def _tile(self, canvas: Canvas, box: Box, figure: str, word: str) -> None:
        room = box.w - 2 * GAP
        size = SCORE * min(1.0, room / max(1.0, canvas.text_size(figure, SCORE, "serif")[0]))
        high = canvas.line_height(SCORE, "serif")
        canvas.label(figure, (box.center[0], box.y + high / 2), size, PAPER.text, "serif")
        canvas.text(word, (box.center[0], box.y + high), SMALL, PAPER.faded, anchor="center",
                    room=room)  # fmt: skip
