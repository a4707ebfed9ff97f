"""The best that was ever reached: by game, by options, and by deal where deals have numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from game.rules import GAMES
from game.rules.core.protocol import Value
from game.scenes.core.chairs import called
from game.scenes.core.context import Context
from game.scenes.core.registry import GAME_SCENES
from game.scenes.core.routes import ToSetup
from game.scenes.core.scene import Push
from game.scenes.core.sheets import Section
from game.scenes.guest_book.book_page import BookPage, draw_lid, lay_in_the_middle
from game.services.deal_numbers import day_of, number_of_day, read_number
from game.services.history import Garden, Score
from game.ui import icons, surfaces
from game.ui.canvas import Canvas
from game.ui.choosers import Choice
from game.ui.frame import Box, Point
from game.ui.groups import Group
from game.ui.layer import Layer
from game.ui.surfaces import BRASS_EDGE, PAPER
from game.ui.text_metrics import TextMetrics
from game.ui.theme import BODY, GAP, GOLD, LARGE, SHADE, SMALL, Color, mix, rgb
from game.ui.widgets import Action, Button, Label, Pressable, Widget, fitted

SHOWN = 20
OF_MANY, OF_DAY = 5, 3
"""How many of the best are listed: usually, where there are deals as well, and of the day's."""
MEDALS: tuple[Color, ...] = (mix(GOLD, SHADE, 0.05), rgb("#9AA0A6"), rgb("#A9663A"))


class Records(BookPage):
    """The best scores of one game at a time."""

    name = "records"
    page = "records"

    def __init__(self, context: Context, game: str = "") -> None:
        super().__init__(context)
        self.game = game or next(iter(GAME_SCENES))
        self._given = bool(game)
        self._chosen: dict[str, Value] | None = None

    def enter(self) -> None:
        """Begin with the game that was finished last."""
        last = [] if self._given else self.context.store.history.results(limit=1)
        if last and last[0].game in GAME_SCENES:
            self.game = last[0].game

    # Laying out ----------------------------------------------------------------------------------

    def build(self) -> list[Layer]:
        widgets, body, _ = self.open_page()
        lids = _Lids(self)
        high = lids.natural(self.metrics, body.w)[1]
        lids.place(Box(body.x, body.y, body.w, high))
        rest = Box(body.x, body.y + high + 2 * GAP, body.w, body.h - high - 2 * GAP)
        rows = self._rows()
        if not rows:
            return [Layer(self.frame, [*widgets, lids, *self._nothing(rest)])]
        return [Layer(self.frame, [*widgets, lids, self.scroll(rows, rest, 6)])]

    def _rows(self) -> list[Widget]:
        history = self.context.store.history
        sets = history.option_sets(self.game)
        if not sets:
            return []
        options = self._chosen if self._chosen in sets else sets[0]
        assert options is not None
        rows: list[Widget] = [Section(self.t(f"{self.game}.name"), first=True)]
        if len(sets) > 1:
            values = [(number, self.rules_of(each)) for number, each in enumerate(sets)]
            rows.append(Choice(values, sets.index(options), partial(self._take, sets), tone=PAPER))
        else:
            rules = self.rules_of(options)
            rows.append(Label(rules, SMALL, tone=PAPER, color=PAPER.faded))
        numbered = GAME_SCENES[self.game].numbered
        best = history.best(self.game, options, limit=OF_MANY if numbered else SHOWN)
        rows += [_Place(self, n, score) for n, score in enumerate(best)]
        if numbered:
            rows += self._deals(options)
        return rows

    def rules_of(self, options: Mapping[str, Value]) -> str:
        """With which options something was played: those that are not the usual ones."""
        texts = self.context.texts
        unusual = [
            f"{texts.option_label(self.game, option.key)}: "
            f"{texts.option_label(self.game, option.key, options[option.key])}"
            for option in GAMES[self.game].info.options
            if option.key in options and options[option.key] != option.default
            and options[option.key] in option.values
        ]  # fmt: skip
        return " · ".join(unusual) or self.t("book.records.usual")

    def _deals(self, options: Mapping[str, Value]) -> list[Widget]:
        """The deal of the day, and every numbered one that was played."""
        history, today = self.context.store.history, number_of_day(self.context.store.today())
        rows: list[Widget] = [Section(self.t("book.records.of_day"))]
        best = history.best(self.game, options, today, OF_DAY)
        if not best:
            text = self.t("book.records.day_none")
            rows.append(Label(text, BODY, tone=PAPER, color=PAPER.faded))
        rows += [_Place(self, n, score) for n, score in enumerate(best)]
        play = Button(self.t("book.records.day_play"), partial(self.play, today), icon="play",
                      tone=PAPER)  # fmt: skip
        rows.append(_AtLeft(play))
        gardens = [g for g in history.gardens(self.game, options) if read_number(g.seed)]
        if gardens:
            rows.append(Section(self.t("book.records.numbered")))
            rows += [self._garden(garden) for garden in gardens]
        return rows

    def _garden(self, garden: Garden) -> Widget:
        number = read_number(garden.seed) or 0
        day = day_of(number)
        name = self.t("book.records.number", number=number)
        if day is not None:
            name = self.t("book.records.day", date=self.dated(day.isoformat()))
        who = called(self.context.texts, garden.best.chair)
        detail = self.t("book.records.best", points=garden.best.points, who=who)
        return Button(name, partial(self.play, number), icon="replay", look="row", detail=detail,
                      tone=PAPER)  # fmt: skip

    def dated(self, stamp: str) -> str:
        """A day as it stands in a calendar."""
        year, month, day = stamp[:10].split("-")
        name = self.t(f"book.month.{int(month)}")
        return self.t("book.date", day=int(day), month=name, year=year)

    def _nothing(self, body: Box) -> list[Widget]:
        """What stands there before anybody has reached anything."""
        name = self.t(f"{self.game}.name")
        title = Label(self.t("book.records.none", game=name), LARGE, "serif", tone=PAPER,
                      anchor="center")  # fmt: skip
        text = Label(self.t("book.records.why"), BODY, tone=PAPER, color=PAPER.faded,
                     anchor="center")  # fmt: skip
        play = Button(self.t("book.records.play"), self.play, icon="play", look="primary",
                      tone=PAPER, size=LARGE)  # fmt: skip
        column: list[Widget] = [title, text, play]
        lay_in_the_middle(self.metrics, body, column)
        return column

    # Choosing ------------------------------------------------------------------------------------

    def show_game(self, game: str) -> None:
        """Turn to another game."""
        self.game, self._chosen, self.scrolled = game, None, None
        self.rebuild()

    def _take(self, sets: list[dict[str, Value]], number: int) -> None:
        self._chosen = sets[number]
        self.rebuild()

    def play(self, number: int | None = None) -> None:
        """To the game's set-up; with a number, to the deal that has it."""
        self.go(Push(ToSetup(self.game, number)))


class _Lids(Group):
    """The six boxes, small; the open page's one stands out."""

    HIGH = 84.0

    def __init__(self, scene: Records) -> None:
        lids = [
            _Lid(game, game == scene.game, partial(scene.show_game, game)) for game in GAME_SCENES
        ]
        super().__init__(lids, PAPER)

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, self.HIGH + 8

    def place(self, box: Box) -> None:
        super().place(box)
        step = min(150.0, (box.w + GAP) / len(self.children))
        left = box.center[0] - (step * len(self.children) - GAP) / 2
        wide = min(step - GAP, self.HIGH * 1.4)
        for number, lid in enumerate(self.children):
            lid.place(Box(left + number * step, box.y + 4, wide, self.HIGH))


class _Lid(Pressable):
    """A game's box to be picked."""

    def __init__(self, game: str, chosen: bool, action: Action) -> None:
        super().__init__(action, tone=PAPER)
        self.game, self.chosen = game, chosen
        self.radius = 10

    def draw(self, canvas: Canvas) -> None:
        box = self.box.moved(0, 2) if self.pressed else self.box
        surfaces.shadow(canvas, box, 9, blur=8, drop=4, alpha=0.5)
        draw_lid(canvas, self.game, box)
        if self.chosen:
            canvas.outline(box.inset(-6), mix(GOLD, SHADE, 0.18), 5, 14)
        elif not self.hovered:
            canvas.fill(box, (*PAPER.bottom[:3], 70), 9)


class _Place(Widget):
    """A place among the best: its number, who it was, how much, and when."""

    HIGH = 64.0

    def __init__(self, scene: Records, number: int, score: Score) -> None:
        super().__init__(tone=PAPER)
        self._scene, self._number, self._score = scene, number, score

    def hit(self, point: Point) -> bool:
        return False

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        return room, self.HIGH * max(1.0, metrics.text_scale * 0.85)

    def draw(self, canvas: Canvas) -> None:
        box, middle, score = self.box, self.box.center[1], self._score
        self._draw_rank(canvas, (box.x + 30, middle))
        self._scene.badge(canvas, score.chair, (box.x + 98, middle), 50)
        points = str(score.points)
        wide = max(90.0, canvas.text_size(points, LARGE, "bold")[0])
        high = canvas.line_height(LARGE, "bold")
        canvas.text(points, (box.right - 4, middle - high / 2), LARGE, PAPER.text, "bold", "right")
        left, right = box.x + 140, box.right - wide - 2 * GAP
        date = self._scene.when(score.date)
        room = canvas.text_size(date, SMALL)[0]
        name = called(self._scene.context.texts, score.chair)
        if right - left > room + 260:
            at = right, middle - canvas.line_height(SMALL) / 2
            canvas.text(date, at, SMALL, PAPER.faded, anchor="right")
            right -= room + 2 * GAP
        size, lines = fitted(canvas, name, BODY, "bold", (right - left, box.h - 6))
        tall = canvas.line_height(size, "bold") * len(lines)
        canvas.text("\n".join(lines), (left, middle - tall / 2), size, PAPER.text, "bold")

    def _draw_rank(self, canvas: Canvas, center: Point) -> None:
        if self._number < len(MEDALS):
            color = MEDALS[self._number]
            if self._number == 0:
                icons.draw(canvas, "trophy", center, 46, mix(BRASS_EDGE, color, 0.6))
                return
            canvas.disc(center, 21, color)
            canvas.ring(center, 21, mix(color, SHADE, 0.35), 2)
            canvas.label(str(self._number + 1), center, BODY, PAPER.top, "bold")
            return
        canvas.label(str(self._number + 1), center, BODY, PAPER.faded, "bold")


class _AtLeft(Group):
    """A button no wider than it has to be."""

    def __init__(self, button: Button) -> None:
        super().__init__([button], PAPER)
        self._wide = 0.0

    def natural(self, metrics: TextMetrics, room: float = 1e6) -> Point:
        self._wide, high = self.children[0].natural(metrics, room)
        return room, high + GAP

    def place(self, box: Box) -> None:
        super().place(box)
        self.children[0].place(Box(box.x, box.y + GAP / 2, self._wide, box.h - GAP))
